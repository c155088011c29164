"""Posts entries: all of a posting or nothing, numbered without gaps, each row chained to the last.

``post`` writes one posting, ``post_all`` many (a day's files, the history of a federation) for little more than it
costs to insert the rows. Both join the caller's transaction if there is one. Whoever posts waits for the end of the
federation's book, so that the numbers have no gaps and the chain no forks; other federations wait for nothing. Entries
and postings are named by their numbers in that book.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import chain as joined
from typing import NamedTuple

from django.db import IntegrityError, transaction

from overtrick.register import sql
from overtrick.register.ledger import refusals
from overtrick.register.ledger.balances import add_to_balances
from overtrick.register.ledger.bulk_insert import ENTRY, POSTING, write_at_once
from overtrick.register.ledger.chain import entry_text, linked, posting_text
from overtrick.register.ledger.head import BookEnd, check_references, lock, move
from overtrick.register.ledger.refusals import NotPosted
from overtrick.register.ledger.row_ids import number_of, row_id

__all__ = ["NewEntry", "NewPosting", "NotPosted", "Posted", "post", "post_all", "reversals", "reverse"]

#: So few entries go into PostgreSQL faster by one statement than by a COPY and the statements around it.
_FEW = 100


class NewPosting(NamedTuple):
    """What a posting is about; others are named by their ids, so that nothing has to be loaded."""

    federation: int
    kind: str  #: one of ``Posting.Kind``
    posted: date
    posted_by: int | None = None
    second: int | None = None  #: who confirmed what was entered by hand
    reason: str = ""
    submission: int | None = None


class NewEntry(NamedTuple):
    """What a player gets, or loses by a reversal."""

    player: int
    colour: str
    units: int
    played: date
    stage: str = ""
    assessment: int | None = None
    award: int | None = None  #: which of the assessment's awards, counted from 0
    corrects: int | None = None  #: the number of the entry that this one takes back


class Posted(NamedTuple):
    """A posting that is in the book: its number, and those of its first and last entry."""

    posting: int
    first: int
    last: int
    hash: bytes  #: of its last row
    federation: int

    @property
    def id(self) -> int:
        """The id of the posting, for rows that refer to it."""
        return row_id(self.federation, self.posting)

    @property
    def entries(self) -> range:
        """The numbers of its entries."""
        return range(self.first, self.last + 1)


def post(posting: NewPosting, entries: Iterable[NewEntry]) -> Posted:
    """Write one posting."""
    return post_all([(posting, entries)])[0]


def post_all(postings: Iterable[tuple[NewPosting, Iterable[NewEntry]]]) -> list[Posted]:
    """Write many postings of one federation in order: all of them, or none."""
    listed = iter(postings)
    first = next(listed, None)
    if first is None:
        raise NotPosted("There is nothing to post.", code="nothing-to-post")
    federation = first[0].federation
    batch = _Batch(federation)
    if transaction.get_connection().in_atomic_block:
        check_references()
    try:
        with transaction.atomic():
            begin = lock(federation)
            posted = batch.write(joined([first], listed), begin)
            if batch.flushed or sql.on_sqlite() or len(batch.entries) > _FEW:
                batch.flush()
                add_to_balances(row_id(federation, begin.entry), row_id(federation, batch.end.entry))
                move(federation, batch.end)
                refusals.check_assessments(federation, batch.assessments)
            else:
                refusals.check_texts(batch.entries)
                write_at_once(federation, batch.postings, batch.entries, batch.end)
            if batch.reversal:
                refusals.check_reversals(row_id(federation, begin.entry), row_id(federation, batch.end.entry))
    except IntegrityError as error:
        told = refusals.why(federation, batch.entries, batch.players, batch.assessments)
        raise NotPosted(told or f"The database refuses: {error}", code="refused-by-the-database") from error
    return posted


def reverse(posting: NewPosting, entries: Iterable[int], instead: Iterable[NewEntry] = ()) -> Posted:
    """Take entries back, named by their numbers, and write others instead if there are any."""
    return post(posting, [*reversals(posting.federation, entries), *instead])


def reversals(federation: int, entries: Iterable[int]) -> list[NewEntry]:
    """Make the entries that take these back: same player, colour and day of play, so that any date comes out right."""
    wanted = list(entries)
    if not wanted:
        return []
    given, value = sql.numbers(row_id(federation, number) for number in wanted)
    found = {
        number_of(row): NewEntry(player, colour, -units, sql.day(played), stage, assessment, award, number_of(row))
        for row, player, colour, units, played, stage, assessment, award in sql.rows(
            "select id, player_id, colour, units, played, stage, assessment_id, award "  # noqa: S608 - our own names
            f"from {given} join ledger_entry on ledger_entry.id = n",
            value,
        )
    }
    if missing := [number for number in wanted if number not in found]:
        raise NotPosted(f"There is no entry {missing[0]} in the book to take back.", code="no-such-entry")
    return [found[number] for number in wanted]


class _Batch:
    """Rows on their way into the book, some thousands at a time."""

    def __init__(self, federation: int) -> None:
        self.federation = federation
        self.end: BookEnd
        self.postings: list[sql.Row] = []  #: not written yet, or refused just now
        self.entries: list[sql.Row] = []
        self.players: set[int] = set()
        self.assessments: set[int] = set()
        self.reversal = False
        self.flushed = False

    def write(self, postings: Iterable[tuple[NewPosting, Iterable[NewEntry]]], begin: BookEnd) -> list[Posted]:
        """Number the rows, chain them, insert all but the last few thousand."""
        number, last, link = begin.posting, begin.entry, begin.hash
        done: list[Posted] = []
        for posting, entries in postings:
            refusals.check_posting(posting.kind, posting.reason, (posting.posted_by, posting.second))
            if posting.federation != self.federation:
                raise NotPosted(
                    "Postings of two federations go into two books: post them one after the other.",
                    code="two-federations",
                )
            number += 1
            row = (
                posting.kind,
                posting.submission,
                posting.posted.isoformat(),
                posting.posted_by,
                posting.second,
                posting.reason,
            )
            link = linked(link, posting_text(number, *row))
            self.postings.append((row_id(self.federation, number), self.federation, *row, link))
            first = last + 1
            last, link = self._add(entries, number, last, link)
            if last < first:
                raise NotPosted("There is nothing to post: a posting has at least one entry.", code="nothing-to-post")
            done.append(Posted(number, first, last, link, self.federation))
        self.end = BookEnd(number, last, begin.closing, link)
        return done

    def _add(self, entries: Iterable[NewEntry], posting: int, number: int, link: bytes) -> tuple[int, bytes]:
        """Number and chain the entries of one posting; this loop runs for every entry there is."""
        rows, add = self.entries, self.entries.append
        players, assessments, federation = self.players, self.assessments, self.federation
        before = row_id(federation, 0)
        days: dict[date, str] = {}
        for player, colour, units, played, stage, assessment, award, corrects in entries:
            number += 1
            day = days.get(played) or days.setdefault(played, played.isoformat())
            text = entry_text(number, posting, player, colour, units, day, stage, assessment, award, corrects)
            link = linked(link, text)
            reversed_entry = None
            if corrects is not None:
                self.reversal = True
                reversed_entry = before + corrects
            add(
                (
                    *(before + number, before + posting, federation, player, colour, units, day, stage),
                    *(assessment, award, reversed_entry, link),
                )
            )
            players.add(player)
            if assessment is not None:
                assessments.add(assessment)
            if len(rows) == sql.CHUNK:
                self.flush()
        return number, link

    def flush(self) -> None:
        """Insert what is waiting."""
        refusals.check_texts(self.entries)
        sql.insert("ledger_posting", POSTING, self.postings)
        sql.insert("ledger_entry", ENTRY, self.entries)
        self.flushed = True
        self.postings.clear()
        self.entries.clear()
