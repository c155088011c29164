"""Carries the one book of form 1, which all federations shared, over into a book for each federation (form 2).

The old book is proved row by row on the way; if it does not hold, nothing is carried over. Each federation's rows keep
their order, get numbers without gaps and new ids, and are chained again. The last hash of the old book stands in the
first link of every new one, so that nobody can put another old book in its place.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from datetime import UTC
from hashlib import sha256

from overtrick.register import sql
from overtrick.register.errors import Refused
from overtrick.register.ledger.chain import beginning, closing_text, entry_text, linked, posting_text
from overtrick.register.ledger.head import BookEnd
from overtrick.register.ledger.row_ids import row_id

_BEGINNING = sha256(b"the book of overtrick, form 1").digest()

_POSTINGS = """
    select id, federation_id, kind, submission_id, cast(posted as text), posted_by_id, second_id, reason, hash
    from ledger_posting order by id
"""
_ENTRIES = """
    select id, posting_id, federation_id, player_id, colour, units, cast(played as text), stage, assessment_id, award,
        corrects_id, hash
    from ledger_entry order by id
"""
_CLOSINGS = """
    select id, federation_id, month, closed_at, closed_by_id, entry, head, hash from ledger_closing order by id
"""
_POSTING = ("old", "id", "hash")
_ENTRY = ("old", "id", "posting", "corrects", "hash")
_CLOSING = ("old", "id", "entry", "head", "hash")
_POSTING_OF, _ENTRY_BEFORE = 1, 5  # in an entry's row, in a closing's
_NEW_TABLES = (
    "create temporary table moved_posting (old bigint primary key, id bigint, hash {binary})",
    """
    create temporary table moved_entry (
        old bigint primary key, id bigint, posting bigint, corrects bigint, hash {binary}
    )
    """,
    """
    create temporary table moved_closing (
        old bigint primary key, id bigint, entry bigint, head {binary}, hash {binary}
    )
    """,
)
#: Everything that names a row of the book by its id or its number.
_MOVE = (
    """
    update ledger_entry set id = moved.id, posting_id = moved.posting, corrects_id = moved.corrects, hash = moved.hash
    from moved_entry as moved where moved.old = ledger_entry.id
    """,
    """
    update ledger_closedposting set posting_id = posting.id, closing_id = closing.id
    from moved_posting as posting, moved_closing as closing
    where posting.old = posting_id and closing.old = closing_id
    """,
    """
    update competitions_heldcredit set released_id = moved.id
    from moved_posting as moved where moved.old = released_id
    """,
    "update corrections_proposal set posting_id = moved.id from moved_posting as moved where moved.old = posting_id",
    "update ranks_promotion set closing_id = moved.id from moved_closing as moved where moved.old = closing_id",
    """
    update queries_query set entry = moved.id - federation_id * {federation}
    from moved_entry as moved where moved.old = entry
    """,
    """
    update ledger_posting set id = moved.id, hash = moved.hash
    from moved_posting as moved where moved.old = ledger_posting.id
    """,
    """
    update ledger_closing set id = moved.id, entry = moved.entry, head = moved.head, hash = moved.hash
    from moved_closing as moved where moved.old = ledger_closing.id
    """,
    "drop table moved_posting",
    "drop table moved_entry",
    "drop table moved_closing",
)


class BrokenBook(Refused):
    """The old book does not hold, so it cannot be carried over."""

    def __init__(self, found: str) -> None:
        """Say where it breaks, and what to do."""
        super().__init__(
            f"The book cannot be carried over: {found}",
            "Nothing was changed. Run 'overtrick office verify' with the version that wrote the book, or restore a "
            "backup that holds, then upgrade again.",
            code="old-book-broken",
        )


def carry_over() -> None:
    """Carry the old book over, inside a migration whose tables let their rows be changed."""
    old = sql.rows("select posting, entry, closing, hash from ledger_oldhead where id = 1")
    end = BookEnd(0, 0, 0, _BEGINNING)
    for posting, entry, closing, last in old:
        end = BookEnd(posting, entry, closing, bytes(last))
    for statement in _NEW_TABLES:
        sql.run(statement.format(binary="blob" if sql.on_sqlite() else "bytea"))
    books = _Books(end)
    for kind, row in _in_order():
        books.take(kind, row)
    books.finish()
    for statement in _MOVE:
        sql.run(statement.format(federation=row_id(1, 0)))
    if not sql.on_sqlite():
        sql.run("set constraints all immediate")  # what waits for the end of the transaction would stop the next step


def _in_order() -> Iterator[tuple[str, sql.Row]]:
    """Give the rows of the old book in the order of its chain: a posting, its entries, the closings made then."""
    postings, entries, closings = sql.stream(_POSTINGS), sql.stream(_ENTRIES), sql.stream(_CLOSINGS)
    posting, entry, closing = next(postings, None), next(entries, None), next(closings, None)
    last_posting = last_entry = 0
    while True:
        if entry is not None and (posting is None or entry[_POSTING_OF] <= last_posting):
            yield "entry", entry
            last_entry, entry = entry[0], next(entries, None)
        elif closing is not None and (posting is None or closing[_ENTRY_BEFORE] <= last_entry):
            yield "closing", closing
            closing = next(closings, None)
        elif posting is not None:
            yield "posting", posting
            last_posting, posting = posting[0], next(postings, None)
        else:
            return


class _Books:
    """The books of the federations as they grow, and the old one as it is proved."""

    def __init__(self, end: BookEnd) -> None:
        self._end = end
        self._link = _BEGINNING  #: of the old book
        before = end.hash if end.rows else b""
        self._ends = {
            federation: BookEnd(0, 0, 0, beginning(slug, before))
            for federation, slug in sql.rows("select id, slug from federations_federation order by id")
        }
        #: the new numbers by the old ones, which have no gaps
        self._postings, self._entries, self._closings = array("q", [0]), array("q", [0]), array("q", [0])
        self._moved: dict[str, list[sql.Row]] = {"posting": [], "entry": [], "closing": []}

    def take(self, kind: str, row: sql.Row) -> None:
        """Prove a row of the old book, and put it at the end of its federation's."""
        if kind == "posting":
            self._posting(row)
        elif kind == "entry":
            self._entry(row)
        else:
            self._closing(row)
        if len(self._moved[kind]) == sql.CHUNK:
            self._flush()

    def finish(self) -> None:
        """See that the old book ends where it says, and say where the new ones end."""
        lasts = tuple(len(each) - 1 for each in (self._postings, self._entries, self._closings))
        if (*lasts, self._link) != self._end:
            raise BrokenBook("its last rows are missing, or its end is not where it says.")
        self._flush()
        if self._end.rows:
            sql.insert(
                "ledger_head",
                ("federation_id", "before", "posting", "entry", "closing", "hash"),
                [(federation, self._end.hash, *end) for federation, end in self._ends.items()],
            )

    def _posting(self, row: sql.Row) -> None:
        old, federation, *fields, _hash = row
        self._prove("posting", row, self._postings, _form_1("posting", *row[:-1]))
        end = self._ends[federation]
        number = end.posting + 1
        link = linked(end.hash, posting_text(number, *fields))
        self._ends[federation] = end._replace(posting=number, hash=link)
        self._postings.append(number)
        self._moved["posting"].append((old, row_id(federation, number), link))

    def _entry(self, row: sql.Row) -> None:
        old, posting, federation, player, colour, units, played, stage, assessment, award, corrects, _hash = row
        self._prove(
            *("entry", row, self._entries),
            _form_1("entry", *row[:7], assessment, award, corrects, stage),
        )
        end = self._ends[federation]
        number, posting = end.entry + 1, self._postings[posting]
        corrected = None if corrects is None else self._entries[corrects]
        text = entry_text(number, posting, player, colour, units, played, stage, assessment, award, corrected)
        link = linked(end.hash, text)
        self._ends[federation] = end._replace(entry=number, hash=link)
        self._entries.append(number)
        corrects_id = None if corrected is None else row_id(federation, corrected)
        self._moved["entry"].append((old, row_id(federation, number), row_id(federation, posting), corrects_id, link))

    def _closing(self, row: sql.Row) -> None:
        old, federation, month, closed_at, closed_by, entry, head, _hash = row
        postings = [
            posting
            for (posting,) in sql.rows(
                "select posting_id from ledger_closedposting where closing_id = %s order by 1", old
            )
        ]
        day, moment = sql.day(month), sql.moment(closed_at)
        at = moment.astimezone(UTC).isoformat(timespec="microseconds")
        self._prove(
            *("closing", row, self._closings),
            _form_1("closing", old, federation, day, at, closed_by, entry, *postings),
        )
        if bytes(head) != self._before:
            raise BrokenBook(f"closing {old} does not name the row before it.")
        end = self._ends[federation]
        number = end.closing + 1
        numbers = [self._postings[posting] for posting in postings]
        link = linked(end.hash, closing_text(number, day, moment, closed_by, end.entry, numbers))
        self._ends[federation] = end._replace(closing=number, hash=link)
        self._closings.append(number)
        self._moved["closing"].append((old, row_id(federation, number), end.entry, end.hash, link))

    def _prove(self, kind: str, row: sql.Row, numbers: array[int], text: str) -> None:
        """See that a row of the old book is the next one, and as it was written."""
        if row[0] != len(numbers):
            raise BrokenBook(f"{kind} {len(numbers)} is missing.")
        self._before = self._link
        self._link = linked(self._link, text)
        if self._link != bytes(row[-1]):
            raise BrokenBook(f"{kind} {row[0]} was changed, or a row before it is missing.")

    def _flush(self) -> None:
        for kind, rows in self._moved.items():
            columns = {"posting": _POSTING, "entry": _ENTRY, "closing": _CLOSING}[kind]
            sql.insert(f"moved_{kind}", columns, rows)
            rows.clear()


def _form_1(kind: str, *fields: object) -> str:
    """Write a row as form 1 hashed it: one field a line, an empty one for what is not there."""
    return "\n".join([f"{kind} 1", *("" if each is None else str(each) for each in fields)])
