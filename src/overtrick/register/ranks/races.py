"""Who won most in a year: the race for everybody, and those of rank groups where the handbook has them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from overtrick.engine.working import Step
from overtrick.register import transactions
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.people import standings
from overtrick.register.people.models import Standing
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.ranking_lists import RankedPlace, Wanted, ranking
from overtrick.register.scoping import current

#: A race is listed as far as anybody wants to read, its awards are decided by all.
_EVERYBODY = 1_000_000


class Winners(NamedTuple):
    """Who won an award of the year, and why."""

    group: str  #: empty for the one of everybody
    players: tuple[RankedPlace, ...]
    working: Step


def race(year: int, limit: int, *, to_office: bool = False) -> list[RankedPlace]:
    """List who won most in a calendar year."""
    return ranking(Wanted(limit, year=year), date(year, 12, 31), to_office=to_office)


def awards(year: int) -> list[Winners]:
    """Give the awards of a year by the handbook; none where it has none. Ranks are those the year began with."""
    ends = date(year, 12, 31)
    ladder = Ladder(current(), ends)
    rules = ladder.edition.module("annual_awards")
    if rules is None:
        return []
    places = race(year, _EVERYBODY, to_office=True)
    overseas = standings.many([each.player.pk for each in places], ends)
    before = AsAt(played=date(year, 1, 1) - timedelta(days=1), final=True)
    with transactions.read_only():
        had = {each.player: each.units for each in balances.all_holdings(current().pk, before)}
    parts = ladder.parts([each.player.pk for each in places])
    years = [
        rules.YearOfPlay(
            each.player.number,
            each.units,
            ladder.name(ladder.holding(had.get(each.player.pk, {}), parts[each.player.pk])),
            foreign=overseas[each.player.pk].status == Standing.Status.OVERSEAS,
        )
        for each in places
    ]
    by_number = {each.player.number: each for each in places}
    return [
        Winners(found.group, tuple(by_number[number] for number in found.players), found.working)
        for found in (rules.trophy(years), *rules.awards(ladder.book, years))
    ]
