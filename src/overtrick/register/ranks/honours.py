"""Honours of a calendar year: who won most, the awards of the handbook, and who joined a club of points."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Sum
from django.db.models.functions import Coalesce

from overtrick.engine.ranks import DatedPoints, Rank, days_reached
from overtrick.engine.working import Step
from overtrick.handbooks import honours
from overtrick.handbooks.honours import YearOfPlay
from overtrick.register import transactions
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.people import standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.ranking_lists import RankedPlace, Wanted, ranking
from overtrick.register.scoping import current

#: A race is listed as far as anybody wants to read, its awards are decided by all.
_EVERYBODY = 1_000_000
#: What everybody held, by player and colour.
_Held = dict[int, dict[str, int]]


class Winners(NamedTuple):
    """Who won an award of the year, and why."""

    honour: str  #: "Annual trophy"
    group: str  #: the rank that it is for; empty: for everybody
    players: tuple[RankedPlace, ...]
    working: Step


class Joined(NamedTuple):
    """Who joined a club of points, and the day of play on which the last point came."""

    club: Rank
    player: Player
    day: date


def race(year: int, limit: int, *, to_office: bool = False) -> list[RankedPlace]:
    """List who won most in a calendar year."""
    return ranking(Wanted(limit, year=year), _ends(year), to_office=to_office)


class Honours(NamedTuple):
    """The honours of a year."""

    awards: list[Winners]
    joined: list[Joined]


def honours_of(year: int) -> Honours:
    """Give the honours of a year by the handbook; none where it has none."""
    ladder = Ladder(current(), _ends(year))
    rules = honours.of(ladder.edition)
    if rules is None:
        return Honours([], [])
    held = _held_before(year)
    return Honours(_awards(rules, ladder, year, held), _clubs_joined(rules, ladder, year, held))


def _awards(rules: honours.Honours, ladder: Ladder, year: int, held: _Held) -> list[Winners]:
    """Give the awards of a year. Ranks are those the year began with."""
    ends = _ends(year)
    places = race(year, _EVERYBODY, to_office=True)
    overseas = standings.many([each.player.pk for each in places], ends)
    parts = ladder.parts([each.player.pk for each in places])
    before = ladder.held_before([each.player.pk for each in places])
    years = [
        YearOfPlay(
            each.player.number,
            each.units,
            ladder.name(
                ladder.holding(held.get(each.player.pk, {}), parts[each.player.pk]), before.get(each.player.pk, "")
            ),
            foreign=overseas[each.player.pk].status == Standing.Status.OVERSEAS,
        )
        for each in places
    ]
    by_number = {each.player.number: each for each in places}
    return [
        Winners(found.honour, found.group, tuple(by_number[number] for number in found.players), found.working)
        for found in rules.annual_awards(ladder.book, years)
    ]


def _clubs_joined(rules: honours.Honours, ladder: Ladder, year: int, held: _Held) -> list[Joined]:
    """List who joined a club of points in a year, in the order of the days; once joined, nobody leaves."""
    won = _won(year)
    found = [each for club in rules.clubs(ladder.book) for each in _joined(club, ladder, won, held)]
    return sorted(found, key=lambda each: (each.club.name, each.day, each.player.family, each.player.given))


class _Won(NamedTuple):
    """What somebody gained in a year: points from before this book, and those that were won, day by day."""

    brought: dict[str, int]
    credited: list[DatedPoints]


def _joined(club: Rank, ladder: Ladder, won: dict[int, _Won], held: _Held) -> Iterator[Joined]:
    people = Player.objects.in_bulk(list(won))
    for player, (brought, credited) in won.items():
        opening = ladder.holding(held.get(player, {}), {}).plus(brought)
        for each in days_reached([club], opening, credited):
            yield Joined(club, people[player], each.day)


def _won(year: int) -> dict[int, _Won]:
    """Add up the final points of a year by player, by the record that stays; nobody joins by points brought along."""
    rows = (
        Entry.objects.filter(played__range=(date(year, 1, 1), _ends(year)), posting__closed__isnull=False)
        .values_list(Coalesce("player__kept", "player"), "played", "colour", "posting__kind")
        .annotate(sum=Sum("units"))
        .order_by("played")
    )
    found: dict[int, _Won] = {}
    for player, played, colour, kind, units in rows:
        won = found.setdefault(player, _Won({}, []))
        if kind == Posting.Kind.OPENING:
            won.brought[colour] = won.brought.get(colour, 0) + units
        else:
            won.credited.append(DatedPoints(played, colour, units))
    return found


def _held_before(year: int) -> _Held:
    """Add up the final points of everybody that were won before a year, by the record that stays."""
    asked = AsAt(played=date(year, 1, 1) - timedelta(days=1), final=True)
    with transactions.read_only():
        return {each.player: each.units for each in balances.all_holdings(current().pk, asked)}


def _ends(year: int) -> date:
    return date(year, 12, 31)
