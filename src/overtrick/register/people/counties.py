"""The counties of a player: one first, chosen or that of the home club, and others besides."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.engine.findings import Finding
from overtrick.handbooks.record import Belonging
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

_AUDITED = ("county", "first", "begins", "ends")


class NotACounty(Refused):
    """Allegiance is owed to a county, an area, a state or a district."""


def county_of(player: Player, on: date) -> Organisation | None:
    """Give the county of first allegiance on a day."""
    chosen = _chosen(player, on)
    if chosen is not None:
        return chosen.county
    home = clubs.clubs_of(player, on).home
    return ancestry.above(home, Organisation.Kind.REGION) if home else None


def belonging(player: Player, on: date) -> Belonging:
    """Tell the handbook to which clubs and counties a player belongs on a day."""
    return transactions.asked_once(("belonging", player.pk, on), lambda: _belonging(player, on))


def _belonging(player: Player, on: date) -> Belonging:
    ids = identity.identities(player)
    mine = clubs.clubs_of(player, on)
    through = []
    for club in filter(None, (mine.home, *mine.others)):
        county = ancestry.above(club, Organisation.Kind.REGION)
        through.append((club.name, county.name if county else ""))
    rows = Allegiance.objects.filter(periods.during(on), player__in=ids).select_related("county").order_by("begins")
    chosen = _chosen(player, on)
    joined = dict.fromkeys(row.county.name for row in rows if not row.first)
    return Belonging(tuple(through), tuple(joined), chosen.county.name if chosen else "")


def counties_of(player: Player, on: date) -> tuple[str, ...]:
    """Name all counties of a player on a day, the first one first."""
    return clubs.rules(on).counties(belonging(player, on))


def may_represent(player: Player, county: str, on: date) -> Finding | None:
    """Say whether a player may represent a county; None where the handbook does not say."""
    return clubs.rules(on).may_represent(belonging(player, on), county)


def join_besides(
    player: Player, county: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Let a player belong to a county besides the others from a day on."""
    need(actor, Action.MEMBERS, None, at)
    _check_county(county)
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        mine = Allegiance.objects.filter(player__in=identity.identities(player), county=county)
        periods.check_free(mine, on, None, f"{player} in {county}")
        made = player.allegiances.create(county=county, first=False, begins=on)
        trail.record(actor, "player.county", player, None, trail.values_of(made, *_AUDITED), reason, at=at)


def leave(
    player: Player, county: Organisation, last_day: date, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Let a player leave a county that was joined besides, with the end of a day."""
    need(actor, Action.MEMBERS, None, at)
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        mine = Allegiance.objects.filter(player__in=identity.identities(player), county=county, first=False)
        found = mine.filter(periods.during(last_day)).first()
        if found is None:
            raise NotACounty(
                f"{player} did not join {county} besides.",
                "Choose a county that they joined.",
                code="county-not-joined",
            )
        told = trail.changed(found, *_AUDITED, ends=last_day)
        trail.record(actor, "player.county", player, *told, reason, at=at)


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
    _check_county(county)
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        now = _chosen(player, on)
        mine = Allegiance.objects.filter(player__in=identity.identities(player), first=True)
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
        for row in Allegiance.objects.filter(
            periods.during(on), player__in=identity.identities(player), county=county, first=False
        ):
            periods.end(row, on - ONE_DAY)
        made = player.allegiances.create(county=county, begins=on)
        trail.record(actor, "player.county", player, before, trail.values_of(made, *_AUDITED), reason, at=at)
    return clubs.ClubChange(player, found)


def _check_county(county: Organisation) -> None:
    if county.kind != Organisation.Kind.REGION:
        raise NotACounty(
            f"{county} is not a county, area, state or district.", "Choose one that is.", code="not-a-county"
        )


def _chosen(player: Player, on: date) -> Allegiance | None:
    ids = identity.identities(player)
    rows = Allegiance.objects.filter(periods.during(on), player__in=ids, first=True).select_related("county")
    return min(rows, key=lambda row: (row.player_id != ids[0], row.pk), default=None)
