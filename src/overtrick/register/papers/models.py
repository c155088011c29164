"""Tables for batches of papers that were drawn and wait to be fetched."""

from __future__ import annotations

from django.db import models

from overtrick.register.scoping import Scoped
from overtrick.register.tasks.models import Task


class PaperFile(models.Model):
    """A part of a batch: one PDF with some of its papers."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveIntegerField()  #: in the batch, counted from 1
    name = models.CharField(max_length=120)
    papers = models.PositiveIntegerField()  #: how many are in it
    content = models.BinaryField()
    made_at = models.DateTimeField()

    decides_nothing = "it says what stands elsewhere, and goes after a week"
    scope = "task__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="paper_part_once")]

    def __str__(self) -> str:
        return self.name
