"""Reads what stands beside a record of the audit. Needs no database: whoever checks a proof has none."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from typing import NamedTuple

#: Bytes of a digest that are kept: 144 bits, 24 characters.
_KEPT = 18
_FORM = "audit 2"
_FIELDS = 8
#: What a record said: before, after, facts, and the reason to the end.
_SAID = 4


class RecordText(NamedTuple):
    """What the text of a record in its place says."""

    number: int  #: in the chain of the federation
    at: str
    action: str
    said: str  #: the digest of what was said, in hexadecimal


class FactText(NamedTuple):
    """A row as it was when the record was made."""

    kind: str
    row: int
    values: list[object]  #: of the columns that count


def fact_digest(text: str) -> str:
    """Digest the text of a fact."""
    return b64encode(sha256(text.encode()).digest()[:_KEPT]).decode()


def read_record(text: str) -> RecordText | None:
    """Read the text of a record; None where it is another text."""
    fields = text.split("\n")
    if len(fields) != _FIELDS or fields[0] != _FORM or not fields[1].isdecimal():
        return None
    return RecordText(int(fields[1]), fields[2], fields[5], fields[7])


def read_fact(record: RecordText, salt: bytes, said: str, fact: str) -> FactText | None:
    """Read a fact; None unless the record said it."""
    parts = said.split("\n", _SAID - 1)
    if sha256(salt + said.encode()).hexdigest() != record.said or len(parts) != _SAID:
        return None
    try:
        changes = json.loads(parts[2])
        kind, row, values = fact.split("\n", 2)
        listed = any(each[:2] == [kind, int(row)] and each[3] == fact_digest(fact) for each in changes)
        return FactText(kind, int(row), json.loads(values)) if listed else None
    except (ValueError, TypeError, IndexError, KeyError, RecursionError):
        return None
