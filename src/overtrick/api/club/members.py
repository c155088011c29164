"""The members of a club, as its list has them. How they are reached, and when they were born, is in no answer."""

from __future__ import annotations

from datetime import date

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick.api import lists
from overtrick.api.answers import CSV, Keep
from overtrick.api.lists import Cursor, Limit, Page, Table, page
from overtrick.api.operations import get
from overtrick.api.organisations import Number, organisation
from overtrick.register.federations import numbers
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, standings
from overtrick.register.people.clubs import Member
from overtrick.register.people.standings import PlayerState
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.club import base

GROUP = "A club's members"


class MemberRecord(msgspec.Struct, frozen=True):
    """A member of the club."""

    number: str
    given: str | None  #: null with ``family``: known to the club alone, and not to whoever asks
    family: str | None
    standing: str | None  #: null: nothing is known for today
    suspended: bool
    home: bool  #: this is the home club
    since: date
    hidden: bool  #: hides from strangers


@get(
    "/organisations/{number}/members", Page[MemberRecord], GROUP, keep=Keep.NEVER, scope=Scope.MEMBERS_READ, also=[CSV]
)
def members(request: HttpRequest, number: Number, limit: Limit = lists.USUAL, after: Cursor = "") -> HttpResponse:
    """List the members of the club by name, with their standing and whether it is their home club."""
    where, on = organisation(request, number, Action.MEMBERS, base.WITH_MEMBERS), access.today()
    keys = lists.keys(request, after, str, str, int)
    every = [each for each in clubs.members(where, on) if keys is None or _key(each) > tuple(keys)]
    chosen = every[:limit]
    base.as_seen(request, (each.player for each in chosen))
    states = standings.many([each.player.pk for each in chosen], on)
    items = [_member(each, states[each.player.pk]) for each in chosen]
    last = _key(chosen[-1]) if len(every) > limit else None
    return page(request, items, last, table=Table(MemberRecord.__struct_fields__, _row))


def _key(member: Member) -> tuple[str, str, int]:
    """Name where a member stands in the list: as ``clubs.members`` puts them in order."""
    return member.player.family, member.player.given, member.player.pk


def _member(each: Member, state: PlayerState) -> MemberRecord:
    who = each.player
    return MemberRecord(
        number=numbers.written(who.federation, who.number),
        given=None if who.shown_as else who.given,
        family=None if who.shown_as else who.family,
        standing=str(state.status) if state.status else None,
        suspended=state.suspended,
        home=each.home,
        since=each.since,
        hidden=who.anonymous,
    )


def _row(each: MemberRecord) -> tuple[str | date | None, ...]:
    yes = {True: "yes", False: "no"}
    return (
        *(each.number, each.given, each.family, each.standing, yes[each.suspended], yes[each.home]),
        *(each.since, yes[each.hidden]),
    )
