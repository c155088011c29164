"""The head of the book: one row that says where it ends. Everybody who writes locks it."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.ledger.chain import BEGINNING


class BookEnd(NamedTuple):
    """The numbers given out last, and the hash of the last row."""

    posting: int
    entry: int
    closing: int
    hash: bytes


EMPTY = BookEnd(0, 0, 0, BEGINNING)


def end() -> BookEnd | None:
    """Read the end of the book; an office that never posted has none."""
    return _read(_READ)


def lock() -> BookEnd:
    """Wait for the end of the book and hold it until the transaction is over.

    SQLite lets one transaction write at a time anyway (they begin IMMEDIATE).
    """
    hold = _READ if sql.on_sqlite() else _HOLD
    found = _read(hold)
    if found is None:
        sql.run(
            "insert into ledger_head (id, posting, entry, closing, hash) values (1, %s, %s, %s, %s) "
            "on conflict do nothing",
            *EMPTY,
        )
        found = _read(hold) or EMPTY
    return found


def move(to: BookEnd) -> None:
    """Say where the book ends now."""
    sql.run("update ledger_head set posting = %s, entry = %s, closing = %s, hash = %s where id = 1", *to)


_READ = "select posting, entry, closing, hash from ledger_head where id = 1"
_HOLD = f"{_READ} for update"


def _read(statement: str) -> BookEnd | None:
    found = sql.rows(statement)
    if not found:
        return None
    posting, entry, closing, last = found[0]
    return BookEnd(posting, entry, closing, bytes(last))
