"""The table of what only two people may do with money."""

from __future__ import annotations

from typing import Any

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.money.models.pieces import by_account
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class MoneyProposal(models.Model):
    """What only two people may do with money: one proposes it, another does it."""

    class Kind(models.TextChoices):
        """What is proposed."""

        TARIFF = "tariff"
        TAX_RATE = "tax rate"
        CREDIT = "credit note"
        WAIVER = "waiver"
        WRITE_OFF = "write-off"
        REFUND = "refund"
        PAYOUT = "payout"  #: of what was collected for a region
        NOT_CHARGED = "not charged"  #: charges without an amount, or fines that were proposed

    class Status(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        CONFIRMED = "confirmed"
        REFUSED = "refused"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    owner = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+")  #: whose officers decide it
    content: models.JSONField[Any, Any] = models.JSONField()  #: see the service that makes it
    reason = models.CharField(max_length=500)
    proposed_by = by_account()
    proposed_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    decided_by = by_account(null=True)
    decided_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=500, blank=True)

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "status"], name="money_proposal_waiting")]

    def __str__(self) -> str:
        return f"{self.kind}, proposal {self.pk}"
