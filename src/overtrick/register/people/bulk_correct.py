"""Corrects names and birthdays of many players at once, from a list of members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.organisations.require import need_one
from overtrick.register.organisations.roles import is_office
from overtrick.register.people import registration
from overtrick.register.people.models import Membership, NameWord, Player

#: So many people go to the database together.
_BATCH = 1000


class Details(NamedTuple):
    """What is right of a (kept) player; None stays as it is."""

    player: Player
    given: str | None = None
    family: str | None = None
    born: date | None = None
    anonymous: bool | None = None


def correct_many(
    listed: Sequence[Details],
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
    progress: Callable[[int], None] | None = None,
) -> None:
    """Change the details of many players in one transaction; ``progress`` is told how many are done."""
    with transactions.atomic():
        for first in range(0, len(listed), _BATCH):
            batch = listed[first : first + _BATCH]
            _need(actor, [each.player for each in batch], at)
            _correct(batch, actor, at, reason)
            if progress is not None:
                progress(first + len(batch))


def _need(actor: User | None, players: Sequence[Player], at: datetime) -> None:
    """See that the actor looks after a club of each of them."""
    if actor is None or is_office(actor, at.date()):
        return
    clubs: dict[int, list[Organisation]] = defaultdict(list)
    rows = Membership.objects.filter(periods.during(at.date()), player__in=players).select_related("club")
    for row in rows:
        clubs[row.player_id].append(row.club)
    every = {club for listed in clubs.values() for club in listed}
    mine = {club for club in every if may(actor, Action.MEMBERS, club, at.date())}
    for player in players:
        if mine.isdisjoint(clubs[player.pk]):
            need_one(actor, Action.MEMBERS, clubs[player.pk], at)


def _correct(batch: Sequence[Details], actor: User | None, at: datetime, reason: str) -> None:
    numbers = [each.player.pk for each in batch]
    fresh = {each.pk: each for each in Player.objects.select_for_update(no_key=True).filter(pk__in=numbers)}
    changed: list[Player] = []
    records = []
    for each in batch:
        player = fresh[each.player.pk]
        before = registration.audit_values(player)
        wanted = each._asdict()
        for one in (player, wanted.pop("player")):
            registration.put_right(one, **wanted)
        after = registration.audit_values(player)
        if after != before:
            changed.append(player)
            records.append(trail.draft(actor, "player.correct", player, before, after, reason, at=at))
    Player.objects.bulk_update(changed, registration.DETAILS, batch_size=100)
    NameWord.objects.filter(player__in=[each.pk for each in changed]).delete()
    NameWord.objects.bulk_create(row for each in changed for row in registration.word_rows(each))
    trail.keep(records)
