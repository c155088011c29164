"""What is in which cell? The rows of a CSV, whatever separates its cells."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import NamedTuple

from overtrick.formats.tables import unguarded

MOST_ROWS = 20_000
MOST_COLUMNS = 200
LARGEST = 20_000_000  #: bytes

#: What may stand between two cells.
SEPARATORS = (",", ";", "\t", "|")

_ROWS_LOOKED_AT = 200


class UnreadableTable(Exception):
    """The table cannot be taken apart: what was found, what to do, and the line."""

    def __init__(self, code: str, found: str, remedy: str, line: int = 0) -> None:
        super().__init__(found)
        self.code, self.found, self.remedy, self.line = code, found, remedy, line


class CellRow(NamedTuple):
    """A row of cells; a cell is plain text, whatever sign it begins with."""

    line: int
    cells: tuple[str, ...]

    @property
    def filled(self) -> list[str]:
        """The cells that hold something."""
        return [cell for cell in self.cells if cell]


class Table(NamedTuple):
    """The rows of a file, or of one sheet of it; rows without any content are left out."""

    rows: list[CellRow]
    name: str = ""  #: of the sheet

    def holds(self, words: frozenset[str]) -> bool:
        """Say whether a row has all these words, however large their letters are."""
        return any(words <= {cell.casefold() for cell in row.cells} for row in self.rows)


def ways(text: str) -> list[str]:
    """Give the signs that part the cells of a text into more than one column, the likeliest first."""
    first_lines = text.splitlines()[:_ROWS_LOOKED_AT]
    found = [sign for sign in SEPARATORS if _fits(first_lines, sign) > (0, 0)]
    return sorted(found, key=lambda sign: _fits(first_lines, sign), reverse=True)


def _fits(lines: list[str], sign: str) -> tuple[int, int]:
    """How many lines have the same number of separators, and how many separators that is."""
    counts = Counter(line.count(sign) for line in lines if sign in line)
    return max(((often, count) for count, often in counts.items()), default=(0, 0))


def rows_of(text: str, sign: str, most: int = MOST_ROWS) -> list[CellRow]:
    """Part the cells of a text.

    A quotation mark that is never closed would swallow the rest of the file; others are taken as they come.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _parted(text, sign, most, strict=True)
    except csv.Error as error:
        if "end of data" in str(error):
            line = text.count("\n", 0, text.rfind('"')) + 1
            found = "A quotation mark is opened and never closed."
            raise UnreadableTable(
                "row-unreadable", found, "Close or remove it; this is the last one in the file.", line
            ) from error
    try:
        return _parted(text, sign, most, strict=False)
    except csv.Error as error:
        found = "A cell of the list is far too long; perhaps a quotation mark is opened and never closed."
        raise UnreadableTable("row-unreadable", found, "Look for it, or save the list as CSV again.") from error


def _parted(text: str, sign: str, most: int, *, strict: bool) -> list[CellRow]:
    rows: list[CellRow] = []
    reader = csv.reader(io.StringIO(text), delimiter=sign, strict=strict)
    line = 1
    for cells in reader:
        add(rows, line, [unguarded(cell) for cell in cells], most)
        line = reader.line_num + 1
    return rows


def add(rows: list[CellRow], line: int, cells: list[str], most: int = MOST_ROWS) -> None:
    """Add a row that holds something; a table past any list of results is refused."""
    tidy = tuple(" ".join(cell.split()) for cell in cells)
    while tidy and not tidy[-1]:
        tidy = tidy[:-1]
    if not tidy:
        return
    if len(tidy) > MOST_COLUMNS:
        raise UnreadableTable(
            "file-too-large", f"The row has {len(tidy)} columns.", f"A list may have {MOST_COLUMNS} columns.", line
        )
    if len(rows) == most:
        raise UnreadableTable(
            "file-too-large", f"There are more than {most} rows.", "Keep the results of one event in a file.", line
        )
    rows.append(CellRow(line, tidy))
