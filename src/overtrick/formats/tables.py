"""How is a table given to a spreadsheet? As CSV or XLSX, the same bytes every time, and nothing in it is a formula.

Names come from files that anybody may have written. A spreadsheet runs a cell that begins with = as a program, and in
CSV also one that begins with + - @ or a tab; such text is written so that it stays text.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import defaultdict
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlsxwriter.format import Format  # type: ignore[import-untyped]
    from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

#: Text stays text. A whole number and a decimal are figures, written with the places they have.
Cell = str | int | Decimal | date | None

#: What makes a spreadsheet take text for a formula, blanks in front or not.
_FORMULA = re.compile(r"\s*[=+\-@]|[\t\r\n]")
_GUARD = "'"

#: Excel shows UTF-8 as such only after this mark.
_MARK = "\ufeff"
#: A workbook says when it was made; the same awards make the same file.
_MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - a date for show
_LONGEST_TEXT = 32_767
#: Spreadsheets reckon with 15 digits.
_LARGEST_FIGURE = 10**15
_LONGEST_TITLE = 31
_NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
_WIDEST = 60
#: So many rows stand on a sheet, beside the headings.
MOST_ROWS = 1_000_000


class Sheet(NamedTuple):
    """A table with a title, as one sheet of a workbook."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Write a table as CSV: UTF-8 with its mark, commas, lines ended as on Windows."""
    return b"".join(csv_lines(columns, rows))


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Write a table as CSV line by line, for one that is too long to be in memory as a whole."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    text.write(_MARK)
    writer.writerow([guarded(column) for column in columns])
    for row in rows:
        yield _sound(text.getvalue()).encode()
        text.seek(0)
        text.truncate()
        writer.writerow([_cell_text(cell) for cell in row])
    yield _sound(text.getvalue()).encode()


def _sound(text: str) -> str:
    """Replace halves of letters, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


def _cell_text(cell: Cell) -> str:
    if isinstance(cell, str):
        return guarded(cell)
    if cell is None:
        return ""
    return cell.isoformat() if isinstance(cell, date) else format(cell, "f" if isinstance(cell, Decimal) else "d")


def guarded(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run; and before one, so that it can be taken off again."""
    return f"{_GUARD}{text}" if _FORMULA.match(text.lstrip(_GUARD)) else text


def unguarded(text: str) -> str:
    """Take the apostrophe off that guards text in a CSV file."""
    return text[1:] if text.startswith(_GUARD) and _FORMULA.match(text.lstrip(_GUARD)) else text


def as_xlsx(*sheets: Sheet) -> bytes:
    """Write tables as the sheets of a workbook; text is never a formula, figures keep their decimals."""
    content = io.BytesIO()
    book = _Book(content, in_memory=True)
    for title, sheet in zip(_titles(sheets), sheets, strict=True):
        book.add(title, sheet.columns, sheet.rows)
    book.close()
    return content.getvalue()


def write_xlsx(target: BinaryIO, title: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a table as a workbook row by row, for one that is too long to be in memory as a whole.

    A sheet holds a million rows: what is beyond is on further sheets.
    """
    book = _Book(target, constant_memory=True)
    left = iter(rows)
    for number in itertools.count(1):
        first = next(left, None)
        if first is None and number > 1:
            break
        sheet = Sheet(title if number == 1 else f"{title[: _LONGEST_TITLE - 4]} {number}", (), ())
        listed = () if first is None else itertools.chain((first,), itertools.islice(left, MOST_ROWS - 1))
        book.add(_titles([sheet])[0], columns, listed)
    book.close()


class _Book:
    """A workbook under way."""

    def __init__(self, target: BinaryIO, **options: bool) -> None:
        from xlsxwriter import Workbook  # type: ignore[import-untyped] # noqa: PLC0415 - slow to load, only needed here

        self._book = Workbook(target, {**options, "strings_to_formulas": False, "strings_to_urls": False})
        self._book.set_properties({"created": _MADE})
        self._styles: dict[str, Format] = {}
        self._bold = self._book.add_format({"bold": True})

    def _style(self, form: str) -> Format:
        if form not in self._styles:
            self._styles[form] = self._book.add_format({"num_format": form})
        return self._styles[form]

    def add(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
        """Add a sheet; each column is as wide as its widest cell."""
        page = self._book.add_worksheet(title)
        widths = defaultdict(int, enumerate(map(len, columns)))  # rows may be longer than the headings
        for at, column in enumerate(columns):
            page.write_string(0, at, column, self._bold)
        for line, row in enumerate(rows, 1):
            for at, cell in enumerate(row):
                _put(page, line, at, cell, self._style(_form(cell)))
                widths[at] = max(widths[at], len(_cell_text(cell)))
        page.freeze_panes(1, 0)
        for at, width in widths.items():
            page.set_column(at, at, min(width + 1, _WIDEST))

    def close(self) -> None:
        """Write what is left."""
        self._book.close()


def _put(page: Worksheet, line: int, at: int, cell: Cell, style: Format) -> None:
    if isinstance(cell, date):
        page.write_datetime(line, at, cell, style)
    elif isinstance(cell, int | Decimal) and -_LARGEST_FIGURE < cell < _LARGEST_FIGURE:
        page.write_number(line, at, float(cell), style)  # a spreadsheet knows no other figures
    elif cell is not None:
        page.write_string(line, at, _sound(str(cell))[:_LONGEST_TEXT], style)


def _form(cell: Cell) -> str:
    """Say how a cell is shown: a decimal with as many places as it has."""
    if isinstance(cell, date):
        return "yyyy-mm-dd"
    if isinstance(cell, int):
        return "0"
    if isinstance(cell, Decimal):
        exponent = cell.as_tuple().exponent
        places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        return f"0.{'0' * places}" if places else "0"
    return "@"


def _titles(sheets: Sequence[Sheet]) -> list[str]:
    """Name the sheets as a workbook can: short, without some signs, each once."""
    found: list[str] = []
    for number, sheet in enumerate(sheets, 1):
        title = _NOT_IN_A_TITLE.sub(" ", sheet.title).strip(" '")[:_LONGEST_TITLE].strip(" '") or f"Sheet {number}"
        if title.casefold() in (each.casefold() for each in found):
            title = f"{title[: _LONGEST_TITLE - 4]} {number}"
        found.append(title)
    return found
