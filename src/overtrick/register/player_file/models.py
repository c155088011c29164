"""Tables for the player file: of each player what it says and which change made it say so, and where the log stands.

Nothing of it is in backups. It is made of the register; after a restore it is made again, under a log of another name,
so that nobody goes on from a cursor that counts something else.
"""

from __future__ import annotations

import secrets

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


def new_name() -> str:
    """Name a log, so that its cursors are known."""
    return secrets.token_hex(3)


class ChangeLog(models.Model):
    """How far a federation's log of changes is. Its row is the lock under which numbers are taken."""

    federation = models.OneToOneField(Federation, on_delete=models.PROTECT, primary_key=True, related_name="+")
    name = models.CharField(max_length=6, default=new_name)
    last = models.BigIntegerField(default=0)  #: the number of the last change
    day = models.DateField()  #: the day as which lines are written
    reached = models.BigIntegerField(default=0)  #: the last player that was looked at for this day …
    looked_through = models.DateField(null=True)  #: … and the last day for which everybody was; None: never yet
    told = models.BigIntegerField(default=0)  #: the last change that programs were told of, by a webhook …
    told_at = models.DateTimeField(null=True)  #: … and when

    in_backups = False
    decides_nothing = "it is made of the register"
    objects = Scoped()


class FileLine(models.Model):
    """What the file says of a number."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, primary_key=True, related_name="+")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    change = models.BigIntegerField()  #: since this change it has said so
    line = models.TextField()  #: the fields of the line as a list in JSON: see ``records``
    leads_to = models.BigIntegerField(null=True)  #: the record that stays, of a number that was merged

    in_backups = False
    decides_nothing = "it is made of the register"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "change"], name="player_file_change_once")]
        indexes = [models.Index(fields=["federation", "player"], name="player_file_in_order")]


class DayMark(models.Model):
    """Where the log stood when a day began: by it a cursor is known that is too old."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    change = models.BigIntegerField()

    in_backups = False
    decides_nothing = "it is made of the register"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "day"], name="player_file_day_once")]
