"""Whether a player's points are credited, held or dropped, by the standing on the day of play and the handbook."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from overtrick.handbooks import record
from overtrick.handbooks.edition import Book
from overtrick.handbooks.record import Destination, Goes, Holder, Rules
from overtrick.register.federations import handbook
from overtrick.register.people import identity, standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.people.standings import PlayerState
from overtrick.register.scoping import current

Status = Standing.Status

#: Who is in one of these may have points.
ENTITLED = (Status.REGISTERED, Status.OVERSEAS, Status.VISITOR)


def destination(player: Player, played: date, on: date) -> Destination:
    """Say where points go that a player won on one day and that are posted on another."""
    kept = identity.kept(player)
    return destinations([kept], played, on)[kept.pk]


def destinations(players: Collection[Player], played: date, on: date) -> dict[int, Destination]:
    """Say where the points of these players go; the same questions for a whole field, in a few queries."""
    people = {identity.kept(player).pk: identity.kept(player) for player in players}
    states = standings.many(list(people), played)
    rules = record.of(handbook.edition_on(current(), played))
    book = handbook.book_on(current(), played)
    found = {pk: rules.points_go(book, _holder(people[pk], state), played) for pk, state in states.items()}
    held = standings.histories([pk for pk, each in found.items() if each.goes is Goes.HELD])
    return found | {pk: _renewed(found[pk], book, states[pk], known, played, on) for pk, known in held.items()}


def of_credits(asked: Collection[tuple[Player, date]], on: date) -> list[Destination]:
    """Say where points go that these players won on these days; in two queries for all of them."""
    known = standings.histories({identity.kept(player).pk for player, _played in asked})
    listed = []
    for player, played in asked:
        kept, book = identity.kept(player), handbook.book_on(current(), played)
        state = standings.on_day_of(known[kept.pk], played)
        found = record.of(book.edition).points_go(book, _holder(kept, state), played)
        listed.append(_renewed(found, book, state, known[kept.pk], played, on))
    return listed


def is_credited(player: Player, state: PlayerState, on: date, book: Book) -> bool:
    """Say whether points that a player wins on a day are credited on that day, by the standing and the open book."""
    return record.of(book.edition).points_go(book, _holder(player, state), on).goes is Goes.CREDITED


def on_return(player: Player, played: date, begins: date) -> Destination:
    """Say where points won on a day would go if the player were registered again from another day on."""
    kept = identity.kept(player)
    state = standings.on_day(kept, played)
    rules, book = record.of(handbook.edition_on(current(), played)), handbook.book_on(current(), played)
    if played >= begins:
        return rules.points_go(book, _holder(kept, state._replace(status=Status.REGISTERED)), played)
    found = rules.points_go(book, _holder(kept, state), played)
    return _after(rules, book, state, played, begins) if found.goes is Goes.HELD else found


def _renewed(
    found: Destination, book: Book, state: PlayerState, known: Iterable[Standing], played: date, on: date
) -> Destination:
    """Say where points go that would be held, by the first day after play on which the player may have points."""
    entitled = (row.begins for row in known if row.status in ENTITLED and played < row.begins <= on)
    renewed = min(entitled, default=None) if found.goes is Goes.HELD else None
    return found if renewed is None else _after(record.of(book.edition), book, state, played, renewed)


def _holder(player: Player, state: PlayerState) -> Holder:
    return Holder(player.number, record.Status(state.status) if state.status else None, suspended=state.suspended)


def _after(rules: Rules, book: Book, state: PlayerState, played: date, renewed: date) -> Destination:
    """Say where points go that waited for somebody who may have them from a day on."""
    if state.status is Status.LAPSED and state.since is not None:
        return rules.after_return(book, played, state.since, renewed)
    return rules.after_registration(book, played, renewed)
