"""The month's points that a region authorises: what was processed, what was authorised, and its record of each club."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine import days
from overtrick.register.allotting import authorised as register
from overtrick.register.allotting.authorised import Processed
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.design.working import clause_link
from overtrick.web.office import formatting

_STATE = (Organisation.Kind.REGION,)


@base.page(kinds=_STATE)
def now(request: HttpRequest, where: Organisation) -> HttpResponse:  # noqa: ARG001 - a page takes it
    """Lead to the month that ended last."""
    last = days.before(days.month(access.today()))
    return redirect("club-authorised", where.pk, f"{last:%Y-%m}")


@base.page(kinds=_STATE)
def month(request: HttpRequest, where: Organisation, written: str) -> HttpResponse:
    """Show a month: each event whose points came into the book, against what was authorised."""
    first = parameters.month(written)
    if first is None or not register.is_kept(where, first):
        raise Http404
    table = _table(request, where, register.processed(where, days.month(first)), first)
    if (file := table.download(request)) is not None:
        return file
    later = days.month(first).last + days.month(first).last.resolution
    shown = {
        "month": first,
        "table": table,
        "records": register.records(where, days.month(first).last),
        "before": f"{days.before(days.month(first)):%Y-%m}",
        "after": f"{later:%Y-%m}" if later <= access.today() else "",
    }
    return base.show(request, where, "authorised", shown)


def _table(request: HttpRequest, where: Organisation, listed: list[Processed], first: date) -> Table:
    colours = handbook.on_record(where.federation)
    columns = [
        _("Event"), _("Organisation"), _("Day"), Figures(_("Processed")), _("Authorisation"),
        Counts(_("Authorised")), Counts(_("Used of it")), _("Agrees"),
    ]  # fmt: skip
    rows = []
    for each in listed:
        show = colours[each.colour].show
        total = each.licence.units if each.licence else None
        rows.append(
            [
                Cell(each.name, link=reverse("club-submission", args=[each.organisation.pk, each.submission])),
                Cell(str(each.organisation)),
                Cell(each.day),
                Cell(Decimal(show(each.units)), show(each.units)),
                Cell(str(each.licence or ""), str(each.licence or _("None"))),
                Cell(None if total is None else Decimal(show(total)), "" if total is None else show(total)),
                Cell(Decimal(show(each.used)), show(each.used)),
                Cell(_agrees(each), _verdict(where, each)),
            ]
        )
    return Table(_("Authorised points of %(month)s") % {"month": formatting.month(first)}, columns, rows, request)


def _agrees(each: Processed) -> str:
    if each.within is None:
        return _("Own event")
    return _("Yes") if each.within.holds else _("No")


def _verdict(where: Organisation, each: Processed) -> SafeString | str:
    if each.within is None or each.within.holds:
        return _agrees(each)
    working = each.within.working
    link = clause_link(working.clause, where.federation.handbook)
    return format_html("{} {}", english(working.says), link)
