"""How are the results of boards written into a new USEBIO file? A board at a time, a line for each table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class TravellerLine(NamedTuple):
    """A result on a board, between two contestants of the event; what is not known is empty."""

    section: str
    board: str
    ns: str  #: the name of the contestant
    ew: str
    score: str = ""  #: of North-South
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: str = ""
    match_points: tuple[str, str] = ("", "")


def boards(lines: Iterable[TravellerLine], numbers: Mapping[str, int]) -> Iterator[str]:
    """Write the boards of a section; ``numbers`` are those of the contestants in the file."""
    by_board: dict[str, list[TravellerLine]] = {}
    for line in lines:
        by_board.setdefault(line.board, []).append(line)
    for board, results in by_board.items():
        yield "<BOARD>"
        yield f"  <BOARD_NUMBER>{escape(board)}</BOARD_NUMBER>"
        for line in results:
            values = {
                "NS_PAIR_NUMBER": str(numbers[line.ns]),
                "EW_PAIR_NUMBER": str(numbers[line.ew]),
                "CONTRACT": line.contract,
                "PLAYED_BY": line.declarer,
                "LEAD": line.lead,
                "TRICKS": line.tricks,
                "SCORE": line.score,
                "NS_MATCH_POINTS": line.match_points[0],
                "EW_MATCH_POINTS": line.match_points[1],
            }
            inside = "".join(f"<{tag}>{escape(value)}</{tag}>" for tag, value in values.items() if value)
            yield f"  <TRAVELLER_LINE>{inside}</TRAVELLER_LINE>"
        yield "</BOARD>"
