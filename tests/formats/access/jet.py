"""How is an Access database written? Just enough of Jet 3 and Jet 4 to make files for the reader to read.

One page of maps, a catalogue, and for each table its definition and its rows. The same tables give the same bytes.
"""

from __future__ import annotations

import struct
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.access.pages import JET3, JET4, MASKED_FROM, MASKED_TO, Layout, masked

if TYPE_CHECKING:
    from collections.abc import Sequence

BOOL, BYTE, SHORT, LONG, DATE, TEXT, OLE = 1, 2, 3, 4, 8, 10, 11
_VARIABLE = {TEXT, OLE}
_SIZES = {BOOL: 1, BYTE: 1, SHORT: 2, LONG: 4, DATE: 8}
_FORMS = {BYTE: "<B", SHORT: "<h", LONG: "<i"}
_FIRST_DAY = datetime.fromisoformat("1899-12-30")
_MAP_BYTES = 64
_CATALOGUE, _MAPS = 2, 1

Value = bool | int | str | datetime | None


class Moved(NamedTuple):
    """A row that grew and was moved; a pointer stands where it was."""

    row: Sequence[Value]


class Deleted(NamedTuple):
    """A row that is still there and does not count."""

    row: Sequence[Value]


AnyRow = Moved | Deleted | tuple[Value, ...]


class Table(NamedTuple):
    """Columns by name and kind, and rows; a row may be shorter, as if columns had been added after it."""

    name: str
    columns: dict[str, int]
    rows: Sequence[AnyRow] = ()


def write(
    tables: Sequence[Table], *, wide: bool, code_page: int = 1252, press: bool = True, large: bool = False
) -> bytes:
    """Write a database of Access 2000 (wide) or Access 97.

    ``press`` writes one byte for each plain letter; ``large`` keeps the maps on pages of their own.
    """
    writer = _Writer(JET4 if wide else JET3, code_page, press=press, large=large)
    return writer.file(tables)


class _Writer:
    def __init__(self, layout: Layout, code_page: int, *, press: bool, large: bool) -> None:
        self.layout = layout
        self.code_page = code_page
        self.press = press
        self.large = large
        self.pages: list[bytes] = []
        self.maps: list[list[int]] = []

    def file(self, tables: Sequence[Table]) -> bytes:
        # The catalogue names the page of each definition, so the pages are counted out first.
        catalogue = Table(
            "MSysObjects", {"Id": LONG, "ParentId": LONG, "Name": TEXT, "Type": SHORT, "Flags": LONG, "LvProp": OLE}
        )
        first = _CATALOGUE + 1 + 1
        at, places = first, []
        for table in tables:
            places.append(at)
            at += 1 + len(self._data(table, at))
        named = [(place, 0x0F000001, table.name, 1, 0, None) for place, table in zip(places, tables, strict=True)]
        catalogue = catalogue._replace(rows=[(_CATALOGUE, 0x0F000001, "MSysObjects", 1, 0, None), *named])
        self.pages = [self._header(), b"", b""]
        data = self._data(catalogue, _CATALOGUE)
        assert len(data) == 1
        self.pages += data
        self._define(catalogue, _CATALOGUE, [_CATALOGUE + 1])
        for place, table in zip(places, tables, strict=True):
            data = self._data(table, place)
            self.pages += [b"", *data]
            self._define(table, place, [place + 1 + index for index in range(len(data))])
        self.pages[_MAPS] = self._page(0, [(self._map(pages), 0) for pages in self.maps])
        return b"".join(self.pages)

    # --- Pages ---------------------------------------------------------------------------------------------------

    def _header(self) -> bytes:
        page = bytearray(self.layout.page)
        page[:20] = b"\0\1\0\0Standard Jet DB\0"
        page[0x14] = 1 if self.layout.wide else 0
        struct.pack_into("<H", page, 0x3C, self.code_page)
        page[MASKED_FROM:MASKED_TO] = masked(bytes(page[MASKED_FROM:MASKED_TO]))
        return bytes(page)

    def _page(self, owner: int, rows: Sequence[tuple[bytes, int]]) -> bytes:
        page = bytearray(self.layout.page)
        struct.pack_into("<BBHI", page, 0, 1, 1, 0, owner)
        struct.pack_into("<H", page, self.layout.rows_at, len(rows))
        end = len(page)
        for index, (row, flags) in enumerate(rows):
            end -= len(row)
            page[end : end + len(row)] = row
            struct.pack_into("<H", page, self.layout.rows_at + 2 + 2 * index, end | flags)
        free = end - self.layout.rows_at - 2 - 2 * len(rows)
        assert free >= 0
        struct.pack_into("<H", page, 2, free)
        return bytes(page)

    def _map(self, pages: Sequence[int]) -> bytes:
        bits = bytearray(self.layout.page - 4 if self.large else _MAP_BYTES)
        for number in pages:
            bits[number // 8] |= 1 << number % 8
        if not self.large:
            return struct.pack("<BI", 0, 0) + bytes(bits)
        self.pages.append(struct.pack("<BBH", 5, 1, 0) + bytes(bits))
        return struct.pack("<BIII", 1, len(self.pages) - 1, 0, 0)

    def _data(self, table: Table, owner: int) -> list[bytes]:
        """Fill pages with rows; moved rows go to a page of their own behind the others."""
        room = self.layout.page - self.layout.rows_at - 2
        pages: list[list[tuple[bytes, int]]] = [[]]
        moved: list[tuple[bytes, int]] = []
        for each in table.rows:
            row = self._row(table, each.row if isinstance(each, Moved | Deleted) else each)
            flags = 0x8000 if isinstance(each, Deleted) else 0
            if isinstance(each, Moved):
                moved.append((row, 0x8000))
                row, flags = struct.pack("<I", len(moved) - 1), 0x4000
            if sum(len(before) + 2 for before, _flags in pages[-1]) + len(row) + 2 > room:
                pages.append([])
            pages[-1].append((row, flags))
        if moved:
            behind = owner + 1 + len(pages)
            pages = [
                [(struct.pack("<I", behind << 8 | row[0]) if flags == 0x4000 else row, flags) for row, flags in page]
                for page in pages
            ]
            pages.append(moved)
        return [self._page(owner, page) for page in pages]

    # --- Definitions ---------------------------------------------------------------------------------------------

    def _define(self, table: Table, number: int, pages: Sequence[int]) -> None:
        layout = self.layout
        pointer = struct.pack("<I", _MAPS << 8 | len(self.maps))
        self.maps.append(list(pages))
        entries, names = bytearray(), bytearray()
        fixed = variable = 0
        for index, (name, kind) in enumerate(table.columns.items()):
            entry = bytearray(layout.column_entry)
            entry[0] = kind
            struct.pack_into("<H", entry, layout.number_at, index)
            struct.pack_into("<H", entry, layout.variable_at, variable)
            entry[layout.flags_at] = 2 if kind in _VARIABLE else 3
            struct.pack_into("<H", entry, layout.fixed_at, 0 if kind in {*_VARIABLE, BOOL} else fixed)
            struct.pack_into("<H", entry, layout.size_at, 255 if kind in _VARIABLE else _SIZES[kind])
            entries += entry
            written = name.encode("utf-16-le") if layout.wide else name.encode("cp1252")
            names += struct.pack("<H" if layout.wide else "<B", len(written)) + written
            variable += kind in _VARIABLE
            fixed += 0 if kind in {*_VARIABLE, BOOL} else _SIZES[kind]
        page = bytearray(layout.page)
        length = layout.first_entry_at + len(entries) + len(names)
        struct.pack_into("<BBHII", page, 0, 2, 1, 0, 0, length)
        struct.pack_into("<I", page, layout.definition_rows_at, len(table.rows))
        page[layout.columns_at - 5] = 0x4E
        struct.pack_into("<HHH", page, layout.columns_at - 4, len(table.columns), variable, len(table.columns))
        page[layout.map_at : layout.map_at + 4] = pointer
        page[layout.map_at + 4 : layout.map_at + 8] = pointer
        page[layout.first_entry_at : length] = entries + names
        assert len(page) == layout.page
        self.pages[number] = bytes(page)

    # --- Rows ----------------------------------------------------------------------------------------------------

    def _row(self, table: Table, row: Sequence[Value]) -> bytes:
        wide = self.layout.wide
        mask = bytearray((len(row) + 7) // 8)
        fixed, texts = bytearray(), []
        for index, (kind, value) in enumerate(zip(table.columns.values(), row, strict=False)):
            if value is not None and value is not False:
                mask[index // 8] |= 1 << index % 8
            if kind in _VARIABLE:
                texts.append(self._text(value) if isinstance(value, str) else b"")
            elif kind != BOOL:
                fixed += _packed(kind, value)
        start = len(fixed) + (2 if wide else 1)
        offsets, body = [start], bytearray()
        for text in texts:
            body += text
            offsets.append(start + len(body))
        count = struct.pack("<H" if wide else "<B", len(row))
        if not texts:
            return count + bytes(fixed) + bytes(mask)
        if wide:
            ends = b"".join(struct.pack("<H", offset) for offset in reversed(offsets))
            return count + bytes(fixed) + bytes(body) + ends + struct.pack("<H", len(texts)) + bytes(mask)
        return count + bytes(fixed) + bytes(body) + _narrow_ends(offsets, len(texts), len(mask)) + bytes(mask)

    def _text(self, value: str) -> bytes:
        if not self.layout.wide:
            return value.encode(f"cp{self.code_page}")
        if self.press and value.isascii() and "\0" not in value:
            return b"\xff\xfe" + value.encode("ascii")
        return value.encode("utf-16-le")


def _narrow_ends(offsets: Sequence[int], count: int, mask: int) -> bytes:
    """Offsets of one byte, last first; before the count of texts stands where each further 256 bytes begin."""
    ends = bytes(offset % 256 for offset in reversed(offsets))
    jumps = 0
    while (offsets[-1] + len(ends) + jumps + 1 + mask - 1) // 256 > jumps:
        jumps += 1
    begins = [
        next((index for index, offset in enumerate(offsets) if offset >= 256 * turn), len(offsets) - 1)
        for turn in range(1, jumps + 1)
    ]
    return ends + bytes(reversed(begins)) + bytes([count])


def _packed(kind: int, value: Value) -> bytes:
    if kind == DATE:
        if not isinstance(value, datetime):
            return bytes(8)
        return struct.pack("<d", (value - _FIRST_DAY).total_seconds() / 86400)
    return struct.pack(_FORMS[kind], value if isinstance(value, int) else 0)
