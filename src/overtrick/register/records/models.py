"""Tables for who played with whom in an event, so that a record shows partner and place at once."""

from __future__ import annotations

from django.db import models

from overtrick.register.competitions.models import Seat, Submission
from overtrick.register.scoping import Scoped


class Sitting(models.Model):
    """One player in one list of results: with whom, and in which place. It can be made again from the event."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="sittings")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sittings")
    stage = models.CharField(max_length=200, blank=True)
    field = models.CharField(max_length=200, blank=True)
    partners = models.CharField(max_length=300, blank=True)  #: names, parted by commas
    place = models.PositiveIntegerField(default=0)  #: 0: none is known
    tied = models.PositiveIntegerField(default=1)
    entered = models.PositiveIntegerField(default=0)  #: contestants in the list

    decides_nothing = "made of the event, for the player's record"
    scope = "submission__federation"
    objects = Scoped()
