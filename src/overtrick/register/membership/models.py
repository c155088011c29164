"""Tables for the members' year."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Visitor(models.Model):
    """Somebody of another union, with the number under which they play here."""

    class Kind(models.TextChoices):
        """Whose number it is."""

        OWN = "own"  #: the visitor's own union's
        GUEST = "guest"  #: ours
        TEMPORARY = "temporary"  #: the organiser's; it means somebody only there

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="visitors")
    kind = models.CharField(max_length=10, choices=Kind)
    number = models.CharField(max_length=20)
    given = models.CharField(max_length=100, blank=True)
    family = models.CharField(max_length=100)
    union = models.CharField(max_length=40, blank=True)
    number_there = models.CharField(max_length=30, blank=True)
    country = models.CharField(max_length=60, blank=True)
    forwarded = models.BooleanField(default=False)  #: awards are told to the own union
    since = models.DateField()
    player = models.OneToOneField(Player, null=True, on_delete=models.PROTECT, related_name="visits")

    decides_nothing = "where a visitor comes from; the record of the number decides"
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "number"], name="visitor_number")]

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()


class Declaration(models.Model):
    """A club has told once which of its home members do not renew for a year."""

    club = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="declarations")
    year = models.PositiveSmallIntegerField()
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()

    decides_nothing = "the standings that come of it do"
    scope = "club__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "year"], name="declared_once")]


class Cancellation(models.Model):
    """A member who does not renew."""

    declaration = models.ForeignKey(Declaration, on_delete=models.PROTECT, related_name="cancellations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    decides_nothing = "the standings that come of it do"
    scope = "declaration__club__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["declaration", "player"], name="cancelled_once")]


class YearRun(models.Model):
    """What was done once for a year: members were renewed, or youths came of age."""

    class Kind(models.TextChoices):
        """Which run it was."""

        RENEWAL = "renewal"
        YOUTH = "youth"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    year = models.PositiveSmallIntegerField()
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    done_at = models.DateTimeField()
    counts: models.JSONField[Any, Any] = models.JSONField(default=dict)

    decides_nothing = "the standings that come of it do"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "kind", "year"], name="one_run_of_a_year")]


class NotTheSame(models.Model):
    """Two records that look alike are two people: somebody has looked, and they are not shown again."""

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    said_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    said_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)

    decides_nothing = "nothing becomes of it"
    scope = "first__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="told_apart_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="told_apart_in_order"),
        ]
