"""Chores: a snapshot of the register every day, and deleting old ones."""

from __future__ import annotations

import time
from datetime import datetime

from django.db.models import Max, QuerySet
from django.utils import timezone

from overtrick.register.federations.models import Federation
from overtrick.register.national_files import snapshot
from overtrick.register.national_files.models import Snapshot
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.retention import outdated

#: So many seconds pass until a worker looks again whether a day has begun.
_EVERY = 600


class _Clock:
    """When this worker looks again, by its own clock."""

    looks = 0.0


@chore
def take_snapshots() -> int:
    """Begin the snapshot of a new day, and carry on one that is under way."""
    at = timezone.now()
    if time.monotonic() >= _Clock.looks:
        _Clock.looks = time.monotonic() + _EVERY
        _begin(at)
    with scopes_disabled():
        found = Snapshot.objects.filter(done_at=None).select_related("federation").order_by("pk").first()
    if found is None:
        return 0
    with scope(federation=found.federation):
        # A federation without a player is done at once; that was work, too.
        return snapshot.advance(found, at) or 1


def _begin(at: datetime) -> None:
    """Begin a snapshot for every federation that has none of this day."""
    for federation in Federation.objects.order_by("pk"):
        with scope(federation=federation):
            if not Snapshot.objects.filter(day=at.date()).exists():
                snapshot.begin(actor=None, at=at)


@outdated
def old_snapshots(before: datetime) -> QuerySet[Snapshot]:
    """Give the snapshots of before a moment, but for the last of each federation."""
    done = Snapshot.objects.exclude(done_at=None)
    last = done.values("federation").annotate(last=Max("pk")).values("last")
    return done.filter(begun_at__lt=before).exclude(pk__in=last)
