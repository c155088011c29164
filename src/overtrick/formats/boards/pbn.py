"""Which results does a PBN file have on its boards? The score tables of pairs and individuals, with the deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.boards import MOST_RESULTS, BoardResult, FileBoards, FileEntrant, PlayedBoard, no_boards, short
from overtrick.formats.pbn.games import TOTAL, parse, rows
from overtrick.formats.pbn.ranking import split_names
from overtrick.formats.pbn.results import PLAYER_IDS, PLAYER_NAMES, TABLE, outcome_in_row
from overtrick.formats.scoring import UnreadableContract
from overtrick.formats.text import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.formats.pbn.games import Game

_DEAL = 80  #: signs of four hands


def read(content: bytes) -> FileBoards:
    """Read the score tables of pairs or, where partners change, of individuals."""
    text = decode(content)
    if text is None:
        return no_boards()
    games = parse(text.text).games
    individual = any(TABLE in game.tables and PLAYER_IDS[0] in game.tables[TABLE].columns for game in games)
    seats = _FOUR if individual else _TWO
    listed = _Listed({}, individual)
    for game in games:
        if TOTAL in game.tables:
            for values, _row in rows(game.tables[TOTAL]):
                number, names = (
                    values.get(one, "") for one in (("PlayerId", "Name") if individual else ("PairId", "Names"))
                )
                listed.note(values.get("Section", ""), number, names)
    boards, left = [], MOST_RESULTS
    for game in games:
        found = _board(game, listed, seats)
        left -= len(found.results)
        if found.results and left >= 0:
            boards.append(found)
    return FileBoards(tuple(boards), listed.entrants, individual)


class _Listed(NamedTuple):
    """Who plays, by the key that results name them by."""

    entrants: dict[str, FileEntrant]
    individual: bool

    def note(self, section: str, number: str, names: str) -> str:
        """Keep a pair or player by the key; what is told first counts."""
        key = f"{section}|{number}"
        if number and (key not in self.entrants or not self.entrants[key].names):
            parts = [names] if self.individual and names else split_names(names)
            self.entrants[key] = FileEntrant(short(number), tuple(short(each) for each in parts))
        return key

    def whose(self, section: str, number: str, names: str) -> str:
        """Find somebody; a ranking of all sections together may name none."""
        alone = f"|{number}"
        if section and not names and f"{section}|{number}" not in self.entrants and alone in self.entrants:
            return alone
        return self.note(section, number, names)


#: The columns of who sat North-South and East-West, each with that of the name: two pairs, or four players.
_Seats = tuple[tuple[tuple[str, str], ...], ...]
_TWO: _Seats = (("PairId_NS", "Names_NS"),), (("PairId_EW", "Names_EW"),)
_four = tuple(zip(PLAYER_IDS, PLAYER_NAMES, strict=True))
_FOUR: _Seats = _four[:2], _four[2:]


def _board(game: Game, listed: _Listed, seats: _Seats) -> PlayedBoard:
    lines, section = [], game.value("Section")
    for values, _row in rows(game.tables[TABLE]) if TABLE in game.tables else ():
        where = values.get("Section", "") or section
        if all(values.get(number) for side in seats for number, _name in side):
            ns, ew = (
                tuple(listed.whose(where, values[number], values.get(name, "")) for number, name in side)
                for side in seats
            )
            lines.append(_result(game, values, ns, ew))
    return PlayedBoard(short(game.value("Board")), 0, section, game.value("Deal")[:_DEAL], tuple(lines))


def _result(game: Game, values: Mapping[str, str], ns: tuple[str, ...], ew: tuple[str, ...]) -> BoardResult:
    try:
        score, shares = outcome_in_row(game, values)
    except UnreadableContract:
        score, shares = None, None
    adjusted = " – ".join(f"{float(share * 100):g} %" for share in shares) if shares else ""
    return BoardResult(
        ns,
        ew,
        contract=short(values.get("Contract")),
        declarer=short(values.get("Declarer")),
        lead=short(values.get("Lead")),
        tricks=short(values.get("Result")),
        score=score,
        ns_points=short(values.get("MP_NS") or values.get("IMP_NS") or values.get("MP_North")),
        ew_points=short(values.get("MP_EW") or values.get("IMP_EW") or values.get("MP_East")),
        adjusted=adjusted,
    )
