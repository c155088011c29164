"""What the leaves of each tree are: the hashes of a book or an audit in the order of its chain, or heads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from overtrick.register import sql
from overtrick.register.audit import audit_chain
from overtrick.register.heads.models import Log
from overtrick.register.ledger import chain_rows, head


class Leaves(Protocol):
    """The leaves of a log, as they are in the database."""

    def count(self) -> int:
        """Say how many there are now."""

    def between(self, first: int, end: int) -> Iterator[bytes]:
        """Give the leaves from one place up to, and without, another; inside a transaction."""

    def name(self, place: int) -> str:
        """Say which row is a leaf, by its place from 0; empty where that cannot be told."""


def leaves_of(log: Log) -> Leaves:
    """Find the leaves of a log."""
    if log.kind == Log.Kind.HEADS:
        return HeadLeaves()
    federation = log.federation_id or audit_chain.INSTALLATION
    return BookLeaves(federation) if log.kind == Log.Kind.BOOK else AuditLeaves(federation)


class BookLeaves:
    """Rows of a book: a posting, its entries, the closings made then."""

    def __init__(self, federation: int) -> None:
        self._federation = federation

    def count(self) -> int:
        """Count the rows."""
        end = head.end(self._federation)
        return end.rows if end else 0

    def between(self, first: int, end: int) -> Iterator[bytes]:
        """Give the hashes of rows."""
        return (row.hash for row in chain_rows.stream(self._federation, first, end))

    def name(self, place: int) -> str:
        """Name a posting, an entry or a closing."""
        try:
            return "{} {}".format(*chain_rows.row_at(self._federation, place + 1))
        except chain_rows.RowMissing:
            return ""


class AuditLeaves:
    """Records of a federation's audit."""

    def __init__(self, federation: int) -> None:
        self._federation = federation

    def count(self) -> int:
        """Count the records."""
        rows = sql.rows("select number from audit_chainend where chain = %s", self._federation)
        return int(rows[0][0]) if rows else 0

    def between(self, first: int, end: int) -> Iterator[bytes]:
        """Give the hashes of records."""
        return (sql.binary(found) for found in audit_chain.hashes(self._federation, first, end))

    def name(self, place: int) -> str:
        """Name a record."""
        return f"record {place + 1}"


class HeadLeaves:
    """Heads of all books and audits, each with the short name of its federation in front."""

    def count(self) -> int:
        """Count the heads."""
        ((found,),) = sql.rows("select count(*) from heads_head where leaf is not null")
        return int(found)

    def between(self, first: int, end: int) -> Iterator[bytes]:
        """Give the heads, without their signatures."""
        rows = sql.stream(
            """
            select slug, note from heads_head
            join heads_log on heads_log.id = log_id
            join federations_federation on federations_federation.id = federation_id
            where leaf >= %s and leaf < %s order by leaf
            """,
            first,
            end,
        )
        return (head_leaf(slug, note) for slug, note in rows)

    def name(self, place: int) -> str:
        """Name a head."""
        rows = sql.rows(
            "select number, origin from heads_head join heads_log on heads_log.id = log_id where leaf = %s", place
        )
        return "head {} of {}".format(*rows[0]) if rows else ""


def head_leaf(slug: str, note: str) -> bytes:
    """Write a head as a leaf: the federation's short name in a line, then the head's own lines."""
    text = note.rpartition("\n\n")[0]
    return f"{slug}\n{text}\n".encode()
