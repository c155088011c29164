"""Tables for promotions."""

from __future__ import annotations

from django.db import models

from overtrick.register.ledger.models import Closing
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.people.models import Player
from overtrick.register.ranks.certificate_codes import LENGTH, new_code
from overtrick.register.scoping import Scoped


class Promotion(models.Model):
    """A player reached a rank; found when a month was closed. A later correction does not take it away by itself.

    A rank that was held before this book is taken over with its day when an office moves in.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="promotions")
    rank = models.CharField(max_length=60)
    edition = models.CharField(max_length=20)
    reached = models.DateField()  #: the day of play on which the last condition was met
    closing = models.ForeignKey(Closing, on_delete=models.PROTECT, related_name="promotions")
    #: stands on the certificate; whoever holds the paper can ask what it certifies
    code = models.CharField(max_length=LENGTH, unique=True, default=new_code)

    decides_all_but = ()
    scope = "player__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "rank"], name="promoted_once")]

    @property
    def held_before(self) -> bool:
        """Say whether the rank was held before this book."""
        return self.edition == HELD_BEFORE


def promotions_here() -> models.QuerySet[Promotion]:
    """Give the promotions that a month of this book brought: not the ranks that were held before it."""
    return Promotion.objects.exclude(edition=HELD_BEFORE)
