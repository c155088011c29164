"""The table of accreditations."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from overtrick.register import periods
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Accreditation(models.Model):
    """From one day to another a player may direct events up to a level of the handbook."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="accreditations")
    level = models.CharField(max_length=50)
    by = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="accreditations")
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    given_at = models.DateTimeField()

    decides_all_but = ()
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("accreditation_in_order"),
            models.UniqueConstraint(
                fields=["player", "level"], condition=models.Q(ends__isnull=True), name="accredited_once"
            ),
        ]

    def __str__(self) -> str:
        return self.level
