"""What does a web page hold, or JSON? Tables like those of a workbook, and perhaps the name of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.ranking_list import acbl, objects, tables
from overtrick.formats.text import decode, printable

if TYPE_CHECKING:
    from overtrick.formats.ranking_list.objects import Value
    from overtrick.formats.ranking_list.tables import Table

_PAGE = b"<"
_JSON = (b"{", b"[")
_BLANK = b"\xef\xbb\xbf \t\r\n"
_SEATS = frozenset(("north", "south", "east", "west"))
_FEWEST = 3  #: rows of a table that may be results
_SHOWN = 300

_SAVE = "Save the page again when its ranking is shown, or export the results as USEBIO XML or CSV, and read that."


class Held(NamedTuple):
    """The tables of a page or of JSON, and what is known of the program."""

    tables: list[Table]
    is_page: bool
    program: str = ""
    federation: str = ""
    encoding: str = ""
    top: str = ""  #: what JSON has at its top
    settled: bool = False  #: the tables are the results, and nothing else is among them

    def unknown(self, name: str) -> Problem:
        """Say what was found where no table looks like results, and how to tell which column is which."""
        longest = self.longest
        if longest is not None and longest.holds(_SEATS):
            found = "This page has the results of single boards and no ranking."
            remedy = "Save the page of the whole event, with its ranking, and read that."
            return Problem(found, remedy, file=name, code="results-missing")
        what = "a web page" if self.is_page else "JSON from a program that we do not know"
        held = "" if self.is_page else f" At its top it has {self.top}."
        if longest is None:
            return Problem(
                f"This is {what}.{held}", _SAVE, file=name, code="web-page" if self.is_page else "other-json"
            )
        headings = ", ".join(headings_of(longest))[:_SHOWN]
        held += f" Its longest {'table' if self.is_page else 'list'} has {headings}."
        remedy = "Say which of these is the place, the names and the score with 'columns'; we keep it for the next one."
        found = printable(f"This is {what}.{held}")
        return Problem(found, remedy, file=name, code="web-page" if self.is_page else "other-json")

    @property
    def longest(self) -> Table | None:
        """The table that is most likely the results where none looks like them."""
        return max(self.tables, key=lambda each: len(each.rows), default=None)


def headings_of(table: Table) -> tuple[str, ...]:
    """Give the widest row of the first ones: what stands over the columns."""
    return max(table.rows, key=lambda row: len(row.filled)).cells if table.rows else ()


def of(content: bytes) -> Held | None:
    """Give what a page or JSON holds; None where the file is neither, or too large for either."""
    begins = content[:100].lstrip(_BLANK)
    if len(content) > tables.LARGEST or not begins.startswith((_PAGE, *_JSON)):
        return None
    return _of_page(content) if begins.startswith(_PAGE) else _of_json(content)


def _of_page(content: bytes) -> Held | None:
    from overtrick.formats.ranking_list import pages  # noqa: PLC0415 - only pages need the parser of pages

    if not pages.recognise(content):
        return None
    page = pages.read(content)
    for data in page.data:
        if found := acbl.tables_of(data):
            return _of_the_acbl(found, page.encoding, is_page=True)
    own = [each for each in page.tables if len(each.rows) >= _FEWEST]
    inside = [table for data in page.data for table in objects.tables_of(data)]
    return Held([*own, *inside], is_page=True, program=page.program, encoding=page.encoding)


def _of_json(content: bytes) -> Held | None:
    decoded = decode(content)
    data: Value = objects.load(decoded.text) if decoded else None
    if decoded is None or not isinstance(data, dict | list):
        return None
    if found := acbl.tables_of(data):
        return _of_the_acbl(found, decoded.encoding, is_page=False)
    return Held(objects.tables_of(data), is_page=False, encoding=decoded.encoding, top=objects.at_the_top(data))


def _of_the_acbl(found: list[Table], encoding: str, *, is_page: bool) -> Held:
    return Held(found, is_page, "ACBL", acbl.FEDERATION, encoding, settled=True)
