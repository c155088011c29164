"""Ranking lists by club, county, rank, year and colour, without players who are hidden."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.papers.layout import Words
from overtrick.register.ranks import gold
from overtrick.register.ranks.ranking_lists import RankedPlace, Wanted, known_colours, known_ranks, ranking
from overtrick.web.access import federation, today
from overtrick.web.design import papers
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.region_words import all_regions, region
from overtrick.web.design.tables import Cell, Figures, Numbers, Places, Table, table_paper
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_filters import FilterField, choice

#: A page shows so many; the file has everybody.
_LONG, _WHOLE = 100, 1_000_000
_YEARS = 10
#: Of a word that is no rank so much is said again.
_SHOWN = 40


class RankingRequest(NamedTuple):
    """The form of the list, and what it asks for."""

    choices: tuple[FilterField, ...]
    wanted: Wanted
    no_rank: str = ""  #: what was asked for and is no rank of this handbook


@require_safe
def rankings(request: HttpRequest) -> HttpResponse:
    """Show a ranking list, sorted and downloadable."""
    here = federation(request)
    points = PointsWriter(here)
    asked = _asked(request, here, today())
    found = () if asked.no_rank else ranking(asked.wanted, today())
    places = [place for place in found if not place.player.anonymous]
    columns = [Places(_("Place")), _("Name"), Numbers(_("Number")), _("Rank"), Figures(_("Points"))]
    table = Table(_title(asked), columns, [_row(each, asked, points, here) for each in places], request)
    context = {
        "form": asked.choices,
        "table": table,
        "title": _title(asked),
        "long": _LONG,
        "no_rank": asked.no_rank,
        "about": _about(),
    }
    if papers.is_pdf(request):
        heading = f"{_('Ranking lists')}: {_title(asked)}"
        return papers.sent(request, heading, [table_paper(heading, [Words(_about(), soft=True), table.on_paper()])])
    return table.download(request) or render(request, "public/rankings.html", context)


def _about() -> str:
    return _("Final points only. Players who are hidden from the public are not listed. Their places are left empty.")


def _asked(request: HttpRequest, here: Federation, on: date) -> RankingRequest:
    clubs, counties = _organisations(Organisation.Kind.CLUB), _organisations(Organisation.Kind.REGION)
    ranks = known_ranks(here, on)
    asked = request.GET
    colours = [(each, _(each.capitalize())) for each in known_colours(here, on)]
    form = (
        choice("colour", _("Colour"), _("All colours"), colours, asked),
        choice("year", _("Won in"), _("All years"), [(str(on.year - at),) * 2 for at in range(_YEARS)], asked),
        choice("county", region(), all_regions(), [(str(pk), n) for pk, n in counties.items()], asked),
        choice("club", _("Club"), _("All clubs"), [(str(pk), name) for pk, name in clubs.items()], asked),
        choice("rank", _("Rank"), _("All ranks"), [(rank, rank) for rank in ranks], asked),
    )
    colour, year, county, club, rank = (each.chosen for each in form)
    places = Organisation.objects.in_bulk([int(each) for each in (county, club) if each])
    wanted = Wanted(
        colour=colour,
        year=int(year or 0),
        club=places[int(club)] if club else None,
        county=places[int(county)] if county else None,
        rank=rank,
        limit=_WHOLE if asked.get("as") else _LONG,
    )
    return RankingRequest(form, wanted, "" if rank else asked.get("rank", "").strip()[:_SHOWN])


def _organisations(kind: Organisation.Kind) -> dict[int, str]:
    return dict(Organisation.objects.filter(kind=kind).order_by("name").values_list("pk", "name"))


def _title(asked: RankingRequest) -> str:
    """Name the list by what was chosen: "Oakby, green points, 2026"."""
    wanted = asked.wanted
    parts = [
        str(wanted.club or wanted.county or _("Everybody")),
        _("%(colour)s points") % {"colour": colour_word(wanted.colour)} if wanted.colour else "",
        wanted.rank,
        str(wanted.year or ""),
    ]
    return ", ".join(part for part in parts if part)


def _row(place: RankedPlace, asked: RankingRequest, points: PointsWriter, here: Federation) -> list[Cell]:
    wanted = asked.wanted.colour
    if wanted == gold.GOLD and gold.GOLD not in points.colours:
        wanted = gold.EARNED_BY  # gold that fades is written as what earns it
    colour = points.colours.get(wanted) or min(points.colours.values(), key=lambda each: each.units)
    number = numbers.written(here, place.player.number)
    return [
        Cell(place.place),
        Cell(place.name, link=reverse("player", args=[number])),
        Cell(number),
        Cell(place.rank),
        Cell(Decimal(colour.show(place.units)), points.show(wanted, place.units)),
    ]
