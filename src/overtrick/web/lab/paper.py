"""A report on paper, as a council puts it in its papers: what was proposed, and charts with their tables."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from overtrick.lab.report import drawn
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table, told
from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Column, Facts, Heading, Lines, Picture, Words
from overtrick.register.papers.render import Paper

#: A paper has so many lines of a table; the files have all.
_MOST = 40
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def paper(report: Report, address: str = "") -> Paper:
    """Make a report ready for its template; ``address``: where it is published."""
    asked = [(_("Asked by"), report.asked_by)] if report.asked_by else []
    where = [(_("Address"), address)] if address else []
    blocks: list[Block] = [
        Facts([*asked, *report.facts, *where]),
        Heading(_("What was proposed")),
        Words(report.proposal),
    ]
    for table in report.tables:
        blocks += _table(table)
    blocks += [
        Heading(_("How to repeat this")),
        Words(report.command),
        Facts([(_("Digest of the inputs"), report.inputs), (_("Digest of the result"), report.digest)]),
    ]
    return document("report", Document(report.title, blocks, report.for_whom, report.says, running=report.title))


def _table(table: Table) -> list[Block]:
    blocks: list[Block] = [Heading(table.title), Words(table.says, soft=True)]
    for each in drawn.charts(table):
        size = _SIZE.search(each.svg)
        assert size is not None  # noqa: S101 - every chart has its size
        blocks.append(Picture(each.svg, each.says, int(size[2]) / int(size[1])))
    if not table.rows:
        return [*blocks, Words(_("There is nothing to tell."))]
    columns = [Column(each, each in table.figures) for each in table.columns]
    rows = [[told(column, cell) for column, cell in zip(table.columns, row, strict=True)] for row in table.rows[:_MOST]]
    blocks.append(Lines(columns, rows))
    if len(table.rows) > _MOST:
        counts = {"shown": _MOST, "all": f"{len(table.rows):,}"}
        blocks.append(Words(_("The first %(shown)s of %(all)s lines. CSV and XLSX have all of them.") % counts))
    return blocks
