"""The first county of a player: the one chosen, otherwise that of the home club."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, identity, standings
from overtrick.register.people.models import Allegiance, Player
from overtrick.register.periods import ONE_DAY

_AUDITED = ("county", "begins", "ends")


class NotACounty(Refused):
    """Allegiance is owed to a county, an area, a state or a district."""


def county_of(player: Player, on: date) -> Organisation | None:
    """Give the county of first allegiance on a day."""
    chosen = _chosen(player, on)
    if chosen is not None:
        return chosen.county
    home = clubs.clubs_of(player, on).home
    return ancestry.above(home, Organisation.Kind.REGION) if home else None


def choose(
    player: Player, county: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> clubs.ClubChange:
    """Let a player belong to a county first from a day on; the finding says what the handbook leaves open."""
    need(actor, Action.MEMBERS, None, at)
    return enter(player, county, on, actor=actor, at=at, reason=reason)


def enter(
    player: Player, county: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> clubs.ClubChange:
    """Enter a player's county, as part of another service."""
    if county.kind != Organisation.Kind.REGION:
        raise NotACounty(f"{county} is not a county, area, state or district.", "Choose one that is.")
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        now = _chosen(player, on)
        mine = Allegiance.objects.filter(player__in=identity.identities(player))
        found = clubs.rules(on).may_change_county(
            clubs.holder(player, on)._replace(
                county=now.county.name if now else "",
                county_changes=tuple(mine.order_by("begins").values_list("begins", flat=True))[1:],
            ),
            county.name,
        )
        clubs.allowed(found)
        before = trail.values_of(now, *_AUDITED) if now else None
        if now is not None:
            periods.end(now, on - ONE_DAY)
        periods.check_free(mine, on, None, f"The county of {player}")
        made = player.allegiances.create(county=county, begins=on)
        trail.record(actor, "player.county", player, before, trail.values_of(made, *_AUDITED), reason, at=at)
    return clubs.ClubChange(player, found)


def _chosen(player: Player, on: date) -> Allegiance | None:
    ids = identity.identities(player)
    rows = Allegiance.objects.filter(periods.during(on), player__in=ids).select_related("county")
    return min(rows, key=lambda row: (row.player_id != ids[0], row.pk), default=None)
