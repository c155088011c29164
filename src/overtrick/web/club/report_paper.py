"""The report of an organisation on paper: the tables of its page."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from overtrick.formats.tables import Cell as Value
from overtrick.register.papers.layout import Block, Column, Heading, Lines, Words
from overtrick.register.papers.render import Paper
from overtrick.register.reports.organisation_report import Report
from overtrick.register.reports.report_period import Length, ReportPeriod
from overtrick.register.reports.report_tables import TITLES, ReportColumn, ReportTable, tables
from overtrick.web.design import papers
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.tables import Cell, Figures, Numbers, table_paper

#: Words of the tables that are no names.
_WORDS = ("home club", "another club", "not a member")


def title(period: ReportPeriod) -> str:
    """Say of which period a report is."""
    return _("Report: %(period_words)s") % {"period_words": words(period)}


def words(period: ReportPeriod) -> str:
    """Write a period as one says it."""
    first, last = period.days
    if period.length is Length.DAY:
        return date_format(first, "j F Y")
    if period.length is Length.YEAR:
        return f"{first:%Y}"
    if period.length is Length.MONTH:
        return date_format(first, "F Y")
    return _("%(first)s to %(last)s") % {"first": date_format(first, "F"), "last": date_format(last, "F Y")}


def heading(column: ReportColumn) -> str:
    """Write the heading of a column."""
    said = _(column.heading)
    said = capfirst(said % {"colour": colour_word(column.colour)}) if column.colour else said
    if column.heading == "Number":
        return Numbers(said)
    return Figures(said) if column.figures else said


def cells(made: ReportTable) -> list[list[Cell]]:
    """Write the rows of a table; nothing is not shown."""
    return [[_cell(each) for each in row] for row in made.rows]


def _cell(value: Value) -> Cell:
    """Write a figure as other pages do: 2,288."""
    if isinstance(value, (int, Decimal)):
        return Cell(value, f"{value:,}", unseen=value == 0)
    return Cell(_said(value))


def _said(value: Value) -> Value:
    return _(value) if isinstance(value, str) and value in _WORDS else value


def paper(report: Report, on: date) -> Paper:
    """Write a report."""
    blocks: list[Block] = [Words(papers.as_words("club/report_about.html", {"period": report.period}), soft=True)]
    for made in tables(report):
        blocks.append(Heading(_(TITLES[made.name])))
        if not made.rows:
            blocks.append(Words(_("None in this period.")))
            continue
        columns = [Column(heading(each), each.figures) for each in made.columns]
        blocks.append(Lines(columns, [[papers.plain_text(cell.text) for cell in row] for row in cells(made)]))
    whose = str(report.organisation)
    eyebrow = f"{report.organisation.federation} · {date_format(on, 'j F Y')}"
    return table_paper(whose, blocks, "report", eyebrow=eyebrow, lead=title(report.period), running=_running(report))


def _running(report: Report) -> str:
    return f"{report.organisation} · {title(report.period)}"
