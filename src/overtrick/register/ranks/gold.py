"""The gold points of a player on a day. Where they fade, they are worked out from the record each time."""

from __future__ import annotations

from datetime import date

from django.db.models import Min, Sum

from overtrick.engine.working import Step
from overtrick.register.ledger.models import Entry
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.ranks.current_rank import Ladder

_EARNED_BY = "green"


def gold_of(player: Player, on: date, *, final: bool = True) -> Step | None:
    """Add up what is left of a player's gold; None where the handbook knows no gold that fades.

    All green points of one event together decide what gold they bring.
    """
    ladder = Ladder(player.federation, on)
    rules = ladder.edition.module("gold")
    if rules is None:
        return None
    entries = Entry.objects.filter(player__in=identity.identities(player), colour=_EARNED_BY, played__lte=on)
    if final:
        entries = entries.filter(posting__closed__isnull=False)
    events = (
        entries.exclude(posting__submission=None)
        .values("posting__submission__competition", "posting__submission__competition__name")
        .annotate(units=Sum("units"), day=Min("played"))
        .order_by("day", "posting__submission__competition")
    )
    performances = [
        rules.Performance(row["day"], row["units"], row["posting__submission__competition__name"])
        for row in events
        if row["units"] > 0
    ]
    found: Step = rules.held(ladder.book, performances, on)
    return found
