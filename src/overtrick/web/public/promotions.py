"""Promotions month by month, or of a club or county, without players who are hidden."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register import periods
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Membership
from overtrick.register.ranks.models import Promotion, promotions_here
from overtrick.web.access import federation, today
from overtrick.web.design.tables import Cell, Numbers, Table
from overtrick.web.parameters import whole_number
from overtrick.web.player.record_filters import FilterField


def promotions_of(whose: Organisation | None) -> QuerySet[Promotion]:
    """Find the promotions that everybody may see: of everybody, or of the members of a club or of a county's clubs."""
    listed = promotions_here().filter(player__anonymous=False, player__kept__isnull=True)
    if whose is None:
        return listed
    homes = Membership.objects.filter(periods.during(today()), home=True, club__in=ancestry.descendant_ids([whose.pk]))
    return listed.filter(player__in=homes.values("player"))


@require_safe
def promotions(request: HttpRequest) -> HttpResponse:
    """Show the promotions of a month, the latest one first; or all of one club or county."""
    here = federation(request)
    organisation = whole_number(request, "of")
    if organisation is not None:
        return _of_one(request, here, get_object_or_404(Organisation, pk=organisation))
    listed = promotions_of(None)
    months = list(listed.order_by("-closing__month").values_list("closing__month", flat=True).distinct())
    asked = request.GET.get("month", "")
    month = next((each for each in months if f"{each:%Y-%m}" == asked), months[0] if months else None)
    title = _("Promotions of %(month)s") % {"month": _month_text(month)} if month else _("Promotions")
    of_month = listed.filter(closing__month=month) if month else listed.none()
    rows = of_month.select_related("player").order_by("rank", "player__family", "pk")
    table = Table(title, _columns(), [_row(each, here) for each in rows], request)
    values = tuple((f"{each:%Y-%m}", _month_text(each)) for each in months)
    choice = FilterField("month", _("Month"), "", values, f"{month:%Y-%m}" if month else "")
    context = {"table": table, "choice": choice, "title": title}
    return table.download(request) or render(request, "public/promotions.html", context)


def _of_one(request: HttpRequest, here: Federation, whose: Organisation) -> HttpResponse:
    rows = promotions_of(whose).select_related("player").order_by("-reached", "-pk")
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
