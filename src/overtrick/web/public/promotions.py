"""Promotions month by month, without players who are hidden."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.ranks.models import Promotion
from overtrick.web.access import federation
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.player.record_filters import FilterField


@require_safe
def promotions(request: HttpRequest) -> HttpResponse:
    """Show the promotions of a month; the latest one first."""
    here = federation(request)
    listed = Promotion.objects.filter(player__anonymous=False, player__kept__isnull=True)
    months = list(listed.order_by("-closing__month").values_list("closing__month", flat=True).distinct())
    asked = request.GET.get("month", "")
    month = next((each for each in months if f"{each:%Y-%m}" == asked), months[0] if months else None)
    title = _("Promotions of %(month)s") % {"month": _month_text(month)} if month else _("Promotions")
    of_month = listed.filter(closing__month=month) if month else listed.none()
    rows = of_month.select_related("player").order_by("rank", "player__family", "pk")
    columns = [_("Rank"), _("Name"), Figures(_("Number")), _("Reached on")]
    table = Table(title, columns, [_row(each, here) for each in rows], request)
    values = tuple((f"{each:%Y-%m}", _month_text(each)) for each in months)
    choice = FilterField("month", _("Month"), "", values, f"{month:%Y-%m}" if month else "")
    context = {"table": table, "choice": choice, "title": title}
    return table.download(request) or render(request, "public/promotions.html", context)


def _month_text(month: date) -> str:
    return date_format(month, "F Y")


def _row(each: Promotion, here: Federation) -> list[Cell]:
    number = numbers.written(here, each.player.number)
    link = reverse("player", args=[number])
    return [Cell(each.rank), Cell(str(each.player), link=link), Cell(number), Cell(each.reached)]
