"""Turns the day: looks through everybody once, some players at a time, for what time alone has changed.

With the first day the file is made. A day that is under way is carried on by whichever worker comes next.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from overtrick.register import sql, transactions
from overtrick.register.people.models import Player
from overtrick.register.player_file import keep
from overtrick.register.player_file.lines import FileLines
from overtrick.register.player_file.models import ChangeLog, DayMark
from overtrick.register.scoping import current
from overtrick.register.webhooks import outbox
from overtrick.register.webhooks.types import EventType

#: So many players are looked at together, in the first file so many lines written: nobody who writes waits long.
TOGETHER = 200
#: So long a cursor can be asked from.
KEPT = timedelta(days=400)
_HOUR = timedelta(hours=1)


def begin(at: datetime) -> bool:
    """Begin a new day of the log; whether there was one to begin."""
    federation, day = current(), at.date()
    with transactions.atomic():
        ChangeLog.objects.bulk_create(
            [ChangeLog(federation=federation, day=day - timedelta(days=1))], ignore_conflicts=True
        )
        log = ChangeLog.objects.select_for_update().get(federation=federation)
        if day <= log.day:
            return False
        log.day, log.reached = day, 0
        log.save(update_fields=["day", "reached"])
        DayMark.objects.create(federation=federation, day=day, change=log.last)
        # The newest mark that is old enough says which cursors are too old; those before it say nothing more.
        old = DayMark.objects.filter(day__lte=day - KEPT).order_by("-day").values_list("day", flat=True).first()
        if old is not None:
            DayMark.objects.filter(day__lt=old).delete()
    return True


def advance() -> int:
    """Look at some more players; how many there were. With the last of them the day is done.

    Most are found as the file has them, and so nobody who writes waits while they are looked at. Only the others are
    looked at once more under the lock: what somebody changes meanwhile is compared by whoever changes it.
    """
    federation = current()
    with transactions.read_only():
        seen = ChangeLog.objects.filter(federation=federation).first()
        if seen is None or seen.looked_through == seen.day:
            return 0
        players = list(
            Player.objects.filter(pk__gt=seen.reached).order_by("pk").values_list("pk", flat=True)[:TOGETHER]
        )
        lines = FileLines(federation, seen.day)
        changed = keep.differing(lines, players)
    with transactions.atomic():
        log = keep.held_log(federation.pk)
        if log is None or (log.day, log.reached) != (seen.day, seen.reached):
            return len(players)  # another worker was quicker, or another day has begun
        keep.compare(lines, changed)
        sql.run(
            "update player_file_changelog set reached = %s, looked_through = case when %s then day "
            "else looked_through end where federation_id = %s",
            players[-1] if players else log.reached,
            len(players) < TOGETHER,
            federation.pk,
        )
    return len(players)


def tell_programs(at: datetime) -> int:
    """Tell the programs that want it that something changed, at most once an hour; how many events that are."""
    federation = current()
    with transactions.atomic():
        log = keep.held_log(federation.pk)
        if log is None or log.looked_through is None or log.last == log.told:
            return 0
        if log.told_at is not None and at - log.told_at < _HOUR:
            return 0
        ChangeLog.objects.filter(federation=federation).update(told=log.last, told_at=at)
        listening = sorted(outbox.listening(EventType.PLAYERS))
        return outbox.tell(at, [outbox.News(EventType.PLAYERS, each, {}, "/player-file") for each in listening])


def bring_up_to_date(at: datetime) -> None:
    """Begin the day and look through everybody."""
    begin(at)
    while advance():
        pass
