"""What a running task has: who asked for it, its files, and a way to report progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.utils import timezone

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.tasks.models import Task, TaskFile

T = TypeVar("T")
S = TypeVar("S")


class Overtaken(Exception):
    """Another worker has the task now; what this one did is taken back."""


class Run:
    """One attempt at a task."""

    def __init__(self, row: Task, progress: Callable[[int, int], None]) -> None:
        self._row = row
        self.progress = progress  #: tell how much is done, of how much

    @property
    def federation(self) -> Federation:
        """Whose task it is."""
        return self._row.federation

    @property
    def by(self) -> User:
        """Who asked for it."""
        return self._row.by

    def files(self) -> list[TaskFile]:
        """Give the files that came with it; what is in one is read when it is asked for."""
        return list(self._row.files.defer("packed").order_by("pk"))

    @property
    def task(self) -> int:
        """Its number."""
        return self._row.pk

    def each(self, things: Sequence[T], do: Callable[[T], object]) -> None:
        """Do one thing after the other, each in a transaction with the mark that it is done; after a kill, the rest."""
        self.each_prepared(things, lambda thing: thing, do)

    def each_prepared(self, things: Sequence[T], prepare: Callable[[T], S], do: Callable[[S], object]) -> None:
        """Do the same where much is worked out for each: that is done before its transaction, so that nobody waits."""
        for number, thing in enumerate(things):
            if number >= len(self._row.results):
                prepared = prepare(thing)
                with transactions.atomic():
                    result = do(prepared)
                    self._mark(results=[*self._row.results, result])
            self.progress(number + 1, len(things))

    def finish(self, *results: object) -> None:
        """Mark the task as done, in the transaction that holds its effect."""
        self._mark(state=Task.State.DONE, ended_at=timezone.now(), results=[*self._row.results, *results])
        self._row.files.all().delete()

    def _mark(self, **fields: object) -> None:
        """Write into the row, if this attempt still has the task."""
        mine = Task.objects.filter(pk=self._row.pk, token=self._row.token, state=Task.State.RUNNING)
        if mine.update(**fields) != 1:
            raise Overtaken(self._row.title)
        for field, value in fields.items():
            setattr(self._row, field, value)
