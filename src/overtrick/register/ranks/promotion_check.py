"""Works all promotions out again, month by month, and compares them with those on record.

A promotion rests on the final entries of its time, on who was one person then, and on what the federation had chosen.
The last two are told by the audit. So a later correction, merge or setting takes no promotion away, and a row that was
changed, put in or taken out by hand is named.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from overtrick.engine import days
from overtrick.engine.ranks import DatedPoints, Holding, Reached
from overtrick.register import sql
from overtrick.register.integrity import Finding, Progress, counted, silent
from overtrick.register.ledger import head
from overtrick.register.ledger.models import BEFORE_THIS_BOOK, Closing
from overtrick.register.ledger.row_ids import number_of, row_id
from overtrick.register.people.merge_history import Merges, merges_of
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import Promotion

_ENTRIES = """
    select player_id, closing_id, kind, played, colour, units
    from ledger_entry
    join ledger_closedposting on ledger_closedposting.posting_id = ledger_entry.posting_id
    join ledger_posting on ledger_posting.id = ledger_entry.posting_id
    where ledger_entry.federation_id = %s
    order by player_id
"""


#: After everything that was ever done.
_LAST = 2**62


class _Found(NamedTuple):
    """A promotion that the book brings."""

    player: int
    rank: str
    closing: int
    edition: str
    reached: str


class _Final(NamedTuple):
    """An entry that is final since a closing."""

    closing: int
    opening: bool
    credit: DatedPoints


def wrong_promotions(tell: Progress = silent) -> Iterator[Finding]:
    """Name every promotion that the book does not bring, and every one that is missing; inside a transaction.

    It tells how many of the entries are done.
    """
    listed = Closing.objects.select_related("federation").order_by("federation", "pk")
    for federation, closings in groupby(listed, key=lambda each: each.federation_id):
        yield from _compared(federation, list(closings), tell)


def _compared(federation: int, closings: list[Closing], tell: Progress) -> Iterator[Finding]:
    """Compare what is kept with what comes out again, player by player."""
    told = _told_by(federation)
    ladders = _Ladders(closings, told)
    kept: dict[int, dict[_Found, int]] = defaultdict(dict)
    before: dict[int, list[str]] = defaultdict(list)
    rows = Promotion.objects.filter(player__federation=federation).order_by("pk")
    for each in rows.iterator():
        if each.held_before:  # no points of this book brought it; the audit tells how it came
            before[each.player_id].append(each.rank)
            continue
        row = _Found(each.player_id, each.rank, each.closing_id, each.edition, each.reached.isoformat())
        kept[each.player_id][row] = each.pk
    together: dict[int, list[_Final]] = {}
    merges = merges_of(federation)
    end = head.end(federation)
    final = counted(sql.stream(_ENTRIES, federation), end.entry if end else 0, tell)
    for player, group in groupby(final, key=itemgetter(0)):
        entries = [_final(row) for row in group]
        if player in merges.records:
            together[player] = entries
            continue
        yield from _differences(kept.pop(player, {}), _alone(player, entries, ladders, before[player]))
    rest = {each: pk for player in kept for each, pk in kept[player].items()}
    yield from _differences(rest, _merged(together, ladders, merges, before))


def _final(row: sql.Row) -> _Final:
    _player, closing, kind, played, colour, units = row
    return _Final(closing, kind in BEFORE_THIS_BOOK, DatedPoints(sql.day(played), colour, units))


def _told_by(federation: int) -> dict[int, int]:
    """Say which record of the audit tells of each close; one that nobody told of counts as the last thing done.

    A record from before the federation had a book of its own names the closing by the number it had in the book of all;
    it was the next one of this federation.
    """
    rows = sql.rows(
        "select subject, id from audit_record where federation_id = %s and action = 'month.close' order by id",
        federation,
    )
    told: dict[int, int] = defaultdict(lambda: _LAST)
    for at, (subject, record) in enumerate(rows, 1):
        closing = int(subject.rpartition(":")[2])
        told[closing if closing > row_id(federation, 0) else row_id(federation, at)] = record
    return told


class _Ladders:
    """The handbook as it was at each close, opened when it is asked for.

    The close by which an office moves in brings nobody a rank, and may lie before the first edition.
    """

    def __init__(self, closings: list[Closing], told: dict[int, int]) -> None:
        self.closings = closings
        self.told = told
        self._opened: dict[int, Ladder] = {}

    def at(self, closing: Closing) -> Ladder:
        """Open the handbook of a close."""
        found = self._opened.get(closing.pk)
        if found is None:
            found = self._opened[closing.pk] = _ladder(closing, self.told)
        return found


def _ladder(closing: Closing, told: dict[int, int]) -> Ladder:
    """Open the handbook as it was when the month was closed, with what the federation had chosen then."""
    rows = sql.rows(
        "select cast(after as text) from audit_record where federation_id = %s and id < %s "
        "and action in ('federation.found', 'federation.change') order by id desc limit 1",
        closing.federation_id,
        told[closing.pk],
    )
    if rows and rows[0][0]:
        closing.federation.settings = json.loads(rows[0][0])["settings"]
    return Ladder(closing.federation, days.month(closing.month).last)


class _Record:
    """What is final of one person's points, close by close."""

    def __init__(self) -> None:
        self.entries: list[_Final] = []
        self.held: dict[str, int] = defaultdict(int)
        self.before: dict[str, int] = {}  #: without what the last close brought; openings promote nobody

    def add(self, entries: Iterable[_Final], closing: int) -> None:
        """Go on by what became final with a close, and perhaps with those before it."""
        before = defaultdict(int, self.held)
        for each in entries:
            self.entries.append(each)
            self.held[each.credit.colour] += each.credit.units
            if each.opening or each.closing != closing:
                before[each.credit.colour] += each.credit.units
        self.before = before

    @property
    def credits(self) -> Iterator[DatedPoints]:
        """All of it, with its days."""
        return (each.credit for each in self.entries)

    def promotions(self, ladder: Ladder, known: set[str], *, merged: bool) -> Iterator[Reached]:
        """Find the ranks that the last close brings."""
        parts = {
            part: sum(
                each.credit.units for each in self.entries if each.credit.day < day and each.credit.colour == colour
            )
            for part, (colour, day) in ladder.won_before.items()
        }
        now = ladder.name(Holding(self.held, parts))
        if not now or now in known or not (merged or now != ladder.name(Holding(self.before, parts))):
            return
        opening: dict[str, int] = defaultdict(int)
        for each in self.entries:
            if each.opening:
                opening[each.credit.colour] += each.credit.units
        credited = [each.credit for each in self.entries if not each.opening]
        yield from (
            each for each in ladder.promotions(Holding(opening, parts), credited) if each.rank.name not in known
        )


def _alone(player: int, entries: list[_Final], ladders: _Ladders, before: Iterable[str]) -> Iterator[_Found]:
    """Find the promotions of somebody who was never merged with anybody."""
    by_closing: dict[int, list[_Final]] = defaultdict(list)
    for entry in entries:
        by_closing[entry.closing].append(entry)
    known: set[str] = set()
    record = _Record()
    for closing in ladders.closings:
        brought = by_closing.get(closing.pk, ())
        record.add(brought, closing.pk)
        if all(each.opening for each in brought):  # nobody is promoted by that
            continue
        ladder = ladders.at(closing)
        for reached in record.promotions(ladder, known.union(*map(ladder.up_to, before)), merged=False):
            known.add(reached.rank.name)
            yield _promotion(player, reached, closing, ladder)


def _merged(
    entries: dict[int, list[_Final]], ladders: _Ladders, merges: Merges, before: dict[int, list[str]]
) -> Iterator[_Found]:
    """Find the promotions of those who were merged at any time, with who was one person when each month was closed."""
    known: dict[int, set[str]] = defaultdict(set)
    for closing in ladders.closings:
        roots = merges.kept_before(ladders.told[closing.pk])
        people: dict[int, list[int]] = defaultdict(list)
        for record in sorted(merges.records):
            people[roots.get(record, record)].append(record)
        for root, records in people.items():
            final = [each for one in records for each in entries.get(one, ()) if each.closing <= closing.pk]
            merged = len(records) > 1
            if all(each.opening for each in final):
                continue
            if not merged and not any(each.closing == closing.pk for each in final):
                continue
            ladder = ladders.at(closing)
            had = set().union(*(known[one] for one in records))
            had = had.union(*(ladder.up_to(rank) for one in records for rank in before[one]))
            person = _Record()
            person.add(final, closing.pk)
            for reached in person.promotions(ladder, had, merged=merged):
                known[root].add(reached.rank.name)
                yield _promotion(root, reached, closing, ladder)


def _promotion(player: int, reached: Reached, closing: Closing, ladder: Ladder) -> _Found:
    return _Found(player, reached.rank.name, closing.pk, ladder.edition.name, reached.day.isoformat())


def _differences(kept: dict[_Found, int], found: Iterable[_Found]) -> Iterator[Finding]:
    due = set(found)
    for each, number in kept.items():
        if each not in due:
            says = f"The book does not bring player {each.player} the rank {each.rank} on {each.reached}."
            yield Finding(f"promotion {number}", says)
    for each in sorted(due - set(kept)):
        closing = number_of(each.closing)
        says = f"It is missing: player {each.player} reached it on {each.reached}, by closing {closing}."
        yield Finding(f"promotion to {each.rank}", says)
