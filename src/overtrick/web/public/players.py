"""Who is it? Players looked up by number or name, and what everybody may see of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register import periods
from overtrick.register.federations import numbers
from overtrick.register.organisations.permissions import visible_organisations
from overtrick.register.people import identity, search
from overtrick.register.people.models import Membership
from overtrick.register.ranks.models import Promotion
from overtrick.web.access import actor, federation, is_office, today
from overtrick.web.player import figures
from overtrick.web.player.me import home_club, points, with_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from overtrick.register.people.models import Player

_MOST = 20


class Found(NamedTuple):
    """Somebody who may be meant."""

    number: str
    name: str
    club: str
    through: str  #: the old number that was found
    hidden: bool  #: strangers do not see this one


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Look players up; who hides from strangers is found by the club and the office only."""
    here = federation(request)
    asked = request.GET.get("search", "").strip()[:100]
    shown: list[Found] = []
    if asked:
        hits = search.search(asked, _MOST, with_anonymous=request.user.is_authenticated)
        hits = [hit for hit in hits if not hit.player.anonymous or may_see(request, hit.player)]
        clubs = _clubs([hit.player.pk for hit in hits])
        shown = [
            Found(
                numbers.written(here, hit.player.number),
                str(hit.player),
                clubs.get(hit.player.pk, ""),
                numbers.written(here, hit.through) if hit.through else "",
                hit.player.anonymous,
            )
            for hit in hits
        ]
    return render(request, "public/players.html", {"asked": asked, "found": shown, "most": _MOST})


def _clubs(people: Sequence[int]) -> dict[int, str]:
    rows = Membership.objects.filter(periods.during(today()), player__in=people, home=True)
    return dict(rows.values_list("player", "club__name"))


def may_see(request: HttpRequest, player: Player) -> bool:
    """Say whether this person may see a player: everybody may see who does not hide, clubs their own members."""
    if not player.anonymous:
        return True
    if not request.user.is_authenticated:
        return False
    user = actor(request)
    if user.player_id == player.pk or is_office(request):
        return True
    over = visible_organisations(user, today()).order_by()
    return Membership.objects.filter(periods.during(today()), player=player.pk, club__in=over).exists()


@require_safe
def player(request: HttpRequest, number: str) -> HttpResponse:
    """Show the rank and the totals of one player."""
    here = federation(request)
    try:
        found = identity.resolve(number)
    except identity.NoSuchPlayer:
        raise Http404 from None
    if not may_see(request, found):
        raise Http404
    if not numbers.same(here, number, found.number):
        return redirect("player", numbers.written(here, found.number))
    whose = with_records(found, here)
    written = points(request)
    held = figures.holdings(whose)
    promoted = Promotion.objects.filter(player__in=whose.records).order_by("-reached", "-pk")
    context = {
        "player": found,
        "number": numbers.written(here, found.number),
        "club": home_club(whose, today()),
        "totals": figures.totals(held, written),
        "rank": figures.rank(whose, held, written, today()),
        "promotions": promoted,
        "mine": request.user.is_authenticated and actor(request).player_id in whose.records,
        "says": _("Only final points count for ranks."),
    }
    return render(request, "public/player.html", context)
