"""The allotments of a year for the whole federation: a rehearsal, then kept."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.allotting import allot
from overtrick.register.allotting.allot import AllotmentPlan, Planned
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.design.working import as_html
from overtrick.web.office import decorators


@decorators.page
def now(request: HttpRequest) -> HttpResponse:
    """Lead to the year that is looked at now."""
    year = allot.next_year(access.federation(request), access.today())
    if not allot.kinds(access.federation(request), year):
        raise Http404
    return redirect("office-allotments", year)


@decorators.page
def year(request: HttpRequest, written: int) -> HttpResponse:
    """Show what would be allotted for a year as the facts are now, and what of it is new."""
    federation = access.federation(request)
    if parameters.year(str(written)) is None or not allot.kinds(federation, written):
        raise Http404
    context: dict[str, object] = {"year": written}
    try:
        plan = allot.plan(federation, written, access.today())
    except Refused as refused:
        return render(request, "office/allotments.html", {**context, "refused": english(refused)})
    table = _table(request, plan)
    context |= {
        "plan": plan,
        "table": table,
        "workings": [
            (each, as_html(each.working, str, federation.handbook))
            for each in plan.lines
            if each.figure or each.changes
        ],
        "settled": access.today() > plan.counted.last,
    }
    return table.download(request) or render(request, "office/allotments.html", context)


def _table(request: HttpRequest, plan: AllotmentPlan) -> Table:
    columns = [
        _("Organisation"), _("What"), Counts(_("Points issued")), Counts(_("Members")), Counts(_("Worked out")),
        Counts(_("Decided beside it")), Figures(_("Allotted")), _("State"),
    ]  # fmt: skip
    rows = [
        [
            Cell(
                str(each.organisation),
                link=f"{reverse('club-allotments', args=[each.organisation.pk])}?year={plan.year}",
            ),
            Cell(each.kind.title),
            Cell(each.facts.issued if each.kind.counts else None, _points(request, each)),
            Cell(each.facts.members if each.kind.members else None),
            Cell(each.figure),
            Cell(each.decided or None),
            Cell(each.figure + each.decided),
            Cell(_state(each)),
        ]
        for each in plan.lines
    ]
    return Table(_("Allotments of %(year)s") % {"year": plan.year}, columns, rows, request)


def _points(request: HttpRequest, each: Planned) -> str:
    if not each.kind.counts:
        return ""
    colour = handbook.on_record(access.federation(request))[each.kind.counts]
    return colour.show(each.facts.issued)


def _state(each: Planned) -> str:
    if each.before is None:
        return _("New")
    if each.before.figure != each.figure:
        return _("%(before)s before") % {"before": each.before.figure}
    return _("Kept") if not each.changes else _("Other facts")


@decorators.act
def keep(request: HttpRequest, written: int) -> HttpResponse:
    """Keep the allotments of a year, and tell the organisations."""
    federation = access.federation(request)
    if parameters.year(str(written)) is None or not allot.kinds(federation, written):
        raise Http404
    try:
        done = allot.allot(federation, written, access.actor(request), access.now())
    except Refused as refused:
        messages.error(request, english(refused))
    else:
        count = len(done.changed)
        said = ngettext("%(count)s allotment is kept.", "%(count)s allotments are kept.", count)
        messages.success(request, said % {"count": count})
    return redirect("office-allotments", written)
