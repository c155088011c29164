"""My record: the rank, what is missing for the next, points over time, and every credit with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.views.decorators.http import require_safe

from overtrick.register.federations import numbers
from overtrick.register.records.lines import lines_of, waiting_for
from overtrick.web.access import today
from overtrick.web.player import figures, filters
from overtrick.web.player.me import home_club, me, points
from overtrick.web.player.rows import rows

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@login_required
@require_safe
def record(request: HttpRequest) -> HttpResponse:
    """Show the record of whoever is logged in."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    written = points(request)
    lines = lines_of(mine.records)
    form = filters.choices(lines, written, request.GET)
    kept = filters.chosen(lines, form)
    colour = next(each.chosen for each in form if each.name == "colour")
    page = filters.page(kept, written, request.GET)
    shown = {
        "form": form,
        "filtered": any(each.chosen for each in form),
        "page": page,
        "rows": rows(page.months, written.colours),
    }
    if request.headers.get("HX-Request"):
        return render(request, "player/credits.html", shown)
    held = figures.holdings(mine)
    top = {
        "player": mine.player,
        "number": numbers.written(mine.player.federation, mine.player.number),
        "club": home_club(mine, today()),
        "totals": figures.totals(held, written),
        "rank": figures.rank(mine, held, written, today()),
        "waiting": [(each, written.show(each.colour, each.units)) for each in waiting_for(mine.records)],
        "course": figures.course(lines, written, today(), colour) if lines else None,
    }
    return render(request, "player/record.html", shown | top)


def no_record(request: HttpRequest) -> HttpResponse:
    """Say that the account has no record here, and what to do about it."""
    return render(request, "player/no_record.html", status=404)
