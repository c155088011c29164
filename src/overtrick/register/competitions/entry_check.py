"""Checks who played against the limit of an event, by points or rank as they were the day before.

A rank that was held before this book counts, whatever the points in the book come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from overtrick.engine.event import Event
from overtrick.engine.ranks import Holding
from overtrick.engine.working import NOTHING, Step, step
from overtrick.handbooks import ranks
from overtrick.handbooks import submission as rules
from overtrick.handbooks.edition import Book, Edition
from overtrick.handbooks.submission import Entrant
from overtrick.register.competitions.match import Matched
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.people import former_ranks, identity
from overtrick.register.people.models import Player
from overtrick.register.periods import ONE_DAY

#: So many are named; more are counted.
_NAMED = 10


def above_the_limit(
    edition: Edition, settings: Mapping[str, str], event: Event, seated: Callable[[], Sequence[Matched]]
) -> Step | None:
    """Name everybody who had too many points or too high a rank to enter; None: nobody, or there is no limit."""
    answers, book = rules.of(edition), edition.book(event.begins, settings or None)
    if not answers.limits_entry(book, event):
        return None
    found = []
    for entrant in _entrants(edition, book, event.begins, seated()):
        limit = answers.entry(book, event, entrant)
        if limit is not None and limit.holds is False:
            found.append((entrant.name, limit.working))
    if not found:
        return None
    names = ", ".join(name for name, _why in found[:_NAMED])
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    because = tuple(why for _name, why in found)
    return step("Above the limit of this event: {names}{more}", len(found), NOTHING, because, because[0].clause,
                names=names, more=more)  # fmt: skip


def _entrants(edition: Edition, book: Book, begins: date, seated: Sequence[Matched]) -> Iterator[Entrant]:
    people = {each.player.pk: identity.kept(each.player) for each in seated if each.sure and each.player}
    people = {player.pk: player for player in people.values()}
    day = begins - ONE_DAY
    former: dict[int, list[str]] = {}
    for pk, rank in former_ranks.held(people, day):
        former.setdefault(pk, []).append(rank)
    order = ranks.order(book) if former else {}
    for player in people.values():
        held = _held(edition, player, day)
        rank = ranks.of(edition).name_of(book, held)
        for before in former.get(player.pk, ()):
            rank = ranks.higher(order, rank, before)
        yield Entrant(f"{player} ({player.number})", sum(held.units.values()), rank)


def _held(edition: Edition, player: Player, on: date) -> Holding:
    parts = {
        part: balances.holdings(player.pk, AsAt(played=min(day - ONE_DAY, on))).get(colour, 0)
        for part, (colour, day) in ranks.of(edition).WON_BEFORE.items()
    }
    return Holding(balances.holdings(player.pk, AsAt(played=on)), parts)
