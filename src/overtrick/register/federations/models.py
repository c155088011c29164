"""A federation and its settings."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from django.db import models


class Ways(NamedTuple):
    """What a federation has chosen, as it holds on a day."""

    settings: dict[str, str]  #: of the edition's
    results_due_days: int
    closes_after_days: int
    approval: str
    governs: str
    second_factor: str


class Federation(models.Model):
    """One national body with its own handbook, players and book. What is one's is invisible to another."""

    class Approval(models.TextChoices):
        """Who must approve a submission before it can become final."""

        NOBODY = "nobody"
        PARENT = "parent"  #: an officer of the organisation above the one that submitted
        OFFICE = "office"

    class Governs(models.TextChoices):
        """Which edition of the handbook governs an event that was under way when it changed."""

        FIRST_DAY = "first day"  #: the one of the day it began
        LAST_DAY = "last day"  #: the one of the day it ended

    class SecondFactor(models.TextChoices):
        """Who needs a code from the phone as well as the password. Nobody does, until a day on which it changes."""

        NOBODY = "nobody"
        OFFICE = "office"  #: whoever acts for the national body
        OFFICERS = "officers"  #: whoever acts for an organisation

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=200)
    handbook = models.CharField(max_length=20)
    settings: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)  #: chosen of the edition's
    languages: models.JSONField[Any, Any] = models.JSONField(default=list, blank=True)  #: the first one is the default
    next_number = models.BigIntegerField(default=1)  #: where the search for a free number begins; no check digit in it
    results_due_days = models.PositiveSmallIntegerField(default=30)  #: after the event; later ones are marked late
    closes_after_days = models.PositiveSmallIntegerField(default=10)  #: a month may be closed so long after its end
    governs = models.CharField(max_length=10, choices=Governs, default=Governs.FIRST_DAY)
    approval = models.CharField(max_length=10, choices=Approval, default=Approval.NOBODY)

    #: its two colours, what kind of picture its crest is, and when that was chosen: see ``look``; empty: as Overtrick
    look: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)

    #: changes with their first day, in order: see ``planning``. The fields above hold before the first of them
    later: models.JSONField[Any, Any] = models.JSONField(default=list, blank=True)

    decides_all_but = ("languages", "next_number", "look")

    def __str__(self) -> str:
        return self.name

    def ways(self, on: date) -> Ways:
        """Give what holds on a day."""
        settings = dict(self.settings)
        chosen = Ways(
            settings,
            self.results_due_days,
            self.closes_after_days,
            self.approval,
            self.governs,
            self.SecondFactor.NOBODY.value,
        )
        for each in self.later:
            if date.fromisoformat(each["from"]) > on:
                break
            changes = dict(each["changes"])
            settings.update(changes.pop("settings", {}))
            chosen = chosen._replace(**changes)
        return chosen._replace(settings={name: value for name, value in settings.items() if value is not None})


class Crest(models.Model):
    """The picture that stands before the federation's name."""

    federation = models.OneToOneField(Federation, on_delete=models.PROTECT)
    picture = models.BinaryField()

    decides_nothing = "a picture"

    def __str__(self) -> str:
        return f"Crest of {self.federation_id}"
