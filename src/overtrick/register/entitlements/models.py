"""Tables for entries of the directory, choices of regions, and allotments."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class DirectoryEntry(models.Model):
    """What an organisation told for a year, and what the region above said of it, as answers to questions."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="directory")
    year = models.PositiveSmallIntegerField()
    told: models.JSONField[Any, Any] = models.JSONField(default=dict)

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "year"], name="directory_once_a_year")]

    def __str__(self) -> str:
        return f"{self.organisation}, {self.year}"


class RegionChoice(models.Model):
    """What a region decides for itself from a day on, as answers to the edition's questions; the latest holds."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="choices")
    begins = models.DateField()
    told: models.JSONField[Any, Any] = models.JSONField(default=dict)
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    chosen_at = models.DateTimeField()

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "begins"], name="region_chooses_once_a_day")]

    def __str__(self) -> str:
        return f"{self.organisation} from {self.begins}"


class Allotment(models.Model):
    """What an organisation may run in a year of one kind, as it was worked out, and from which facts."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="allotments")
    kind = models.CharField(max_length=50)  #: the edition's name for it
    year = models.PositiveSmallIntegerField()
    figure = models.PositiveIntegerField()
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    worked_out_at = models.DateTimeField()

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "kind", "year"], name="allotted_once_a_year")]
        indexes = [models.Index(fields=["year", "kind"], name="allotment_of_a_year")]

    def __str__(self) -> str:
        return f"{self.kind} {self.year}"


class AllotmentChange(models.Model):
    """More or less than was worked out: what the region above, or the office, decided, and why."""

    allotment = models.ForeignKey(Allotment, on_delete=models.PROTECT, related_name="changes")
    more = models.IntegerField()  #: below zero: less
    event = models.CharField(max_length=200, blank=True)  #: for which unused ones of the year before are given
    why = models.CharField(max_length=500)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField()

    decides_all_but = ()
    scope = "allotment__organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(more=0), name="allotment_changed_by_something")]

    def __str__(self) -> str:
        return f"{self.more:+}"
