"""Follows the chain of a federation's book from beginning to end, and names a row that breaks it.

Three streams of rows are one chain: a posting, its entries, the closings made then. If a row does not fit, it may
itself be changed, or its neighbour may be so changed that it seems to belong elsewhere. The one to blame is the one
after which the chain holds again. Whether there is anybody to blame at all is found out sooner (``chain_quick``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.ledger import head
from overtrick.register.ledger.chain import closing_text, entry_text, linked, posting_text
from overtrick.register.ledger.head import BookEnd
from overtrick.register.ledger.row_ids import row_id

# Rows are read by their numbers: what an id has above the federation's first. A row that names another federation than
# its id does is in no book, and missing from this one.
_POSTINGS = """
    select id - {first}, kind, submission_id, cast(posted as text), posted_by_id, second_id, reason, hash
    from ledger_posting where id >= {first} and id < {following} and federation_id = {federation} order by id
"""
_ENTRIES = """
    select id - {first}, posting_id - {first}, player_id, colour, units, cast(played as text), stage, assessment_id,
        award, corrects_id - {first}, hash
    from ledger_entry where id >= {first} and id < {following} and federation_id = {federation} order by id
"""
CLOSINGS = """
    select id - {first}, month, closed_at, closed_by_id, entry, head, hash
    from ledger_closing where id >= {since} and id < {following} and federation_id = {federation} order by id
"""
_POSTING_OF = 1  # in an entry's row
_ENTRY_BEFORE, _HEAD = 4, 5  # in a closing's row

#: A book that is broken all over is not listed row by row.
_MOST = 20


class SeenRows(NamedTuple):
    """How many rows of a book were looked at."""

    postings: int
    entries: int
    closings: int


class Rows:
    """Rows of one table in the order of their numbers, with a look at the two that come next."""

    def __init__(self, name: str, rows: Iterator[sql.Row], link: Callable[[bytes, sql.Row], bytes]) -> None:
        """Name them, say where they come from and how one is linked to the hash before it."""
        self.name = name
        self.link = link
        self.seen = 0
        self.last = 0  #: the number of the row before
        self._rows = rows
        self.next: sql.Row | None = next(rows, None)
        self.after: sql.Row | None = next(rows, None)

    def fits(self, before: bytes, row: sql.Row) -> bool:
        """Say whether a row has the hash that it should have behind another; one without a hash never has."""
        link = self.link(before, row)
        return bool(link) and link == row[-1]

    def step(self) -> None:
        """Go on by one row."""
        if self.next is not None:
            self.seen += 1
            self.last = self.next[0]
        self.next, self.after = self.after, next(self._rows, None)

    def missing(self, end: int) -> int:
        """Name the last of the numbers that are left out before the next row, or before the end of the book."""
        return end if self.next is None else self.next[0] - 1


class Walk:
    """The way along the chain."""

    def __init__(self, federation: int, slug: str) -> None:
        """Open the three streams, inside a read-only transaction."""
        self.findings: list[Finding] = []
        self._slug = slug
        self._first = row_id(federation, 0)
        self.postings = Rows(
            "posting",
            self._stream(_POSTINGS, federation),
            lambda before, row: linked(before, posting_text(*row[:-1])),
        )
        self.entries = Rows(
            "entry", self._stream(_ENTRIES, federation), lambda before, row: linked(before, entry_text(*row[:-1]))
        )
        self.closings = Rows("closing", self._stream(CLOSINGS, federation), partial(closing_link, self._first))
        beginning = head.beginning(federation)
        self._end = head.end(federation) or BookEnd(0, 0, 0, beginning)
        self._link: bytes | None = beginning  #: of the row before; not known after one that is missing

    def _stream(self, query: str, federation: int) -> Iterator[sql.Row]:
        first, following = self._first, row_id(federation + 1, 0)
        return sql.stream(query.format(first=first, since=first, following=following, federation=federation))

    @property
    def seen(self) -> SeenRows:
        """Count the rows so far."""
        return SeenRows(self.postings.seen, self.entries.seen, self.closings.seen)

    def go(self, tell: Callable[[int], object]) -> None:
        """Walk to the end of the book, or until it is plain that it is broken all over."""
        while len(self.findings) < _MOST:
            due = self._due()
            if due is None or due.next is None:
                self._compare_end()
                return
            if self._holds(due, due.next):
                self._link = sql.binary(due.next[-1])
                due.step()
                if due is self.entries and not due.seen % sql.CHUNK:
                    tell(due.seen)
            elif not self._find_missing():
                self._find_changed(due, due.next)

    def _due(self) -> Rows | None:
        """Say which stream the next row comes from, by what the rows say of themselves."""
        entry, closing, posting = self.entries.next, self.closings.next, self.postings.next
        if entry is not None and (posting is None or entry[_POSTING_OF] <= self.postings.last):
            return self.entries
        if closing is not None and (posting is None or closing[_ENTRY_BEFORE] <= self.entries.last):
            return self.closings
        return self.postings if posting is not None else None

    def _holds(self, stream: Rows, row: sql.Row) -> bool:
        """Say whether the row is the next one; the first after a missing row can only be believed."""
        if row[0] != stream.last + 1:
            return False
        return self._link is None or stream.fits(self._link, row)

    def _find_missing(self) -> bool:
        """Say whether a row is left out here."""
        ends = ((self.postings, self._end.posting), (self.entries, self._end.entry), (self.closings, self._end.closing))
        for stream, end in ends:
            first, last = stream.last + 1, stream.missing(end)
            if first <= last:
                says = "It is missing." if first == last else f"It is missing, and so are all rows up to number {last}."
                self._find(f"{stream.name} {first}", says)
                stream.last = last
                self._link = None
                return True
        return False

    def _find_changed(self, due: Rows, row: sql.Row) -> None:
        """Name the row after which the chain holds again; if there is none, the one that was due."""
        others = [stream for stream in (self.entries, self.closings, self.postings) if stream is not due]
        # A row that another one hides behind holds as soon as that one is out of the way.
        hiding = ((stream, link) for stream in others for link in self._links(stream) if due.fits(link, row))
        broken = (
            (stream, link) for stream in (due, *others) for link in self._links(stream) if self._goes_on(stream, link)
        )
        changed, link = next(hiding, None) or next(broken, None) or (due, sql.binary(row[-1]))
        if changed.next is not None:
            expected, found = changed.link(self._link or b"", changed.next), sql.binary(changed.next[-1])
            says = f"It has been changed: its hash should be {expected.hex()}, and is {found.hex()}."
            if not expected:
                says = "It has been changed: it does not name the hash of the row before it, or no day."
            number = changed.next[0]
            about = FoundRow("ledger_entry", self._first + number) if changed is self.entries else None
            self._find(f"{changed.name} {number}", says, about)
        self._link = link
        changed.step()

    def _links(self, stream: Rows) -> list[bytes]:
        """The hashes that the next row may have: the one it carries, and the one it should."""
        row = stream.next
        if row is None:
            return []
        if stream is self.closings and row[_ENTRY_BEFORE] > self.entries.last and sql.binary(row[_HEAD]) != self._link:
            return []  # by all it says of itself its place is further on
        return [sql.binary(row[-1]), stream.link(self._link or b"", row)]

    def _goes_on(self, without: Rows, link: bytes) -> bool:
        """Say whether the chain holds after the next row of a stream, taken with this hash."""
        rows = [
            (stream, stream.after if stream is without else stream.next)
            for stream in (self.entries, self.closings, self.postings)
        ]
        if all(row is None for _, row in rows):
            return link == self._end.hash
        return any(row is not None and stream.fits(link, row) for stream, row in rows)

    def _compare_end(self) -> None:
        """See whether the last rows are missing, or the end of the book is not where it says."""
        whole = self._link == self._end.hash
        while not whole and self._find_missing():
            pass
        streams = (
            (self.postings, self._end.posting),
            (self.entries, self._end.entry),
            (self.closings, self._end.closing),
        )
        for stream, noted in streams:
            if stream.last != noted:
                says = f"It says that the last {stream.name} is number {noted}; it is number {stream.last}."
                self._find("end of the book", says)
        if not whole and not self.findings:
            self._find("end of the book", "Its hash is not that of the last row.")

    def _find(self, where: str, says: str, about: FoundRow | None = None) -> None:
        self.findings.append(Finding(f"{where} of {self._slug}", says, about))


def closing_link(first: int, before: bytes, row: sql.Row) -> bytes:
    """Link a closing to the row before it, in a book whose ids begin with ``first``; empty if it names another row."""
    number, month, closed_at, closed_by, entry, head_before, _hash = row
    if sql.binary(head_before) != before or not closed_at:
        return b""
    postings = sql.stream(
        "select posting_id from ledger_closedposting where closing_id = %s order by 1", first + number
    )
    numbers = (posting - first for (posting,) in postings)
    text = closing_text(number, sql.day(month), sql.moment(closed_at), closed_by, entry, numbers)
    return linked(before, text)
