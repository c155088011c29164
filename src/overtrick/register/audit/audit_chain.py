"""The hash chains of the audit: one for each federation, and one for the installation itself.

Every record has a place in its chain, numbered without gaps and linked by sha256 to all before it. Records get their
places at the very end of the transaction that wrote them: there is never one without. The end of a chain is the last
thing that a transaction waits for, several in the order of their numbers, so that no two wait for each other.

A place's hash is taken over the hash before it and a text of one field a line. The text holds what was said (before,
after, facts and reason) only by a digest with a salt: words can be erased later, and the chain still holds.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC
from hashlib import sha256
from typing import NamedTuple

from overtrick.register import sql

#: The chain of records that belong to no federation.
INSTALLATION = 0

#: What is hashed of a record.
COLUMNS = """
    at, cast(claimed as text), user_id, action, subject, cast(before as text), cast(after as text), reason
"""
_SALT = 16
_PLACE = ("chain", "number", "record_id", "salt", "facts", "details", "hash")


class AuditEnd(NamedTuple):
    """The number given out last, and its hash."""

    number: int
    hash: bytes


def rows_of(records: Iterable[int]) -> list[sql.Row]:
    """Read what is hashed of records, in the order of their ids, which come first."""
    listed = sorted(records)
    found: list[sql.Row] = []
    for first in range(0, len(listed), sql.CHUNK):
        given, value = sql.numbers(listed[first : first + sql.CHUNK])
        found += sql.rows(
            f"select id, {COLUMNS} from {given} join audit_record on id = n order by id",  # noqa: S608 - our own names
            value,
        )
    return found


def link(chain: int, end: AuditEnd, rows: Iterable[sql.Row], facts: Mapping[int, str]) -> None:
    """Put records at the end of a chain that is held, some with facts beside them."""
    made: list[sql.Row] = []
    for record, *row in rows:
        salt = secrets.token_bytes(_SALT)
        beside = facts.get(record, "")
        said = details(salt, beside, row)
        end = AuditEnd(end.number + 1, place_hash(end.hash, end.number + 1, row, said))
        made.append((chain, end.number, record, salt, beside, said, end.hash))
    sql.insert("audit_place", _PLACE, made)
    sql.run("update audit_chainend set number = %s, hash = %s where chain = %s", *end, chain)


def hold(chain: int) -> AuditEnd:
    """Wait for the end of a chain and hold it until the transaction is over."""
    found = _end(chain)
    if found is None:
        begins = beginning(_slug(chain))
        sql.run(
            "insert into audit_chainend (chain, beginning, number, hash) values (%s, %s, 0, %s) on conflict do nothing",
            chain,
            begins,
            begins,
        )
        found = _end(chain) or AuditEnd(0, begins)
    return found


def _end(chain: int) -> AuditEnd | None:
    waiting = "" if sql.on_sqlite() else "for update"
    rows = sql.rows(f"select number, hash from audit_chainend where chain = %s {waiting}", chain)  # noqa: S608 - our own words
    return AuditEnd(rows[0][0], bytes(rows[0][1])) if rows else None


def hashes(chain: int, after: int, last: int) -> Iterator[sql.Value]:
    """Give the hashes of a chain after a place and up to another, as they are there; inside a transaction."""
    asked = "select hash from audit_place where chain = %s and number > %s and number <= %s order by number"
    return (found for (found,) in sql.stream(asked, chain, after, last))


def beginning(slug: str, before: bytes = b"") -> bytes:
    """Give what the first record of a chain is linked to; ``before`` is the end of an older chain that it goes on."""
    return sha256(f"the audit of overtrick, form 2\n{slug}\n{before.hex()}".encode()).digest()


def _slug(chain: int) -> str:
    rows = sql.rows("select slug from federations_federation where id = %s", chain)
    return rows[0][0] if rows else ""


def place_hash(before: bytes, number: int, row: Iterable[sql.Value], said: bytes) -> bytes:
    """Link a record to the one before it."""
    return sha256(before + place_text(number, row, said).encode()).digest()


def place_text(number: int, row: Iterable[sql.Value], said: bytes) -> str:
    """Write what is hashed of a record in its place, one field a line."""
    at, claimed, user, action, subject, *_said = row
    moment = sql.moment(at).astimezone(UTC).isoformat(timespec="microseconds")
    who = "" if user is None else user
    return f"audit 2\n{number}\n{moment}\n{claimed or ''}\n{who}\n{action}\n{subject}\n{said.hex()}"


def details(salt: bytes, facts: str, row: Iterable[sql.Value]) -> bytes:
    """Digest what a record says."""
    return sha256(salt + said(facts, row).encode()).digest()


def said(facts: str, row: Iterable[sql.Value]) -> str:
    """Write what a record says, as it is digested; the reason comes last, for it may hold line breaks."""
    *_act, before, after, reason = row
    return f"{_canonical_json(before)}\n{_canonical_json(after)}\n{facts}\n{reason}"


def _canonical_json(written: str | None) -> str:
    """Write JSON the same way, whichever database kept it."""
    return "" if written is None else json.dumps(json.loads(written), sort_keys=True, separators=(",", ":"))
