"""Which charts stand above a table, and the sentence that says what each shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from overtrick.formats.tables import Cell
from overtrick.lab.report import chart
from overtrick.lab.report.chart import Pair
from overtrick.lab.report.table import Table

#: A chart of more groups cannot be read; the table has all.
_MOST = 10
_MOST_MONTHS = 36
_GROUPED = ("month", "rank", "club", "county", "kind", "organiser")
_HUNDRED = Decimal(100)


class Chart(NamedTuple):
    """A chart: what it is called, the sentence about it, and the drawing."""

    title: str
    says: str
    svg: str


def charts(table: Table) -> list[Chart]:
    """Draw the charts of a table: one for each colour that changes and has several groups; of colours, one for all."""
    if table.name == "colour":
        return list(_colours(table))
    return list(_groups(table)) if table.name in _GROUPED else []


def _colours(table: Table) -> Iterator[Chart]:
    """Hold each colour against itself: points of one cannot be drawn beside points of another."""
    shown = []
    for colour, before, after, *_rest in table.rows:
        one, two = _figure(before), _figure(after)
        if one:
            share = (two * _HUNDRED / one).quantize(Decimal("0.1"))
            shown.append(Pair(str(colour).capitalize(), _HUNDRED, share))
    if shown:
        listed = ", ".join(f"{each.label} {each.after} %" for each in shown)
        says = f"What is given of each colour, as a percentage of what the rules in force give: {listed}."
        yield Chart("All colours", says, chart.rows(shown[:_MOST], says, " %"))


def _groups(table: Table) -> Iterator[Chart]:
    colours = dict.fromkeys(str(row[1]) for row in table.rows)
    for colour in colours:
        rows = [row for row in table.rows if row[1] == colour]
        if len(rows) < 2:  # noqa: PLR2004 - one group is the whole, and that is told by colour
            continue
        shown = [Pair(_label(table, row), _figure(row[2]), _figure(row[3])) for row in rows]
        widest = max(shown, key=lambda each: abs(each.after - each.before))
        change = widest.after - widest.before
        if not change:
            continue  # the table says that nothing does
        most = f"Most changes for {widest.label}: {'+' if change > 0 else '−'}{abs(change):,}."
        if table.name == "month":
            says = f"{colour.capitalize()} points, month by month. {most}"
            yield Chart(colour.capitalize(), says, chart.columns(shown[-_MOST_MONTHS:], says))
            continue
        left = len(shown) - _MOST
        if left > 0:
            shown = sorted(shown, key=lambda each: -abs(each.after - each.before))[:_MOST]
        some = f" The {_MOST} with the largest change; {left} more are in the table." if left > 0 else ""
        says = f"{colour.capitalize()} points. {most}{some}"
        yield Chart(colour.capitalize(), says, chart.rows(shown, says))


def _label(table: Table, row: Sequence[Cell]) -> str:
    if table.name != "month":
        return str(row[0])
    return f"{date.fromisoformat(f'{row[0]}-01'):%b %Y}"


def _figure(cell: Cell) -> Decimal:
    return Decimal(str(cell))
