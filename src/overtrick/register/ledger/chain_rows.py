"""The rows of a federation's book in the order of its chain, for whoever builds proofs over them.

Each row has a place, counted from 1: a posting, its entries, the closings made then, the next posting, and so on. As
many places are taken as the head has rows. A place is not stored; it follows from the numbers, because a closing keeps
the number of the last entry before it: the place of an entry is its number, and that of its posting, and how many
closings came before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from overtrick.register import sql
from overtrick.register.ledger import head
from overtrick.register.ledger.chain import closing_text, entry_text, posting_text
from overtrick.register.ledger.row_ids import row_id

Kind = Literal["posting", "entry", "closing"]


class RowMissing(LookupError):
    """A row is not in the book, or not whole; the message names it."""


class ChainRow(NamedTuple):
    """A row by its place in the chain."""

    place: int
    hash: bytes


class RowText(NamedTuple):
    """What a row's hash is made of: the hash before it, and its text."""

    before: bytes
    text: str


class _Spot(NamedTuple):
    """How many postings, entries and closings come before somewhere in the chain."""

    postings: int = 0
    entries: int = 0
    closings: int = 0


def stream(federation: int, after: int = 0, until: int | None = None) -> Iterator[ChainRow]:
    """Go through the chain from the place behind ``after``, a few thousand rows at a time; inside a transaction.

    ``until`` is the last place that is wanted: then no more rows are read than there can be up to it.
    """
    spot = _spot(federation, after)
    first, following = row_id(federation, 0), row_id(federation + 1, 0)
    most = "" if until is None else f"limit {max(until - after, 0)}"
    postings, entries, closings = (
        sql.stream(
            f"select {what}, hash from ledger_{kind} where id > %s and id < %s order by id {most}",  # noqa: S608 - our own names
            *(begin, following),
        )
        for kind, what, begin in (
            ("posting", "id", first + spot.postings),
            ("entry", "posting_id", first + spot.entries),
            ("closing", "entry", first + spot.closings),
        )
    )
    posting, entry, closing = next(postings, None), next(entries, None), next(closings, None)
    place, last_posting, last_entry = after, first + spot.postings, spot.entries
    while until is None or place < until:
        place += 1
        if entry is not None and entry[0] <= last_posting:
            yield ChainRow(place, sql.binary(entry[1]))
            entry, last_entry = next(entries, None), last_entry + 1
        elif closing is not None and closing[0] <= last_entry:
            yield ChainRow(place, sql.binary(closing[1]))
            closing = next(closings, None)
        elif posting is not None:
            yield ChainRow(place, sql.binary(posting[1]))
            last_posting, posting = posting[0], next(postings, None)
        else:
            return


def place_of(federation: int, kind: Kind, number: int) -> int:
    """Find the place of a row that is in the book."""
    if kind == "posting":
        first = _first_entry(federation, number)
        return number + first - 1 + _closings_before(federation, first)
    if kind == "entry":
        return number + _posting_of(federation, number) + _closings_before(federation, number)
    ((entry,),) = sql.rows("select entry from ledger_closing where id = %s", row_id(federation, number))
    return int(entry) + (_posting_of(federation, entry) if entry else 0) + number


def row_at(federation: int, place: int) -> tuple[Kind, int]:
    """Say which row has a place."""
    postings, entries, closings = _spot(federation, place - 1)
    for (posting,) in sql.rows("select posting_id from ledger_entry where id = %s", row_id(federation, entries + 1)):
        if posting <= row_id(federation, postings):
            return "entry", entries + 1
    for (entry,) in sql.rows("select entry from ledger_closing where id = %s", row_id(federation, closings + 1)):
        if entry <= entries:
            return "closing", closings + 1
    return "posting", postings + 1


def row_text(federation: int, kind: Kind, number: int) -> RowText:
    """Give what the hash of a row is made of."""
    if kind == "posting":
        return _posting_text(federation, number)
    return _entry_text(federation, number) if kind == "entry" else _closing_text(federation, number)


def _spot(federation: int, place: int) -> _Spot:
    """Find what comes before the row behind a place, by halving: the places of postings grow with their numbers."""
    end = head.end(federation)
    if end is None or place <= 0:
        return _Spot()
    if place >= end.rows:
        return _Spot(end.posting, end.entry, end.closing)
    low, high = 0, end.posting  # the posting ``low`` is not behind the place; none has the number 0
    while low < high:
        middle = (low + high + 1) // 2
        if place_of(federation, "posting", middle) <= place:
            low = middle
        else:
            high = middle - 1
    if low == 0:
        return _Spot(closings=place)  # months closed before anything was posted
    begin = place_of(federation, "posting", low)
    first = _first_entry(federation, low)
    ((last,),) = sql.rows("select max(id) from ledger_entry where posting_id = %s", row_id(federation, low))
    entries = min(first - 1 + place - begin, last - row_id(federation, 0))
    return _Spot(low, entries, place - low - entries)


def _first_entry(federation: int, posting: int) -> int:
    ((first,),) = sql.rows("select min(id) from ledger_entry where posting_id = %s", row_id(federation, posting))
    if first is None:
        raise RowMissing(f"posting {posting}")
    return int(first) - row_id(federation, 0)


def _posting_of(federation: int, entry: int) -> int:
    for (posting,) in sql.rows("select posting_id from ledger_entry where id = %s", row_id(federation, entry)):
        return int(posting) - row_id(federation, 0)
    raise RowMissing(f"entry {entry}")


def _closings_before(federation: int, entry: int) -> int:
    ((closings,),) = sql.rows(
        "select count(*) from ledger_closing where federation_id = %s and entry < %s", federation, entry
    )
    return int(closings)


def _posting_text(federation: int, number: int) -> RowText:
    ((*fields,),) = sql.rows(
        "select kind, submission_id, cast(posted as text), posted_by_id, second_id, reason "
        "from ledger_posting where id = %s",
        row_id(federation, number),
    )
    first = _first_entry(federation, number)
    closed = sql.rows(
        "select hash from ledger_closing where federation_id = %s and entry = %s order by id desc limit 1",
        *(federation, first - 1),
    )
    if closed:
        before = sql.binary(closed[0][0])
    else:
        before = _hash_of(federation, "entry", first - 1) if first > 1 else head.beginning(federation)
    return RowText(before, posting_text(number, *fields))


def _entry_text(federation: int, number: int) -> RowText:
    first = row_id(federation, 0)
    (row,) = sql.rows(
        f"select id - {first}, posting_id - {first}, player_id, colour, units, cast(played as text), stage, "  # noqa: S608 - ours
        f"assessment_id, award, corrects_id - {first} from ledger_entry where id = %s",
        first + number,
    )
    posting, text = row[1], entry_text(*row)
    if _first_entry(federation, posting) == number:
        return RowText(_hash_of(federation, "posting", posting), text)
    return RowText(_hash_of(federation, "entry", number - 1), text)


def _closing_text(federation: int, number: int) -> RowText:
    first = row_id(federation, 0)
    ((month, closed_at, closed_by, entry, before),) = sql.rows(
        "select month, closed_at, closed_by_id, entry, head from ledger_closing where id = %s", first + number
    )
    postings = sql.rows("select posting_id from ledger_closedposting where closing_id = %s order by 1", first + number)
    numbers = (posting - first for (posting,) in postings)
    text = closing_text(number, sql.day(month), sql.moment(closed_at), closed_by, entry, numbers)
    return RowText(sql.binary(before), text)


def _hash_of(federation: int, kind: Kind, number: int) -> bytes:
    ((found,),) = sql.rows(f"select hash from ledger_{kind} where id = %s", row_id(federation, number))  # noqa: S608 - ours
    return sql.binary(found)
