"""Tables of moving in: the lists of the old system, what they say of the time before this book, and who signed it off.

Credits, balances and ranks wait here until two people sign them off. Then they go into the book, and their rows here
are taken out.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped

#: What the book has room for: the name of an event, and its reference in the old system.
LONGEST_EVENT, LONGEST_REFERENCE = 150, 40


class Step(models.TextChoices):
    """The lists that an office takes over, in their order."""

    ORGANISATIONS = "organisations"
    OFFICERS = "officers"
    MEMBERS = "members"
    CREDITS = "credits"
    BALANCES = "balances"
    RANKS = "ranks"


#: What waits for two people; the others are entered at once.
WAITING_STEPS = (Step.CREDITS, Step.BALANCES, Step.RANKS)


class Move(models.Model):
    """An office moves in: what it has said about the columns and words of its lists, and who signed it off."""

    federation = models.OneToOneField(Federation, on_delete=models.PROTECT, primary_key=True, related_name="+")
    columns: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: by step: heading and what it means
    words: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: by step: word and what it means
    first_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    first_at = models.DateTimeField(null=True)
    first_digest = models.CharField(max_length=64, blank=True)  #: of the report that was signed
    second_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    signed_at = models.DateTimeField(null=True)
    report: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: as it was signed off

    decides_nothing = "both signatures stand in the audit, and what was signed in the book"
    objects = Scoped()


class OldList(models.Model):
    """A list of the old system: what its columns and words mean, and what it would do."""

    class State(models.TextChoices):
        """How far a list is."""

        NEW = "new"
        CHECKED = "checked"
        ENTERED = "entered"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    step = models.CharField(max_length=20, choices=Step)
    name = models.CharField(max_length=255)
    size = models.BigIntegerField()
    digest = models.CharField(max_length=64)  #: sha256 of the file
    encoding = models.CharField(max_length=20)  #: empty: a workbook
    separator = models.CharField(max_length=1, blank=True)
    header = models.PositiveIntegerField(default=0)  #: the row of the headings, from 0
    columns: models.JSONField[Any, Any] = models.JSONField(default=list)  #: [heading, what it means] for each
    words: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: word and what it means
    seen: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: word, and how many rows have it
    as_at = models.DateField(null=True)  #: the day of balances and ranks where the list does not say it
    doubtful_are_new = models.BooleanField(default=False)  #: who is like somebody in the register is entered as new
    state = models.CharField(max_length=10, choices=State, default=State.NEW)
    report: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: what it would do, or did
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField(null=True)

    decides_nothing = "what a list brings is recorded when it is entered"
    objects = Scoped()

    def __str__(self) -> str:
        return self.name


class ListPart(models.Model):
    """Some of the bytes of a list, packed; they go when the list is entered."""

    list = models.ForeignKey(OldList, on_delete=models.CASCADE, related_name="parts")
    packed = models.BinaryField()

    decides_nothing = "likewise"
    scope = "list__federation"
    objects = Scoped()


class OldCredit(models.Model):
    """Points of one event from before this book. It waits for two people."""

    list = models.ForeignKey(OldList, on_delete=models.CASCADE, related_name="credits")
    federation = models.ForeignKey(
        Federation, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False)
    colour = models.CharField(max_length=20)
    units = models.BigIntegerField()
    played = models.DateField()
    event = models.CharField(max_length=LONGEST_EVENT)
    reference = models.CharField(max_length=LONGEST_REFERENCE, blank=True)
    line = models.IntegerField()
    key = models.BigIntegerField()  #: of all that it says, to find it again in another list

    decides_nothing = "it counts when it is in the book"
    objects = Scoped()


class OldSum(models.Model):
    """What the credits of a list come to for a player and a colour: added up once, when the list is checked."""

    list = models.ForeignKey(OldList, on_delete=models.CASCADE, related_name="sums")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    colour = models.CharField(max_length=20)
    units = models.BigIntegerField()
    first = models.DateField()
    last = models.DateField()

    decides_nothing = "likewise"
    objects = Scoped()


class OldBalance(models.Model):
    """What a player had of a colour on a day before this book. It waits for two people."""

    list = models.ForeignKey(OldList, on_delete=models.CASCADE, related_name="balances")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    colour = models.CharField(max_length=20)
    units = models.BigIntegerField()
    as_at = models.DateField()
    line = models.IntegerField()

    decides_nothing = "likewise"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["player", "colour"], name="old_balance_of")]
        constraints = [models.UniqueConstraint(fields=["list", "player", "colour"], name="old_balance_once")]


class OldRank(models.Model):
    """A rank that a player held before this book, since a day. It waits for two people."""

    list = models.ForeignKey(OldList, on_delete=models.CASCADE, related_name="ranks")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rank = models.CharField(max_length=60)
    since = models.DateField()
    line = models.IntegerField()

    decides_nothing = "likewise"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "player", "rank"], name="old_rank_once")]
