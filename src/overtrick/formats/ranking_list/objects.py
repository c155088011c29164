"""Which lists does JSON hold? Objects of one kind become the rows of a table, and what they hold its columns.

Nothing is known of the program: a list of players in a row becomes columns as a spreadsheet has them ("name 1", "name
2"), and what stands outside the lists becomes lines over the table. A section or direction that objects stand in is a
column of theirs.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from overtrick.formats.ranking_list import headings
from overtrick.formats.ranking_list.headings import read_direction
from overtrick.formats.ranking_list.preamble import is_label
from overtrick.formats.ranking_list.tables import MOST_COLUMNS, MOST_ROWS, CellRow, Table, add

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: What JSON holds, with every figure as it is written.
Value: TypeAlias = "str | bool | list[Value] | dict[str, Value] | None"

#: Words as they are compared; the same few come again and again.
plain = lru_cache(maxsize=4_096)(headings.plain)

_MOST_NODES = 500_000
_NAME = "name"  #: of the event, most likely; it is only suggested
_LONGEST = 300
_SEATS = 8  #: lists up to so long are of the people of a row
_DEEP = 3
_SECTIONS = ("section", "sections")
_NAMES_OF_A_SECTION = ("section letter", "letter", "section name", "name", "section", "label", "section id", "id")
_SHOWN = 12


class _Place(NamedTuple):
    """Where a list stands: the words on the way to it, and the section and direction it is of."""

    way: tuple[str, ...] = ()
    section: str = ""
    direction: str = ""


def load(text: str) -> Value:
    """Read JSON; None if it is none."""
    try:
        data: Value = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        return None
    return data


def tables_of(data: Value) -> list[Table]:
    """Give a table for every kind of list, the longest first."""
    found: dict[tuple[str, ...], list[dict[str, str]]] = {}
    over: dict[str, str] = {}
    left = _MOST_NODES
    open_values: list[tuple[Value, _Place, bool]] = [(data, _Place(), True)]
    while open_values and left > 0:
        value, place, outside = open_values.pop()
        left -= 1
        if isinstance(value, dict):
            if outside:
                over.update({word: text for word, text in _leaves(value) if word not in over})
            open_values += [(each, _inside(place, word, value), outside) for word, each in reversed(value.items())]
        elif isinstance(value, list):
            rows = [each for each in value if isinstance(each, dict)]
            if len(rows) == len(value) > 0:
                listed = found.setdefault(place.way, [])
                listed += [_row(each, place) for each in rows[: MOST_ROWS + 1 - len(listed)]]
            open_values += [(each, place, False) for each in reversed(value) if isinstance(each, dict | list)]
    lines = [
        [word, text] if is_label(word) else [text] for word, text in over.items() if is_label(word) or word == _NAME
    ]
    tables = [_table(" ".join(filter(None, way)), rows, lines) for way, rows in found.items() if len(rows) > 1]
    return sorted(tables, key=lambda each: len(each.rows), reverse=True)


def at_the_top(data: Value) -> str:
    """Say what JSON holds at its top, in a few words."""
    if isinstance(data, list):
        return f"a list of {len(data)}"
    if not isinstance(data, dict):
        return "nothing"
    shown = [f"{word[:40]}{_size(each)}" for word, each in list(data.items())[:_SHOWN]]
    return ", ".join(shown) + (" …" if len(data) > _SHOWN else "")


def _size(value: Value) -> str:
    if isinstance(value, list):
        return f" (a list of {len(value)})"
    return f" (with {', '.join(list(value)[:_SEATS])[:_LONGEST]})" if isinstance(value, dict) else ""


# --- Rows --------------------------------------------------------------------------------------------------------


def _inside(place: _Place, word: str, around: Mapping[str, Value]) -> _Place:
    """Go one step further in; both directions are the same step."""
    direction = read_direction(word)
    section = place.section
    if place.way and place.way[-1] in _SECTIONS:
        told = dict(_leaves(around))
        section = next((told[name] for name in _NAMES_OF_A_SECTION if told.get(name)), section)
    elif len(place.way) > 0 and plain(word) in _SECTIONS:
        section = ""
    return _Place((*place.way, "" if direction else plain(word)), section, direction or place.direction)


def _leaves(value: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    for word, each in value.items():
        text = _text(each)
        if text:
            yield plain(word), text


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""


def _row(value: Mapping[str, Value], place: _Place) -> dict[str, str]:
    row: dict[str, str] = {}
    _flatten(value, "", row, _DEEP)
    if place.section:
        row.setdefault("section", place.section)
    if place.direction:
        row.setdefault("direction", place.direction)
    return row


def _flatten(value: Mapping[str, Value], before: str, row: dict[str, str], deep: int) -> None:
    for word, each in value.items():
        name = f"{before} {plain(word)}".strip()
        if len(row) > MOST_COLUMNS:
            return
        if isinstance(each, dict):
            if deep:
                _flatten(each, name, row, deep - 1)
        elif not isinstance(each, list):
            row.setdefault(name, _text(each))
        elif len(each) <= _SEATS:
            _people(name, each, row)


def _people(name: str, several: list[Value], row: dict[str, str]) -> None:
    """Write a short list into a row: names as they are, or what is told of each person."""
    for seat, each in enumerate(several, 1):
        if isinstance(each, dict):
            for word, text in _leaves(each):
                told = f"{word} {seat}"
                row.setdefault(f"{name} {told}" if told in row else told, text)
        elif text := _text(each):
            row.setdefault(f"{name} {seat}", text)


def _table(name: str, found: list[dict[str, str]], lines: list[list[str]]) -> Table:
    over = list(dict.fromkeys(word for row in found for word in row))[:MOST_COLUMNS]
    rows: list[CellRow] = []
    written = [*lines, over, *([row.get(each, "") for each in over] for row in found)]
    for number, cells in enumerate(written, 1):
        add(rows, number, cells)
    return Table(rows, name)
