"""Registers many people at once: all of them or none.

Nobody is looked for here: whoever calls this has searched for duplicates, as the import of a members list does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need_all
from overtrick.register.people import clubs, registration, signals
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Allegiance, Membership, NameWord, Player, Standing
from overtrick.register.scoping import current

#: So many people go to the database together.
_BATCH = 1000


class NumberTaken(Refused):
    """Somebody else has this number."""


class NewMember(NamedTuple):
    """Somebody to be entered, with all that begins on one day."""

    applicant: Applicant  #: without a number: the next free one is given out
    begins: date
    status: Standing.Status = Standing.Status.REGISTERED
    home: Organisation | None = None
    county: Organisation | None = None
    home_begins: date | None = None  #: where that is another day


def enrol(
    newcomers: Sequence[NewMember],
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> list[Player]:
    """Enter people in one transaction; ``progress`` is told how many of how many are done.

    Points that wait under a number are looked at by whoever calls this (``entitlement.tell``).
    """
    need_all(actor, Action.REGISTER, (each.home if each.county is None else None for each in newcomers), at)
    entered: list[Player] = []
    with transactions.atomic():
        for club, begins in {(each.home, each.home_begins or each.begins) for each in newcomers if each.home}:
            clubs.check_club(club, begins)
        numbered = _numbered(newcomers)
        for first in range(0, len(newcomers), _BATCH):
            batch = newcomers[first : first + _BATCH]
            entered += _enter(batch, numbered[first : first + _BATCH], actor, at, reason)
            if progress is not None:
                progress(len(entered), len(newcomers))
    return entered


def _numbered(newcomers: Sequence[NewMember]) -> list[str]:
    """Check the numbers people bring along, and give out those that are missing."""
    federation = current()
    brought = [numbers.key(federation, each.applicant.number) for each in newcomers]
    seen: set[str] = set()
    for number in filter(None, brought):
        checked = numbers.check(federation, number)
        if not checked.ok:
            raise registration.BadNumber(
                checked.why, "Compare it with the card, or leave it out for a new one.", code="number-not-possible"
            )
        if number in seen:
            raise NumberTaken(
                f"The number {number} is in the list twice.", "Correct one of the two.", code="number-twice"
            )
        seen.add(number)
    listed = sorted(seen)
    for first in range(0, len(listed), _BATCH):
        taken = Player.objects.filter(number__in=listed[first : first + _BATCH]).first()
        if taken is not None:
            raise NumberTaken(
                f"The number {taken.number} is that of {taken}.",
                "Correct it, or look at both records.",
                code="number-taken",
            )
    new = iter(_new_numbers(seen, brought.count("")))
    return [number or next(new) for number in brought]


def _new_numbers(brought: set[str], count: int) -> list[str]:
    """Give out numbers, none of them one that somebody in the list brings along."""
    found: list[str] = []
    while len(found) < count:
        found += [each for each in numbers.next_numbers(current(), count - len(found)) if each not in brought]
    return found


def _enter(
    batch: Sequence[NewMember], numbered: Sequence[str], actor: User | None, at: datetime, reason: str
) -> list[Player]:
    players = Player.objects.bulk_create(
        registration.new_player(each.applicant, number, each.begins)
        for each, number in zip(batch, numbered, strict=True)
    )
    pairs = list(zip(players, batch, strict=True))
    NameWord.objects.bulk_create(row for player in players for row in registration.word_rows(player))
    Standing.objects.bulk_create(
        Standing(player=player, status=each.status, begins=each.begins, reason=reason) for player, each in pairs
    )
    Membership.objects.bulk_create(
        Membership(player=player, club=each.home, home=True, begins=each.home_begins or each.begins)
        for player, each in pairs
        if each.home is not None
    )
    Allegiance.objects.bulk_create(
        Allegiance(player=player, county=each.county, begins=each.begins)
        for player, each in pairs
        if each.county is not None
    )
    trail.keep(
        trail.draft(actor, "player.register", player, None, _audit_values(player, each), reason, at=at)
        for player, each in pairs
    )
    joined = [
        signals.Joined(player, each.home, each.home_begins or each.begins, new=True)
        for player, each in pairs
        if each.home is not None and each.status == Standing.Status.REGISTERED
    ]
    signals.registered_at_home.send(None, joined=joined, actor=actor, at=at)
    return players


def _audit_values(player: Player, newcomer: NewMember) -> trail.Change:
    return registration.audit_values(player) | {
        "status": str(newcomer.status),
        "begins": newcomer.begins,
        "home": newcomer.home.pk if newcomer.home else None,
        "county": newcomer.county.pk if newcomer.county else None,
    }
