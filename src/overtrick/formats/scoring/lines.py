"""What is one result on one board? Who sat there, and what North-South scored."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The share of the top for North-South and for East-West.
Shares = tuple[Fraction, Fraction]


class TravellerLine(NamedTuple):
    """A line of a traveller between two pairs; with neither a score nor an adjusted one the board was not played."""

    board: str
    ns: str
    ew: str
    score: int | None = None  #: North-South's points; less than nothing when East-West scored
    adjusted: Shares | None = None  #: in place of a score: average plus against average minus is (3/5, 2/5)


class IndividualLine(NamedTuple):
    """A line of a traveller on which four players are ranked, each for themselves."""

    board: str
    north: str
    south: str
    east: str
    west: str
    score: int | None = None
    adjusted: Shares | None = None


AnyLine = TravellerLine | IndividualLine


def sides(line: AnyLine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name those who take the result of North-South, and those who take that of East-West."""
    if isinstance(line, TravellerLine):
        return (line.ns,), (line.ew,)
    return (line.north, line.south), (line.east, line.west)


def by_board(lines: Iterable[AnyLine]) -> dict[str, list[AnyLine]]:
    """Put the lines of each board together; a board that was not played counts for nobody and is left out."""
    boards: dict[str, list[AnyLine]] = {}
    for line in lines:
        if line.score is not None or line.adjusted is not None:
            boards.setdefault(line.board, []).append(line)
    return boards


def boards_played(lines: Iterable[AnyLine]) -> Counter[str]:
    """Count the boards of each pair or player, adjusted ones too."""
    count: Counter[str] = Counter()
    for line in lines:
        if line.score is not None or line.adjusted is not None:
            for side in sides(line):
                count.update(side)
    return count
