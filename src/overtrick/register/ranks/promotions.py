"""Finds new ranks when a month is closed, with the day of play on which the last point came.

A rank once reached stays: a later correction does not take it away by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import NamedTuple

from django.db.models import Q

from overtrick.engine import days
from overtrick.engine.ranks import DatedPoints, Holding
from overtrick.register import sql
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import BEFORE_THIS_BOOK, Closing, Entry
from overtrick.register.people import identity
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.people.models import Player
from overtrick.register.ranks.close_book import Progress
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import Promotion

#: So many players are looked at together.
_TOGETHER = 500


def find(
    federation: Federation, on: date, postings: Collection[int], progress: Progress | None = None
) -> list[Promotion]:
    """Find the promotions that come when these postings become final, by the handbook of a day; nothing is kept."""
    tell = progress or (lambda _done, _of: None)
    ladder = Ladder(federation, on)
    settled = _settled(postings)
    found = list(_new_promotions(ladder, settled, _touched(federation, settled), frozenset(postings), tell))
    players = Player.objects.in_bulk({each.player_id for each in found})
    for each in found:
        each.player = players[each.player_id]
    return found


def keep(found: Iterable[Promotion], closing: Closing) -> None:
    """Keep the promotions that were found for the close of a month."""
    listed = list(found)
    for each in listed:
        each.closing = closing
    Promotion.objects.bulk_create(listed, batch_size=_TOGETHER)


class _Settled(NamedTuple):
    """What becomes final of a player's points of one colour."""

    units: int
    won: int  #: but for what was there before this book: nobody is promoted by that


_NOTHING = _Settled(0, 0)


def _settled(postings: Collection[int]) -> dict[int, dict[str, _Settled]]:
    """Add up what becomes final. The plus keeps SQLite from looking through the postings once for every entry."""
    found: dict[int, dict[str, _Settled]] = defaultdict(dict)
    given, value = sql.numbers(postings)
    for player, colour, units, won in sql.rows(
        "select +player_id, colour, cast(sum(units) as bigint), "  # noqa: S608 - our own names
        "cast(sum(case when kind in (%s, %s) then 0 else units end) as bigint) "
        f"from {given} join ledger_posting on ledger_posting.id = n join ledger_entry on posting_id = n "
        "group by 1, 2",
        *(each.value for each in BEFORE_THIS_BOOK),
        value,
    ):
        found[player][colour] = _Settled(units, won)
    return found


def _touched(federation: Federation, settled: Iterable[int]) -> list[int]:
    """Name everybody whose points become final, by the record that stays, and whoever was merged at any time."""
    kept = identity.merged(federation)
    return sorted({*(kept.get(player, player) for player in settled), *kept.values()})


def _new_promotions(
    ladder: Ladder,
    settled: dict[int, dict[str, _Settled]],
    players: list[int],
    postings: frozenset[int],
    progress: Progress,
) -> Iterator[Promotion]:
    for at in range(0, len(players), _TOGETHER):
        progress(at, len(players))
        some = players[at : at + _TOGETHER]
        whose = identity.identities_of(some)
        held, before = _holdings(whose, settled)
        known = _ranks_held(ladder, whose)
        # What a merge brought together was final before, in parts.
        merged = {root for record, root in whose.items() if record != root}
        parts_of = ladder.parts(some, also=postings)
        rising = []
        for player in some:
            parts = parts_of[player]
            now = ladder.name(Holding(held[player], parts))
            if not now or now in known[player]:
                continue
            if player in merged or now != ladder.name(Holding(before[player], parts)):
                rising.append(player)
        credited = _credited(rising, also=postings)
        for player in rising:
            yield from _new(ladder, player, parts_of[player], known[player], credited[player])


_Units = dict[int, dict[str, int]]


def _holdings(whose: dict[int, int], settled: dict[int, dict[str, _Settled]]) -> tuple[_Units, _Units]:
    """Add up the final points of these people as they will be, and without what they win by it."""
    held: _Units = defaultdict(lambda: defaultdict(int))
    before: _Units = defaultdict(lambda: defaultdict(int))
    given, value = sql.numbers(whose)
    for player, colour, units in sql.rows(
        f"select player_id, colour, final from {given} join ledger_balance on player_id = n",  # noqa: S608 - our own names
        value,
    ):
        more = settled.get(player, {}).get(colour, _NOTHING)
        held[whose[player]][colour] += units + more.units
        before[whose[player]][colour] += units + more.units - more.won
    return held, before


def _ranks_held(ladder: Ladder, whose: dict[int, int]) -> dict[int, set[str]]:
    """Name the ranks that nobody is promoted to again; of one held before this book, those below it too."""
    found: dict[int, set[str]] = defaultdict(set)
    rows = Promotion.objects.filter(player__in=list(whose))
    for player, rank, edition in rows.values_list("player_id", "rank", "edition"):
        found[whose[player]] |= ladder.up_to(rank) if edition == HELD_BEFORE else {rank}
    return found


class _Credited(NamedTuple):
    """What is final of a record: what was there before this book, by colour, and what came since."""

    opening: dict[str, int]
    since: list[DatedPoints]


def _credited(players: Collection[int], also: frozenset[int] = frozenset()) -> dict[int, _Credited]:
    """Give what is final of the records of these (kept) people, and what other postings hold of theirs."""
    whose = identity.identities_of(players)
    found = {player: _Credited(defaultdict(int), []) for player in players}
    final = Entry.objects.filter(player__in=list(whose)).annotate(final=Q(posting__closed__isnull=False))
    for player, posting, closed, kind, played, colour, units in final.values_list(
        "player_id", "posting_id", "final", "posting__kind", "played", "colour", "units"
    ):
        if not closed and posting not in also:
            continue
        of_person = found[whose[player]]
        if kind in BEFORE_THIS_BOOK:
            of_person.opening[colour] += units
        else:
            of_person.since.append(DatedPoints(played, colour, units))
    return found


def _new(
    ladder: Ladder, player: int, parts: dict[str, int], known: Collection[str], credited: _Credited
) -> Iterator[Promotion]:
    for rank, day in _reached(ladder, parts, credited):
        if rank not in known:
            yield Promotion(player_id=player, rank=rank, edition=ladder.edition.name, reached=day)


def _reached(ladder: Ladder, parts: dict[str, int], credited: _Credited) -> Iterator[tuple[str, date]]:
    """Go through what is final of a record day by day; it begins with what was there before."""
    for reached in ladder.promotions(Holding(credited.opening, parts), credited.since):
        yield reached.rank.name, reached.day


def days_reached(player: int, closing: Closing) -> dict[str, date]:
    """Give the ranks a (kept) player's record reaches and the day of each, by the book of now and the rules of then."""
    ladder = Ladder(closing.federation, days.month(closing.month).last)
    return dict(_reached(ladder, ladder.parts([player])[player], _credited([player])[player]))
