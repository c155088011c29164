"""Workbooks as Excel wrote them until 2003, made for tests: a stream of records inside a small file system."""

from __future__ import annotations

import struct

_SECTOR = 512
_END, _TABLE, _FREE = 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
_SMALLEST = 4096  #: a shorter stream is kept elsewhere


def old_workbook(rows: list[list[object]], *, far: int = 0) -> bytes:
    """Write one sheet; ``far`` is the row and column of one more cell."""
    cells = [
        _record(0x0203, struct.pack("<3Hd", row, column, 0, value))
        if isinstance(value, int | float)
        else _record(0x0204, struct.pack("<3HHB", row, column, 0, len(str(value)), 0) + str(value).encode())
        for row, values in enumerate(rows)
        for column, value in enumerate(values)
    ]
    if far:
        cells.append(_record(0x0203, struct.pack("<3Hd", far, far, 0, 1)))
    sheet = _begin(0x0010) + b"".join(cells) + _record(0x000A)
    name = struct.pack("<2B", 7, 0) + b"Results"
    before = _begin(0x0005) + _record(0x0042, struct.pack("<H", 1200))
    start = len(before) + 4 + 6 + len(name) + 4
    stream = before + _record(0x0085, struct.pack("<L2B", start, 0, 0) + name) + _record(0x000A) + sheet
    return _file_system(stream)


def _record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<2H", kind, len(content)) + content


def _begin(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<4H2L", 0x0600, kind, 0, 1997, 0, 0))


def _file_system(stream: bytes) -> bytes:
    """Sector 0 is the table of sectors, 1 the directory, and the stream follows."""
    stream = stream.ljust(max(_SMALLEST, -(-len(stream) // _SECTOR) * _SECTOR), b"\0")
    count = len(stream) // _SECTOR
    table = [_TABLE, _END, *range(3, count + 2), _END]
    table += [_FREE] * (_SECTOR // 4 - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<9L", 0, 1, 1, 0, _SMALLEST, _END, 0, _END, 0)
    header += struct.pack("<109L", 0, *[_FREE] * 108)
    directory = _entry("Root Entry", 5, 1, _END, 0) + _entry("Workbook", 2, _FREE, 2, len(stream)) + bytes(256)
    return header + struct.pack(f"<{len(table)}L", *table) + directory + stream


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    written = name.encode("utf-16-le")
    entry = written.ljust(64, b"\0") + struct.pack("<H2B3L", len(written) + 2, kind, 1, _FREE, _FREE, child)
    return entry + bytes(36) + struct.pack("<LQ", start, size)
