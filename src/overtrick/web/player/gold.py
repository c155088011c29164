"""A player's gold points: the present form, event by event, and what is left of it in the years to come."""

from __future__ import annotations

from decimal import Decimal

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.ranks.gold import EARNED_BY, gold_in_detail, gold_of
from overtrick.web.access import federation, today
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.design.working import as_html
from overtrick.web.player.own_record import me, points
from overtrick.web.player.record import no_record

#: After so many years nothing is left of what is held today.
_YEARS = 4


@login_required
@require_safe
def gold(request: HttpRequest) -> HttpResponse:
    """Show the gold of whoever is logged in, with its working; where none fades, there is no such page."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    found = gold_in_detail(mine.player, today(), _YEARS)
    if found is None:
        raise Http404
    show = points(request).colours[EARNED_BY].show

    def figure(units: int) -> Cell:
        return Cell(Decimal(show(units)))

    rows = [
        [
            Cell(each.event, link=reverse("event", args=[each.competition]) if each.competition else ""),
            Cell(each.day),
            figure(each.green),
            figure(each.first),
            *map(figure, each.left),
        ]
        for each in found.events
    ]
    days = [Figures(date_format(day, "j M Y")) for day in found.days[1:]]
    columns = [_("Event"), _("Day"), Figures(_("Green")), Figures(_("Gold")), Figures(_("Left today")), *days]
    table = Table(_("Gold points"), columns, rows, request)
    expected = gold_of(mine.player, today(), final=False)
    context = {
        "expected": show(int(expected.value)) if expected and expected.value != found.held.value else "",
        "held": show(found.totals[0]),
        "later": [(day, show(units)) for day, units in zip(found.days[1:], found.totals[1:], strict=True)],
        "table": table,
        "workings": [as_html(each, show, federation(request).handbook) for each in (found.held, found.for_rank)],
    }
    return table.download(request) or render(request, "player/gold.html", context)
