"""Takes a snapshot: looks through the register, some players at a time, and keeps what is otherwise than before.

A snapshot that is under way is carried on by whichever worker comes next. Files are made of the last one that is done.
"""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.national_files.lines import LineMaker
from overtrick.register.national_files.models import PublishedLine, Snapshot
from overtrick.register.organisations.require import need_office
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

#: So many players are looked at in one transaction: nobody who writes waits long, and memory stays flat.
TOGETHER = 2_000


def begin(*, actor: User | None, at: datetime) -> Snapshot:
    """Begin a snapshot of this day; one that is under way is carried on. No actor: the worker begins it by itself."""
    if actor is not None:
        need_office(actor, at)
    with transactions.atomic():
        found = under_way()
        if found is None:
            found = Snapshot.objects.create(federation=current(), day=at.date(), begun_at=at)
            trail.record(actor, "national-files.begin", found, None, trail.values_of(found, "day"), at=at)
    return found


def under_way() -> Snapshot | None:
    """Give the snapshot that is not done yet."""
    return Snapshot.objects.filter(done_at=None).first()


def latest() -> Snapshot | None:
    """Give the last snapshot that is done."""
    return Snapshot.objects.exclude(done_at=None).order_by("-day", "-pk").first()


def advance(snapshot: Snapshot, at: datetime) -> int:
    """Look at some more players; how many there were. With the last of them the snapshot is done."""
    with transactions.atomic():
        now = Snapshot.objects.select_for_update().get(pk=snapshot.pk)
        if now.done_at is not None:
            return 0
        players = list(Player.objects.filter(pk__gt=now.reached).order_by("pk")[:TOGETHER])
        listed, changed = _keep(now, players)
        now.players, now.changed = now.players + listed, now.changed + changed
        if players:
            now.reached = players[-1].pk
        if len(players) < TOGETHER:
            now.done_at = at
        now.save(update_fields=["players", "changed", "reached", "done_at"])
    return len(players)


def _keep(snapshot: Snapshot, players: list[Player]) -> tuple[int, int]:
    """Write what is otherwise than the snapshot before said; how many are listed, and how many have changed."""
    lines = LineMaker(snapshot.federation, snapshot.day).lines(players)
    before = dict(PublishedLine.objects.filter(player__in=players).values_list("player", "told"))
    rows = []
    for player in players:
        was = before.get(player.pk, {})
        told = lines[player.pk] or (_withdrawn(was) if was else {})
        if told != was:
            rows.append(PublishedLine(player=player, told=told, changed=snapshot.day))
    PublishedLine.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player"], update_fields=["told", "changed"]
    )
    return sum(map(bool, lines.values())), len(rows)


def _withdrawn(was: dict[str, str]) -> dict[str, str]:
    """Say only that a number that was published is no longer: of somebody who hides now nothing else is kept."""
    return {"number": was["number"], "withdrawn": "yes"}


def forget(players: list[int]) -> None:
    """Keep nothing of these people but that their numbers are withdrawn: somebody was erased."""
    for row in PublishedLine.objects.filter(player__in=players):
        row.told = _withdrawn(row.told)
        row.save(update_fields=["told"])
