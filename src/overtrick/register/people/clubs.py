"""The clubs of a player by dates: one home club, and others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q

from overtrick.engine.findings import Finding
from overtrick.handbooks import record
from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook, numbers
from overtrick.register.organisations import affiliation, contacts
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import home_members, identity, standings
from overtrick.register.people.models import Membership, Player
from overtrick.register.periods import ONE_DAY
from overtrick.register.scoping import current


class RuledOut(Refused):
    """The handbook does not allow it."""


class NotAClub(Refused):
    """Players belong to clubs; the national body may have members of its own."""


class Clubs(NamedTuple):
    """The clubs of a player on a day."""

    home: Organisation | None
    others: tuple[Organisation, ...]


class Member(NamedTuple):
    """A player on a club's list."""

    player: Player
    home: bool
    since: date
    club: Organisation


class ClubChange(NamedTuple):
    """A change was made; the finding says by which clause, and whether something about it stays open."""

    player: Player
    finding: Finding


def clubs_of(player: Player, on: date) -> Clubs:
    """Give the clubs of a player on a day; of merged records the home club of the kept one comes first."""
    root = player.kept_id or player.pk
    return transactions.asked_once(("clubs of", root, on), lambda: clubs_of_each([root], on)[root])


def clubs_of_each(players: Collection[int], on: date) -> dict[int, Clubs]:
    """Give those of each of these (kept) players, in two queries."""
    whose = identity.identities_of(players)
    rows = Membership.objects.filter(periods.during(on), player__in=list(whose)).select_related("club")
    listed: dict[int, list[Membership]] = {player: [] for player in players}
    for row in rows.order_by("begins", "pk"):
        listed[whose[row.player_id]].append(row)
    return {player: _clubs(player, held) for player, held in listed.items()}


def _clubs(player: int, held: Iterable[Membership]) -> Clubs:
    listed = sorted(held, key=lambda row: (not row.home, row.player_id != player))
    home = next((row.club for row in listed if row.home), None)
    others = dict.fromkeys(row.club for row in listed if row.club != home)
    return Clubs(home, tuple(others))


def is_listed(player: Player, club: Organisation) -> bool:
    """Say whether a player is on a club's list, with a membership that goes on."""
    return club.memberships.filter(ends__isnull=True, player__in=identity.identities(player)).exists()


def members(club: Organisation, on: date) -> list[Member]:
    """List a club's members on a day, by name. A merged record counts where the kept one has no other home club."""
    return members_of_all([club.pk], on)


def members_of_all(listed: Collection[int], on: date) -> list[Member]:
    """List the members of several clubs likewise; whoever belongs to two of them is there twice."""
    rows = Membership.objects.filter(periods.during(on), club__in=listed)
    rows = rows.select_related("player", "player__kept", "club")
    found: dict[tuple[int, int], Member] = {}
    merged = [row for row in rows if row.player.kept_id]
    elsewhere = set(
        Membership.objects.filter(
            periods.during(on), home=True, player__in=[row.player.kept_id for row in merged]
        ).values_list("player", flat=True)
    )
    for row in rows:
        player = identity.kept(row.player)
        home = row.home and not (row.player.kept_id and player.pk in elsewhere)
        known = found.get((player.pk, row.club_id))
        if known is None or (home and not known.home):
            found[player.pk, row.club_id] = Member(player, home, row.begins, row.club)
    return sorted(found.values(), key=lambda each: (each.player.family, each.player.given, each.player.pk))


def join(
    player: Player, club: Organisation, on: date, *, home: bool, actor: User | None, at: datetime, reason: str = ""
) -> Membership:
    """Enter a player in a club by the office's word; a club asks the player (see ``joining``)."""
    need(actor, Action.REGISTER, None, at)
    return enter(player, club, on, home=home, actor=actor, at=at, reason=reason)


def enter(
    player: Player, club: Organisation, on: date, *, home: bool, actor: User | None, at: datetime, reason: str = ""
) -> Membership:
    """Enter a player in a club, as part of another service."""
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        check_club(club, on)
        rows = Membership.objects.filter(player__in=identity.identities(player))
        periods.check_free(rows.filter(club=club), on, None, f"{player} in {club}")
        if home:
            periods.check_free(rows.filter(home=True), on, None, f"The home club of {player}")
        made = player.memberships.create(club=club, home=home, begins=on)
        trail.record(actor, "player.join", player, None, trail.values_of(made, *standings.MEMBERSHIP), reason, at=at)
        if home:
            home_members.tell(player, on, actor, at)
    return made


def transfer(
    player: Player, club: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> ClubChange:
    """Move a player to another home club from a day on, by the office's word; a club asks the player."""
    need(actor, Action.MEMBERS, None, at)
    return enter_transfer(player, club, on, actor=actor, at=at, reason=reason)


def enter_transfer(
    player: Player, club: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> ClubChange:
    """Move a player to another home club, as part of another service; the old one ends with the day before.

    The old club is told. It may go on listing the player beside the new home club.
    """
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        check_club(club, on)
        found = rules(on).may_transfer(holder(player, on), club.name)
        allowed(found)
        old = clubs_of(player, on).home
        made, before = _move_home(player, club, on)
        if old is not None:
            told = {
                "name": str(player),
                "number": numbers.written(current(), player.number),
                "other": str(club),
                "day": on.isoformat(),
            }
            contacts.write_to(old, f"transferred {made.pk}", "transferred", current(), at, **told)
        trail.record(
            actor,
            "player.transfer",
            player,
            {"clubs": before},
            trail.values_of(made, *standings.MEMBERSHIP),
            reason,
            at=at,
        )
        home_members.tell(player, on, actor, at)
    return ClubChange(player, found)


def make_home(
    player: Player, club: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Make a club the home club of whoever comes back or moves, as part of that, whatever it was before.

    The service of which it is part lets others know (``home_members.tell``).
    """
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        check_club(club, on)
        # A home club that a merged record has is not taken for the player's own: whoever comes back begins there.
        if player.memberships.filter(periods.during(on), club=club, home=True).exists():
            return
        made, before = _move_home(player, club, on)
        trail.record(
            actor, "player.join", player, {"clubs": before}, trail.values_of(made, *standings.MEMBERSHIP), reason, at=at
        )


def _move_home(player: Player, club: Organisation, on: date) -> tuple[Membership, list[trail.Change]]:
    """End the home club, and what the player was in the new one, and begin there."""
    mine = Membership.objects.filter(player__in=identity.identities(player))
    ending = list(mine.filter(periods.during(on)).filter(Q(home=True) | Q(club=club)))
    before = [trail.values_of(row, *standings.MEMBERSHIP) for row in ending]
    for row in ending:
        periods.end(row, on - ONE_DAY)
    periods.check_free(mine.filter(Q(home=True) | Q(club=club)), on, None, f"The home club of {player}")
    return player.memberships.create(club=club, home=True, begins=on), before


def add_alternate(
    player: Player, club: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> ClubChange:
    """Let a player belong to a club beside the home club, by the office's word."""
    need(actor, Action.REGISTER, None, at)
    return enter_beside(player, club, on, actor=actor, at=at, reason=reason)


def enter_beside(
    player: Player, club: Organisation, on: date, *, actor: User | None, at: datetime, reason: str = ""
) -> ClubChange:
    """Enter a player in a club beside the home club, as part of another service."""
    found = rules(on).may_add_alternate(holder(player, on), club.name)
    allowed(found)
    enter(player, club, on, home=False, actor=actor, at=at, reason=reason)
    return ClubChange(identity.kept(player), found)


def remove_alternate(
    player: Player, club: Organisation, last_day: date, *, actor: User | None, at: datetime, reason: str = ""
) -> ClubChange:
    """Let a player leave a club beside the home club with the end of a day."""
    need(actor, Action.MEMBERS, club, at)
    player = identity.kept(player)
    with transactions.atomic():
        standings.lock(player)
        found = rules(last_day).may_remove_alternate(holder(player, last_day), club.name)
        allowed(found)
        mine = Membership.objects.filter(player__in=identity.identities(player), club=club, home=False)
        for row in mine.filter(periods.during(last_day)):
            trail.record(
                actor, "player.leave", player, *trail.changed(row, *standings.MEMBERSHIP, ends=last_day), reason, at=at
            )
    return ClubChange(player, found)


def holder(player: Player, on: date) -> record.Holder:
    """Tell the handbook what it may ask about a player's clubs on a day."""
    state = standings.on_day(player, on)
    belongs = clubs_of(player, on)
    return record.Holder(
        number=identity.kept(player).number,
        status=record.Status(state.status) if state.status else None,
        suspended=state.suspended,
        home_club=belongs.home.name if belongs.home else "",
        other_clubs=tuple(each.name for each in belongs.others),
    )


def rules(on: date) -> record.Rules:
    """Give the answers of the handbook that governs on a day."""
    return record.of(handbook.edition_on(current(), on))


def allowed(found: Finding) -> None:
    """Refuse what the handbook does not allow; what it leaves open is left to the office."""
    if found.holds is False:
        raise RuledOut(
            f"{found.working.says}.",
            "Check the player's record.",
            found.working.clause,
            code="membership-against-the-rules",
        )


def check_club(club: Organisation, on: date) -> None:
    """Refuse what is not a club, and a club that does not belong to the federation on a day."""
    if club.kind not in (Organisation.Kind.CLUB, Organisation.Kind.NATIONAL):
        raise NotAClub(f"{club} is not a club.", "Choose one of its clubs.", code="not-a-club")
    if not affiliation.affiliated(club, on):
        raise affiliation.NotAffiliated(
            f"{club} is not affiliated on {on}.",
            "Choose another club, or affiliate it.",
            code="organisation-not-affiliated",
        )
