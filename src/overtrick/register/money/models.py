"""Tables of money: price lists, charges, documents, payments, and the journal that balances them.

Amounts are whole smallest units of the federation's currency. What is exact and not rounded yet is kept as a fraction,
"15/4" (see ``exact``). Rows of prices, charges, documents, payments and the journal are added and never changed.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from overtrick.handbooks.money import Run
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped

#: A fraction in digits.
_FRACTION = 60
_RUNS = [(each.value, each.value) for each in Run]
#: A second person, and not the first one again.
_BY_TWO = Q(second__isnull=False) & ~Q(second=F("made_by")) & ~Q(reason="")


def _by(*, null: bool = False) -> models.ForeignKey[Any, Any]:
    """Name an account that did something."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=null, on_delete=models.PROTECT, related_name="+", db_index=False
    )


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


class Tariff(models.Model):
    """Amounts from a day on, of the federation or of a region, set by two people."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    owner = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="tariffs")
    begins = models.DateField()
    source = models.CharField(max_length=300)  #: who says so: "Circular 7/2026"
    made_by = _by()
    second = _by()
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
    rate = models.CharField(max_length=_FRACTION)  #: "1/10"
    included = models.BooleanField()  #: amounts contain it; otherwise it comes on top
    begins = models.DateField()
    made_by = _by()
    second = _by()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [models.CheckConstraint(name="tax_rate_by_two", condition=~Q(second=F("made_by")))]


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
    quantity = models.CharField(max_length=_FRACTION)  #: below zero in a reversal
    basis = models.CharField(max_length=60)
    rate = models.CharField(max_length=_FRACTION, blank=True)  #: empty: no amount is entered for it
    share = models.CharField(max_length=_FRACTION, default="1")  #: of the rate
    tax = models.CharField(max_length=20, blank=True)
    row = models.ForeignKey(TariffRow, null=True, on_delete=models.PROTECT, related_name="+")  #: none: printed
    source = models.CharField(max_length=300, blank=True)
    tariff_day = models.DateField()
    run = models.CharField(max_length=12, choices=_RUNS)
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
    made_by = _by(null=True)
    second = _by(null=True)
    made_on = models.DateField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "billed"], name="charge_billed")]
        constraints = [
            models.CheckConstraint(name="charge_discretion_by_two", condition=~Q(cause="discretion") | _BY_TWO)
        ]


class BillingRun(models.Model):
    """A run that was done: which charges it took, and on which day its documents are."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    run = models.CharField(max_length=12, choices=_RUNS)
    until = models.DateField()  #: it took what is billed on this day or before
    day = models.DateField()  #: of its documents
    made_by = _by()
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
    made_by = _by()
    second = _by(null=True)
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
    quantity = models.CharField(max_length=_FRACTION)
    basis = models.CharField(max_length=60)
    rate = models.CharField(max_length=_FRACTION)
    share = models.CharField(max_length=_FRACTION, default="1")
    source = models.CharField(max_length=300, blank=True)
    clause = models.CharField(max_length=120, blank=True)
    net = models.BigIntegerField()
    tax = models.BigIntegerField()
    gross = models.BigIntegerField()
    tax_code = models.CharField(max_length=20, blank=True)
    tax_rate = models.CharField(max_length=_FRACTION, blank=True)
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
    made_by = _by()
    second = _by(null=True)
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        constraints = [
            models.CheckConstraint(name="payment_of_something", condition=~Q(amount=0)),
            models.CheckConstraint(
                name="payment_refund_by_two", condition=Q(amount__gt=0) | Q(reverses__isnull=False) | _BY_TWO
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
    made_by = _by()
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


class JournalEntry(models.Model):
    """Debits and credits that add up to nothing. It carries the hash of all before it (see ``journal``)."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    number = models.BigIntegerField()  #: in the federation's journal, without gaps
    day = models.DateField()
    words = models.CharField(max_length=300)
    document = models.OneToOneField(Document, null=True, on_delete=models.PROTECT, related_name="entry")
    payment = models.OneToOneField(Payment, null=True, on_delete=models.PROTECT, related_name="entry")
    hash = models.BinaryField(max_length=32)

    decides_nothing = "it stands in the chain of the journal"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "number"], name="journal_number"),
            models.CheckConstraint(
                name="journal_of_one",
                condition=Q(document__isnull=False, payment__isnull=True)
                | Q(document__isnull=True, payment__isnull=False),
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


class Dispute(models.Model):
    """An organisation says that a line is wrong. Until the office answers, no fine and no reminder counts it."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    line = models.ForeignKey(Line, on_delete=models.PROTECT, related_name="disputes")
    words = models.CharField(max_length=1000)
    made_by = _by()
    made_at = models.DateTimeField()
    answer = models.CharField(max_length=1000, blank=True)
    upheld = models.BooleanField(null=True)  #: none: not answered
    answered_by = _by(null=True)
    answered_at = models.DateTimeField(null=True)

    decides_all_but = ("words", "answer")
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["line"], condition=Q(upheld__isnull=True), name="dispute_open_once")
        ]


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
    proposed_by = _by()
    proposed_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    decided_by = _by(null=True)
    decided_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=500, blank=True)

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "status"], name="money_proposal_waiting")]


class Exported(models.Model):
    """Entries of the journal that went out to another program, once; again only as a copy."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    format = models.CharField(max_length=20)
    first = models.BigIntegerField()  #: number of an entry
    last = models.BigIntegerField()
    copy = models.BooleanField(default=False)
    sha256 = models.CharField(max_length=64)  #: of the file
    made_by = _by()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()


class Assertion(models.Model):
    """Somebody says what an account of the journal comes to at the end of a day: by the bank's statement, for one."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=140)
    day = models.DateField()
    amount = models.BigIntegerField()
    made_by = _by()
    made_at = models.DateTimeField()

    decides_all_but = ()
    objects = Scoped()
