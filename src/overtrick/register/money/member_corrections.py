"""Takes charges for members back: of a registration that was undone, and the second one of records that were merged.

A reversal is made in the transaction that takes away the cause. What is not invoiced yet goes; what is invoiced is on
the credit note of the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime

from overtrick.handbooks.money_causes import How
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.money import charging, registrations
from overtrick.register.money.models import Charge
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import home_members, identity
from overtrick.register.people.home_members import PersonJoinings
from overtrick.register.people.models import Player

Cause = Charge.Cause
_MEMBERS = (Cause.REGISTRATION, Cause.ROLL)
_ACTION = "charge.member"


def reverse_undone(sender: object, player: Player, actor: User | None, at: datetime, **_more: object) -> None:
    """Hear that a person's standings or home clubs changed; what they joined no more on its day costs nothing."""
    del sender  # Django names one
    standing = _standing(identity.identities(player), Cause.REGISTRATION)
    if not standing:
        return
    joined = _joined(player)
    undone = [each for each in standing if not joined.ways(each.player_id or 0, each.caused_on)]
    _take_back(player, undone, lambda each: f"The registration of {each.caused_on} was undone", actor, at)


def reverse_doubles(
    sender: object, kept: Player, duplicate: Player, actor: User | None, at: datetime, **_more: object
) -> None:
    """Hear that two records are one person: for one roll, or one day of registering, the first charge stays."""
    del sender
    if charging.begins(kept.federation) is None:
        return
    _lock(kept, duplicate)
    reverse_undone(None, kept, actor, at)
    first: dict[tuple[str, date], int | None] = {}
    doubles = [
        each
        for each in _standing(identity.identities(kept), *_MEMBERS)
        if first.setdefault((each.cause, each.caused_on), each.player_id) != each.player_id
    ]
    says = f"Charged twice: the records {kept.number} and {duplicate.number} were merged"
    _take_back(kept, doubles, lambda _each: says, actor, at)


def charge_parted(
    sender: object, kept: Player, duplicate: Player, actor: User | None, at: datetime, reason: str, **_more: object
) -> None:
    """Hear that a merge was undone: what was taken back is charged again, if the two are members by themselves."""
    del sender
    if charging.begins(kept.federation) is None:
        return
    _lock(kept, duplicate)
    for player in (kept, duplicate):
        reverse_undone(None, player, actor, at)
        records = identity.identities(player)
        back = Charge.objects.filter(player__in=records, cause__in=_MEMBERS, reverses=None).exclude(reversed_by=None)
        days = sorted(set(back.values_list("cause", "caused_on")))
        made = _register_again(player, [day for cause, day in days if cause == Cause.REGISTRATION], actor, at)
        for declared in (day for cause, day in days if cause == Cause.ROLL):
            made += registrations.charge_roll_again(declared, records, actor, at)
        if made:
            trail.record(actor, _ACTION, player, None, {"charges": len(made)}, reason, at=at)


def _register_again(player: Player, days: Iterable[date], actor: User | None, at: datetime) -> list[Charge]:
    """Charge a registration whose charge was taken back, and which the records call for."""
    known = registrations.charged_joinings([player.pk])
    calls = _joined(player).calls()
    due = [(day, calls[day][1]) for day in days if day in calls and (player.pk, day) not in known]
    clubs = Organisation.objects.in_bulk({each.club for _day, each in due})
    people = [(player, clubs[each.club], day, How.NEW if each.new else How.REACTIVATED) for day, each in due]
    return registrations.charge(people, Cause.REGISTRATION, actor, at)


def _lock(*players: Player) -> None:
    """Wait for whoever charges a roll, or changes one of these people: one charge is taken back once."""
    registrations.lock_rolls()
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=[each.pk for each in players]).order_by("pk"))


def _joined(player: Player) -> PersonJoinings:
    records = identity.identities(player)
    return home_members.of_person(records, home_members.standings_of(records), home_members.homes_of(records))


def _standing(records: Iterable[int], *causes: Charge.Cause) -> list[Charge]:
    """Give the charges for these records that were not taken back, the first one first."""
    rows = Charge.objects.filter(player__in=list(records), cause__in=causes, reverses=None, reversed_by=None)
    return list(rows.order_by("pk"))


def _take_back(
    player: Player, charges: Sequence[Charge], says: Callable[[Charge], str], actor: User | None, at: datetime
) -> None:
    made = charging.keep([charging.reversal(each, actor, at.date(), says(each)) for each in charges])
    if made:
        reason = "; ".join(dict.fromkeys(each.reason for each in made))
        trail.record(actor, _ACTION, player, None, {"charges": len(made)}, reason, at=at)
