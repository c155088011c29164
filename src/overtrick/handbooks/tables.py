"""Where are the figures of a handbook? In TOML tables with clause, source and the days they govern.

A table is checked when it is loaded: an unknown key, a row of the wrong length, a gap or an overlap is an error that
says which file and what to do.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, TypeAlias

from overtrick.engine.numbers import Exact, exact
from overtrick.engine.records import NamedTuple
from overtrick.handbooks import toml_files

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

_FILE_KEYS = {"title", "unit", "lookup", "checked", "columns", "version"}
_VERSION_KEYS = {"from", "until", "clauses", "source", "rows"}

Cell = Exact | str
#: From which number to which; an open one has no end.
Band = tuple[int, int | None]
Key = str | Band
#: The first and the last day of play that each form of a table governs.
Versions: TypeAlias = "list[tuple[date, date | None, Table]]"


class BadTable(ValueError):
    """A table of a handbook does not hold together."""

    def __init__(self, table: str, found: str) -> None:
        """Say which table and what is wrong with it."""
        super().__init__(f"{table}: {found}")


class Table(NamedTuple):
    """One printed table, or a rule's figures, as they stand on a day of play."""

    name: str
    title: str
    clauses: tuple[str, ...]  #: what the table executes; the first is the one to cite
    source: str
    columns: tuple[str, ...]
    rows: dict[Key, tuple[Cell, ...]]

    def row(self, key: str | int) -> tuple[Cell, ...]:
        """Find a row by its name, or the one whose band holds a number."""
        if not isinstance(key, str):
            return self.rows[self.band(key)]
        if key in self.rows:
            return self.rows[key]
        raise self._no_row(key)

    def band(self, number: int) -> Band:
        """Find the band that holds a number."""
        for band in self.rows:
            if isinstance(band, tuple) and band[0] <= number and (band[1] is None or number <= band[1]):
                return band
        raise self._no_row(number)

    def _no_row(self, key: str | int) -> BadTable:
        known = ", ".join(show_key(known) for known in self.rows)
        message = f"no row for {key!r}; the rows are {known}"
        return BadTable(self.name, message)

    def number(self, key: str | int, column: str) -> Exact:
        """Read a figure."""
        cell = self.row(key)[self.columns.index(column) - 1]
        if isinstance(cell, str):
            message = f"the cell {key!r}, {column!r} holds no figure"
            raise BadTable(self.name, message)
        return cell

    def text(self, key: str | int, column: str) -> str:
        """Read a word."""
        return str(self.row(key)[self.columns.index(column) - 1])

    def whole(self, key: str | int, column: str) -> int:
        """Read a figure that counts something."""
        value = self.number(key, column)
        if not isinstance(value, int):
            message = f"the cell {key!r}, {column!r} should be a whole number, not {value}"
            raise BadTable(self.name, message)
        return value

    def numbers(self, key: str | int) -> list[Exact]:
        """Read the figures of a row up to its first empty cell."""
        figures: list[Exact] = []
        for cell in self.row(key):
            if isinstance(cell, str):
                break
            figures.append(cell)
        return figures


def show_key(key: Key) -> str:
    """Write a row's key as the file does."""
    if isinstance(key, str):
        return key
    low, high = key
    return f"{low}+" if high is None else str(low) if low == high else f"{low}-{high}"


def read(name: str, file: str | Path) -> dict[str, Any]:
    """Read a table file as it is written."""
    try:
        return toml_files.load(file)
    except ValueError as error:
        raise BadTable(name, f"is not TOML: {error}") from error


def checked(name: str, data: dict[str, Any]) -> Versions:
    """Make the versions of a table of what is written; whatever does not hold together is an error."""
    _only_known(name, data, _FILE_KEYS, required=_FILE_KEYS - {"unit"})
    versions = [_version(name, data, version) for version in data["version"]]
    _check_days(name, versions)
    return versions


def _only_known(name: str, data: dict[str, Any], known: set[str], required: set[str]) -> None:
    for key in sorted(data.keys() - known):
        raise BadTable(name, f"has the unknown key {key!r}; known are {', '.join(sorted(known))}")
    for key in sorted(required - data.keys()):
        raise BadTable(name, f"lacks the key {key!r}")


def _version(name: str, data: dict[str, Any], version: dict[str, Any]) -> tuple[date, date | None, Table]:
    _only_known(name, version, _VERSION_KEYS, required=_VERSION_KEYS - {"until"})
    columns = tuple(data["columns"])
    rows: dict[Key, tuple[Cell, ...]] = {}
    for written in version["rows"]:
        if len(written) != len(columns):
            raise BadTable(name, f"the row {written} has {len(written)} cells, the columns are {len(columns)}")
        key = _key(name, data["lookup"], written[0])
        if key in rows:
            raise BadTable(name, f"has two rows for {show_key(key)}")
        rows[key] = tuple(_cell(column, cell) for column, cell in zip(columns[1:], written[1:], strict=True))
    if data["lookup"] == "band":
        _check_bands(name, [key for key in rows if isinstance(key, tuple)])
    table = Table(name, data["title"], tuple(version["clauses"]), version["source"], columns, rows)
    return version["from"], version.get("until"), table


def _key(name: str, lookup: str, written: str | int) -> Key:
    if lookup == "name":
        return str(written)
    if lookup != "band":
        raise BadTable(name, f"has the unknown lookup {lookup!r}; known are 'name' and 'band'")
    low, dash, high = str(written).partition("-")
    if str(written).endswith("+"):
        return int(low[:-1]), None
    return int(low), int(high) if dash else int(low)


def is_word(column: str, written: str | int) -> bool:
    """Say whether a cell holds a word, or the number of a clause, and no figure."""
    return isinstance(_cell(column, written), str)


def _cell(column: str, written: str | int) -> Cell:
    if column.endswith("clause"):  # 5.4 is a number there, no figure
        return str(written)
    if isinstance(written, int) or not written[:1].isdigit():
        return written
    try:
        return exact(written)
    except ValueError:
        return written


def _check_bands(name: str, bands: list[tuple[int, int | None]]) -> None:
    bands = sorted(bands, key=lambda band: band[0])
    for (_low, high), (following, _end) in itertools.pairwise(bands):
        if high is None or following <= high:
            raise BadTable(name, f"two rows hold {following}; bands may not overlap")
        if following > high + 1:
            raise BadTable(name, f"no row holds {high + 1}; bands may not leave a gap")


def _check_days(name: str, versions: Versions) -> None:
    versions.sort(key=lambda version: version[0])
    for (_from, until, _table), (following, _until, _next) in itertools.pairwise(versions):
        if until is None or until >= following:
            raise BadTable(name, f"two versions govern play on {following}; end the older one the day before")
        if (following - until).days > 1:
            raise BadTable(name, f"no version governs play between {until} and {following}")


def governing(versions: Versions, name: str, day: date) -> Table:
    """Choose the version for a day of play."""
    for start, until, table in versions:
        if start <= day and (until is None or day <= until):
            return table
    raise BadTable(name, f"no version governs play on {day}; the earliest starts on {versions[0][0]}.")
