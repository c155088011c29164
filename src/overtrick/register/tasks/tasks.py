"""Chores: deleting what is old, telling the database how its tables are filled, looking after the certificate."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from overtrick.register import table_statistics
from overtrick.register.tasks import certificate, last_checks
from overtrick.register.tasks.chores import chore, every
from overtrick.register.tasks.models import OPEN, Task
from overtrick.register.tasks.retention import delete_some, outdated

_DAY = 24 * 60 * 60
#: So many seconds are spent on counting before other chores have their turn.
_A_WHILE = 0.05


class _Clock:
    """When this worker looks again, by its own clock, and what it counts until then."""

    looks = 0.0
    uncounted: ClassVar[list[str]] = []


@chore
def tidy_up() -> int:
    """Delete some of what is old, when the worker starts and once a day; what is left is counted after that."""
    if time.monotonic() < _Clock.looks:
        return 0
    _Clock.looks = time.monotonic() + _DAY
    done = sum(delete_some(timezone.now()).values())
    if done:
        _Clock.looks = 0.0  # there may be more
    else:
        _Clock.uncounted = table_statistics.counted()
    return done


@chore
def count_rows() -> int:
    """Tell the database how some of its tables are filled."""
    ends, done = time.monotonic() + _A_WHILE, 0
    while _Clock.uncounted and time.monotonic() < ends:
        table_statistics.count(_Clock.uncounted.pop())
        done += 1
    return done


@every(timedelta(hours=6))
def look_after_the_machine(at: datetime) -> None:
    """Note when the certificate ends, and from when on backups are due."""
    last_checks.begin(at)
    if settings.ADDRESS.startswith("https:"):
        try:
            last_checks.note(last_checks.What.CERTIFICATE, at, ends_at=certificate.ends(settings.ADDRESS))
        except OSError as error:
            fault = f"{settings.ADDRESS} gives no certificate when it is asked from this machine: {error}"
            last_checks.note(last_checks.What.CERTIFICATE, at, fault)


@outdated
def finished_tasks(before: datetime) -> QuerySet[Task]:
    """Give the tasks that ended before a moment."""
    return Task.objects.exclude(state__in=OPEN).filter(ended_at__lt=before)
