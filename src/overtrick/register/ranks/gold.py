"""The gold points of players on a day. Where they fade, they are worked out from the record each time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from django.db.models import Min, Sum, Value
from django.db.models.functions import Coalesce

from overtrick.engine import days
from overtrick.engine.working import Step
from overtrick.handbooks import gold
from overtrick.handbooks.gold import Performance
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.scoping import current

#: The colour that earns gold, and what a list calls gold itself.
EARNED_BY = "green"
GOLD = "gold"


class GoldEvent(NamedTuple):
    """An event that brought gold: what it was worth, and what is left of it on days to come."""

    event: str
    competition: int  #: 0 where it was played before this book
    day: date
    green: int
    first: int
    left: tuple[int, ...]


class Gold(NamedTuple):
    """A player's gold: what is held today with its working, and what today's will be worth later."""

    held: Step
    days: tuple[date, ...]  #: today, and the same day of the years after
    events: tuple[GoldEvent, ...]
    totals: tuple[int, ...]  #: on each of the days
    for_rank: Step  #: whether ranks ask for it


class _Won(NamedTuple):
    """All green points of one player from one event."""

    player: int
    competition: int
    name: str
    day: date
    units: int

    @property
    def performance(self) -> Performance:
        """What the handbook asks of it."""
        return Performance(self.day, self.units, self.name)


def fades(on: date) -> bool:
    """Say whether the handbook of a day knows gold points that fade."""
    return gold.of(Ladder(current(), on).edition) is not None


def gold_of(player: Player, on: date, *, final: bool = True) -> Step | None:
    """Add up what is left of a player's gold; None where the handbook knows no gold that fades."""
    ladder = Ladder(player.federation, on)
    rules = gold.of(ladder.edition)
    if rules is None:
        return None
    won = _won(identity.identities(player), on, final=final)
    return rules.held(ladder.book, [each.performance for each in won], on)


def gold_in_detail(player: Player, on: date, years: int) -> Gold | None:
    """Give a player's gold event by event, with what is left after each of some years."""
    ladder = Ladder(player.federation, on)
    rules = gold.of(ladder.edition)
    if rules is None:
        return None
    won = _won(identity.identities(player), on, final=True)
    held = rules.held(ladder.book, [each.performance for each in won], on)
    later = tuple(days.anniversary(on, at) for at in range(years + 1))
    events = []
    for each in won:
        performance = each.performance
        first = int(rules.original(ladder.book, performance).value)
        left = tuple(int(rules.on_day(ladder.book, performance, day).value) for day in later)
        if left[0]:
            events.append(GoldEvent(each.name, each.competition, each.day, each.units, first, left))
    totals = tuple(sum(each.left[at] for each in events) for at in range(len(later)))
    return Gold(held, later, tuple(events), totals, rules.counts_for_rank(ladder.book))


def all_gold(on: date) -> dict[int, int]:
    """Give everybody's gold on a day, by the record that stays; who has none is left out."""
    ladder = Ladder(current(), on)
    rules = gold.of(ladder.edition)
    found: dict[int, int] = {}
    if rules is None:
        return found
    for each in _won(None, on, final=True):
        left = int(rules.on_day(ladder.book, each.performance, on).value)
        if left:
            found[each.player] = found.get(each.player, 0) + left
    return found


def _won(records: Collection[int] | None, on: date, *, final: bool) -> list[_Won]:
    """Add up green points event by event, of some records or of all; together they decide what gold they bring."""
    entries = Entry.objects.filter(colour=EARNED_BY, played__lte=on)
    if records is not None:
        entries = entries.filter(player__in=records)
    if final:
        entries = entries.filter(posting__closed__isnull=False)
    name = "posting__submission__competition"
    whose = Coalesce("player__kept", "player")
    events = (
        entries.exclude(posting__submission=None)
        .values_list(whose, name, f"{name}__name")
        .annotate(day=Min("played"), sum=Sum("units"))
        .order_by("day", name)
    )
    # Before this book an event has no row of its own: its name and its day tell it.
    before = (
        entries.filter(posting__kind=Posting.Kind.HISTORY)
        .values_list(whose, Value(0), "stage", "played")
        .annotate(sum=Sum("units"))
        .order_by("played", "stage")
    )
    found = [_Won._make(row) for row in (*before, *events)]
    return sorted((won for won in found if won.units > 0), key=lambda won: won.day)
