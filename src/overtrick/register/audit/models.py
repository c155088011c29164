"""The audit records: who did what, and when."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Record(models.Model):
    """One act of one person: on what, and what it changed."""

    federation = models.ForeignKey(Federation, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=60)  #: "player.transfer", "month.close"
    subject = models.CharField(max_length=100)  #: "people.player:42"
    before: models.JSONField[Any, Any] = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after: models.JSONField[Any, Any] = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=500, blank=True)

    objects = Scoped()

    class Meta:
        indexes = [
            models.Index(fields=["federation", "subject", "at"]),
            models.Index(fields=["federation", "user", "at"]),
            models.Index(fields=["federation", "at"]),
        ]


class Link(models.Model):
    """A record's place in the chain of all records (see ``links``)."""

    record = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="link", db_constraint=False)
    hash = models.BinaryField(max_length=32)

    scope = "record__federation"
    objects = Scoped()


class End(models.Model):
    """The end of the chain: the one row that a link waits for."""

    number = models.BigIntegerField(default=0)  #: of the last link
    hash = models.BinaryField(max_length=32)
