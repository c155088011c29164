"""Honours of a year: the awards of the handbook, and who joined a club of points. Players who hide have no name."""

from __future__ import annotations

from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.people.registration import shown_name
from overtrick.register.ranks.honours import Joined, Winners, honours_of
from overtrick.web.access import federation, today
from overtrick.web.design.tables import Cell, Figures, Numbers, Table
from overtrick.web.design.working import clause_link
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_filters import choice
from overtrick.web.response_cache import for_everybody

#: So many years can be chosen.
_YEARS = 10


@require_safe
@for_everybody
def honours(request: HttpRequest) -> HttpResponse:
    """Show the honours of a year; last year's unless another is asked for."""
    here = federation(request)
    now = today().year
    form = choice("year", _("Year"), "", [(str(now - at),) * 2 for at in range(_YEARS)], request.GET)
    year = int(form.chosen or now - 1)
    points = PointsWriter(here)
    found = honours_of(year)
    rows = [line for won in found.awards for line in _winners(won, points, here)]
    rows += [_joined(each, here) for each in found.joined]
    title = _("Honours of %(year)s") % {"year": year}
    columns = [_("Honour"), _("Name"), Numbers(_("Number")), _("Day"), _("Clause"), Figures(_("Points"))]
    table = Table(title, columns, rows, request)
    context = {
        "form": [form._replace(chosen=str(year))],
        "table": table,
        "title": title,
        "year": year,
        "going_on": year == now,
        "most": f"{reverse('rankings')}?year={year}",
    }
    return table.download(request) or render(request, "public/honours.html", context)


def _winners(won: Winners, points: PointsWriter, here: Federation) -> list[list[Cell]]:
    colour = min(points.colours.values(), key=lambda each: each.units)
    return [
        [
            Cell(won.honour),
            *_who(each.player, here),
            Cell(None),
            Cell(won.working.clause, clause_link(won.working.clause, here.handbook)),
            Cell(Decimal(colour.show(each.units)), points.show("", each.units)),
        ]
        for each in won.players
    ]


def _joined(each: Joined, here: Federation) -> list[Cell]:
    clause = Cell(each.club.clause, clause_link(each.club.clause, here.handbook))
    return [Cell(each.club.name), *_who(each.player, here), Cell(each.day), clause, Cell(None)]


def _who(player: Player, here: Federation) -> tuple[Cell, Cell]:
    """Name somebody with a link to their page; of somebody who hides, neither name nor number."""
    if player.anonymous:
        return Cell(shown_name(player, to_office_or_club=False)), Cell("")
    number = numbers.written(here, player.number)
    return Cell(str(player), link=reverse("player", args=[number])), Cell(number)
