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
    at = models.DateTimeField()  #: by the clock, whatever day was claimed
    claimed = models.DateField(null=True)  #: the day that somebody claimed for it, where it is another one
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=60)  #: "player.transfer", "month.close"
    subject = models.CharField(max_length=100)  #: "people.player:42"
    before: models.JSONField[Any, Any] = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after: models.JSONField[Any, Any] = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=500, blank=True)

    decides_nothing = "it stands in the chain of the audit"
    objects = Scoped()

    class Meta:
        indexes = [
            models.Index(fields=["federation", "subject", "at"]),
            models.Index(fields=["federation", "user", "at"]),
            models.Index(fields=["federation", "at"]),
        ]


class Place(models.Model):
    """A record's place in the chain of its federation (see ``audit_chain``)."""

    chain = models.BigIntegerField()  #: the federation's id; 0: the installation's own
    number = models.BigIntegerField()  #: counted from 1 in its chain, without gaps
    record = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="place", db_constraint=False)
    salt = models.BinaryField(max_length=16)
    facts = models.TextField(blank=True)  #: rows that the act changed: see ``facts``
    details = models.BinaryField(max_length=32)  #: a digest of the salt and of what was said
    hash = models.BinaryField(max_length=32)

    decides_nothing = "it stands in the chain of the audit"
    scope = "record__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chain", "number"], name="audit_numbered_once")]


class ChainEnd(models.Model):
    """The end of a chain: the one row that its records wait for."""

    chain = models.BigIntegerField(primary_key=True)  #: as in ``Place``
    beginning = models.BinaryField(max_length=32)  #: what the first record is linked to
    number = models.BigIntegerField(default=0)  #: of the last record
    hash = models.BinaryField(max_length=32)

    decides_nothing = "verify compares it with the last record"
