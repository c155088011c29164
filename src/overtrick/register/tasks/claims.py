"""Claims on tasks: a worker holds one while its signs of life arrive, and only the holder can finish it."""

from __future__ import annotations

import logging
import secrets

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from overtrick.register import logs
from overtrick.register.scoping import scopes_disabled
from overtrick.register.tasks import beats
from overtrick.register.tasks.models import OPEN, Task

State = Task.State

#: A task that has taken so many workers with it is not begun again.
MOST_ATTEMPTS = 5

_log = logging.getLogger(__name__)


def claim_next(lease: float) -> Task | None:
    """Take the first task that waits, or whose worker is dead. Where there is none, nothing is locked."""
    with scopes_disabled():
        free = [row.pk for row in Task.objects.filter(state__in=OPEN).order_by("pk") if _is_free(row, lease)]
    for pk in free:
        row = claim(pk, lease)
        if row is not None:
            return row
    return None


def claim(pk: int, lease: float) -> Task | None:
    """Take a task, unless another worker has it."""
    with scopes_disabled(), transaction.atomic():
        rows = Task.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk, state__in=OPEN)
        row = rows.select_related("federation", "by").first()
        if row is None or not _is_free(row, lease):
            return None
        if row.attempts >= MOST_ATTEMPTS:
            fail(row, f"It was stopped {row.attempts} times before it finished.", "")
            return None
        row.state, row.attempts, row.token = State.RUNNING, row.attempts + 1, secrets.token_hex(16)
        row.began_at = timezone.now()
        row.save(update_fields=["state", "attempts", "token", "began_at"])
        Task.objects.filter(pk=pk).update(beat_at=Now())
        return row


def _is_free(row: Task, lease: float) -> bool:
    return row.state == State.WAITING or beats.age(row) > lease


def put_back(row: Task, *, attempts: int) -> None:
    """Let another worker take a task that this one could not end."""
    _note(row, state=State.WAITING, attempts=attempts)


def refuse(row: Task, says: str) -> None:
    """Note why the office does not do it."""
    _note(row, state=State.REFUSED, ended_at=timezone.now(), says=says)


def fail(row: Task, says: str, trace: str) -> None:
    """Note that a task failed, and what of it is done, with a reference under which the log has the traceback too."""
    reference = logs.new_reference()
    facts = {"reference": reference, "task": row.pk, "kind": row.name}
    _log.error("The task “%s” failed.", row.title, extra={"facts": facts, "trace": trace})
    kept = f"Parts of it that are done: {len(row.results)}." if row.results else "Nothing was changed."
    ended = timezone.now()
    _note(row, state=State.FAILED, ended_at=ended, says=f"{says} {kept}", reference=reference, trace=trace)


def _note(row: Task, **fields: object) -> None:
    """Write what came of an attempt, if no other attempt has begun since."""
    with scopes_disabled():
        Task.objects.filter(pk=row.pk, token=row.token, state__in=OPEN).update(**fields)
