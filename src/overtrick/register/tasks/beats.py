"""Signs of life and progress of a worker, written outside the transaction that does the work.

PostgreSQL has it in the task's row, written on a connection of its own. SQLite has one writer, and during a task that
is the task itself: there it is a small file in the office's folder, which all workers of such an office share.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple, Self

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.models.functions import Now

from overtrick.register.scoping import scopes_disabled
from overtrick.register.tasks.models import Task

#: So often a worker shows that it is alive, in seconds.
EVERY = 1.0


class Progress(NamedTuple):
    """How much is done, of how much."""

    done: int
    of: int


class Beats(Thread):
    """Beats beside a task until it ends: tells that its worker is alive, and how far it has come."""

    def __init__(self, row: Task, every: float = EVERY) -> None:
        super().__init__(name=f"beats of task {row.pk}", daemon=True)
        self._task, self._token, self._every = row.pk, row.token, every
        self._progress = Progress(row.done, row.of)
        self._ended = Event()

    def tell(self, done: int, of: int) -> None:
        """Note how far the task is; the next beat tells it."""
        self._progress = Progress(done, of)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self.join()
        if connection.vendor == "sqlite":
            _file(self._task).unlink(missing_ok=True)

    def run(self) -> None:
        """Beat; a beat that cannot be written is made up for by the next."""
        try:
            while True:
                _write(self._task, self._token, self._progress)
                if self._ended.wait(self._every):
                    break
        finally:
            connections.close_all()


def age(row: Task) -> float:
    """Say how many seconds ago a worker of the task last beat; on PostgreSQL by the database's own clock."""
    if connection.vendor != "sqlite":
        with scopes_disabled():
            now, beat = Task.objects.filter(pk=row.pk).values_list(Now(), "beat_at").get()
        return float((now - beat).total_seconds())
    began = row.began_at.timestamp() if row.began_at else 0.0
    try:
        # The file may still be that of an attempt before.
        return time.time() - max(began, _file(row.pk).stat().st_mtime)
    except OSError:
        return time.time() - began


def progress(row: Task) -> Progress:
    """Say how far a task is."""
    if row.state == Task.State.RUNNING and connection.vendor == "sqlite":
        try:
            told = json.loads(_file(row.pk).read_text("utf-8"))
        except (OSError, ValueError):
            return Progress(row.done, row.of)
        if told["token"] == row.token:
            return Progress(told["done"], told["of"])
    return Progress(row.done, row.of)


def _write(task: int, token: str, far: Progress) -> None:
    try:
        if connection.vendor == "sqlite":
            _write_file(task, {"token": token, **far._asdict()})
            return
        with scopes_disabled():
            Task.objects.filter(pk=task, token=token).update(beat_at=Now(), done=far.done, of=far.of)
    except (OSError, DatabaseError):
        connection.close_if_unusable_or_obsolete()


def _write_file(task: int, told: dict[str, object]) -> None:
    file = _file(task)
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(told), "utf-8")
    os.replace(beside, file)  # noqa: PTH105 - one step, so that nobody reads half of it


def _file(task: int) -> Path:
    folder: Path = settings.HOME / "tasks"
    return folder / f"{task}.json"
