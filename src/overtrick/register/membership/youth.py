"""Youths: who is registered free of charge, and who leaves at the end of the year in which they come of age."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.engine.findings import Finding
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.membership import bulk_lapse
from overtrick.register.membership.models import YearRun
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import current


class NoYouths(Refused):
    """The handbook has no youth club, or it is not there, or the year is not over."""


class Youth(NamedTuple):
    """A member of the youth club."""

    player: Player
    ends: date | None  #: the last day of the youth registration; None: the birthday is not known
    other: Organisation | None  #: another club that has the player
    goes_on: Finding | None  #: past the year


def youth_club(on: date) -> Organisation | None:
    """Give the club of the young, by the name in the handbook; None where there is none."""
    name = club_name(on)
    clubs_named = Organisation.objects.filter(name__iexact=name, kind=Organisation.Kind.CLUB)
    return clubs_named.order_by("pk").first() if name else None


def club_name(on: date) -> str:
    """Name the club of the young as the handbook does; empty where it has none."""
    return clubs.rules(on).youth_club(handbook.book_on(current(), on))


def youths(year: int, on: date) -> list[Youth]:
    """List the members of the youth club by birthday, and what becomes of them after the year.

    Whoever died, lapsed or found another home club between the year's end and a later day is not among them.
    """
    last = date(year, 12, 31)
    club = youth_club(last)
    if club is None:
        name = club_name(last)
        if not name:
            raise NoYouths(
                "The handbook has no youth club.", "There is nothing to do.", code="handbook-without-youth-club"
            )
        raise NoYouths(
            f"There is no club {name!r}.",
            "Add it under Organisations, and appoint its coordinator.",
            code="no-such-club",
        )
    book, rules = handbook.book_on(current(), last), clubs.rules(last)
    after = last + timedelta(days=1)
    found = []
    for member in clubs.members(club, last):
        player, born = member.player, member.player.born
        if not member.home:
            continue
        other = next(iter(clubs.clubs_of(player, last).others), None)
        facts = rules.youth_facts(book, born, after, other_club=other is not None) if born else None
        found.append(Youth(player, facts.ends if facts else None, other, facts.goes_on if facts else None))
    found = _still_there(found, max(on, last))
    return sorted(found, key=lambda each: (each.player.born or date.max, each.player.family, each.player.pk))


def leaving(listed: list[Youth], year: int) -> list[Youth]:
    """Pick those whose youth registration has ended with the year."""
    return [each for each in listed if each.ends is not None and each.ends <= date(year, 12, 31)]


def _still_there(listed: list[Youth], on: date) -> list[Youth]:
    """Leave out who has died, lapsed or found another home club."""
    states, home = standings.many([each.player.pk for each in listed], on), youth_club(on)
    return [
        each
        for each in listed
        if states[each.player.pk].status is Standing.Status.REGISTERED and clubs.clubs_of(each.player, on).home == home
    ]


def run(year: int, *, actor: User | None, at: datetime, progress: Callable[[int, int], None] | None = None) -> YearRun:
    """Let those who have come of age leave the youth club: to their other club, or lapsed. Again it changes nothing."""
    need(actor, Action.STANDING, None, at)
    begins = date(year + 1, 1, 1)
    with transactions.atomic():
        done = YearRun.objects.filter(kind=YearRun.Kind.YOUTH, year=year).first()
        if done is not None:
            return done
        if at.date() < begins:
            raise NoYouths(f"{year} is not over.", f"Run it from {begins} on.", code="year-not-over")
        listed = leaving(youths(year, at.date()), year)
        moving = [each for each in listed if each.other is not None]
        for each in moving:
            if each.other is not None:
                reason = f"of age in {year}"
                clubs.make_home(each.player, each.other, begins, actor=actor, at=at, reason=reason)
        lapsing = tuple(each.player for each in listed if each.goes_on is not None and not each.goes_on.holds)
        asked = bulk_lapse.LapseList(begins, lapsing, (), ())
        bulk_lapse.carry_out(asked, f"youth registration ended with {year}", actor=actor, at=at, progress=progress)
        counts = {"lapsed": len(lapsing), "moved": len(moving)}
        made = YearRun(
            federation=current(), kind=YearRun.Kind.YOUTH, year=year, done_by=actor, done_at=at, counts=counts
        )
        made.save()
        trail.record(actor, "membership.youth", current(), None, {"year": year, **counts}, at=at)
    return made
