"""Tables for entries by hand that a second person has to confirm."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Proposal(models.Model):
    """Points that somebody of the office wants to enter or take back, with the reason. Another has to confirm it."""

    class Kind(models.TextChoices):
        """What is proposed."""

        POINTS = "points"  #: an entry by hand
        CONVERSION = "conversion"  #: points of one colour into another, for a rank
        OPENING = "opening"  #: balances from before this book
        ERASURE = "erasure"  #: not points: a person is erased
        GRANT = "grant"  #: entries that one decision brings: in the book together, or none of them

    class Status(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        CONFIRMED = "confirmed"
        REFUSED = "refused"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.POINTS)
    #: none: a list of many
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="proposals")
    colour = models.CharField(max_length=20, blank=True)
    units = models.BigIntegerField(default=0)  #: below zero: taken back
    rank = models.CharField(max_length=100, blank=True)  #: for which points are converted
    #: opening balances, or entries of a grant: player, colour, units and day of each
    balances: models.JSONField[Any, Any] = models.JSONField(default=list)
    played = models.DateField()
    reason = models.CharField(max_length=500)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=500, blank=True)  #: why it was refused
    posting = models.ForeignKey("ledger.Posting", null=True, on_delete=models.PROTECT, related_name="+")

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "status"], name="proposal_waiting")]
        constraints = [
            models.CheckConstraint(
                name="proposal_of_something", condition=~models.Q(units=0) | ~models.Q(kind="points")
            )
        ]
