"""Clubs and others who run events, and the page of each: its events and sessions, its members' points and ranks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.competitions.models import Competition
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.ranks.promotion_lists import promotions_of
from overtrick.register.ranks.ranking_lists import RankedPlace, Wanted, ranking
from overtrick.register.records.played_event import events_in_book
from overtrick.web.access import federation, today
from overtrick.web.design.page_frame import framed, parts
from overtrick.web.design.region_words import region
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.public.events import event_table
from overtrick.web.response_cache import for_everybody

_YEAR = timedelta(365)
#: What is played so often in a year is regular.
_REGULAR = 4
_MOST_EVENTS, _MOST_PLAYERS, _MOST_PROMOTIONS = 30, 10, 10
_KINDS = (Organisation.Kind.CLUB, Organisation.Kind.REGION, Organisation.Kind.LEAGUE, Organisation.Kind.ORGANISER)


class RegularSession(NamedTuple):
    """An event that is played again and again."""

    name: str
    weekday: str
    times: int
    last: date


class PromotedMember(NamedTuple):
    """A member who reached a rank."""

    name: str
    number: str
    rank: str
    reached: date


@require_safe
@for_everybody
def organisations(request: HttpRequest) -> HttpResponse:
    """List who runs events, with how many they ran in the last year."""
    federation(request)
    recent = Competition.objects.filter(begins__gte=today() - _YEAR).order_by()
    played = dict(recent.values_list("organisation").annotate(count=Count("pk")))
    rows = Organisation.objects.filter(kind__in=_KINDS).select_related("parent").order_by("name")
    cells = [
        [
            Cell(each.name, link=reverse("organisation", args=[each.pk])),
            Cell(str(each.parent) if each.parent else ""),
            Cell(played.get(each.pk, 0)),
        ]
        for each in rows
    ]
    columns = [_("Name"), region(), Figures(_("Events in the last year"))]
    table = Table(_("Clubs and organisers"), columns, cells, request)
    return table.download(request) or framed(request, parts("public/organisations.html", {"table": table}))


@require_safe
@for_everybody
def organisation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club, a county or another organiser, as everybody may see it."""
    here = federation(request)
    whose = Organisation.objects.select_related("parent").filter(pk=pk).first()
    if whose is None:
        raise Http404
    own = events_in_book().filter(organisation=whose)
    table = event_table(request, str(whose), own.order_by("-begins", "-pk"), _MOST_EVENTS, whose=False)
    year = today().year
    leading = _leading(whose, year)
    points = PointsWriter(here)
    context = {
        "organisation": whose,
        "table": table,
        "most": _MOST_EVENTS,
        "full": table.full,
        "regular": regular_sessions(own.filter(begins__gt=today() - _YEAR).values_list("name", "begins")),
        "year": year,
        "leading": [(each, _number(each.player), points.show("", each.units)) for each in leading],
        "rankings": f"{reverse('rankings')}?{_ranked_by(whose)}={whose.pk}&year={year}",
        "promotions": _promotions(whose),
        "clubs": Organisation.objects.filter(parent=whose).order_by("name")
        if whose.kind != Organisation.Kind.CLUB
        else (),
    }
    return table.download(request) or framed(request, parts("public/organisation.html", context))


def regular_sessions(played: Iterable[tuple[str, date]]) -> list[RegularSession]:
    """Find what is played again and again on the same day of the week, the most frequent first."""
    days: dict[tuple[str, int], list[date]] = {}
    for name, begins in played:
        days.setdefault((name, begins.weekday()), []).append(begins)
    found = [
        RegularSession(name, date_format(max(each), "l"), len(each), max(each))
        for (name, _weekday), each in days.items()
        if len(each) >= _REGULAR
    ]
    return sorted(found, key=lambda each: (-each.times, each.name))


def _ranked_by(whose: Organisation) -> str:
    """Name the filter of the ranking lists by which an organisation is chosen."""
    return "club" if whose.kind == Organisation.Kind.CLUB else "county"


def _leading(whose: Organisation, year: int) -> list[RankedPlace]:
    """List the members who won most in a year, without those who hide."""
    if whose.kind not in (Organisation.Kind.CLUB, Organisation.Kind.REGION):
        return []
    is_club = whose.kind == Organisation.Kind.CLUB
    wanted = Wanted(_MOST_PLAYERS, year=year, club=whose if is_club else None, county=None if is_club else whose)
    return [each for each in ranking(wanted, today()) if not each.player.anonymous]


def _promotions(whose: Organisation) -> list[PromotedMember]:
    """List the last promotions of members, without those who hide."""
    rows = promotions_of(whose, today()).select_related("player__federation").order_by("-reached", "-pk")
    return [
        PromotedMember(str(each.player), _number(each.player), each.rank, each.reached)
        for each in rows[:_MOST_PROMOTIONS]
    ]


def _number(player: Player) -> str:
    return numbers.written(player.federation, player.number)
