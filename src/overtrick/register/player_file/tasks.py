"""Chores: turning the day of each federation's player file."""

from __future__ import annotations

import time

from django.db.models import F
from django.utils import timezone

from overtrick.register.federations.models import Federation
from overtrick.register.player_file import turn
from overtrick.register.player_file.models import ChangeLog
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.register.tasks.chores import chore

#: So many seconds pass until a worker looks again whether a day has begun.
_EVERY = 60


class _Clock:
    """When this worker looks again, by its own clock."""

    looks = 0.0


@chore
def turn_the_day() -> int:
    """Begin a new day, and carry on one that is under way."""
    if time.monotonic() >= _Clock.looks:
        _Clock.looks = time.monotonic() + _EVERY
        for federation in Federation.objects.order_by("pk"):
            with scope(federation=federation):
                turn.begin(timezone.now())
                turn.tell_programs(timezone.now())
    with scopes_disabled():
        open_days = ChangeLog.objects.exclude(looked_through=F("day")).select_related("federation")
        log = open_days.order_by("pk").first()
    if log is None:
        return 0
    with scope(federation=log.federation):
        # A federation without a player is done at once; that was work, too.
        return turn.advance() or 1
