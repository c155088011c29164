"""Which tables are there, and what are their rows? Definitions, rows with their mask of empty fields, moved rows."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from overtrick.formats.access.pages import (
    DATA_PAGE,
    DEFINITION_PAGE,
    DELETED,
    ELSEWHERE,
    Damaged,
    Layout,
    Pages,
    to_row,
)
from overtrick.formats.access.values import BOOL, Value, encoding_of, read_text, read_value

#: A row: what stands under each column's name.
Row = Mapping[str, Value]

#: The table that names all the others is defined on this page.
_CATALOGUE = 2
_IS_TABLE = 1
_PAGE_OF_ID = 0x00FFFFFF
_FIXED = 1
_MOST_COLUMNS = 255
_MOST_ROWS = 100_000
_MOST_DEFINITION_PAGES = 64
_JUMP = 256
_WIDE = "utf-16-le"


class Column(NamedTuple):
    """One column of a table, and where a row keeps it."""

    name: str
    kind: int
    number: int  #: its bit in the mask of a row
    fixed: bool
    offset: int  #: of a fixed one
    size: int
    variable: int  #: which of the variable ones it is


class Table(NamedTuple):
    """A table's columns and the pages with its rows."""

    name: str
    columns: tuple[Column, ...]
    pages: tuple[int, ...]


class Database:
    """An Access database in memory."""

    def __init__(self, content: bytes) -> None:
        self._pages = Pages(content)
        self._layout: Layout = self._pages.layout
        self.encoding = _WIDE if self._layout.wide else encoding_of(self._pages.code_page)
        self.version = "Access 2000 or later" if self._layout.wide else "Access 97"
        self._where = dict(self._catalogue())

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of its tables, those that Access keeps for itself as well."""
        return tuple(self._where)

    def rows(self, name: str) -> Iterator[Row]:
        """Give the rows of a table in the order they stand in the file; none if there is no such table."""
        if name in self._where:
            yield from self._rows(self._table(name, self._where[name]))

    def columns(self, name: str) -> tuple[str, ...]:
        """Name the columns of a table."""
        if name not in self._where:
            return ()
        return tuple(column.name for column in self._table(name, self._where[name]).columns)

    def _catalogue(self) -> Iterator[tuple[str, int]]:
        for row in self._rows(self._table("MSysObjects", _CATALOGUE)):
            name, number = row.get("Name"), row.get("Id")
            if row.get("Type") == _IS_TABLE and isinstance(name, str) and isinstance(number, int):
                yield name, number & _PAGE_OF_ID

    # --- Definitions ---------------------------------------------------------------------------------------------

    def _definition(self, number: int) -> bytes:
        """Put the pages of a definition together; each names the next."""
        parts: list[bytes] = []
        seen: set[int] = set()
        while number:
            if number in seen or len(seen) >= _MOST_DEFINITION_PAGES:
                raise Damaged("the definition of a table goes round in a circle")
            seen.add(number)
            page = self._pages.page(number, DEFINITION_PAGE)
            parts.append(page[8:] if parts else page)
            (number,) = struct.unpack_from("<I", page, 4)
        return b"".join(parts)

    def _table(self, name: str, number: int) -> Table:
        layout = self._layout
        definition = self._definition(number)
        try:
            (count,) = struct.unpack_from("<H", definition, layout.columns_at)
            (indexes,) = struct.unpack_from("<I", definition, layout.indexes_at)
            if count > _MOST_COLUMNS:
                raise Damaged(f"the table {name[:60]} has {count} columns")
            first = layout.first_entry_at + indexes * layout.index_entry
            names = self._names(definition, first + count * layout.column_entry, count)
            columns = tuple(
                self._column(each, definition, first + at * layout.column_entry) for at, each in enumerate(names)
            )
        except (struct.error, IndexError):
            raise Damaged(f"the definition of the table {name[:60]} is cut off") from None
        return Table(name, columns, tuple(self._pages.owned(definition[layout.map_at : layout.map_at + 4])))

    def _names(self, definition: bytes, at: int, count: int) -> list[str]:
        form, size = ("<H", 2) if self._layout.wide else ("<B", 1)
        names = []
        for _each in range(count):
            (length,) = struct.unpack_from(form, definition, at)
            at += size
            if at + length > len(definition):
                raise Damaged("the name of a column is cut off")
            names.append(read_text(definition[at : at + length], self.encoding))
            at += length
        return names

    def _column(self, name: str, definition: bytes, at: int) -> Column:
        layout = self._layout
        number, variable, offset, size = (
            struct.unpack_from("<H", definition, at + field)[0]
            for field in (layout.number_at, layout.variable_at, layout.fixed_at, layout.size_at)
        )
        fixed = bool(definition[at + layout.flags_at] & _FIXED)
        return Column(name, definition[at], number, fixed, offset, size, variable)

    # --- Rows ----------------------------------------------------------------------------------------------------

    def _rows(self, table: Table) -> Iterator[Row]:
        found: list[tuple[int, int, bytes]] = []
        moved: set[tuple[int, int]] = set()
        for number in table.pages:
            page = self._pages.page(number, DATA_PAGE)
            for slot, (start, end, flags) in enumerate(self._pages.slots(page)):
                if flags & DELETED:
                    continue
                row = page[start:end]
                if flags & ELSEWHERE:
                    # The row grew and was moved; it counts here, where it was, and not where it went.
                    target = to_row(row)
                    if target in moved:
                        raise Damaged(f"two rows of the table {table.name[:60]} were moved to the same place")
                    moved.add(target)
                    row = self._pages.row(*target)
                found.append((number, slot, row))
                if len(found) > _MOST_ROWS:
                    raise Damaged(f"the table {table.name[:60]} has more than {_MOST_ROWS:,} rows")
        for number, slot, row in found:
            if (number, slot) not in moved:
                yield self._row(table, row)

    def _row(self, table: Table, row: bytes) -> Row:
        layout = self._layout
        try:
            count = struct.unpack_from("<H", row)[0] if layout.wide else row[0]
            mask = row[len(row) - (count + 7) // 8 :]
            if not any(column.number < count for column in table.columns if not column.fixed):
                ends = [len(row) - len(mask)]
            else:
                ends = _wide_ends(row, len(mask)) if layout.wide else _narrow_ends(row, len(mask))
        except (struct.error, IndexError):
            raise Damaged(f"a row of the table {table.name[:60]} is cut off") from None
        return {column.name: self._field(column, row, mask, ends) for column in table.columns}

    def _field(self, column: Column, row: bytes, mask: bytes, ends: list[int]) -> Value:
        byte, bit = divmod(column.number, 8)
        present = byte < len(mask) and bool(mask[byte] & 1 << bit)
        if column.kind == BOOL:
            return present
        if not present:
            return None
        if column.fixed:
            start = column.offset + (2 if self._layout.wide else 1)
            # A row written before the column was added has no room for it.
            end = start + column.size
            if end > ends[0]:
                return None
        elif column.variable + 1 < len(ends):
            start, end = ends[column.variable], ends[column.variable + 1]
        else:
            return None
        return read_value(column.kind, row[start:end], self.encoding)


def _wide_ends(row: bytes, mask: int) -> list[int]:
    """List where each variable field begins, and behind them where the last one ends."""
    last = len(row) - mask - 2
    (count,) = struct.unpack_from("<H", row, last)
    ends = [struct.unpack_from("<H", row, last - 2 * (at + 1))[0] for at in range(count + 1)]
    return _checked(ends, last - 2 * (count + 1))


def _narrow_ends(row: bytes, mask: int) -> list[int]:
    """List the same where an offset has one byte; a jump table tells which fields begin past the next 256 bytes."""
    last = len(row) - mask - 1
    count = row[last]
    jumps = (len(row) - 1) // _JUMP
    first = last - jumps - 1
    if (first - count) // _JUMP < jumps:
        jumps -= 1
    ends, past = [], 0
    for at in range(count + 1):
        while past < jumps and at == row[last - 1 - past]:
            past += 1
        ends.append(row[first - at] + past * _JUMP)
    return _checked(ends, first - count)


def _checked(ends: list[int], most: int) -> list[int]:
    """See that no field ends before it begins or past so many bytes; where the row is cut off, they are less than 0."""
    if any(two < one for one, two in pairwise(ends)) or ends[-1] > most:
        raise IndexError
    return ends
