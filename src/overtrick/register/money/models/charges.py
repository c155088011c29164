"""Tables of charges: what is owed and why, exact."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from overtrick.register.federations.models import Federation
from overtrick.register.money.models.books import MoneyAccount
from overtrick.register.money.models.pieces import BY_TWO, FRACTION, RUNS, by_account
from overtrick.register.money.models.tariffs import TariffRow
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Charge(models.Model):
    """What one account owes because of one cause: exact. A reversal is a charge too, and names what it reverses."""

    class Cause(models.TextChoices):
        """Why it is owed."""

        SUBMISSION = "submission"
        LATE_FILE = "late file"
        REGISTRATION = "registration"
        ROLL = "roll"
        LICENCE = "licence"
        SEASON = "season"
        COPY = "copy of a record"
        OVERDUE = "overdue"  #: an invoice that is not paid
        DISCRETION = "discretion"  #: a waiver, goodwill, a write-off: with a reason and a second person

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey(MoneyAccount, on_delete=models.PROTECT, related_name="charges")
    cause = models.CharField(max_length=16, choices=Cause)
    type = models.CharField(max_length=100)
    words = models.CharField(max_length=200, blank=True)
    quantity = models.CharField(max_length=FRACTION)  #: below zero in a reversal
    basis = models.CharField(max_length=60)
    rate = models.CharField(max_length=FRACTION, blank=True)  #: empty: no amount is entered for it
    share = models.CharField(max_length=FRACTION, default="1")  #: of the rate
    tax = models.CharField(max_length=20, blank=True)
    row = models.ForeignKey(TariffRow, null=True, on_delete=models.PROTECT, related_name="+")  #: none: printed
    source = models.CharField(max_length=300, blank=True)
    tariff_day = models.DateField()
    run = models.CharField(max_length=12, choices=RUNS)
    billed = models.DateField()  #: the day whose run takes it
    pay_by = models.DateField(null=True)  #: where the handbook says it
    clause = models.CharField(max_length=120, blank=True)
    working = models.CharField(max_length=500, blank=True)
    exempt = models.BooleanField(default=False)  #: counted and shown, of quantity 0
    collected_for = models.ForeignKey(
        Organisation, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )  #: whose money it is; none: the federation's
    submission = models.ForeignKey(
        "competitions.Submission", null=True, on_delete=models.PROTECT, related_name="charges"
    )
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="charges")  #: registered
    licence = models.ForeignKey(Licence, null=True, on_delete=models.PROTECT, related_name="charges")
    document = models.ForeignKey("Document", null=True, on_delete=models.PROTECT, related_name="fines")  #: not paid
    caused_on = models.DateField()  #: registered, granted, begun: what happens twice to one cause is on two days
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")
    reason = models.CharField(max_length=500, blank=True)
    made_by = by_account(null=True)
    second = by_account(null=True)
    made_on = models.DateField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "billed"], name="charge_billed")]
        constraints = [
            models.CheckConstraint(name="charge_discretion_by_two", condition=~Q(cause="discretion") | BY_TWO),
            models.CheckConstraint(name="charge_second_by_two", condition=Q(second__isnull=True) | BY_TWO),
        ]

    @property
    def waived(self) -> bool:
        """Say whether two people decided that it is not charged; otherwise the handbook exempts it."""
        return self.exempt and self.second_id is not None
