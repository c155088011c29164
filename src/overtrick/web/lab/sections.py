"""The parts of a report on a page: each table with its charts, sorted and downloaded like every other table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from overtrick.lab.report import drawn
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table as Told
from overtrick.lab.report.table import told
from overtrick.web.design.tables import Cell, Counts, Figures, Named, Table
from overtrick.web.lab.named import BODIES, PLAYERS
from overtrick.web.lab.report_words import OURS, heading, our

#: A page shows so many rows of a table; the files have all.
_MOST_ROWS = 12
#: Columns that count beside what a row is about.
_COUNTS = ("Gain", "Lose", "Organisers")


class Drawing(NamedTuple):
    """A chart: its heading, the sentence that says what it shows, and the drawing."""

    title: str
    says: str
    svg: SafeString


class Section(NamedTuple):
    """A part of a report."""

    name: str
    title: str
    says: str
    charts: list[Drawing]
    table: Table
    left: int = 0  #: rows that only the files have


class _Words(NamedTuple):
    """In which language a report is shown: as it was published, or in the reader's as far as the words are ours."""

    text: Callable[[str], str] = str
    heading: Callable[[str], str] = str


_AS_PUBLISHED = _Words()
_THE_READER_S = _Words(our, heading)


def sections(request: HttpRequest, report: Report, *, published: bool = False) -> list[Section]:
    """Make the parts of a report, sorted as the address asks; one that was published keeps its language."""
    words = _AS_PUBLISHED if published else _THE_READER_S
    return [_section(request, each, words) for each in report.tables]


def _section(request: HttpRequest, each: Told, words: _Words) -> Section:
    columns = [_heading(each, column, words.heading(column)) for column in each.columns]
    rows = [
        [_cell(each, at, column, cell, words) for at, (column, cell) in enumerate(zip(each.columns, row, strict=True))]
        for row in each.rows
    ]
    title = words.text(each.title)
    shown = Table(title, columns, rows, request, each.name)
    return Section(each.name, title, words.text(each.says), _charts(each, words), shown)


def _heading(table: Told, column: str, shown: str) -> str:
    """Say how a column is read: what changes is what a row is about, and counts are beside it."""
    if column not in table.figures:
        return Named(shown) if column == "Quota" else shown
    return Counts(shown) if column in _COUNTS else Figures(shown)


def _charts(table: Told, words: _Words) -> list[Drawing]:
    return [
        # What people wrote is escaped where the drawing is made.
        Drawing(words.text(each.title), words.text(each.says), mark_safe(each.svg))  # noqa: S308
        for each in drawn.charts(table)
    ]


def _cell(table: Told, at: int, column: str, cell: object, words: _Words) -> Cell:
    """Show a cell; a player leads to the events of the season."""
    if at == 0 and table.name in PLAYERS:
        number = str(cell).rpartition("(")[2].removesuffix(")")
        return Cell(str(cell), link=f"?player={number}#why")
    text = words.text(cell) if isinstance(cell, str) and not _is_name(table, at, cell) else told(column, cell)  # type: ignore[arg-type] # a cell of a table of a report
    return Cell(cell, text)  # type: ignore[arg-type] # likewise


def _is_name(table: Told, at: int, cell: str) -> bool:
    """Say whether a cell names a club or a region, which no language changes; "none" is a word of ours."""
    return at == 0 and table.name in BODIES and cell not in OURS


def shortened(section: Section) -> Section:
    """Leave rows out that nobody reads on a page; they were sorted before."""
    left = max(len(section.table.rows) - _MOST_ROWS, 0)
    section.table.rows = section.table.rows[:_MOST_ROWS]
    return section._replace(left=left)
