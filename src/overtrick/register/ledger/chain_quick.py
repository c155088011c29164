"""Does the chain of a federation's book hold from end to end? The answer is yes or no, and comes quickly.

The database writes the text of each row itself (``chain``), so that here it is only hashed. Where the answer is no,
``chain_check`` goes the same way row by row and names the one to blame.

A book can be looked through in parts, each from one entry to another: what stands behind a part is taken for true, and
the part before shows that it is. So several processes can share a long book (``chain_parts``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import chain as joined
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.ledger import head
from overtrick.register.ledger.chain import ENTRY_SQL, POSTING_SQL
from overtrick.register.ledger.chain_check import CLOSINGS, SeenRows, closing_link
from overtrick.register.ledger.head import BookEnd
from overtrick.register.ledger.row_ids import row_id


class _Columns(NamedTuple):
    """What is hashed of a table."""

    numbers: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()  #: numbers that may be null
    texts: tuple[str, ...] = ()

    def whole(self) -> str:
        """Ask that a row has values of the right kind: one that has not is left out, and so it is missing.

        ``format`` writes nothing for null, wherever it stands. SQLite keeps whatever somebody put into a column; it
        writes bytes like the text or the number that they spell, and a text only as far as its first NUL. It sorts
        numbers before texts and texts before bytes, and to compare is quicker there than to ask for the type.
        """
        if not sql.on_sqlite():
            return " ".join(f"and {each} is not null" for each in (*self.numbers, *self.texts))
        asked = [f"and {each} < ''" for each in self.numbers]
        asked += [f"and coalesce({each}, 0) < ''" for each in self.optional]
        asked += [f"and {each} < x'' and instr({each}, char(0)) = 0" for each in self.texts]
        return " ".join(asked)


_POSTINGS = f"""
    select id - {{first}}, {{bytes}}({POSTING_SQL}{{as_bytes}}), hash from ledger_posting
    where id >= {{since}} and id < {{following}} and federation_id = {{federation}} {{whole}} order by id
"""  # noqa: S608 - our own names
_ENTRIES = f"""
    select id - {{first}}, posting_id - {{first}}, {{bytes}}({ENTRY_SQL}{{as_bytes}}), hash from ledger_entry
    where id >= {{since}} and id < {{following}} and federation_id = {{federation}} {{whole}} order by id
"""  # noqa: S608 - our own names
_ENTRY_BEFORE = 4  # in a closing's row

_POSTING_COLUMNS = _Columns(
    optional=("submission_id", "posted_by_id", "second_id"), texts=("kind", "cast(posted as text)", "reason")
)
_ENTRY_COLUMNS = _Columns(
    ("player_id", "units"), ("assessment_id", "award"), ("colour", "cast(played as text)", "stage")
)
_NONE = _Columns()


class Part(NamedTuple):
    """A part of a federation's book: what comes after one end, up to another."""

    federation: int
    since: BookEnd  #: right behind an entry, or the beginning
    until: BookEnd | None = None  #: right behind an entry; none: the end that the head tells


def whole(federation: int) -> Part:
    """Take a book from its beginning to its end."""
    return Part(federation, BookEnd(0, 0, 0, head.beginning(federation)))


def behind(federation: int, entry: int) -> BookEnd | None:
    """Say where the book is after an entry, as the entry itself tells it; None if there is no such entry."""
    found = sql.rows(
        "select posting_id - %s, hash from ledger_entry where id = %s and federation_id = %s",
        *(row_id(federation, 0), row_id(federation, entry), federation),
    )
    if not found:
        return None
    ((posting, link),) = found
    ((closings,),) = sql.rows(
        "select count(*) from ledger_closing where federation_id = %s and entry < %s", federation, entry
    )
    return BookEnd(posting, entry, closings, sql.binary(link))


def unbroken(part: Part, tell: Callable[[int], object]) -> SeenRows | None:
    """Count the rows of a book up to the end of a part in which every row fits the one before it; None if one does not.

    Inside a read-only transaction. ``tell`` is told the number of the last entry that is done.
    """
    look = _QuickLook(part)
    return look.seen if look.holds(tell) else None


class _QuickLook:
    """The way along a book that is taken to be whole. Rows are due in the order in which ``chain_check`` takes them."""

    def __init__(self, part: Part) -> None:
        self._federation, since, until = part
        self._first = row_id(self._federation, 0)
        self._due = until or head.end(self._federation) or since
        self._posting, self._entry, self._closing, self._link = since  #: the numbers of the last rows, and their hash
        posting, entry, closing = until[:3] if until else (None, None, None)
        postings = sql.chunks(self._asked(_POSTINGS, since.posting, posting, _POSTING_COLUMNS))
        self._entries = sql.chunks(self._asked(_ENTRIES, since.entry, entry, _ENTRY_COLUMNS))
        self._postings = joined.from_iterable(postings)
        self._closings: Iterator[sql.Row] = sql.stream(self._asked(CLOSINGS, since.closing, closing))
        self._next_posting = next(self._postings, None)
        self._next_closing = next(self._closings, None)

    def _asked(self, query: str, since: int, until: int | None, columns: _Columns = _NONE) -> str:
        """Ask for the rows after a number up to another; of the first part and the last whatever the book has."""
        here = sql.on_sqlite()
        return query.format(
            first=self._first,
            since=self._first + since + 1 if since else self._first,
            following=row_id(self._federation + 1, 0) if until is None else self._first + until + 1,
            federation=self._federation,
            whole=columns.whole(),
            bytes="cast" if here else "convert_to",
            as_bytes=" as blob" if here else ", 'UTF8'",
        )

    @property
    def seen(self) -> SeenRows:
        """Count the rows so far: as many as their last numbers say."""
        return SeenRows(self._posting, self._entry, self._closing)

    def holds(self, tell: Callable[[int], object]) -> bool:
        """Go to the end of the part, or as far as it holds."""
        for chunk in self._entries:
            # No two rows have one number, and they come in its order: the first and the last show that none is missing.
            if chunk[0][0] != self._entry + 1 or chunk[-1][0] != self._entry + len(chunk):
                return False
            if not self._hold(chunk):
                return False
            tell(self._entry)
        while self._next_posting is not None or self._next_closing is not None:
            if not self._step():
                return False
        return (*self.seen, self._link) == self._due

    def _hold(self, entries: list[sql.Row]) -> bool:
        """Go through entries. This is nearly all of the book: nothing is asked of a row that can be asked elsewhere."""
        link, behind = self._link, self._posting
        for number, posting, text, found in entries:
            if posting > behind:
                self._link, self._entry = link, number - 1
                while posting > self._posting and self._next_posting is not None:
                    if not self._step():
                        return False
                link, behind = self._link, self._posting
            if not text or sha256(link + text).digest() != found:
                return False
            link = found
        self._link, self._entry = link, entries[-1][0]
        return True

    def _step(self) -> bool:
        """Go on by a closing that was made here, or by a posting; whether it fits."""
        closing, posting = self._next_closing, self._next_posting
        if posting is not None and (closing is None or closing[_ENTRY_BEFORE] > self._entry):
            self._next_posting = next(self._postings, None)
            return self._fits_posting(*posting)
        self._next_closing = next(self._closings, None)
        return closing is not None and self._fits_closing(closing)

    def _fits_posting(self, number: int, text: bytes | None, found: sql.Value) -> bool:
        self._posting += 1
        self._link = sha256(self._link + (text or b"")).digest()
        return bool(text) and self._link == found and number == self._posting

    def _fits_closing(self, closing: sql.Row) -> bool:
        self._closing += 1
        self._link = closing_link(self._first, self._link, closing)
        return bool(self._link == closing[-1] and closing[0] == self._closing)
