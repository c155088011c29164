"""Looks players up: what a player's page shows to the same person, and nothing that it does not."""

from __future__ import annotations

from datetime import date
from typing import Annotated, NoReturn

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.api.admission import MISS, Call, call_of
from overtrick.api.answers import Keep
from overtrick.api.codes import Code
from overtrick.api.lists import Page, page
from overtrick.api.operations import get
from overtrick.api.parameters import PastDay, Words, wrong
from overtrick.api.problems import ApiProblem, one
from overtrick.api.records import Points
from overtrick.handbooks.record import Goes
from overtrick.register.extracts import extract
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people import identity, point_destination, search, sight
from overtrick.register.people.home_clubs import HomeClub, home_club, home_clubs
from overtrick.register.ranks.look_up import LookedUp, look_up
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.access import federation, today
from overtrick.web.parameters import LONGEST_SEARCH
from overtrick.web.parameters import search as searched

GROUP = "Players"
_MOST = 20
_LONGEST_NUMBER = 40


class Club(msgspec.Struct, frozen=True):
    """A club of the federation."""

    number: str
    name: str


class PlayerRecord(msgspec.Struct, frozen=True):
    """A player, as a scoring program needs them."""

    number: str
    name: str | None
    club: Club | None
    rank: str | None
    points: Points  #: final ones
    provisional: Points  #: those that are not final yet
    hidden: bool
    standing: str | None
    can_be_credited: bool | None
    as_at: date | None  #: the day of which rank, points and standing are, where one was asked for


class PlayerFound(msgspec.Struct, frozen=True):
    """Somebody who may be meant."""

    number: str
    name: str
    club: Club | None
    was: str | None  #: the earlier number that was found


@get("/players", Page[PlayerFound], GROUP, keep=Keep.MINUTE)
def players(request: HttpRequest, search: Annotated[str, Words(LONGEST_SEARCH)]) -> HttpResponse:
    """Find up to 20 players by number, by name or by part of one, as the search box does."""
    here = federation(request)
    words = searched({"search": search}, "search")
    hits = [each.row for each in _find(words)]
    clubs = home_clubs([row.kept for row in hits], today()) if hits else {}
    found = [
        PlayerFound(
            number=numbers.written(here, row.kept_number),
            name=f"{row.kept_given} {row.kept_family}".strip(),
            club=_club(clubs.get(row.kept)),
            was=numbers.written(here, row.through) if row.through else None,
        )
        for row in hits
    ]
    return page(request, found)


@get(
    "/players/{number}",
    PlayerRecord,
    GROUP,
    keep=Keep.MINUTE,
    may_miss=True,
    errors=(Code.NO_SUCH_PLAYER, Code.NUMBER_IMPOSSIBLE, Code.SCOPE_MISSING),
)
def player(
    request: HttpRequest, number: Annotated[str, Words(_LONGEST_NUMBER)], as_at: PastDay | None = None
) -> PlayerRecord:
    """Look a player up by number, with or without zeros in front.

    A number that was merged into another answers with the one that stays. Who hides is not there. With the scope
    ``players:read`` the standing is told and whether points can be credited; of those who hide, members of the token's
    organisation as everybody else, and of others no more than that the number can be used. With that scope
    ``as_at=2026-01-01`` tells rank, final points and standing as at a day that is past.
    """
    here = federation(request)
    call = call_of(request)
    reads = call.has(Scope.PLAYERS_READ)
    if as_at is not None:
        _check_day(call, as_at)
    on = call.at.date()
    told = look_up(number, on, to_everybody=not reads)
    if told is None:
        call.count(MISS)
        _nobody(here, number)
    if reads and not sight.may_see(access.actor(request), told.player, on):
        call.count(MISS)
        return _hidden(told)
    if as_at is not None:
        return _as_at(told, as_at)
    return PlayerRecord(
        number=told.number,
        name=told.name,
        club=_club(told.club),
        rank=told.rank or None,
        points=told.points,
        provisional=told.provisional,
        hidden=told.player.anonymous,
        standing=told.state.status if reads else None,
        can_be_credited=told.credited if reads else None,
        as_at=None,
    )


def _check_day(call: Call, day: date) -> None:
    """Let only who reads the standing of players ask for an earlier day: it is on no public page."""
    if call.caller is None:
        raise ApiProblem(Code.TOKEN_MISSING)
    if not call.has(Scope.PLAYERS_READ):
        found = _("The token does not have the scope “%s”.") % Scope.PLAYERS_READ
        raise one(Code.SCOPE_MISSING, found, _("Make a token with this scope and use that."))
    if day > today():
        raise ApiProblem(Code.PARAMETERS, [wrong("as_at", day.isoformat(), _("Choose today or an earlier day."))])


def _as_at(told: LookedUp, day: date) -> PlayerRecord:
    """Tell what a player was as at a day: by the points that were played until then and are final now."""
    player = told.player
    found = extract.as_at(player, day)
    colours, held = handbook.on_record(player.federation), found.rank.holding.units
    return PlayerRecord(
        number=told.number,
        name=told.name,
        club=_club(home_club(identity.identities(player), day)),
        rank=found.rank.standing.rank or None,
        points={name: colour.show(int(held.get(name, 0))) for name, colour in colours.items()},
        provisional={},
        hidden=player.anonymous,
        standing=found.state.status,
        can_be_credited=point_destination.destination(player, day, day).goes is Goes.CREDITED,
        as_at=day,
    )


def _hidden(told: LookedUp) -> PlayerRecord:
    """Tell of somebody who hides from the caller what is enough to seat them."""
    return PlayerRecord(
        number=told.number,
        name=None,
        club=None,
        rank=None,
        points={},
        provisional={},
        hidden=True,
        standing=None,
        can_be_credited=told.credited,
        as_at=None,
    )


def _find(words: str) -> list[search.RankedPerson]:
    return search.find(words, _MOST, with_anonymous=False)


def _nobody(here: Federation, number: str) -> NoReturn:
    """Say that there is nobody to show; of somebody who hides in the same words."""
    checked = numbers.check(here, number)
    if not checked.ok:
        raise one(Code.NUMBER_IMPOSSIBLE, checked.why, _("Type the number again."))
    found = _("We have no player to show under the number %s.") % number
    raise one(Code.NO_SUCH_PLAYER, found, _("Check the number with the player."))


def _club(club: HomeClub | None) -> Club | None:
    return None if club is None else Club(club.number, club.name)
