"""How is a file for scoring programs written? As CSV with named columns, or in lines of fixed length.

In a line of fixed length a name that is too long is cut, as the programs that read it expect. A figure never is: a row
whose figure has no room is left out, and counted.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date
    from typing import BinaryIO

    from overtrick.handbooks.national_files import NationalFile

_END = b"\r\n"


class WrittenFile(NamedTuple):
    """How many rows a file has, and how many have no room in it."""

    rows: int
    left_out: int


def write(file: NationalFile, rows: Iterable[Mapping[str, str]], day: date, out: BinaryIO) -> WrittenFile:
    """Write a file row by row; a column that a row does not tell is empty."""
    if file.fixed:
        return _fixed(file, rows, day, out)
    count = 0

    def counted() -> Iterator[list[str]]:
        nonlocal count
        for row in rows:
            count += 1
            yield [row.get(field.holds, "") for field in file.fields]

    out.writelines(tables.csv_lines([field.holds for field in file.fields], counted()))
    return WrittenFile(count, 0)


def _fixed(file: NationalFile, rows: Iterable[Mapping[str, str]], day: date, out: BinaryIO) -> WrittenFile:
    if file.first_line:
        out.write(f"{day:%d/%m/%Y}".encode() + _END)
    count = left_out = 0
    for row in rows:
        line = _line(file, row)
        if line is None:
            left_out += 1
        else:
            count += 1
            out.write(line.encode("ascii") + _END)
    return WrittenFile(count, left_out)


def _line(file: NationalFile, row: Mapping[str, str]) -> str | None:
    """Write a row of fixed length; None where a figure has no room."""
    parts: list[str] = []
    ends = 0
    for field in file.fields:
        text = ascii_text(row.get(field.holds, ""))
        if field.right and len(text) > field.width:
            return None
        parts.append(" " * (field.first - ends - 1))
        parts.append(f"{text:>{field.width}}" if field.right else f"{text[: field.width]:<{field.width}}")
        ends = field.last
    return "".join(parts).rstrip()


def ascii_text(text: str) -> str:
    """Write text in plain ASCII: without accents, and with a question mark for what has no such letter."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return plain.encode("ascii", "replace").decode()
