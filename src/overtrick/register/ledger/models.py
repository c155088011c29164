"""The books, one for each federation.

Rows are added and never removed; each carries the hash of all before it in its book (see ``chain``).

Many rows come in at a time, so an entry's references are looked after in sets when it is posted, not one by one by the
database: foreign keys on every entry make PostgreSQL four times as slow. A player with entries has a balance, and
that holds the player by a real foreign key; postings are never taken out.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from overtrick.register.federations.models import Federation
from overtrick.register.ledger.immutable import Kept, KeptRows, Numbered
from overtrick.register.ledger.row_ids import BITS
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


def _in_its_federation(name: str) -> models.CheckConstraint:
    """An id begins with the federation."""
    return models.CheckConstraint(name=name, condition=Q(federation=F("id").bitrightshift(BITS)))


class Posting(Numbered):
    """Entries that belong together and came at one time, and why."""

    class Kind(models.TextChoices):
        """What brought it about."""

        SUBMISSION = "submission"
        CORRECTION = "correction"  #: reversals, and new entries where there are any
        RELEASE = "release"  #: of credits that were held
        MANUAL = "manual"  #: a transfer in, reciprocity, a grant: with a reason and a second person
        OPENING = "opening"  #: balances from before this book; likewise
        HISTORY = "history"  #: credits from before this book, each with its event and day of play; likewise

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=12, choices=Kind)
    submission = models.ForeignKey(
        "competitions.Submission", null=True, on_delete=models.PROTECT, related_name="postings"
    )
    posted = models.DateField()
    posted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    reason = models.CharField(max_length=500, blank=True)
    hash = models.BinaryField(max_length=32)

    decides_nothing = "it stands in the chain of the book"
    objects = Scoped.from_queryset(KeptRows)()

    class Meta:
        constraints = [
            _in_its_federation("posting_in_its_federation"),
            models.CheckConstraint(
                name="posting_by_two",
                condition=~Q(kind__in=["manual", "opening", "history"])
                | (~Q(reason="") & Q(posted_by__isnull=False, second__isnull=False) & ~Q(second=F("posted_by"))),
            ),
        ]


#: What a player had before this book: nobody is promoted by it.
BEFORE_THIS_BOOK = (Posting.Kind.OPENING, Posting.Kind.HISTORY)


class Entry(Numbered):
    """Points of one colour for one player; negative in a reversal, which names what it reverses."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="entries", db_constraint=False)
    federation = models.ForeignKey(
        Federation, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="entries", db_index=False, db_constraint=False
    )
    colour = models.CharField(max_length=20)
    units = models.BigIntegerField()  #: in the colour's smallest unit
    played = models.DateField()
    stage = models.CharField(max_length=200, blank=True)
    assessment = models.ForeignKey(
        "competitions.Assessment",
        null=True,
        on_delete=models.PROTECT,
        related_name="entries",
        db_index=False,
        db_constraint=False,
    )
    award = models.IntegerField(null=True)  #: which of the assessment's awards, counted from 0
    corrects = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.PROTECT,
        related_name="corrected_by",
        db_index=False,
        db_constraint=False,
    )
    hash = models.BinaryField(max_length=32)

    decides_nothing = "it stands in the chain of the book"
    objects = Scoped.from_queryset(KeptRows)()

    class Meta:
        # Balances and ranks are read from the index alone.
        indexes = [models.Index(fields=["player", "colour", "units"], name="entry_balance")]
        constraints = [
            _in_its_federation("entry_in_its_federation"),
            models.UniqueConstraint(
                fields=["federation", "assessment", "award"],
                condition=Q(assessment__isnull=False, corrects__isnull=True),
                name="award_posted_once",
            ),
            models.UniqueConstraint(
                fields=["corrects"], condition=Q(corrects__isnull=False), name="entry_reversed_once"
            ),
            models.CheckConstraint(name="entry_of_something", condition=~Q(units=0)),
            models.CheckConstraint(
                name="entry_names_award",
                condition=Q(assessment__isnull=True, award__isnull=True)
                | Q(assessment__isnull=False, award__isnull=False),
            ),
        ]


class Head(models.Model):
    """The end of a federation's book: the one row that its postings wait for."""

    federation = models.OneToOneField(Federation, on_delete=models.PROTECT, primary_key=True, related_name="+")
    before = models.BinaryField(max_length=32, blank=True)  #: the last hash of the book that this one carries on
    posting = models.BigIntegerField(default=0)  #: the numbers given out last
    entry = models.BigIntegerField(default=0)
    closing = models.BigIntegerField(default=0)
    hash = models.BinaryField(max_length=32)

    #: So the book and the audit hold each other: no posting comes or goes without an act.
    decides_all_but = ()
    decides_as = "end of the book of federation"


class Balance(models.Model):
    """The sum of a player's entries of one colour; it can be made again from them at any time."""

    pk = models.CompositePrimaryKey("player", "colour")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="balances", db_index=False)
    colour = models.CharField(max_length=20)
    units = models.BigIntegerField(default=0)  #: with what is still provisional
    final = models.BigIntegerField(default=0)

    decides_nothing = "verify compares it with the entries"
    objects = Scoped()


class Closing(Numbered):
    """A month was closed: what it closed is final. It has its place in the chain, after the last entry of that day."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="closings")
    month = models.DateField()  #: its first day
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    entry = models.BigIntegerField()  #: the number of the book's last when the month was closed
    head = models.BinaryField(max_length=32)  #: the hash of the row before
    hash = models.BinaryField(max_length=32)  #: of this row and of the numbers of all postings it made final

    decides_nothing = "it stands in the chain of the book"
    objects = Scoped.from_queryset(KeptRows)()

    class Meta:
        constraints = [
            _in_its_federation("closing_in_its_federation"),
            models.UniqueConstraint(fields=["federation", "month"], name="month_closes_once"),
        ]


class ClosedPosting(Kept):
    """A posting is final since the closing of a month."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, primary_key=True, related_name="closed")
    closing = models.ForeignKey(Closing, on_delete=models.PROTECT, related_name="postings")

    decides_nothing = "it stands in the chain of the book"
    scope = "posting__federation"
    objects = Scoped.from_queryset(KeptRows)()
