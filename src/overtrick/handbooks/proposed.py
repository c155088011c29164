"""What would an edition say if some of it were changed? The same rules, with other figures or another reading.

A proposal changes cells of a table, from a day on if it says so, or chooses where the handbook leaves something open. A
changed table must hold together as every table must. The edition itself stays as it is.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from overtrick.engine.records import NamedTuple
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from overtrick.handbooks.edition import Book


class RowChange(NamedTuple):
    """Other figures or words in one row of a table."""

    table: str
    row: str  #: as the file writes it: "18-35"
    cells: tuple[tuple[str, str | int], ...]  #: by column
    begins: date | None = None  #: the first day of play; None: as long as the edition governs


class SettingChange(NamedTuple):
    """Another reading of what the handbook leaves open."""

    setting: str
    to: str


Change = RowChange | SettingChange


class Proposed(Edition):
    """An edition with changes; it keeps books of its own."""

    def __init__(self, edition: Edition, changes: Sequence[Change]) -> None:
        """Take an edition and what is to be changed; a change that does not fit is an error."""
        super().__init__(edition.handbook, edition.own_file(), edition.package)
        self.ends = edition.ends
        self._rows = [each for each in changes if isinstance(each, RowChange)]
        self._chosen = {each.setting: each.to for each in changes if isinstance(each, SettingChange)}
        if edition.base is not None:
            self.take_over(edition.base)
        days = {each.begins for each in self._rows if each.begins is not None and each.begins > self.begins}
        self.changes = tuple(sorted({*self.changes, *days}))
        self.book()
        for each in self._rows:
            if each.table not in self.table_names:
                raise BadTable(each.table, f"is no table of the {self.title}; it has {', '.join(self.table_names)}")
            self.table_versions(each.table)

    def book(self, day: date | None = None, settings: Mapping[str, str] | None = None) -> Book:
        """Open the edition at a day of play; what the proposal chooses goes before what a federation has chosen."""
        return super().book(day, {**(settings or {}), **self._chosen} if self._chosen else settings)

    def written_table(self, name: str) -> dict[str, Any]:
        """Read a table as its file has it, with the proposed cells."""
        written = super().written_table(name)
        for change in self._rows:
            if change.table == name:
                written = {**written, "version": list(_changed(written, change))}
        return written


def _changed(written: dict[str, Any], change: RowChange) -> Iterator[dict[str, Any]]:
    """Give the versions of a table with one row changed; the one that governs its first day is parted there."""
    begins = change.begins
    for version in written["version"]:
        until = version.get("until")
        if begins is None or begins <= version["from"]:
            yield {**version, "rows": _rows(written["columns"], version["rows"], change)}
        elif until is not None and until < begins:
            yield version
        else:
            yield {**version, "until": begins - timedelta(days=1)}
            yield {**version, "from": begins, "rows": _rows(written["columns"], version["rows"], change)}


def _rows(columns: list[str], rows: list[list[Any]], change: RowChange) -> list[list[Any]]:
    known = [str(row[0]) for row in rows]
    if change.row not in known:
        raise BadTable(change.table, f"has no row {change.row!r}; its rows are {', '.join(known)}")
    for column, _cell in change.cells:
        if column not in columns[1:]:
            raise BadTable(change.table, f"has no column {column!r}; its columns are {', '.join(columns[1:])}")
    cells = dict(change.cells)
    for row in rows:
        if str(row[0]) == change.row:
            _same_kind(change.table, dict(zip(columns, row, strict=False)), cells)
    return [
        row
        if str(row[0]) != change.row
        else [cells.get(column, cell) for column, cell in zip(columns, row, strict=True)]
        for row in rows
    ]


def _same_kind(table: str, row: dict[str, Any], cells: Mapping[str, str | int]) -> None:
    """Refuse words where a figure stands: whoever reads the table reckons with it."""
    for column, cell in cells.items():
        old, new = _figure(row.get(column)), _figure(cell)
        if old is not None and (new is None or (new < 0 <= old)):
            raise BadTable(table, f"{column} is {row[column]!r} there, a figure; {cell!r} cannot take its place")


def _figure(cell: object) -> Fraction | None:
    """Read a cell as tables do: a whole number, or a fraction in words; None where it is neither."""
    try:
        return Fraction(cell) if isinstance(cell, str | int) else None
    except (ValueError, ZeroDivisionError):
        return None
