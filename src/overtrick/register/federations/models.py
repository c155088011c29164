"""A federation and its ways."""

from __future__ import annotations

from typing import Any

from django.db import models


class Federation(models.Model):
    """One national body with its own handbook, players and book. What is one's is invisible to another."""

    class Approval(models.TextChoices):
        """Who must approve a submission before it can become final."""

        NOBODY = "nobody"
        PARENT = "parent"  #: an officer of the organisation above the one that submitted
        OFFICE = "office"

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=200)
    handbook = models.CharField(max_length=20)
    settings: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)  #: chosen of the edition's
    languages: models.JSONField[Any, Any] = models.JSONField(default=list, blank=True)  #: the first one is the default
    next_number = models.BigIntegerField(default=1)  #: where the search for a free number begins; no check digit in it
    results_due_days = models.PositiveSmallIntegerField(default=30)  #: after the event; later ones are marked late
    closes_after_days = models.PositiveSmallIntegerField(default=10)  #: a month may be closed so long after its end
    approval = models.CharField(max_length=10, choices=Approval, default=Approval.NOBODY)

    def __str__(self) -> str:
        return self.name
