"""Registers somebody again who had lapsed, or who was only a potential member."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.findings import Finding
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, home_members, identity, signals, standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.people.signals import ReleasedPoints


class Reinstatement(NamedTuple):
    """A player is registered from a day on, and may have points that waited."""

    player: Player
    was: Standing.Status | None
    since: date | None  #: the first day of what the player was before
    finding: Finding
    points: ReleasedPoints = ReleasedPoints()


def register_again(
    player: Player,
    club: Organisation | None,
    on: date,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Reinstatement:
    """Register a lapsed player, a potential member or a visitor from a day on, by the office's word.

    The club becomes the home club; without one it stays as it is, and direct members have none. A club does so for
    whoever is on its list still, and asks everybody else (see ``joining``).
    """
    need(actor, Action.REGISTER, club if club and clubs.is_listed(player, club) else None, at)
    return enter_again(player, club, on, actor=actor, at=at, reason=reason)


def enter_again(
    player: Player,
    club: Organisation | None,
    on: date,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Reinstatement:
    """Register somebody again under the old number, as part of another service."""
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        found = clubs.rules(on).may_reactivate(clubs.holder(player, on))
        clubs.allowed(found)
        before = standings.on_day(player, on)
        standings.enter(player, Standing.Status.REGISTERED, on, actor=actor, at=at, reason=reason)
        if club is not None:
            clubs.make_home(player, club, on, actor=actor, at=at, reason=reason)
        points = signals.tell([player], actor, at)
        home_members.tell(player, on, actor, at)
    return Reinstatement(player, before.status, before.since, found, points)
