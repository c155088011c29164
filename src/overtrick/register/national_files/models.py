"""Tables for the files of scoring programs: snapshots, and of each player what the last one said.

A player has one row. It says since when it is so, and that is enough to answer what changed since any day.
"""

from __future__ import annotations

from typing import Any

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Snapshot(models.Model):
    """The register was looked through on a day, some players at a time."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    day = models.DateField()
    begun_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)  #: None: it is under way
    reached = models.BigIntegerField(default=0)  #: the last player that was looked at
    players = models.PositiveIntegerField(default=0)  #: that are listed
    changed = models.PositiveIntegerField(default=0)  #: of which something is otherwise than before

    decides_nothing = "it is made of the register"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "day"])]
        constraints = [
            models.UniqueConstraint(
                fields=["federation"], condition=models.Q(done_at__isnull=True), name="one_snapshot_under_way"
            ),
        ]


class PublishedLine(models.Model):
    """What the files say of a player."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, primary_key=True, related_name="+")
    #: by what columns hold, as they are written; nothing of a player who hides or was never listed
    told: models.JSONField[Any, Any] = models.JSONField(default=dict)
    changed = models.DateField()  #: the day of the snapshot that found it so first

    decides_nothing = "it is made of the register"
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["changed"])]
