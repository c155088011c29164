"""Tables for questions about awards and their messages."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from overtrick.register.competitions.models import Submission
from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Query(models.Model):
    """A player asks about an entry of the book, or about an event that brought nothing."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="queries")
    entry = models.BigIntegerField(null=True)  #: the number in the book; none: nothing was awarded
    submission = models.ForeignKey(Submission, null=True, on_delete=models.PROTECT, related_name="queries")
    about = models.CharField(max_length=300)  #: "18 local points, Tuesday pairs, 12 May 2026", as it was then
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    heard_at = models.DateTimeField()  #: when somebody last said something
    #: on whose desk it is: "club", "region", "office"; empty: the handbook does not say, club and office see it at once
    desk = models.CharField(max_length=10, blank=True)
    desk_since = models.DateTimeField(null=True)
    waits_for_player = models.BooleanField(default=False)  #: the last word was the club's or the office's
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    decides_nothing = "a conversation"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "closed_at", "heard_at"])]

    def __str__(self) -> str:
        return self.about


class Said(models.Model):
    """One thing that was said in a thread."""

    class Side(models.TextChoices):
        """For whom somebody speaks."""

        PLAYER = "player"
        CLUB = "club"  #: whoever ran the event, if that is not a county
        REGION = "region"  #: the county that ran it, or the one above the club
        OFFICE = "office"

    query = models.ForeignKey(Query, on_delete=models.PROTECT, related_name="said")
    side = models.CharField(max_length=10, choices=Side)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    text = models.TextField(max_length=4000)

    decides_nothing = "a conversation"
    scope = "query__federation"
    objects = Scoped()
