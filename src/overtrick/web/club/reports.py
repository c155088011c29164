"""The report of an organisation for a day, a month, a quarter or a year: as a page, on paper, and as files."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.formats.tables import Sheet, as_xlsx
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, acting_for, actions
from overtrick.register.reports import report_period
from overtrick.register.reports.organisation_report import report
from overtrick.register.reports.report_period import Length
from overtrick.register.reports.report_tables import TITLES, ReportTable, tables
from overtrick.web import access
from overtrick.web.club import base, report_paper
from overtrick.web.design import papers
from overtrick.web.design.downloads import attached
from overtrick.web.design.tables import Table

#: Of each table so many lines are shown; the files have all.
_SHOWN = 200
#: So many periods of each length can be chosen.
_PERIODS = {Length.DAY: 31, Length.MONTH: 12, Length.QUARTER: 8, Length.YEAR: 5}


@base.page(kinds=base.WITH_REPORTS)
def reports(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the report of a period: of last month, unless another is asked for."""
    if not actions(access.actor(request), where, access.today()) & {Action.MEMBERS, Action.APPROVE}:
        raise PermissionDenied
    asked = report_period.read(request.GET.get("period", ""))
    period = asked or report_period.of(Length.MONTH, access.today()).before
    made = report(where, period, acting_for(access.actor(request), where, access.today()))
    if papers.is_pdf(request) and not request.GET.get("of"):
        return papers.sent(request, f"{where} {period.written}", [report_paper.paper(made, access.today())])
    found = tables(made)
    if request.GET.get("as") == "xlsx" and request.GET.get("of", "") == "":
        return attached(f"{where} {period.written}.xlsx", as_xlsx(*(_sheet(each) for each in found)))
    shown = [_table(request, each) for each in found]
    file = next((answer for each in shown if (answer := each.download(request)) is not None), None)
    left_out = {each.name: max(len(each.rows) - _SHOWN, 0) for each in shown}
    for each in shown:
        each.rows = each.rows[:_SHOWN]
    context = {
        "tables": [(each, left_out[each.name]) for each in shown],
        "period": period,
        "title": report_paper.title(period),
        "periods": [(_length(length), _choices(length)) for length in Length],
    }
    return file or base.show(request, where, "reports", context)


def _length(length: Length) -> str:
    return {Length.DAY: _("Days"), Length.MONTH: _("Months"), Length.QUARTER: _("Quarters"), Length.YEAR: _("Years")}[
        length
    ]


def _choices(length: Length) -> list[tuple[str, str]]:
    period = report_period.of(length, access.today())
    found = []
    for _each in range(_PERIODS[length]):
        found.append((period.written, report_paper.words(period)))
        period = period.before
    return found


def _table(request: HttpRequest, made: ReportTable) -> Table:
    headings = [report_paper.heading(each) for each in made.columns]
    return Table(_(TITLES[made.name]), headings, report_paper.cells(made), request, made.name)


def _sheet(made: ReportTable) -> Sheet:
    return Sheet(_(TITLES[made.name]), [str(report_paper.heading(each)) for each in made.columns], made.rows)
