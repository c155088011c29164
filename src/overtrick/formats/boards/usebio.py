"""Which results does a USEBIO file have on its boards? The travellers, and the pairs that they name by number."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.formats import untrusted_xml
from overtrick.formats.boards import MOST_RESULTS, BoardResult, FileBoards, FileEntrant, PlayedBoard, no_boards, short
from overtrick.formats.scoring import UnreadableContract
from overtrick.formats.usebio.document import LARGE, section_of, session_of
from overtrick.formats.usebio.travellers import result_on_board

if TYPE_CHECKING:
    from fractions import Fraction

    from lxml.etree import _Element as Element


def read(content: bytes) -> FileBoards:
    """Read the boards of pairs and individuals; none of a file that cannot be read, or is larger than any event."""
    if len(content) > LARGE:
        return no_boards()
    parsed = untrusted_xml.parse(content, lambda *_fault: None, None)
    if parsed is None:
        return no_boards()
    entrants, twice = _pairs(parsed.root)
    individual = not entrants
    if individual:
        entrants = _players(parsed.root)
    if not entrants:
        return no_boards()
    boards, left = [], MOST_RESULTS
    for board in parsed.root.iter("BOARD"):
        found = _board(board, entrants, twice, _FOUR if individual else _TWO)
        left -= len(found.results)
        if found.results and left >= 0:
            boards.append(found)
    return FileBoards(tuple(boards), entrants, individual)


def _players(root: Element) -> dict[str, FileEntrant]:
    """List the players of an individual by their key."""
    found = {}
    for player in root.iterfind(".//PARTICIPANTS/PLAYER"):
        number = short(player.findtext("PLAYER_NUMBER"))
        names = (short(player.findtext("PLAYER_NAME")),)
        found[_key(session_of(player), section_of(player), number)] = FileEntrant(number, names)
    return found


def _pairs(root: Element) -> tuple[dict[str, FileEntrant], set[str]]:
    """List the pairs by their key, and the keys that a pair of each direction has."""
    listed = []
    for pair in root.iter("PAIR"):
        number = short(pair.findtext("PAIR_NUMBER"))
        names = tuple(short(each.findtext("PLAYER_NAME")) for each in pair.iter("PLAYER"))
        direction = short(pair.findtext("DIRECTION")).upper()
        listed.append((_key(session_of(pair), section_of(pair), number), direction, FileEntrant(number, names)))
    often = Counter(key for key, _direction, _pair in listed)
    twice = {key for key, count in often.items() if count > 1}
    return {f"{key}{direction}" if key in twice else key: pair for key, direction, pair in listed}, twice


def _key(session: int, section: str, number: str) -> str:
    return f"{session}|{section}|{number}|"


#: The tags of who sat North-South and East-West: two pairs, or four players.
_Seats = tuple[tuple[str, ...], tuple[str, ...]]
_TWO: _Seats = ("NS_PAIR_NUMBER",), ("EW_PAIR_NUMBER",)
_FOUR: _Seats = ("N_PLAYER_NUMBER", "S_PLAYER_NUMBER"), ("E_PLAYER_NUMBER", "W_PLAYER_NUMBER")


def _board(board: Element, entrants: dict[str, FileEntrant], twice: set[str], seats: _Seats) -> PlayedBoard:
    session, section = session_of(board), section_of(board)
    number = short(board.findtext("BOARD_NUMBER"))

    def whose(written: str, direction: str) -> str:
        """Find a pair or player; they may be listed once for all sessions or sections."""
        for key in (_key(at, part, written) for part in (section, "") for at in (session, 0)):
            if key in twice:
                return f"{key}{direction}"
            if key in entrants:
                return key
        return ""

    lines = []
    for line in board.iterchildren("TRAVELLER_LINE"):
        ns, ew = (tuple(short(line.findtext(tag)) for tag in side) for side in seats)
        if all((*ns, *ew)):
            north, east = tuple(whose(each, "NS") for each in ns), tuple(whose(each, "EW") for each in ew)
            lines.append(_result(line, number, north, east))
    return PlayedBoard(number, session, section, "", tuple(lines))


def _result(line: Element, board: str, ns: tuple[str, ...], ew: tuple[str, ...]) -> BoardResult:
    try:
        score, shares = result_on_board(line, board)
    except UnreadableContract:
        score, shares = None, None
    adjusted = f"{_percent(shares[0])} – {_percent(shares[1])}" if shares else ""
    return BoardResult(
        ns,
        ew,
        contract=short(line.findtext("CONTRACT")),
        declarer=short(line.findtext("PLAYED_BY")),
        lead=short(line.findtext("LEAD")),
        tricks=short(line.findtext("TRICKS")),
        score=score,
        ns_points=_points(line, "NS"),
        ew_points=_points(line, "EW"),
        adjusted=adjusted,
    )


def _points(line: Element, side: str) -> str:
    return short(line.findtext(f"{side}_MATCH_POINTS") or line.findtext(f"{side}_CROSS_IMP_POINTS"))


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):g} %"
