"""Tables of documents: runs, invoices and credit notes, and their lines."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q

from overtrick.register.federations.models import Federation
from overtrick.register.money.models.books import MoneyAccount
from overtrick.register.money.models.charges import Charge
from overtrick.register.money.models.pieces import FRACTION, RUNS, by_account
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class BillingRun(models.Model):
    """A run that was done: which charges it took, and on which day its documents are."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    run = models.CharField(max_length=12, choices=RUNS)
    until = models.DateField()  #: it took what is billed on this day or before
    day = models.DateField()  #: of its documents
    owner = models.ForeignKey(
        Organisation, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )  #: the region whose own tariff it billed; none: the federation
    made_by = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()


class Document(models.Model):
    """An invoice or a credit note: numbered without gaps, frozen when it is made."""

    class Kind(models.TextChoices):
        """What it is."""

        INVOICE = "invoice"
        CREDIT_NOTE = "credit note"  #: takes back part or all of an invoice, and names it

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(MoneyAccount, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=12, choices=Kind)
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    day = models.DateField()
    due = models.DateField()
    billing_run = models.ForeignKey(BillingRun, null=True, on_delete=models.PROTECT, related_name="documents")
    refers = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="credit_notes")
    currency = models.CharField(max_length=3)
    seller: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: name, address, tax number, bank, contact
    buyer: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: name, number, address, tax number
    net = models.BigIntegerField()  #: below zero in a credit note, as are tax and gross
    tax = models.BigIntegerField()
    gross = models.BigIntegerField()
    reason = models.CharField(max_length=500, blank=True)
    made_by = by_account()
    second = by_account(null=True)
    made_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)  #: of everything it says, lines too

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "year", "number"], name="document_number"),
            models.CheckConstraint(name="document_adds_up", condition=Q(gross=F("net") + F("tax"))),
            models.CheckConstraint(
                name="document_credit_names",
                condition=Q(kind="invoice", refers__isnull=True, gross__gte=0)
                | Q(kind="credit note", refers__isnull=False, gross__lt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display().capitalize()} {self.reference}"

    @property
    def reference(self) -> str:
        """Give the number that people quote: "2025-0042"."""
        return f"{self.year}-{self.number:04}"


class Line(models.Model):
    """Charges of one type at one rate, rounded together."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="lines")
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=100)
    words = models.CharField(max_length=300)
    quantity = models.CharField(max_length=FRACTION)
    basis = models.CharField(max_length=60)
    rate = models.CharField(max_length=FRACTION)
    share = models.CharField(max_length=FRACTION, default="1")
    source = models.CharField(max_length=300, blank=True)
    clause = models.CharField(max_length=120, blank=True)
    net = models.BigIntegerField()
    tax = models.BigIntegerField()
    gross = models.BigIntegerField()
    tax_code = models.CharField(max_length=20, blank=True)
    tax_rate = models.CharField(max_length=FRACTION, blank=True)
    tax_included = models.BooleanField(default=False)
    collected_for = models.ForeignKey(
        Organisation, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    corrects = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="corrected_by")

    decides_all_but = ()
    decides_by = "document_id"
    scope = "document__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["document", "position"], name="line_position"),
            models.CheckConstraint(name="line_adds_up", condition=Q(gross=F("net") + F("tax"))),
        ]


class LineCharge(models.Model):
    """A charge is on a line; on one at most."""

    charge = models.OneToOneField(Charge, on_delete=models.PROTECT, primary_key=True, related_name="on_line")
    line = models.ForeignKey(Line, on_delete=models.PROTECT, related_name="charges")

    decides = ("charge_id",)
    decides_by = "line_id"
    decides_as = "charges of line"
    scope = "line__document__federation"
    objects = Scoped()


class Dispute(models.Model):
    """An organisation says that a line is wrong. Until the office answers, no fine and no reminder counts it."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    line = models.ForeignKey(Line, on_delete=models.PROTECT, related_name="disputes")
    words = models.CharField(max_length=1000)
    made_by = by_account()
    made_at = models.DateTimeField()
    answer = models.CharField(max_length=1000, blank=True)
    upheld = models.BooleanField(null=True)  #: none: not answered
    answered_by = by_account(null=True)
    answered_at = models.DateTimeField(null=True)

    decides_all_but = ("words", "answer")
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["line"], condition=Q(upheld__isnull=True), name="dispute_open_once")
        ]


class Reminder(models.Model):
    """An organisation was reminded of an invoice: of each step once."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="reminders")
    step = models.PositiveSmallIntegerField()  #: so many days after the due day it is proposed
    amount = models.BigIntegerField()  #: what was left to pay, without lines in dispute
    day = models.DateField()
    made_by = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "step"], name="reminder_once")]
