"""Tables of the queue: what is to be done, who asked for it, and the result."""

from __future__ import annotations

import zlib
from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Task(models.Model):
    """A piece of long work. Its effect and the mark that it is done are written in one transaction."""

    class State(models.TextChoices):
        """How far a task is."""

        WAITING = "waiting"
        RUNNING = "running"  #: a worker has it; if the worker dies, another one takes the task up
        DONE = "done"
        REFUSED = "refused"  #: the office does not do it, and says why
        FAILED = "failed"  #: by a mistake of ours; the reference finds the traceback

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=40)  #: which function does it: "month.close"
    title = models.CharField(max_length=200)  #: what a person reads: "Close May 2026"
    key = models.CharField(max_length=100, blank=True)  #: of the tasks with one key, only one is open at a time
    arguments: models.JSONField[Any, Any] = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)  #: so often a worker has begun it
    token = models.CharField(max_length=32, blank=True)  #: of the attempt that runs; no other attempt can finish
    began_at = models.DateTimeField(null=True)
    beat_at = models.DateTimeField(null=True)  #: when the worker last showed that it is alive
    done = models.PositiveIntegerField(default=0)  #: so much is done …
    of = models.PositiveIntegerField(default=0)  #: … of so much; 0: not known yet
    results: models.JSONField[Any, Any] = models.JSONField(default=list)  #: one for each step that is done
    ended_at = models.DateTimeField(null=True)
    says = models.TextField(blank=True)  #: why it was refused or failed, for the person who asked
    reference = models.CharField(max_length=8, blank=True)
    trace = models.TextField(blank=True)  #: for engineers; no page shows it

    decides_nothing = "what a task does is recorded when it is done"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "state"])]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "key"],
                condition=models.Q(state__in=("waiting", "running")) & ~models.Q(key=""),
                name="tasks_one_open_per_key",
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Say whether it is still to be done."""
        return self.state in OPEN


#: Still to be done.
OPEN = (Task.State.WAITING, Task.State.RUNNING)
#: Ended without effect; somebody can ask for it again.
STUCK = (Task.State.REFUSED, Task.State.FAILED)


class TaskFile(models.Model):
    """A file that a task works on."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=255)
    packed = models.BinaryField()

    decides_nothing = "likewise: it goes when the task is done"
    scope = "task__federation"
    objects = Scoped()

    @property
    def content(self) -> bytes:
        """The bytes as they were sent."""
        return zlib.decompress(self.packed)


class HostMark(models.Model):
    """What the machines of an office have in common, so that one that has something else is refused."""

    in_backups = False
    decides_nothing = "how the machines of the office are set up"

    name = models.CharField(max_length=20, unique=True)
    mark = models.CharField(max_length=64)  #: a keyed hash of the key, or what the shared folder is called
    taken = models.BooleanField(default=False)  #: the shared folder has its mark


class LastCheck(models.Model):
    """What came of the last backup, the last ``verify``, and the last looks at mail and certificate."""

    class What(models.TextChoices):
        """What is checked."""

        BACKUP = "backup"
        VERIFY = "verify"
        MAIL = "mail"
        CERTIFICATE = "certificate"

    in_backups = False
    decides_nothing = "it is about the machine, not about the office's work"

    what = models.CharField(max_length=20, choices=What, unique=True)
    since = models.DateTimeField()  #: since when it is looked after
    checked_at = models.DateTimeField(null=True)
    held_at = models.DateTimeField(null=True)  #: when all was well
    fault = models.CharField(max_length=500, blank=True)  #: what was wrong at the last check; empty: nothing
    ends_at = models.DateTimeField(null=True)  #: of the certificate
