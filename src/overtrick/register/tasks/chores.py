"""Small regular work that a worker does between its tasks, such as sending letters.

A chore is named in the ``tasks`` module of its app::

    @chore
    def send_letters() -> int:
        return outbox.send_due()

It does some of what there is to do, in transactions of its own, and says how much that was.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache

from django.db import OperationalError, connection
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import scope, scopes_disabled

Chore = Callable[[], int]
DailyChore = Callable[[datetime], int]

#: After its work a chore rests as long as it took, but for no more seconds: a writer who waits looks that often.
LONGEST_REST = 0.1

_CHORES: list[Chore] = []
_log = logging.getLogger(__name__)


def chore(work: Chore) -> Chore:
    """Let every worker do this between its tasks."""
    _CHORES.append(work)
    return work


def daily(work: DailyChore) -> DailyChore:
    """Let every worker do this once a day for each federation, which is then in scope."""
    done: set[date] = set()

    @chore
    def once_a_day() -> int:
        at = timezone.now()
        if at.date() in done:
            return 0
        done.clear()
        done.add(at.date())
        with scopes_disabled():
            every = list(Federation.objects.order_by("pk"))
        count = 0
        for each in every:
            with scope(federation=each):
                count += work(at)
        return count

    return work


def every(interval: timedelta) -> Callable[[Callable[[datetime], None]], Callable[[datetime], None]]:
    """Let every worker do this when it starts and then so often; nothing follows from it that would be more work."""

    def regular(work: Callable[[datetime], None]) -> Callable[[datetime], None]:
        due = [0.0]

        @chore
        def now_and_then() -> int:
            if time.monotonic() >= due[0]:
                due[0] = time.monotonic() + interval.total_seconds()
                work(timezone.now())
            return 0

        return work

    return regular


def do_all() -> int:
    """Do some of each chore; how much was done. A chore that fails stops no other."""
    _find()
    done = 0
    for each in _CHORES:
        began = time.monotonic()
        try:
            if did := each():
                done += did
                _rest(time.monotonic() - began)
        except OperationalError:
            raise  # the worker knows what to do when the database does not answer
        except Exception:  # noqa: BLE001 - whatever it was, the next chore has nothing to do with it
            _log.exception("a chore failed")
    return done


def _rest(worked: float) -> None:
    """Let others write.

    Whoever waits for SQLite's lock looks now and then whether it is free. Where one chore follows the other they would
    find it held each time, though none holds it for long.
    """
    if connection.vendor == "sqlite":
        time.sleep(min(worked, LONGEST_REST))


@cache
def _find() -> None:
    autodiscover_modules("tasks")
