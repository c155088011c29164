"""Reports about proposed rules that the office has published: a list, each report, and its files as they were kept."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.lab.report import report as reports
from overtrick.register.rule_reports import publish
from overtrick.register.rule_reports.models import RuleReport
from overtrick.web.access import federation, is_office
from overtrick.web.design.downloads import attached
from overtrick.web.design.tables import Cell, Table
from overtrick.web.lab.sections import sections, shortened
from overtrick.web.response_cache import for_everybody

#: What a report is read from, what it is on paper, and what of it can be downloaded.
_DATA, _PDF = "report.json", "report.pdf"
_ENDINGS = (".csv", ".xlsx", ".parquet", ".toml", ".pdf", ".json")
_KEPT_FORMS = ("csv", "xlsx")


@require_safe
@for_everybody
def rule_reports(request: HttpRequest) -> HttpResponse:
    """List the reports, the latest first."""
    federation(request)
    rows = [
        [
            Cell(each.title, link=reverse("rule-report", args=[each.number])),
            Cell(each.says),
            Cell(each.published_at.date()),
        ]
        for each in publish.standing().order_by("-number")
    ]
    columns = [_("Proposal"), _("What came of it"), _("Published")]
    table = Table(_("Proposed rules"), columns, rows, request)
    return table.download(request) or render(request, "public/rule_reports.html", {"table": table})


@require_safe
@for_everybody
def rule_report(request: HttpRequest, number: int) -> HttpResponse:
    """Show a report, or that it was withdrawn."""
    federation(request)
    found = get_object_or_404(RuleReport.objects.select_related("withdrawal"), number=number)
    context: dict[str, object] = {"found": found, "office": request.user.is_authenticated and is_office(request)}
    if hasattr(found, "withdrawal"):
        return render(request, "public/rule_report_withdrawn.html", context)
    written = publish.file(found, _DATA)
    if written is None:
        raise Http404
    report = reports.read(written.decode())
    listed = sections(request, report, published=True)
    for each in listed:
        if request.GET.get("of") == each.name and (sent := each.table.download(request)) is not None:
            form = request.GET["as"]
            kept = form in _KEPT_FORMS and "sort" not in request.GET
            return redirect("rule-report-file", number, f"{each.name}.{form}") if kept else sent
    address = request.build_absolute_uri(reverse("rule-report", args=[number]))
    more = {
        "report": report,
        "facts": report.all_facts,
        "sections": list(map(shortened, listed)),
        "pdf": _PDF,
        "address": address,
        "published": True,
    }
    return render(request, "public/rule_report.html", context | more)


@require_safe
def rule_report_file(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """Give a file of a report as it was kept."""
    federation(request)
    found = get_object_or_404(RuleReport.objects.filter(withdrawal=None), number=number)
    content = publish.file(found, name) if name.endswith(_ENDINGS) else None
    if content is None:
        raise Http404
    return attached(f"proposal-{number}-{name}", content)
