"""The parts of a report on a page: each table with its charts, sorted and downloaded like every other table."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from overtrick.lab.report import drawn
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table as Told
from overtrick.lab.report.table import told
from overtrick.web.design.tables import Cell, Counts, Figures, Named, Table
from overtrick.web.lab.named import PLAYERS

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


def sections(request: HttpRequest, report: Report) -> list[Section]:
    """Make the parts of a report, sorted as the address asks."""
    return [_section(request, each) for each in report.tables]


def _section(request: HttpRequest, each: Told) -> Section:
    columns = [_heading(each, column) for column in each.columns]
    rows = [
        [_cell(each, at, column, cell) for at, (column, cell) in enumerate(zip(each.columns, row, strict=True))]
        for row in each.rows
    ]
    shown = Table(each.title, columns, rows, request, each.name)
    return Section(each.name, each.title, each.says, _charts(each), shown)


def _heading(table: Told, column: str) -> str:
    """Say how a column is read: what changes is what a row is about, and counts are beside it."""
    if column not in table.figures:
        return Named(column) if column == "Quota" else column
    return Counts(column) if column in _COUNTS else Figures(column)


def _charts(table: Told) -> list[Drawing]:
    # What people wrote is escaped where the drawing is made.
    return [Drawing(each.title, each.says, mark_safe(each.svg)) for each in drawn.charts(table)]  # noqa: S308


def _cell(table: Told, at: int, column: str, cell: object) -> Cell:
    """Show a cell; a player leads to the events of the season."""
    if at == 0 and table.name in PLAYERS:
        number = str(cell).rpartition("(")[2].removesuffix(")")
        return Cell(str(cell), link=f"?player={number}#why")
    return Cell(cell, told(column, cell))  # type: ignore[arg-type] # a cell of a table of a report


def shortened(section: Section) -> Section:
    """Leave rows out that nobody reads on a page; they were sorted before."""
    left = max(len(section.table.rows) - _MOST_ROWS, 0)
    section.table.rows = section.table.rows[:_MOST_ROWS]
    return section._replace(left=left)
