"""Tables for events that are played over a season."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.competitions.models import Competition
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class SeasonEvent(models.Model):
    """A knock-out, league or ladder of a season: what its organiser has noted so far, submitted or not."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="season_events")
    #: the one event that it is in the book, from beginning to end
    competition = models.OneToOneField(Competition, on_delete=models.PROTECT, related_name="season_event")
    name = models.CharField(max_length=200)
    begins = models.DateField()
    contest = models.CharField(max_length=20)  #: as the event file calls it: knock-out, league, ladder, aggregate
    notes: models.JSONField[Any, Any] = models.JSONField()  #: see ``notebook``
    revision = models.PositiveIntegerField(default=1)  #: goes up with every change, so that nobody writes over another
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()

    decides_nothing = "it is made into drafts, which somebody looks at; a submission keeps its own event"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["organisation", "begins"])]

    def __str__(self) -> str:
        return self.name
