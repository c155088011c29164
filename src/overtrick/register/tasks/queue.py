"""Adds work to the queue. ``@task`` names a function that does it; ``add`` queues a call.

A new task is a few lines in the ``tasks`` module of its app::

    @task("rank.list")
    def write_rank_list(run: Run, colour: str) -> dict[str, int]:
        lines = make_list(colour, run.progress)
        return {"lines": len(lines)}


    write_rank_list.add(Order(federation, actor, at, "Rank list"), colour="green")

Arguments and the result are what JSON can hold. The function runs with the federation in scope, in one transaction
together with the mark that it is done. With ``in_steps=True`` it has no transaction around it and calls ``run.each``.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec

from django.db import IntegrityError, transaction
from django.utils.module_loading import autodiscover_modules

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.tasks.models import OPEN, STUCK, Task, TaskFile
from overtrick.register.tasks.run import Run

P = ParamSpec("P")


class NotRetried(Refused):
    """The task is not one that stopped without effect."""


class Order(NamedTuple):
    """Who asks for a task, when, and what it is called on the pages."""

    federation: Federation
    by: User
    at: datetime
    title: str
    key: str = ""  #: while a task with this key is open, no second one is added
    files: Iterable[tuple[str, bytes]] = ()


class TaskKind(Generic[P]):
    """A kind of task: the function that does it, and its name in the queue."""

    def __init__(self, name: str, work: Callable[Concatenate[Run, P], object], *, in_steps: bool) -> None:
        self.name = name
        self.work = work
        self.in_steps = in_steps

    @transaction.atomic
    def add(self, order: Order, *args: P.args, **arguments: P.kwargs) -> Task:
        """Put a task in the queue, with the transaction that is open; of one key, give the one that is open already."""
        if args:
            message = f"{self.name}: a task takes its arguments by name"
            raise TypeError(message)
        try:
            with transaction.atomic():
                row = Task.objects.create(
                    federation=order.federation,
                    name=self.name,
                    title=order.title[:200],
                    key=order.key,
                    arguments=arguments,
                    by=order.by,
                    added_at=order.at,
                )
        except IntegrityError:
            open_already = latest(order.key)
            if open_already is None or not open_already.is_open:
                raise
            return open_already
        for name, content in order.files:  # one at a time: together they may be more than the memory has room for
            TaskFile.objects.create(task=row, name=name[:255], packed=zlib.compress(content, 6))
        return row


_KINDS: dict[str, TaskKind[Any]] = {}


def task(name: str, *, in_steps: bool = False) -> Callable[[Callable[Concatenate[Run, P], object]], TaskKind[P]]:
    """Let a function do the tasks of a name."""

    def named(work: Callable[Concatenate[Run, P], object]) -> TaskKind[P]:
        _KINDS[name] = TaskKind(name, work, in_steps=in_steps)
        return _KINDS[name]

    return named


def kind(name: str) -> TaskKind[Any]:
    """Give the kind of a name; what the apps can do is found the first time somebody asks."""
    if name not in _KINDS:
        autodiscover_modules("tasks")
    return _KINDS[name]


def latest(key: str) -> Task | None:
    """Give the last task with a key, whatever came of it."""
    return Task.objects.filter(key=key).select_related("by").order_by("pk").last()


def retry(row: Task) -> None:
    """Put a task that was refused or failed in the queue again."""
    try:
        with transaction.atomic():
            again = Task.objects.filter(pk=row.pk, state__in=STUCK).update(
                state=Task.State.WAITING, attempts=0, says="", reference="", trace="", ended_at=None
            )
    except IntegrityError:
        again = 0
    if not again:
        raise NotRetried(
            f"“{row.title}” is done or in the queue already.", "There is nothing to try again.", code="task-not-failed"
        )


def waiting() -> int:
    """Count the tasks that are still to be done."""
    return Task.objects.filter(state__in=OPEN).count()
