"""The table of tries."""

from __future__ import annotations

from django.db import models


class Count(models.Model):
    """How often somebody tried something, and until when they have to wait. Times are seconds since 1970."""

    in_backups = False
    decides_nothing = "how often somebody tried"

    key = models.CharField(max_length=40, unique=True)  #: a keyed hash of what was tried and by whom
    tries = models.PositiveIntegerField()
    began = models.BigIntegerField()
    until = models.BigIntegerField(default=0)
    ends = models.BigIntegerField(db_index=True)  #: then the row says nothing any more
