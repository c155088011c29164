"""Takes a snapshot: looks through the register, some players at a time, and keeps what is otherwise than before.

A snapshot that is under way is carried on by whichever worker comes next. Files are made of the last one that is done.
"""

from __future__ import annotations

from datetime import datetime
from operator import attrgetter

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.national_files.lines import LineMaker
from overtrick.register.national_files.models import PublishedLine, Snapshot
from overtrick.register.organisations.require import need_office
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

#: So many players are looked at together: nobody who writes waits long, and memory stays flat.
TOGETHER = 200
_RECORD = attrgetter("pk", "number", "given", "family", "anonymous", "kept_id")


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
    """Look at some more players; how many there were. With the last of them the snapshot is done.

    Nobody who writes waits while they are looked at. Who was changed by somebody else before their line is written is
    looked at once more: they may hide now, or have been erased.
    """
    with transactions.read_only():
        seen = Snapshot.objects.get(pk=snapshot.pk)
        if seen.done_at is not None:
            return 0
        players = list(_players().filter(pk__gt=seen.reached).order_by("pk")[:TOGETHER])
        same, changed = _told(seen, players)
    with transactions.atomic():
        now = Snapshot.objects.select_for_update().get(pk=seen.pk)
        if (now.reached, now.done_at) != (seen.reached, None):
            return len(players)  # another worker was quicker
        fresh = _players().in_bulk([each.player_id for each in changed])
        rows = [each for each in changed if _who(each.player) == _who(fresh[each.player_id])]
        kept = {each.player_id for each in rows}
        as_before, others = _told(now, [each for each in fresh.values() if each.pk not in kept])
        rows += others
        PublishedLine.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["player"], update_fields=["told", "changed"]
        )
        now.players += same + as_before + sum(_is_listed(each.told) for each in rows)
        now.changed += len(rows)
        if players:
            now.reached = players[-1].pk
        if len(players) < TOGETHER:
            now.done_at = at
        now.save(update_fields=["players", "changed", "reached", "done_at"])
    return len(players)


def _players() -> QuerySet[Player]:
    return Player.objects.select_related("kept")


def _who(player: Player) -> list[object]:
    """Give what a player's record says, and the one that stays where it was merged."""
    return [_RECORD(each) if each else None for each in (player, player.kept)]


def _told(snapshot: Snapshot, players: list[Player]) -> tuple[int, list[PublishedLine]]:
    """Say what the files tell: how many are listed as before, and the lines that are otherwise now."""
    if not players:
        return 0, []
    lines = LineMaker(snapshot.federation, snapshot.day).lines(players)
    before = dict(PublishedLine.objects.filter(player__in=players).values_list("player", "told"))
    same, rows = 0, []
    for player in players:
        was = before.get(player.pk, {})
        told = lines[player.pk] or (_withdrawn(was) if was else {})
        if told != was:
            rows.append(PublishedLine(player=player, told=told, changed=snapshot.day))
        else:
            same += _is_listed(told)
    return same, rows


def _is_listed(told: dict[str, str]) -> bool:
    """Say whether a line tells of a player, and not only that a number is withdrawn."""
    return bool(told) and "withdrawn" not in told


def _withdrawn(was: dict[str, str]) -> dict[str, str]:
    """Say only that a number that was published is no longer: of somebody who hides now nothing else is kept."""
    return {"number": was["number"], "withdrawn": "yes"}


def forget(players: list[int]) -> None:
    """Keep nothing of these people but that their numbers are withdrawn: somebody was erased."""
    for row in PublishedLine.objects.filter(player__in=players):
        row.told = _withdrawn(row.told)
        row.save(update_fields=["told"])
