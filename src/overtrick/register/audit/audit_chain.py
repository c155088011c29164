"""The hash chain of the audit: each record is linked by sha256 to all before it, as in the book.

On PostgreSQL records are linked as soon as they are committed, in a transaction of their own: it waits for the end of
the chain and for nothing else. If they were linked while they are written, two who wait for each other's rows would
wait for ever. On SQLite only one writes at a time, and the records are linked at once: they are committed together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC
from hashlib import sha256

from django.db import connection, transaction

from overtrick.register import sql
from overtrick.register.integrity import Finding

BEGINNING = sha256(b"the audit of overtrick, form 1").digest()

_COLUMNS = """
    audit_record.id, federation_id, at, user_id, action, subject, cast(before as text), cast(after as text), reason
"""
#: A chain that is broken all over is not listed row by row.
_MOST = 20


class Pending:
    """The records of a transaction, to be linked when it is committed."""

    def __init__(self) -> None:
        """Begin with none."""
        self.records: list[int] = []

    def __call__(self) -> None:
        """Link them."""
        link(self.records)


def when_committed(records: Iterable[int]) -> None:
    """Link these records: on SQLite now, otherwise when the transaction is committed, those of one together."""
    if sql.on_sqlite():
        link(records)
        return
    here = set(connection.savepoint_ids)
    for each in connection.run_on_commit:
        savepoints, waiting = each[:2]
        if isinstance(waiting, Pending) and savepoints == here:
            waiting.records.extend(records)
            return
    pending = Pending()
    pending.records.extend(records)
    # What is committed stays, even if it cannot be linked just now; ``link_the_rest`` comes to it.
    transaction.on_commit(pending, robust=True)


def link(records: Iterable[int]) -> None:
    """Put records at the end of the chain."""
    listed = sorted(records)
    for first in range(0, len(listed), sql.CHUNK):
        given, value = sql.numbers(listed[first : first + sql.CHUNK])
        _link(f"{given} join audit_record on audit_record.id = n where true", value)


def link_the_rest() -> None:
    """Link what was left: somebody was stopped right after a commit."""
    last: int | None = 0
    while last is not None:
        last = _link(f"audit_record where audit_record.id > {last}")


def _link(source: str, *values: sql.Value) -> int | None:
    """Link some thousand of these records; the number of the last one, none where there was nothing to link."""
    with transaction.atomic(savepoint=False):
        number, last = _end()
        rows = sql.rows(
            f"select {_COLUMNS} from {source} "  # noqa: S608 - our own names
            "and not exists (select 1 from audit_link where record_id = audit_record.id) "
            f"order by audit_record.id limit {sql.CHUNK}",
            *values,
        )
        made: list[sql.Row] = []
        for row in rows:
            number += 1
            last = linked(last, number, row)
            made.append((number, row[0], last))
        sql.insert("audit_link", ("id", "record_id", "hash"), made)
        sql.run("update audit_end set number = %s, hash = %s where id = 1", number, last)
    return rows[-1][0] if rows else None


def _end(*, hold: bool = True) -> tuple[int, bytes]:
    """Read the end of the chain, and hold it."""
    waiting = "for update" if hold and not sql.on_sqlite() else ""
    query = f"select number, hash from audit_end where id = 1 {waiting}"  # noqa: S608 - our own words
    found = sql.rows(query)
    if not found and hold:
        sql.run("insert into audit_end (id, number, hash) values (1, 0, %s) on conflict do nothing", BEGINNING)
        found = sql.rows(query)
    return (found[0][0], bytes(found[0][1])) if found else (0, BEGINNING)


def linked(before: bytes, number: int, row: sql.Row) -> bytes:
    """Give the hash of a record in its place: one field a line, the reason last, for it may hold line breaks."""
    record, federation, at, user, action, subject, was, becomes, reason = row
    moment = sql.moment(at).astimezone(UTC).isoformat(timespec="microseconds")
    fields = (
        number,
        record,
        federation,
        moment,
        user,
        action,
        subject,
        _canonical_json(was),
        _canonical_json(becomes),
        reason,
    )
    text = "\n".join("" if each is None else str(each) for each in fields)
    return sha256(before + text.encode()).digest()


def _canonical_json(written: str | None) -> str:
    """Write JSON the same way, whichever database kept it."""
    return "" if written is None else json.dumps(json.loads(written), sort_keys=True, separators=(",", ":"))


def broken() -> Iterator[Finding]:
    """Walk along the chain and name what does not hold; inside a read-only transaction."""
    number, last = 0, BEGINNING
    found = 0
    for place, link_hash, record, *row in sql.stream(
        f"select audit_link.id, hash, record_id, {_COLUMNS} from audit_link "  # noqa: S608 - our own names
        "left join audit_record on audit_record.id = record_id order by audit_link.id"
    ):
        if found >= _MOST:
            return
        whole = True
        if place != number + 1:
            yield Finding(f"link {number + 1} of the audit", "It is missing, with its record.")
            whole = False
        elif row[0] is None:
            yield Finding(f"record {record} of the audit", "It is missing.")
            whole = False
        elif _link_or_none(last, place, tuple(row)) != bytes(link_hash):
            yield Finding(f"record {record} of the audit", "It has been changed: its hash is different.")
            whole = False
        found += not whole
        number, last = place, bytes(link_hash)
    if (number, last) != _end(hold=False):
        yield Finding("end of the audit", "The last records are missing, or the end is in the wrong place.")


def _link_or_none(before: bytes, number: int, row: sql.Row) -> bytes | None:
    try:
        return linked(before, number, row)
    except ValueError:
        return None  # no moment or no JSON any more
