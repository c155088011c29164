"""The report of an organisation for a month, a quarter or a year: as a page, on paper, and as files."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from overtrick.formats.tables import Cell as Value
from overtrick.formats.tables import Sheet, as_xlsx
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, acting_for, actions
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from overtrick.register.reports.report_period import Length, ReportPeriod
from overtrick.register.reports.report_tables import TITLES, ReportColumn, ReportTable, tables
from overtrick.web import access
from overtrick.web.club import base
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.downloads import attached
from overtrick.web.design.tables import Cell, Figures, Numbers, Table

_KINDS = (Organisation.Kind.CLUB, Organisation.Kind.REGION)
#: So many periods of each length can be chosen.
_PERIODS = {Length.MONTH: 12, Length.QUARTER: 8, Length.YEAR: 5}


@base.page(kinds=_KINDS)
def reports(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the report of a period: of last month, unless another is asked for."""
    if not actions(access.actor(request), where, access.today()) & {Action.MEMBERS, Action.APPROVE}:
        raise PermissionDenied
    asked = report_period.read(request.GET.get("period", ""))
    period = asked or report_period.of(Length.MONTH, access.today()).before
    found = tables(report(where, period, acting_for(access.actor(request), where, access.today())))
    if request.GET.get("as") == "xlsx" and request.GET.get("of", "") == "":
        return attached(f"{where} {period.written}.xlsx", as_xlsx(*(_sheet(each) for each in found)))
    shown = [_table(request, each) for each in found]
    file = next((answer for each in shown if (answer := each.download(request)) is not None), None)
    context = {
        "tables": shown,
        "period": period,
        "period_words": words(period),
        "periods": [(_length(length), _choices(length)) for length in Length],
    }
    return file or base.show(request, where, "reports", context)


def words(period: ReportPeriod) -> str:
    """Write a period as one says it."""
    first, last = period.days
    if period.length is Length.YEAR:
        return f"{first:%Y}"
    if period.length is Length.MONTH:
        return date_format(first, "F Y")
    return _("%(first)s to %(last)s") % {"first": date_format(first, "F"), "last": date_format(last, "F Y")}


def _length(length: Length) -> str:
    return {Length.MONTH: _("Months"), Length.QUARTER: _("Quarters"), Length.YEAR: _("Years")}[length]


def _choices(length: Length) -> list[tuple[str, str]]:
    period = report_period.of(length, access.today())
    found = []
    for _each in range(_PERIODS[length]):
        found.append((period.written, words(period)))
        period = period.before
    return found


def _heading(column: ReportColumn) -> str:
    said = _(column.heading)
    said = capfirst(said % {"colour": colour_word(column.colour)}) if column.colour else said
    if column.heading == "Number":
        return Numbers(said)
    return Figures(said) if column.figures else said


def _table(request: HttpRequest, made: ReportTable) -> Table:
    rows = [[Cell(_said(each), unseen=each == 0) for each in row] for row in made.rows]
    return Table(_(TITLES[made.name]), [_heading(each) for each in made.columns], rows, request, made.name)


def _said(value: Value) -> Value:
    return _(value) if isinstance(value, str) and value in _WORDS else value


def _sheet(made: ReportTable) -> Sheet:
    return Sheet(_(TITLES[made.name]), [str(_heading(each)) for each in made.columns], made.rows)


#: Words of the tables that are no names.
_WORDS = ("home club", "another club", "not a member")
