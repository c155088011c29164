"""What did the table terminals send? The tables of a Bridgemate database as records."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.access import Damaged, Database

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.formats.access import Row

RESULTS = "ReceivedData"
_NEEDED = ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "Contract", "Result")
_MOST_BOARDS = 128
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Section(NamedTuple):
    """A section of the room."""

    number: int
    letter: str
    missing: int = 0  #: the pair that is not there, so that whoever meets it sits out
    winners: int = 0  #: 0: not said


class Seating(NamedTuple):
    """Who sits at a table in a round; in an individual all four players, otherwise two pairs."""

    section: int
    table: int
    round: int
    ns: int  #: North, in an individual
    ew: int  #: East
    south: int = 0
    west: int = 0


class MovementTable(NamedTuple):
    """A table in a round of the movement."""

    seating: Seating
    boards: tuple[int, ...]


class Result(NamedTuple):
    """What was keyed in for one board."""

    number: int
    seating: Seating
    board: int
    declarer: str
    contract: str
    result: str
    remarks: str
    logged: datetime | None
    lead: str = ""


class Sat(NamedTuple):
    """A player who keyed in a number at the start."""

    section: int
    table: int
    round: int
    direction: str
    number: str
    name: str


class Session(NamedTuple):
    """Everything in a database that matters to a ranking."""

    sections: Mapping[int, Section]
    planned: tuple[MovementTable, ...]
    results: tuple[Result, ...]  #: the last one for each board and table, without the erased ones
    replaced: int  #: how many were corrected by a later one
    erased: int
    sat: tuple[Sat, ...]
    names: Mapping[str, str]  #: by number
    individual: bool  #: four players sit at a table, and each is ranked alone

    def letter(self, section: int) -> str:
        """Name a section as the players call it."""
        return self.sections[section].letter if section in self.sections else _letter(section)


def read_session(database: Database) -> Session:
    """Read the tables; raises Damaged where they are not those of a Bridgemate."""
    columns = database.columns(RESULTS)
    missing = [each for each in _NEEDED if each not in columns]
    if missing:
        raise Damaged(f"its table {RESULTS} has no column {missing[0]}" if columns else f"it has no table {RESULTS}")
    results, replaced, erased = _last(database.rows(RESULTS))
    planned = tuple(map(_planned, database.rows("RoundData")))
    seatings = [*(each.seating for each in planned), *(each.seating for each in results)]
    return Session(
        sections={section.number: section for section in map(_section, database.rows("Section"))},
        planned=planned,
        results=results,
        replaced=replaced,
        erased=erased,
        sat=tuple(map(_sat, database.rows("PlayerNumbers"))),
        names=_names(database.rows("PlayerNames")),
        individual=any(seated.south and seated.west for seated in seatings),
    )


# --- Rows --------------------------------------------------------------------------------------------------------


def _whole(row: Row, column: str) -> int:
    value = row.get(column)
    return value if isinstance(value, int) else 0


def _text(row: Row, column: str) -> str:
    value = row.get(column)
    return value.strip() if isinstance(value, str) else ""


def _letter(number: int) -> str:
    return _LETTERS[number - 1] if 0 < number <= len(_LETTERS) else str(number)


def _section(row: Row) -> Section:
    number = _whole(row, "ID")
    letter = _text(row, "Letter") or _letter(number)
    return Section(number, letter, _whole(row, "MissingPair"), _whole(row, "Winners"))


def _seating(row: Row, ns: str, ew: str) -> Seating:
    return Seating(
        _whole(row, "Section"),
        _whole(row, "Table"),
        _whole(row, "Round"),
        _whole(row, ns),
        _whole(row, ew),
        _whole(row, "South"),
        _whole(row, "West"),
    )


def _planned(row: Row) -> MovementTable:
    low, high = _whole(row, "LowBoard"), _whole(row, "HighBoard")
    boards = tuple(range(low, high + 1)) if 0 < low <= high < low + _MOST_BOARDS else ()
    custom = [part.strip() for part in _text(row, "CustomBoards").replace(";", ",").split(",")]
    listed = tuple(int(part) for part in custom if part.isascii() and part.isdigit())
    return MovementTable(_seating(row, "NSPair", "EWPair"), listed or boards)


def _result(row: Row) -> Result:
    return Result(
        number=_whole(row, "ID"),
        seating=_seating(row, "PairNS", "PairEW"),
        board=_whole(row, "Board"),
        declarer=_text(row, "NS/EW"),
        contract=_text(row, "Contract"),
        result=_text(row, "Result"),
        remarks=_text(row, "Remarks"),
        logged=_moment(row),
        lead=_text(row, "LeadCard"),
    )


def _moment(row: Row) -> datetime | None:
    """The day stands in one column and the time of day in another."""
    day, time = row.get("DateLog"), row.get("TimeLog")
    if not isinstance(day, datetime):
        return None
    return datetime.combine(day.date(), time.time()) if isinstance(time, datetime) else day


def _last(rows: Iterable[Row]) -> tuple[tuple[Result, ...], int, int]:
    """Keep the last result for each board at a table in a round: what is sent again corrects what was sent before."""
    last: dict[tuple[int, int, int, int], Result] = {}
    replaced = erased = 0
    for row in rows:
        if row.get("Erased") is True:
            erased += 1
            continue
        result = _result(row)
        seating = result.seating
        key = seating.section, seating.table, seating.round, result.board
        before = last.get(key)
        replaced += before is not None
        if before is None or _order(before) <= _order(result):
            last[key] = result
    return tuple(last[key] for key in sorted(last)), replaced, erased


def _order(result: Result) -> tuple[datetime, int]:
    return result.logged or datetime.min, result.number  # noqa: DTZ901 - no time zone anywhere in the file


def _sat(row: Row) -> Sat:
    direction = _text(row, "Direction").upper()[:1]
    number, name = _text(row, "Number"), _text(row, "Name")
    return Sat(_whole(row, "Section"), _whole(row, "Table"), _whole(row, "Round"), direction, number, name)


def _names(rows: Iterable[Row]) -> dict[str, str]:
    names: dict[str, str] = {}
    for row in rows:
        name = _text(row, "Name")
        for number in (_text(row, "strID"), str(_whole(row, "ID") or "")):
            if number and name:
                names.setdefault(number, name)
    return names
