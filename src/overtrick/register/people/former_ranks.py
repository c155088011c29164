"""Ranks that people held before this book. An office that moves in takes them over, each with its day."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from overtrick.register.people import identity
from overtrick.register.people.models import Player

#: In the place of the edition: by which rules a rank was reached before this book, nobody knows here.
HELD_BEFORE = "before this book"


def held(players: Collection[int], until: date) -> Iterator[tuple[int, str]]:
    """Name every rank that these (kept) people had by a day from before this book."""
    whose = identity.identities_of(players)
    rows = Player.objects.filter(
        pk__in=list(whose), promotions__edition=HELD_BEFORE, promotions__reached__lte=until
    ).values_list("pk", "promotions__rank")
    for player, rank in rows:
        yield whose[player], rank
