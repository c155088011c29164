"""The worker: does one task after another, takes up those of dead workers, and does small chores between them.

A worker that has a task shows every second that it is alive. If it has not done so for the length of a lease, another
worker takes the task. Each attempt has a token of its own, and only the attempt whose token stands in the row can mark
the task as done, in the same transaction as its effect: whoever was only slow changes nothing.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from typing import Any, ParamSpec

from django.db import OperationalError, connection

from overtrick.register import transactions
from overtrick.register.errors import Refused
from overtrick.register.scoping import scope
from overtrick.register.tasks import beats, chores, claims, queue, stopping
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order, TaskKind
from overtrick.register.tasks.run import Overtaken, Run
from overtrick.register.tasks.stopping import Stopped

P = ParamSpec("P")

#: After so many seconds without a beat a worker counts as dead.
LEASE = 15.0
#: So long a worker sleeps when there is nothing to do.
PAUSE = 0.5

_OUR_MISTAKE = "Something went wrong in Overtrick."
_log = logging.getLogger(__name__)


class Busy(Refused):
    """Another worker is at this task."""


def work(*, once: bool = False, lease: float = LEASE, every: float = beats.EVERY) -> int:
    """Do tasks until the worker is stopped; with ``once``, until there is none to take. Gives how many were begun."""
    begun = 0
    stopping.forget()
    try:
        while True:
            try:
                row = claims.claim_next(lease)
                if row is not None:
                    begun += 1
                    do(row, every)
                if chores.do_all() or row is not None:
                    continue
            except OperationalError:
                # Somebody writes for long, or the database is away: the task is still in the queue.
                connection.close_if_unusable_or_obsolete()
                if stopping.is_asked():
                    return begun
                _log.warning("the database does not answer", exc_info=True)
            else:
                if once:
                    return begun
            time.sleep(PAUSE)
    except Stopped:
        return begun


def run_here(
    kind: TaskKind[P], order: Order, progress: Callable[[int, int], None], *args: P.args, **arguments: P.kwargs
) -> Any:  # noqa: ANN401 - what the task gives
    """Add a task and do it in this process; if this process is killed, a worker takes it up."""
    with transactions.atomic():
        added = kind.add(order, *args, **arguments)
        row = claims.claim(added.pk, LEASE)
    if row is None:
        raise Busy(f"“{added.title}” is running already.", "See its progress under Tasks.", code="task-running")
    try:
        _do(row, beats.EVERY, progress)
    except Overtaken as error:
        raise Busy(
            f"A worker has taken “{row.title}” over, since this command did not get on with it.",
            "See its progress under Tasks.",
            code="task-running",
        ) from error
    except Refused as error:
        claims.refuse(row, str(error))
        raise
    except KeyboardInterrupt:
        claims.refuse(row, "The person who started it stopped it. Nothing was changed.")
        raise
    except Exception:
        claims.fail(row, _OUR_MISTAKE, traceback.format_exc())
        raise
    return row.results[-1]


def do(row: Task, every: float) -> None:
    """Do a task, and note what came of it."""
    try:
        _do(row, every)
    except Overtaken:
        _log.warning("task %s was taken up by another worker", row.pk)
    except Refused as error:
        claims.refuse(row, str(error))
    except Stopped:
        claims.put_back(row, attempts=row.attempts - 1)
        raise
    except OperationalError:
        connection.close_if_unusable_or_obsolete()
        claims.put_back(row, attempts=row.attempts - stopping.is_asked())
        raise
    except Exception as error:
        if stopping.is_asked():  # that is what went wrong
            connection.close_if_unusable_or_obsolete()
            claims.put_back(row, attempts=row.attempts - 1)
            raise Stopped from error
        claims.fail(row, _OUR_MISTAKE, traceback.format_exc())


def _do(row: Task, every: float, watch: Callable[[int, int], None] | None = None) -> None:
    kind = queue.kind(row.name)
    with beats.Beats(row, every) as pulse, scope(federation=row.federation):

        def tell(done: int, of: int) -> None:
            pulse.tell(done, of)
            if watch is not None:
                watch(done, of)

        run = Run(row, tell)
        if kind.in_steps:
            kind.work(run, **row.arguments)
            run.finish()
            return
        with transactions.atomic():
            run.finish(kind.work(run, **row.arguments))
