"""Where is everything in an Access file? Its pages, the slots on a page, and the map of the pages a table owns.

The file is a row of pages of one size. The first tells the version, and under a fixed mask the code page of its texts.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

#: No session of bridge fills more.
LARGEST = 32 * 1024 * 1024

_NAMES = (b"Standard Jet DB\0", b"Standard ACE DB\0")
_NAME_AT = 4
_VERSION_AT = 0x14
#: The header from here on is mixed with the stream of a fixed key, in every Access file there is.
MASKED_FROM, MASKED_TO = 0x18, 0x18 + 126
MASK_KEY = b"\xc7\xda\x39\x6b"
CODE_PAGE_AT = 0x3C
DATABASE_KEY_AT = 0x3E

DATA_PAGE, DEFINITION_PAGE, MAP_PAGE = 1, 2, 5
DELETED, ELSEWHERE, OFFSET = 0x8000, 0x4000, 0x1FFF
_INLINE_MAP, _PAGED_MAP = 0, 1
_POINTER = 4


class Damaged(Exception):
    """The file breaks the rules of its own format; the text says how."""


class Layout(NamedTuple):
    """Where one version of the format keeps things on a page."""

    page: int  #: bytes of a page
    rows_at: int  #: on a data page: how many slots it has; their offsets follow
    definition_rows_at: int
    columns_at: int  #: in a table definition: how many columns
    indexes_at: int  #: how many real indexes
    map_at: int  #: the row and page of the map of pages
    first_entry_at: int  #: of the indexes, and behind them of the columns
    index_entry: int
    column_entry: int
    number_at: int  #: in a column entry: its number
    variable_at: int  #: which of the variable columns it is
    flags_at: int
    fixed_at: int  #: where it stands in a row
    size_at: int
    wide: bool  #: texts are Unicode, counts take two bytes


JET3 = Layout(2048, 8, 12, 25, 31, 35, 43, 8, 18, 1, 3, 13, 14, 16, wide=False)
JET4 = Layout(4096, 12, 16, 45, 51, 55, 63, 12, 25, 5, 7, 15, 21, 23, wide=True)


def is_access(content: bytes) -> bool:
    """Say whether these bytes open an Access database."""
    return content[_NAME_AT : _NAME_AT + 16] in _NAMES


def masked(header: bytes) -> bytes:
    """Put on, or take off, the mask of the first page (the cipher RC4, with a key that is no secret)."""
    box = list(range(256))
    at = 0
    for index in range(256):
        at = (at + box[index] + MASK_KEY[index % len(MASK_KEY)]) % 256
        box[index], box[at] = box[at], box[index]
    at, plain = 0, bytearray()
    for index, byte in enumerate(header, 1):
        at = (at + box[index % 256]) % 256
        box[index % 256], box[at] = box[at], box[index % 256]
        plain.append(byte ^ box[(box[index % 256] + box[at]) % 256])
    return bytes(plain)


class Pages:
    """The pages of one file; whatever is asked for is either there or reported."""

    def __init__(self, content: bytes) -> None:
        if not is_access(content):
            raise Damaged("it does not begin as an Access database")
        if len(content) > LARGEST:
            raise Damaged(f"it is larger than {LARGEST // 1024 // 1024} MB")
        self.layout = JET4 if content[_VERSION_AT : _VERSION_AT + 1] != b"\0" else JET3
        if len(content) < 3 * self.layout.page:
            raise Damaged("it ends after its first pages")
        self._content = content
        self.count = len(content) // self.layout.page
        head = masked(content[MASKED_FROM:MASKED_TO])
        if any(head[DATABASE_KEY_AT - MASKED_FROM :][:4]):
            raise Damaged("it is encrypted")
        self.code_page: int = struct.unpack_from("<H", head, CODE_PAGE_AT - MASKED_FROM)[0]

    def page(self, number: int, kind: int) -> bytes:
        """Give a page that must be of this kind."""
        if not 0 < number < self.count:
            raise Damaged(f"it points to page {number}, and there are {self.count}")
        start = number * self.layout.page
        page = self._content[start : start + self.layout.page]
        if page[0] != kind:
            raise Damaged(f"page {number} is of kind {page[0]}, and should be of kind {kind}")
        return page

    def slots(self, page: bytes) -> list[tuple[int, int, int]]:
        """List the slots of a data page: where each begins, where it ends, and its flags."""
        (rows,) = struct.unpack_from("<H", page, self.layout.rows_at)
        table = self.layout.rows_at + 2
        if table + 2 * rows > len(page):
            raise Damaged(f"a page counts {rows} rows, more than it has room for")
        end, found = len(page), []
        for (slot,) in struct.iter_unpack("<H", page[table : table + 2 * rows]):
            start = slot & OFFSET
            if not table + 2 * rows <= start <= end:
                raise Damaged("two rows of a page overlap")
            found.append((start, end, slot & ~OFFSET))
            end = start
        return found

    def row(self, number: int, slot: int) -> bytes:
        """Give the bytes of one row of a data page."""
        page = self.page(number, DATA_PAGE)
        (rows,) = struct.unpack_from("<H", page, self.layout.rows_at)
        table = self.layout.rows_at + 2
        if slot >= rows or table + 2 * rows > len(page):
            raise Damaged(f"it points to row {slot} of page {number}, which has {rows}")
        # Rows are laid from the end of the page; each ends where the one before it begins.
        start, before = (struct.unpack_from("<H", page, table + 2 * at)[0] & OFFSET for at in (slot, max(slot - 1, 0)))
        return page[start : before if slot else len(page)]

    def owned(self, pointer: bytes) -> list[int]:
        """List the data pages that a table's map names."""
        entry = self.row(*to_row(pointer))
        if len(entry) < 1 + _POINTER:
            raise Damaged("the map of a table's pages is cut off")
        if entry[0] == _INLINE_MAP:
            (first,) = struct.unpack_from("<I", entry, 1)
            return [number for number in _bits(entry[5:], first) if number < self.count]
        if entry[0] != _PAGED_MAP:
            raise Damaged(f"the map of a table's pages is of kind {entry[0]}")
        numbers: list[int] = []
        covered = (self.layout.page - 4) * 8
        whole = len(entry[1:]) // _POINTER * _POINTER
        for index, (number,) in enumerate(struct.iter_unpack("<I", entry[1 : 1 + whole])):
            if index * covered >= self.count:
                break
            if number:
                numbers.extend(_bits(self.page(number, MAP_PAGE)[4:], index * covered))
        return [number for number in numbers if number < self.count]


def to_row(pointer: bytes) -> tuple[int, int]:
    """Take a pointer apart: the page, and the row on it."""
    if len(pointer) < _POINTER:
        raise Damaged("a pointer to a row is cut off")
    (whole,) = struct.unpack_from("<I", pointer)
    return whole >> 8, whole & 0xFF


def _bits(bitmap: bytes, first: int) -> Iterator[int]:
    for at, byte in enumerate(bitmap):
        if byte:
            yield from (first + 8 * at + bit for bit in range(8) if byte & 1 << bit)
