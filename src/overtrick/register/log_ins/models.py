"""Tables around log-ins: what somebody asked for on a public page, and codes that clubs hand out."""

from __future__ import annotations

from typing import Any

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Request(models.Model):
    """What a stranger asked for. The page only writes it down; the worker looks whether it fits, and deletes it.

    So the page takes the same time and gives the same answer, whoever asks for whom.
    """

    class Kind(models.TextChoices):
        """What is asked for."""

        PASSWORD = "password"  # noqa: S105 - a new one
        ACCOUNT = "account"  #: a member wants to log in for the first time

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    typed: models.JSONField[Any, Any] = models.JSONField(default=dict)
    language = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField()

    in_backups = False
    decides_nothing = "the worker looks whether it fits"
    objects = Scoped()


class ClubCode(models.Model):
    """A code on paper with which a member opens an account. Only a hash is kept."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="club_code")
    hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)  #: after some wrong ones it is worth nothing

    decides_nothing = "what is done with it stands in the audit"
    scope = "player__federation"
    objects = Scoped()
