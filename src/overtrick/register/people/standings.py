"""The standing of a player by dates, and suspensions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from overtrick.register import periods, sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import home_members, identity, signals
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.periods import ONE_DAY

Status = Standing.Status
_AUDITED = ("status", "begins", "ends")
#: What the audit tells of a membership.
MEMBERSHIP = ("club", "home", "begins", "ends")

#: Where records of one person were merged and say different things, the first of these holds.
_FIRST = (Status.DECEASED, Status.REGISTERED, Status.OVERSEAS, Status.VISITOR, Status.POTENTIAL, Status.LAPSED)
#: Has a number, and is not registered.
_AWAY = (Status.LAPSED, Status.POTENTIAL, Status.VISITOR)


class PlayerState(NamedTuple):
    """What a player is on a day."""

    status: Status | None = None  #: None: nothing is known for that day
    suspended: bool = False
    since: date | None = None  #: the first day of this standing
    until: date | None = None  #: its last day, if that is known


class SuspendedIsNoStanding(Refused):
    """A suspension stands beside a standing and is entered as one."""


class NotSuspended(Refused):
    """There is no suspension on that day."""


class RegisteredAlready(Refused):
    """The player is what they would become."""


class NotRegistered(Refused):
    """Whoever is not registered does not become so by a change of standing alone."""


class Died(Refused):
    """The player is deceased."""


def is_away(player: Player, on: date) -> bool:
    """Say whether a player is not registered on a day: lapsed, a visitor, or not registered yet."""
    return on_day(player, on).status in (*_AWAY, None)


def on_day(player: Player, on: date) -> PlayerState:
    """Say what a player is on a day."""
    root = identity.kept(player).pk
    return many([root], on)[root]


def many(players: Collection[int], on: date) -> dict[int, PlayerState]:
    """Say what each of these (kept) players is on a day, in two queries."""
    return dict(transactions.asked_once(("standings", frozenset(players), on), lambda: _many(players, on)))


def _many(players: Collection[int], on: date) -> dict[int, PlayerState]:
    whose = identity.identities_of(players)
    given, value = sql.numbers(whose)
    found: dict[int, list[PlayerState]] = {player: [] for player in players}
    for player, status, begins, ends in sql.rows(
        f"select player_id, status, begins, ends from {given} join people_standing on player_id = n "  # noqa: S608 - ours
        "where begins <= %s and (ends is null or ends >= %s) order by people_standing.id",
        value,
        on,
        on,
    ):
        found[whose[player]].append(PlayerState(Status(status), since=sql.day(begins), until=ends and sql.day(ends)))
    return {player: state_of(listed) for player, listed in found.items()}


def state_of(rows: Iterable[PlayerState]) -> PlayerState:
    """Put together what all records of one person say for a day, in the order in which they were entered."""
    listed = {row.status: row for row in rows}
    suspended = listed.pop(Status.SUSPENDED, None) is not None
    for status in _FIRST:
        if status in listed:
            return listed[status]._replace(suspended=suspended)
    return PlayerState(suspended=suspended)


def history(player: Player) -> list[Standing]:
    """List every standing of a person, the earliest first."""
    root = identity.kept(player).pk
    return histories([root])[root]


def histories(players: Collection[int]) -> dict[int, list[Standing]]:
    """List those of each of these (kept) players, in two queries."""
    whose = identity.identities_of(players) if players else {}
    found: dict[int, list[Standing]] = {player: [] for player in players}
    for row in Standing.objects.filter(player__in=list(whose)).order_by("begins", "status", "pk"):
        found[whose[row.player_id]].append(row)
    return found


def on_day_of(known: Iterable[Standing], on: date) -> PlayerState:
    """Say what somebody is on a day, of whom all standings are known."""
    held = [row for row in known if row.begins <= on and (row.ends is None or on <= row.ends)]
    held.sort(key=lambda row: row.pk)
    return state_of(PlayerState(Status(row.status), since=row.begins, until=row.ends) for row in held)


def change(
    player: Player,
    status: Status,
    begins: date,
    ends: date | None = None,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Standing:
    """Give a player another standing from a day on, and whatever points wait for it."""
    need(actor, Action.STANDING, None, at)
    with transactions.atomic():
        lock(identity.kept(player))
        if status == Status.REGISTERED:
            _refuse_registering(player, begins)
        made = enter(player, status, begins, ends, actor=actor, at=at, reason=reason)
        signals.tell([made.player], actor, at)
        home_members.tell(made.player, begins, actor, at)
    return made


def _refuse_registering(player: Player, begins: date) -> None:
    """Leave registering to its own service, which asks for the home club; overseas members alone change to it."""
    now = on_day(player, begins).status
    if now == Status.REGISTERED:
        raise RegisteredAlready(
            f"{player} is registered on {begins} already.", "There is nothing to do.", code="registered-already"
        )
    if now in (*_AWAY, None):
        raise NotRegistered(
            f"{player} is not registered on {begins}, and becomes a member by registering again.",
            "Use “Register again” on the player's page: it asks for the home club, and charges it where a fee is due.",
            code="registers-again",
        )


def enter(
    player: Player,
    status: Status,
    begins: date,
    ends: date | None = None,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Standing:
    """Enter a standing from a day on, as part of another service; the one before ends with the day before."""
    if status == Status.SUSPENDED:
        raise SuspendedIsNoStanding(
            "A suspension is not a standing.", "Use the form for suspensions.", code="suspension-is-no-standing"
        )
    periods.check(begins, ends)
    player = identity.kept(player)
    with transactions.atomic():
        lock(player)
        _refuse_the_deceased(player, begins)
        rows = _rows(player).exclude(status=Status.SUSPENDED)
        holding = list(rows.filter(periods.during(begins)).order_by("pk"))
        told = [_make_room(each, begins) for each in sorted(holding, key=lambda each: each.player_id != player.pk)]
        before = told[0] if told else None
        periods.check_free(rows, begins, ends, f"The standing {status} of {player}")
        made = player.standings.create(status=status, begins=begins, ends=ends, reason=reason)
        trail.record(actor, "player.standing", player, before, trail.values_of(made, *_AUDITED), reason, at=at)
    return made


def _rows(player: Player) -> QuerySet[Standing]:
    """Give all standings of a person, those of merged records too: what one of them says must not outlive a change."""
    return Standing.objects.filter(player__in=identity.identities(player))


def _make_room(now: Standing, begins: date) -> trail.Change:
    """End a standing the day before another begins; one that began on that very day gives way."""
    before = trail.values_of(now, *_AUDITED)
    periods.end(now, begins - ONE_DAY)
    return before


def suspend(
    player: Player, begins: date, ends: date | None, *, actor: User | None, at: datetime, reason: str
) -> Standing:
    """Suspend a player from one day to another, both included."""
    need(actor, Action.SUSPEND, None, at)
    player = identity.kept(player)
    with transactions.atomic():
        lock(player)
        others = _rows(player).filter(status=Status.SUSPENDED)
        periods.check_free(others, begins, ends, f"The suspension of {player}")
        made = player.standings.create(status=Status.SUSPENDED, begins=begins, ends=ends, reason=reason)
        trail.record(actor, "player.suspend", player, None, trail.values_of(made, *_AUDITED), reason, at=at)
    return made


def lift(player: Player, last_day: date, *, actor: User | None, at: datetime, reason: str = "") -> Standing:
    """Let a suspension end with a day."""
    need(actor, Action.SUSPEND, None, at)
    player = identity.kept(player)
    with transactions.atomic():
        lock(player)
        now = _rows(player).filter(periods.during(last_day), status=Status.SUSPENDED).first()
        if now is None:
            raise NotSuspended(
                f"{player} is not suspended on {last_day}.", "Check the dates of the suspension.", code="not-suspended"
            )
        told = trail.changed(now, *_AUDITED, ends=last_day)
        trail.record(actor, "player.suspension.lift", player, *told, reason, at=at)
    return now


def lapse(player: Player, begins: date, *, actor: User | None, at: datetime, reason: str = "") -> Standing:
    """Let a registration lapse from a day on; the clubs' lists lose the player with the day before."""
    need(actor, Action.STANDING, None, at)
    with transactions.atomic():
        made = enter(player, Status.LAPSED, begins, actor=actor, at=at, reason=reason)
        _leave_clubs(made.player, begins - ONE_DAY, actor=actor, at=at, reason=reason or "lapsed")
        home_members.tell_changed(made.player, actor, at)
    return made


def mark_deceased(player: Player, died: date, *, actor: User | None, at: datetime, reason: str = "") -> Standing:
    """Mark a player as deceased, by the office's word; a club reports it (see ``deaths``)."""
    need(actor, Action.STANDING, None, at)
    return enter_death(player, died, actor=actor, at=at, reason=reason)


def enter_death(player: Player, died: date, *, actor: User | None, at: datetime, reason: str = "") -> Standing:
    """Mark a player as deceased, as part of another service; all else ends. Nothing in the book changes."""
    with transactions.atomic():
        made = enter(player, Status.DECEASED, died, actor=actor, at=at, reason=reason)
        _leave_clubs(made.player, died, actor=actor, at=at, reason=reason or "deceased")
        home_members.tell_changed(made.player, actor, at)
    return made


def lock(player: Player) -> None:
    """Let one change of a player wait for another."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _refuse_the_deceased(player: Player, begins: date) -> None:
    if _rows(player).filter(periods.during(begins), status=Status.DECEASED).exists():
        raise Died(
            f"{player} is marked as deceased.", "If that is a mistake, withdraw it first.", code="player-deceased"
        )


def withdraw_death(player: Player, *, actor: User | None, at: datetime, reason: str) -> None:
    """Take back that a player died, which was a mistake; a standing has to be entered anew."""
    need(actor, Action.STANDING, None, at)
    player = identity.kept(player)
    with transactions.atomic():
        lock(player)
        for row in _rows(player).filter(status=Status.DECEASED):
            trail.record(actor, "player.alive", player, trail.values_of(row, *_AUDITED), None, reason, at=at)
            row.delete()


def _leave_clubs(player: Player, last_day: date, *, actor: User | None, at: datetime, reason: str) -> None:
    """End every membership with a day; one that would begin later gives way."""
    rows = Membership.objects.filter(player__in=identity.identities(player))
    for row in rows.filter(Q(ends__isnull=True) | Q(ends__gt=last_day)):
        before = trail.values_of(row, *MEMBERSHIP)
        after = trail.values_of(row, *MEMBERSHIP) if periods.end(row, last_day) else None
        trail.record(actor, "player.leave", player, before, after, reason, at=at)
