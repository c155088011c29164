"""Tables of amounts: price lists and tax rates, each from a day on."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from overtrick.register.federations.models import Federation
from overtrick.register.money.models.pieces import FRACTION, by_account
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class Tariff(models.Model):
    """Amounts from a day on, of the federation or of a region, set by two people."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    owner = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="tariffs")
    begins = models.DateField()
    source = models.CharField(max_length=300)  #: who says so: "Circular 7/2026"
    made_by = by_account()
    second = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [models.CheckConstraint(name="tariff_by_two", condition=~Q(second=F("made_by")))]

    def __str__(self) -> str:
        return f"{self.source}, from {self.begins}"


class TariffRow(models.Model):
    """One amount. It holds until a later tariff of the same owner has a row of the same type."""

    tariff = models.ForeignKey(Tariff, on_delete=models.PROTECT, related_name="rows")
    type = models.CharField(max_length=100)  #: as the handbook's rules call it: "levy C D E F"
    basis = models.CharField(max_length=60)
    amount = models.BigIntegerField(null=True)  #: for one of the basis; none: it is charged no longer
    tax = models.CharField(max_length=20, blank=True)  #: the tax code; empty: none
    words = models.CharField(max_length=200, blank=True)  #: as invoices say it; empty: the type

    decides_all_but = ()
    scope = "tariff__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tariff", "type"], name="tariff_row_once")]


class TaxRate(models.Model):
    """What a tax code means from a day on."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=20)
    rate = models.CharField(max_length=FRACTION)  #: "1/10"
    included = models.BooleanField()  #: amounts contain it; otherwise it comes on top
    begins = models.DateField()
    made_by = by_account()
    second = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [models.CheckConstraint(name="tax_rate_by_two", condition=~Q(second=F("made_by")))]
