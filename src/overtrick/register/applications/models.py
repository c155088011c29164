"""Tables for applications, their papers, and what was handed in after the event."""

from __future__ import annotations

import zlib
from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Application(models.Model):
    """An organisation or a player asks for something that the handbook makes somebody decide."""

    class State(models.TextChoices):
        """How far it is."""

        DRAFT = "draft"
        SENT = "sent"
        ASKED_BACK = "asked back"  #: with what is missing; it can be changed and sent again
        GRANTED = "granted"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"

    class Support(models.TextChoices):
        """What the organisation above says, where it is heard first."""

        NOT_ASKED = "not asked"
        WAITING = "waiting"
        SUPPORTED = "supported"
        NOT_SUPPORTED = "not supported"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=60)  #: as the edition's data name it
    organisation = models.ForeignKey(Organisation, null=True, on_delete=models.PROTECT, related_name="applications")
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="applications")
    title = models.CharField(max_length=300)  #: what it is about, in words
    answers: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: by the name of the question
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    support = models.CharField(max_length=15, choices=Support, default=Support.NOT_ASKED)
    number = models.CharField(max_length=20, blank=True)  #: on the receipt
    first_day = models.DateField(null=True)  #: of what is asked for, where it has days
    last_day = models.DateField(null=True)
    deadline = models.DateField(null=True)  #: by which it had to be sent
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    begun_at = models.DateTimeField()
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(null=True)
    stated: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: what whoever decided it answered
    licence = models.OneToOneField(Licence, null=True, on_delete=models.PROTECT, related_name="application")
    declared: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: by the holder, about the conditions

    decides_all_but = ("declared",)
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "state", "sent_at"], name="application_listed")]
        constraints = [
            models.CheckConstraint(
                name="application_of_one",
                condition=models.Q(organisation__isnull=True) ^ models.Q(player__isnull=True),
            ),
            models.UniqueConstraint(
                fields=["federation", "number"], condition=~models.Q(number=""), name="application_numbered_once"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Paper(models.Model):
    """A file that belongs to an application, byte for byte."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="papers")
    question = models.CharField(max_length=60)  #: that it answers
    name = models.CharField(max_length=255)
    content_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    packed = models.BinaryField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    decides_all_but = ("packed",)  #: the digest holds the bytes
    scope = "application__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "question"], name="paper_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def content(self) -> bytes:
        """The file's bytes."""
        return zlib.decompress(self.packed)


class HandedIn(models.Model):
    """A paper that fell due after an event has come."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="handed_in")
    paper = models.CharField(max_length=60)  #: as the edition's rules name it
    day = models.DateField()
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    noted_at = models.DateTimeField()

    decides_all_but = ()
    scope = "application__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "paper"], name="handed_in_once")]
