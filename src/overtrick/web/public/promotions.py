"""Promotions month by month, or of a club or county, without players who are hidden."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.ranks import promotion_lists
from overtrick.register.ranks.models import Promotion
from overtrick.web.access import federation, today
from overtrick.web.design.tables import Cell, Numbers, Table
from overtrick.web.parameters import whole_number
from overtrick.web.player.record_filters import FilterField


@require_safe
def promotions(request: HttpRequest) -> HttpResponse:
    """Show the promotions of a month, the latest one first; or all of one club or county."""
    here = federation(request)
    organisation = whole_number(request, "of")
    if organisation is not None:
        return _of_one(request, here, get_object_or_404(Organisation, pk=organisation))
    listed = promotion_lists.promotions_of(None, today())
    months = promotion_lists.months(listed)
    asked = request.GET.get("month", "")
    month = next((each for each in months if f"{each:%Y-%m}" == asked), months[0] if months else None)
    title = _("Promotions of %(month)s") % {"month": _month_text(month)} if month else _("Promotions")
    rows = promotion_lists.of_month(listed, month) if month else listed.none()
    table = Table(title, _columns(), [_row(each, here) for each in rows], request)
    values = tuple((f"{each:%Y-%m}", _month_text(each)) for each in months)
    choice = FilterField("month", _("Month"), "", values, f"{month:%Y-%m}" if month else "")
    context = {"table": table, "choice": choice, "title": title}
    return table.download(request) or render(request, "public/promotions.html", context)


def _of_one(request: HttpRequest, here: Federation, whose: Organisation) -> HttpResponse:
    rows = promotion_lists.promotions_of(whose, today()).select_related("player").order_by("-reached", "-pk")
    title = _("Promotions: %(organisation)s") % {"organisation": whose}
    table = Table(title, _columns(), [_row(each, here) for each in rows], request)
    context = {"table": table, "title": title, "whose": whose}
    return table.download(request) or render(request, "public/promotions.html", context)


def _columns() -> list[str]:
    return [_("Rank"), _("Name"), Numbers(_("Number")), _("Reached on")]


def _month_text(month: date) -> str:
    return date_format(month, "F Y")


def _row(each: Promotion, here: Federation) -> list[Cell]:
    number = numbers.written(here, each.player.number)
    link = reverse("player", args=[number])
    return [Cell(each.rank), Cell(str(each.player), link=link), Cell(number), Cell(each.reached)]
