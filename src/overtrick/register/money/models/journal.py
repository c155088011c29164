"""Tables of the journal: balanced entries, what went out of it, what was asserted of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from overtrick.register.federations.models import Federation
from overtrick.register.money.models.books import MoneyAccount
from overtrick.register.money.models.papers import Document
from overtrick.register.money.models.payments import Payment, Payout
from overtrick.register.money.models.pieces import by_account
from overtrick.register.scoping import Scoped


class JournalEntry(models.Model):
    """Debits and credits that add up to nothing. It carries the hash of all before it (see ``journal``)."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    number = models.BigIntegerField()  #: in the federation's journal, without gaps
    day = models.DateField()
    words = models.CharField(max_length=300)
    document = models.OneToOneField(Document, null=True, on_delete=models.PROTECT, related_name="entry")
    payment = models.OneToOneField(Payment, null=True, on_delete=models.PROTECT, related_name="entry")
    payout = models.OneToOneField(Payout, null=True, on_delete=models.PROTECT, related_name="entry")
    hash = models.BinaryField(max_length=32)

    decides_nothing = "it stands in the chain of the journal"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "number"], name="journal_number"),
            models.CheckConstraint(
                name="journal_of_one",
                condition=Q(document__isnull=False, payment__isnull=True, payout__isnull=True)
                | Q(document__isnull=True, payment__isnull=False, payout__isnull=True)
                | Q(document__isnull=True, payment__isnull=True, payout__isnull=False),
            ),
        ]


class JournalPosting(models.Model):
    """One debit or credit of an entry."""

    entry = models.ForeignKey(JournalEntry, on_delete=models.PROTECT, related_name="postings")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=140)  #: of the account in the journal: "debtors", "income/levy C D E F"
    holder = models.ForeignKey(MoneyAccount, null=True, on_delete=models.PROTECT, related_name="postings")
    amount = models.BigIntegerField()  #: a debit; below zero: a credit
    tax_code = models.CharField(max_length=20, blank=True)

    decides_nothing = "it stands in the chain of the journal"
    scope = "entry__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "position"], name="journal_posting_position")]


class Exported(models.Model):
    """Entries of the journal that went out to another program, once; again only as a copy."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    format = models.CharField(max_length=20)
    first = models.BigIntegerField()  #: number of an entry
    last = models.BigIntegerField()
    copy = models.BooleanField(default=False)
    sha256 = models.CharField(max_length=64)  #: of the file
    made_by = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()


class Assertion(models.Model):
    """Somebody says what an account of the journal comes to at the end of a day: by the bank's statement, for one."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=140)
    day = models.DateField()
    amount = models.BigIntegerField()
    entry = models.BigIntegerField(null=True)  #: the last entry that it counts; none: whatever is entered later too
    made_by = by_account()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()
