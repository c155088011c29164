"""Chores: deleting what is no longer needed, and telling the database how its tables are filled."""

from __future__ import annotations

import time
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from overtrick.register import table_statistics
from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.models import OPEN, Task
from overtrick.register.tasks.retention import delete_outdated, outdated

_DAY = 24 * 60 * 60


class _Clock:
    """When this worker looks again, by its own clock."""

    looks = 0.0


@chore
def tidy_up() -> int:
    """Delete what is old and count what is left, when the worker starts and once a day."""
    if time.monotonic() < _Clock.looks:
        return 0
    _Clock.looks = time.monotonic() + _DAY
    done = sum(delete_outdated(timezone.now()).values())
    return done + table_statistics.renew()


@outdated
def finished_tasks(before: datetime) -> QuerySet[Task]:
    """Give the tasks that ended before a moment."""
    return Task.objects.exclude(state__in=OPEN).filter(ended_at__lt=before)
