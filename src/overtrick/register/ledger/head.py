"""The head of a federation's book: one row that says where it ends. Everybody who writes in that book locks it.

It is taken last and held briefly: whoever posts works out everything before.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick.register import row_changes, sql
from overtrick.register.ledger import chain
from overtrick.register.ledger.models import Head


class BookEnd(NamedTuple):
    """The numbers given out last, and the hash of the last row."""

    posting: int
    entry: int
    closing: int
    hash: bytes

    @property
    def rows(self) -> int:
        """Count the rows of the book."""
        return self.posting + self.entry + self.closing


def end(federation: int) -> BookEnd | None:
    """Read the end of a federation's book; one that never posted has none."""
    return _read(_READ, federation)


def beginning(federation: int) -> bytes:
    """Give the first link of a federation's book."""
    ((slug, before),) = sql.rows(
        "select slug, before from federations_federation "
        "left join ledger_head on federation_id = federations_federation.id where federations_federation.id = %s",
        federation,
    )
    return chain.beginning(slug, bytes(before or b""))


def check_references() -> None:
    """Let PostgreSQL check the caller's new rows now; at the commit it would do so while others wait for the head."""
    if not sql.on_sqlite():
        sql.run("set constraints all immediate; set constraints all deferred")


def lock(federation: int) -> BookEnd:
    """Wait for the end of a federation's book and hold it until the transaction is over.

    SQLite lets one transaction write at a time anyway (they begin IMMEDIATE).
    """
    row_changes.touching(Head, federation)
    hold = _READ if sql.on_sqlite() else _HOLD
    found = _read(hold, federation)
    if found is None:
        empty = BookEnd(0, 0, 0, beginning(federation))
        sql.run(
            "insert into ledger_head (federation_id, before, posting, entry, closing, hash) "
            "values (%s, %s, %s, %s, %s, %s) on conflict do nothing",
            *(federation, b"", *empty),
        )
        found = _read(hold, federation) or empty
    return found


def lock_all() -> None:
    """Wait for the ends of all books and hold them, always in the same order."""
    if not sql.on_sqlite():
        sql.rows("select federation_id from ledger_head order by federation_id for update")


def move(federation: int, to: BookEnd) -> None:
    """Say where a federation's book ends now."""
    sql.run(
        "update ledger_head set posting = %s, entry = %s, closing = %s, hash = %s where federation_id = %s",
        *(*to, federation),
    )


_READ = "select posting, entry, closing, hash from ledger_head where federation_id = %s"
_HOLD = f"{_READ} for update"


def _read(statement: str, federation: int) -> BookEnd | None:
    found = sql.rows(statement, federation)
    if not found:
        return None
    posting, entry, closing, last = found[0]
    return BookEnd(posting, entry, closing, bytes(last))
