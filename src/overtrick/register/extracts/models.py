"""Tables for extracts of records."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.people.models import Player
from overtrick.register.ranks.certificate_codes import LENGTH, new_code
from overtrick.register.scoping import Scoped


class Extract(models.Model):
    """What a record said of a player as at a day, when somebody asked for it in writing."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="extracts")
    day = models.DateField()  #: points won up to this day count
    rank = models.CharField(max_length=60, blank=True)
    units: models.JSONField[Any, Any] = models.JSONField()  #: final points by colour, in the smallest units
    standing = models.CharField(max_length=12, blank=True)
    suspended = models.BooleanField(default=False)
    edition = models.CharField(max_length=20)
    code = models.CharField(max_length=LENGTH, unique=True, default=new_code)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_player = models.BooleanField()  #: who hides and gives somebody the code wants to be named
    on_request = models.BooleanField(default=False)  #: a copy of the record, which may cost a fee; not a batch's card

    decides_nothing = "it says what the book said; whoever checks it is told what the book says now"
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["player", "day"])]
