"""Tables of who keeps and who owes money: a federation's book, billing details, accounts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class MoneyBook(models.Model):
    """From which day on a federation charges, in which currency, and where its journal ends."""

    federation = models.OneToOneField(Federation, on_delete=models.PROTECT, primary_key=True, related_name="+")
    begins = models.DateField()  #: what was processed before costs nothing here
    currency = models.CharField(max_length=3)
    entry = models.BigIntegerField(default=0)  #: the number given out last
    hash = models.BinaryField(max_length=32)

    #: So the journal and the audit hold each other: no entry comes or goes without an act.
    decides_all_but = ()
    decides_as = "end of the journal of federation"
    objects = Scoped()


class BillingDetails(models.Model):
    """What documents say of an organisation besides its name and address."""

    organisation = models.OneToOneField(Organisation, on_delete=models.PROTECT, related_name="billing")
    tax_number = models.CharField(max_length=40, blank=True)  #: ABN, VAT or GST number
    bank = models.CharField(max_length=300, blank=True)  #: how to pay it, with its lines
    contact = models.CharField(max_length=200, blank=True)  #: where to ask about a document

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()


class MoneyAccount(models.Model):
    """Who owes: an organisation, or a member for a fee of their own."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.OneToOneField(Organisation, null=True, on_delete=models.PROTECT, related_name="money_account")
    player = models.OneToOneField(Player, null=True, on_delete=models.PROTECT, related_name="money_account")

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="account_of_one",
                condition=Q(organisation__isnull=False, player__isnull=True)
                | Q(organisation__isnull=True, player__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return str(self.organisation) if self.organisation else f"Member {self.player.number if self.player else ''}"
