"""Which results does a Bridgemate database have on its boards? What the terminals received, table by table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.access import Damaged, Database
from overtrick.formats.boards import MOST_RESULTS, BoardResult, FileBoards, FileEntrant, PlayedBoard, no_boards, short
from overtrick.formats.bridgemate.lines import outcome
from overtrick.formats.bridgemate.movement import entrants, winners
from overtrick.formats.bridgemate.people import people
from overtrick.formats.bridgemate.session import read_session
from overtrick.formats.scoring import UnreadableContract
from overtrick.formats.scoring.contracts import read_contract, read_tricks

if TYPE_CHECKING:
    from overtrick.formats.bridgemate.movement import Entrant
    from overtrick.formats.bridgemate.session import Result, Session


def read(content: bytes) -> FileBoards:
    """Read the results of a session; none of a database that is damaged."""
    try:
        session = read_session(Database(content))
    except Damaged:
        return no_boards()
    found = winners(session)
    known = people(session, found)
    listed: dict[str, FileEntrant] = {}
    boards: dict[tuple[str, int], list[BoardResult]] = {}
    several = len({result.seating.section for result in session.results}) > 1
    for result in session.results[:MOST_RESULTS]:
        sides = entrants(result.seating, session, found)
        if sides:
            for each in (each for side in sides for each in side):
                listed.setdefault(each.key, _entrant(session, each, [person.name for person in known.get(each, ())]))
            section = session.letter(result.seating.section) if several else ""
            boards.setdefault((section, result.board), []).append(_result(result, sides))
    played = [
        PlayedBoard(str(board), 0, section, "", tuple(lines)) for (section, board), lines in sorted(boards.items())
    ]
    return FileBoards(tuple(played), listed, session.individual)


def _entrant(session: Session, entrant: Entrant, names: list[str]) -> FileEntrant:
    letter = session.letter(entrant.section) if len(session.sections) > 1 else ""
    number = f"{letter}{entrant.number}{f' {entrant.direction}' if entrant.direction else ''}"
    return FileEntrant(short(number), tuple(short(each) for each in names) if all(names) else ())


def _result(result: Result, sides: tuple[tuple[Entrant, ...], ...]) -> BoardResult:
    ns, ew = (tuple(each.key for each in side) for side in sides)
    try:
        score, shares, _remark = outcome(result)
        bid = read_contract(result.contract) if result.contract else None
        tricks = "" if bid is None else str(read_tricks(result.result, bid))
    except UnreadableContract:
        score, shares, tricks = None, None, ""
    return BoardResult(
        ns,
        ew,
        contract=short(result.contract.replace(" ", "")),
        declarer=short(result.declarer),
        lead=short(result.lead),
        tricks=tricks,
        score=score,
        adjusted=" – ".join(f"{float(share * 100):g} %" for share in shares) if shares else "",
    )
