"""Tables for planned events, the results that belong to them, and general meetings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register import periods
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class PlannedEvent(models.Model):
    """An event that an organisation announces before it is played."""

    class State(models.TextChoices):
        """Whether it will be, or was, held."""

        PLANNED = "planned"
        CANCELLED = "cancelled"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="planned_events")
    kind = models.CharField(max_length=60)  #: one of the edition's: see ``handbooks.programme``
    name = models.CharField(max_length=200)
    begins = models.DateField()
    ends = models.DateField()
    answers: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: as kept, by the name of the question
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    why_cancelled = models.CharField(max_length=300, blank=True)
    #: why the office lets it be held although the handbook speaks against it; empty: it did not have to
    allowed_because = models.CharField(max_length=300, blank=True)
    revision = models.PositiveIntegerField(default=1)  #: goes up with every change, so that nobody writes over another
    planned_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField()

    decides_nothing = "it fills in drafts, which somebody looks at; a submission keeps its own facts"
    objects = Scoped()

    class Meta:
        constraints = [periods.in_order("planned_in_order")]
        indexes = [models.Index(fields=["organisation", "begins"])]

    def __str__(self) -> str:
        return self.name


class AttachedResult(models.Model):
    """The results of a planned event, or that results belong to none that is planned.

    It is made when somebody says so and, where nobody does, when the results are submitted: see ``competitions.join``.
    """

    #: none: somebody said that these results belong to no planned event
    planned = models.ForeignKey(PlannedEvent, null=True, on_delete=models.PROTECT, related_name="results")
    competition = models.OneToOneField(
        "competitions.Competition", on_delete=models.CASCADE, related_name="attached_result"
    )
    attached_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )  #: none: it was found
    attached_at = models.DateTimeField()

    decides_nothing = "it says which quota an event is counted in; a submission keeps its own facts"
    scope = "competition__federation"
    objects = Scoped()


class GeneralMeeting(models.Model):
    """The day of an organisation's annual general meeting."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="general_meetings")
    day = models.DateField()

    decides_nothing = "it parts the years in which events are counted"
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "day"], name="general_meeting_once")]

    def __str__(self) -> str:
        return self.day.isoformat()
