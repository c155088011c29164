"""Tables of payments, and of what each is for."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from overtrick.register.federations.models import Federation
from overtrick.register.money.models.books import MoneyAccount
from overtrick.register.money.models.papers import Document, Line
from overtrick.register.money.models.pieces import BY_TWO, by_account
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class Payment(models.Model):
    """Money that came in, or went out: a refund, or a payment that never arrived."""

    class Way(models.TextChoices):
        """How it came."""

        BANK = "bank"
        DIRECT_DEBIT = "direct debit"
        CHEQUE = "cheque"
        CARD = "card"
        CASH = "cash"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(MoneyAccount, on_delete=models.PROTECT, related_name="payments")
    day = models.DateField()
    amount = models.BigIntegerField()  #: below zero: it went out
    way = models.CharField(max_length=12, choices=Way)
    reference = models.CharField(max_length=200, blank=True)
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")
    #: a fingerprint of the line of a bank's list, so that the same list changes nothing; empty: entered by hand
    bank_line = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    made_by = by_account()
    second = by_account(null=True)
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.CheckConstraint(name="payment_of_something", condition=~Q(amount=0)),
            models.CheckConstraint(
                name="payment_refund_by_two", condition=Q(amount__gt=0) | Q(reverses__isnull=False) | BY_TWO
            ),
            models.UniqueConstraint(
                fields=["federation", "bank_line"], condition=~Q(bank_line=""), name="payment_bank_line_once"
            ),
        ]


class Match(models.Model):
    """So much of a payment is for a document, or went out again; undone by another row."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="matches")
    document = models.ForeignKey(Document, null=True, on_delete=models.PROTECT, related_name="matches")
    out = models.ForeignKey(Payment, null=True, on_delete=models.PROTECT, related_name="taken_from")
    amount = models.BigIntegerField()
    undoes = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="undone_by")
    day = models.DateField()  #: from which it counts
    made_by = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.CheckConstraint(name="match_of_something", condition=Q(amount__gt=0)),
            models.CheckConstraint(
                name="match_with_one",
                condition=Q(document__isnull=False, out__isnull=True) | Q(document__isnull=True, out__isnull=False),
            ),
        ]


class Payout(models.Model):
    """Money that was collected for a region and went to it; two people of the office pay it."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="payouts")
    day = models.DateField()
    amount = models.BigIntegerField()
    reference = models.CharField(max_length=200)  #: of the transfer
    reason = models.CharField(max_length=500)
    made_by = by_account()
    second = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.CheckConstraint(name="payout_of_something", condition=Q(amount__gt=0)),
            models.CheckConstraint(name="payout_by_two", condition=BY_TWO),
        ]

    def __str__(self) -> str:
        return f"Payout of {self.day}"


class PayoutLine(models.Model):
    """A line that was collected for a region is paid out; once at most."""

    line = models.OneToOneField(Line, on_delete=models.PROTECT, primary_key=True, related_name="paid_out")
    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="lines")

    decides = ("line_id",)
    decides_by = "payout_id"
    decides_as = "lines of payout"
    scope = "payout__federation"
    objects = Scoped()
