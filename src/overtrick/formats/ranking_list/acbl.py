"""What do the ACBL's pages of club results hold? An event with its sessions, their sections, and the pairs of each.

Days are month first. The pairs have percentages or scores and no single place, so the ranking is worked out from these.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.formats.ranking_list.tables import CellRow, Table, add

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.formats.ranking_list.objects import Value

FEDERATION = "American Contract Bridge League"
_PAIRS = "pair_summaries"
_SEATS = 4
_CELLS = 3  #: of each player: name, number, points
_DATE_PARTS = 3
_TEMPORARY = "tmp"


def tables_of(data: Value) -> list[Table]:
    """Give a table for every session of club results; none if the data is of another kind."""
    if not isinstance(data, dict):
        return []
    sessions = [
        each for each in _objects(data, "sessions") if any(_objects(one, _PAIRS) for one in _objects(each, "sections"))
    ]
    return [_session(data, each, number, several=len(sessions) > 1) for number, each in enumerate(sessions, 1)]


def _objects(value: Mapping[str, Value], word: str) -> list[dict[str, Value]]:
    found = value.get(word)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _text(value: Mapping[str, Value], word: str) -> str:
    found = value.get(word)
    return " ".join(found.split()) if isinstance(found, str) else ""


def _session(data: Mapping[str, Value], session: Mapping[str, Value], number: int, *, several: bool) -> Table:
    method = _text(data, "board_scoring_method").upper()
    by_imps = "IMP" in method
    one_list = _text(data, "winner_type") == "1"
    sections = _objects(session, "sections")
    seats = max((len(_objects(pair, "players")) for each in sections for pair in _objects(each, _PAIRS)), default=0)
    seats = min(seats, _SEATS)
    people = [f"{what} {seat}" for seat in range(1, seats + 1) for what in ("Name", "Number", "Masterpoints")]
    rows: list[CellRow] = []
    lines: list[list[str]] = [
        ["Event", _text(data, "name") or _text(data, "event_name")],
        ["Club", _text(data, "club_name")],
        ["Date", _day(_text(session, "game_date") or _text(data, "start_date"))],
        ["Boards", str(_boards(sections) or "")],
        ["Section", "Direction", "Pair No", *people, "IMPs" if by_imps else "Percentage"],
    ]
    for section in sections:
        name = _text(section, "name") or _text(section, "letter") or _text(section, "section_label")
        for pair in _objects(section, _PAIRS):
            way = "" if one_list else _text(pair, "direction")
            score = _text(pair, "score") if by_imps else _text(pair, "percentage")
            lines.append([name, way, _text(pair, "pair_number"), *_people(pair, seats), score])
    for line, cells in enumerate(lines, 1):
        add(rows, line, cells)
    return Table(rows, f"Session {number}" if several else "")


def _people(pair: Mapping[str, Value], seats: int) -> Iterator[str]:
    players = _objects(pair, "players")[:seats]
    for player in players:
        number = _text(player, "id_number")
        yield _text(player, "name")
        yield "" if number.lower().startswith(_TEMPORARY) else number
        yield _points(player.get("awards"))
    yield from ("",) * (_CELLS * (seats - len(players)))


def _points(awards: Value) -> str:
    """Give the points that the page says a player has, of all colours together."""
    each = awards[0] if isinstance(awards, list) and awards else awards
    return _text(each, "total") if isinstance(each, dict) else ""


def _day(written: str) -> str:
    """Write a day that is given month first as the year, the month and the day."""
    parts = written.split(" ", 1)[0].split("/")
    if len(parts) != _DATE_PARTS or not all(part.isascii() and part.isdigit() for part in parts):
        return written
    month, day, year = parts
    return f"{year}-{month:0>2}-{day:0>2}"


def _boards(sections: list[dict[str, Value]]) -> int:
    """Count the boards of the pair that played most."""
    most = 0
    for section in sections:
        played: Counter[tuple[str, str]] = Counter()
        for board in _objects(section, "boards"):
            sat = {
                (way, _text(result, f"{way}_pair"))
                for result in _objects(board, "board_results")
                for way in ("ns", "ew")
            }
            played.update(each for each in sat if each[1])
        if {number for way, number in played if way == "ns"} & {number for way, number in played if way == "ew"} and (
            len({_text(pair, "pair_number") for pair in _objects(section, _PAIRS)}) == len(_objects(section, _PAIRS))
        ):
            together: Counter[tuple[str, str]] = Counter()
            for (_way, number), count in played.items():
                together["", number] += count
            played = together
        most = max(most, *played.values(), 0)
    return most
