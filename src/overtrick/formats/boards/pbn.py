"""Which results does a PBN file have on its boards? The score tables of pairs, with the deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.boards import MOST_RESULTS, BoardResult, FileBoards, FilePair, PlayedBoard, no_boards, short
from overtrick.formats.pbn.games import TOTAL, parse, rows
from overtrick.formats.pbn.ranking import split_names
from overtrick.formats.pbn.results import TABLE, outcome_in_row
from overtrick.formats.scoring import UnreadableContract
from overtrick.formats.text import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.formats.pbn.games import Game

_DEAL = 80  #: signs of four hands


def read(content: bytes) -> FileBoards:
    """Read the score tables of pairs."""
    text = decode(content)
    if text is None:
        return no_boards()
    games = parse(text.text).games
    pairs: dict[str, FilePair] = {}
    for game in games:
        if TOTAL in game.tables:
            for values, _row in rows(game.tables[TOTAL]):
                _note(pairs, values.get("Section", ""), values.get("PairId", ""), values.get("Names", ""))
    boards, left = [], MOST_RESULTS
    for game in games:
        found = _board(game, pairs)
        left -= len(found.results)
        if found.results and left >= 0:
            boards.append(found)
    return FileBoards(tuple(boards), pairs)


def _note(pairs: dict[str, FilePair], section: str, number: str, names: str) -> str:
    """Keep a pair by its key; what is told first counts."""
    key = f"{section}|{number}"
    if number and (key not in pairs or not pairs[key].names):
        pairs[key] = FilePair(short(number), tuple(short(each) for each in split_names(names)))
    return key


def _board(game: Game, pairs: dict[str, FilePair]) -> PlayedBoard:
    lines, section = [], game.value("Section")
    for values, _row in rows(game.tables[TABLE]) if TABLE in game.tables else ():
        ns, ew = values.get("PairId_NS", ""), values.get("PairId_EW", "")
        if ns and ew:
            where = values.get("Section", "") or section
            north = _whose(pairs, where, ns, values.get("Names_NS", ""))
            east = _whose(pairs, where, ew, values.get("Names_EW", ""))
            lines.append(_result(game, values, north, east))
    return PlayedBoard(short(game.value("Board")), 0, section, game.value("Deal")[:_DEAL], tuple(lines))


def _whose(pairs: dict[str, FilePair], section: str, number: str, names: str) -> str:
    """Find a pair; a ranking of all sections together may name none."""
    alone = f"|{number}"
    if section and not names and f"{section}|{number}" not in pairs and alone in pairs:
        return alone
    return _note(pairs, section, number, names)


def _result(game: Game, values: Mapping[str, str], ns: str, ew: str) -> BoardResult:
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
        ns_points=short(values.get("MP_NS") or values.get("IMP_NS")),
        ew_points=short(values.get("MP_EW") or values.get("IMP_EW")),
        adjusted=adjusted,
    )
