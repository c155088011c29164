"""Who became a registered home member of a club, on which day: what a club pays capitation for.

That is so with every registration of somebody who is at home in a club, and where somebody who is registered already
gets a home club. Whoever moves from one home club to another is not counted again. The services ask here what they have
made, and the proof asks the same of all rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, signals
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.periods import ONE_DAY

Status = Standing.Status


class StandingDays(NamedTuple):
    """A standing beside which no other one holds: all but suspensions."""

    status: str
    begins: date
    ends: date | None


class HomeDays(NamedTuple):
    """A home club, by its key."""

    club: int
    begins: date
    ends: date | None


class Joining(NamedTuple):
    """Somebody became a registered home member."""

    day: date
    club: int
    new: bool  #: to the federation; otherwise they were here before


def joinings(told: Iterable[StandingDays], homes: Iterable[HomeDays]) -> list[Joining]:
    """Say when somebody became a registered home member, by all standings and home clubs; the first one first."""
    standings = sorted(told, key=lambda each: each.begins)
    listed = sorted(homes, key=lambda each: each.begins)
    registered = [each for each in standings if each.status == Status.REGISTERED]
    found: dict[date, Joining] = {}
    for each in registered:
        home = next((row for row in listed if _holds(row, each.begins)), None)
        if home is not None:
            found[each.begins] = Joining(each.begins, home.club, each is standings[0])
    for home in listed:
        moved = any(_holds(each, home.begins - ONE_DAY) for each in listed)
        if home.begins in found or moved or not any(_holds(each, home.begins) for each in registered):
            continue
        first = home is listed[0] and standings[0] is registered[0]
        found[home.begins] = Joining(home.begins, home.club, first)
    return [found[day] for day in sorted(found)]


def _holds(row: StandingDays | HomeDays, day: date) -> bool:
    return row.begins <= day and (row.ends is None or row.ends >= day)


def tell(player: Player, day: date, actor: User | None, at: datetime) -> None:
    """Let others know if somebody became a registered home member on a day; inside the transaction that made it so."""
    player = identity.kept(player)
    records = identity.identities(player)
    told = Standing.objects.filter(player__in=records).exclude(status=Status.SUSPENDED).order_by("begins", "pk")
    homes = Membership.objects.filter(player__in=records, home=True).order_by("begins", "pk")
    standings = [StandingDays(*row) for row in told.values_list("status", "begins", "ends")]
    listed = [HomeDays(*row) for row in homes.values_list("club", "begins", "ends")]
    made = [each for each in joinings(standings, listed) if each.day == day]
    clubs = Organisation.objects.in_bulk([each.club for each in made])
    joined: Sequence[signals.Joined] = [signals.Joined(player, clubs[each.club], day, each.new) for each in made]
    if joined:
        signals.registered_at_home.send(None, joined=joined, actor=actor, at=at)
