"""Who has reached a new rank? Found when a month is closed, with the day of play on which the last point came.

A rank once reached stays: a later correction does not take it away by itself.
"""

from __future__ import annotations

from calendar import monthrange
from collections import defaultdict
from typing import TYPE_CHECKING

from overtrick.engine.ranks import Credit, Holding
from overtrick.register import sql
from overtrick.register.ledger.models import Closing, Entry, Posting
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import Promotion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from overtrick.register.ranks.close_book import Progress

#: So many players are looked at together.
_TOGETHER = 500


def record(closing: int, progress: Progress | None = None) -> list[Promotion]:
    """Find the promotions that the close of a month brings, and keep them; in the transaction of the close."""
    closed = Closing.objects.select_related("federation").get(pk=closing)
    found = _found(closed, _touched(closed), progress or (lambda _done, _of: None))
    return Promotion.objects.bulk_create(found, batch_size=_TOGETHER)


def last_day(month: date) -> date:
    """Give the last day of a month; by its handbook promotions are found."""
    return month.replace(day=monthrange(month.year, month.month)[1])


def _touched(closing: Closing) -> list[int]:
    """Name everybody whose points became final now, by the record that stays, and whoever was merged at any time."""
    rows = sql.rows(
        "select coalesce(kept_id, people_player.id) from ledger_closedposting "
        "join ledger_entry on ledger_entry.posting_id = ledger_closedposting.posting_id "
        "join people_player on people_player.id = ledger_entry.player_id where closing_id = %s "
        "union select kept_id from people_player where federation_id = %s and kept_id is not null order by 1",
        closing.pk,
        closing.federation_id,
    )
    return [player for (player,) in rows]


def _found(closing: Closing, players: list[int], progress: Progress) -> Iterator[Promotion]:
    ladder = _ladder(closing)
    for at in range(0, len(players), _TOGETHER):
        progress(at, len(players))
        some = players[at : at + _TOGETHER]
        whose = identity.identities_of(some)
        held = _holdings(whose)
        won = _won(closing, whose)
        known = _known(whose)
        # What a merge brought together was final before, in parts.
        merged = {root for record, root in whose.items() if record != root}
        parts_of = ladder.parts(some)
        for player in some:
            parts = parts_of[player]
            before = {colour: units - won[player][colour] for colour, units in held[player].items()}
            now = ladder.name(Holding(held[player], parts))
            if not now or now in known[player]:
                continue
            if player in merged or now != ladder.name(Holding(before, parts)):
                yield from _new(ladder, closing, player, parts, known[player])


def _holdings(whose: dict[int, int]) -> dict[int, dict[str, int]]:
    """Add up the final points of these people."""
    found: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    given, value = sql.numbers(whose)
    for player, colour, units in sql.rows(
        f"select player_id, colour, final from {given} join ledger_balance on player_id = n",  # noqa: S608 - our own names
        value,
    ):
        found[whose[player]][colour] += units
    return found


def _won(closing: Closing, whose: dict[int, int]) -> dict[int, dict[str, int]]:
    """Add up what became final now, but for what was there before this book: nobody is promoted by that."""
    found: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    given, value = sql.numbers(whose)
    for player, colour, units in sql.rows(
        "select player_id, colour, cast(sum(units) as bigint) from ledger_closedposting "  # noqa: S608 - our own names
        "join ledger_posting on ledger_posting.id = ledger_closedposting.posting_id and kind <> %s "
        "join ledger_entry on ledger_entry.posting_id = ledger_posting.id "
        f"join {given} on player_id = n where closing_id = %s group by player_id, colour",
        Posting.Kind.OPENING.value,
        value,
        closing.pk,
    ):
        found[whose[player]][colour] += units
    return found


def _known(whose: dict[int, int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    for player, rank in Promotion.objects.filter(player__in=list(whose)).values_list("player_id", "rank"):
        found[whose[player]].add(rank)
    return found


def _new(
    ladder: Ladder, closing: Closing, player: int, parts: dict[str, int], known: Iterable[str]
) -> Iterator[Promotion]:
    for rank, day in _reached(ladder, player, parts):
        if rank not in known:
            yield Promotion(player_id=player, rank=rank, edition=ladder.edition.name, reached=day, closing=closing)


def _reached(ladder: Ladder, player: int, parts: dict[str, int]) -> Iterator[tuple[str, date]]:
    """Go through a record day by day; what was there before this book is where it begins."""
    opening: dict[str, int] = defaultdict(int)
    credited = []
    entries = Entry.objects.filter(player__in=identity.identities(Player(pk=player)), posting__closed__isnull=False)
    for kind, played, colour, units in entries.values_list("posting__kind", "played", "colour", "units"):
        if kind == Posting.Kind.OPENING:
            opening[colour] += units
        else:
            credited.append(Credit(played, colour, units))
    for reached in ladder.promotions(Holding(opening, parts), credited):
        yield reached.rank.name, reached.day


def days_reached(player: int, closing: Closing) -> dict[str, date]:
    """Give the ranks a (kept) player's record reaches and the day of each, by the book of now and the rules of then."""
    ladder = _ladder(closing)
    return dict(_reached(ladder, player, ladder.parts([player])[player]))


def _ladder(closing: Closing) -> Ladder:
    last = closing.month.replace(day=monthrange(closing.month.year, closing.month.month)[1])
    return Ladder(closing.federation, last)
