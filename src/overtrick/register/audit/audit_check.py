"""Follows the chains of the audit from beginning to end, and names a record that was changed, put in or taken out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.audit import audit_chain, erasures
from overtrick.register.integrity import Finding, Progress, counted, silent

_PLACES = f"""
    select chain, number, salt, facts, details, hash, audit_record.id, coalesce(federation_id, 0), {audit_chain.COLUMNS}
    from audit_place left join audit_record on audit_record.id = record_id
    order by chain, number
"""  # noqa: S608 - our own names
_OUTSIDE = """
    select id, coalesce(federation_id, 0), action from audit_record
    where not exists (select 1 from audit_place where record_id = audit_record.id) order by id
"""
#: A chain that is broken all over is not listed row by row.
_MOST = 20

_GONE = "It is missing."
_CHANGED = "It has been changed: its hash is different."


def broken(tell: Progress = silent) -> Iterator[Finding]:
    """Name what does not hold; inside a read-only transaction. Nothing is repaired."""
    names: dict[int, str] = dict(sql.rows("select id, slug from federations_federation"))
    names[audit_chain.INSTALLATION] = "the installation"
    ends = {
        chain: (bytes(begins), number, bytes(last))
        for chain, begins, number, last in sql.rows("select chain, beginning, number, hash from audit_chainend")
    }
    erased = erasures.left_by_place()
    places_of_all = counted(sql.stream(_PLACES), sum(number for _begins, number, _last in ends.values()), tell)
    for chain, places in groupby(places_of_all, key=itemgetter(0)):
        begins, *end = ends.pop(chain, (b"", 0, b""))
        left = {number: text for (where, number), text in erased.items() if where == chain}
        yield from _chain(f"audit of {names.get(chain, chain)}", chain, places, begins, end, left)
    for chain, (begins, number, last) in sorted(ends.items()):
        if number or last != begins:
            yield Finding(f"audit of {names.get(chain, chain)}", "All its records are missing.")
    for record, chain, action in sql.rows(_OUTSIDE)[:_MOST]:
        where = f"audit of {names.get(chain, chain)}"
        yield Finding(where, f"Row {record} ({action}) is not in the chain: it was put in outside Overtrick.")


def _chain(
    name: str, chain: int, places: Iterator[sql.Row], begins: bytes, end: list[object], erased: Mapping[int, str]
) -> Iterator[Finding]:
    """Follow one chain; of a record that was erased, what is left is compared with what the act of erasing says."""
    last, before = 0, begins
    found = 0
    for _chain, number, salt, facts, said, kept, record, federation, *row in places:
        if found >= _MOST:
            return
        for missing in range(last + 1, min(number, last + _MOST)):
            yield Finding(f"record {missing} of the {name}", _GONE)
            found += 1
        if record is None:
            yield Finding(f"record {number} of the {name}", _GONE)
            found += 1
        elif (
            number == last + 1
            and not _holds(LinkedRecord(number, bytes(salt), facts, bytes(said), bytes(kept), row), before, erased)
        ) or federation != chain:
            yield Finding(f"record {number} of the {name}", _CHANGED)
            found += 1
        last, before = number, bytes(kept)
    if [last, before] != end:
        yield Finding(
            f"end of the {name}", f"It should be number {end[0]}; the last record there is has number {last}."
        )


class LinkedRecord(NamedTuple):
    """A record in its place."""

    number: int
    salt: bytes
    facts: str
    said: bytes  #: the digest of what the record said
    hash: bytes
    row: list[sql.Value]


def _holds(place: LinkedRecord, before: bytes, erased: Mapping[int, str]) -> bool:
    """Say whether a record is as it was written, or as the act that erased its words left it."""
    try:
        if audit_chain.place_hash(before, place.number, place.row, place.said) != place.hash:
            return False
        if place.salt:
            return audit_chain.details(place.salt, place.facts, place.row) == place.said
        return erased.get(place.number) == erasures.left_digest(place.facts, place.row)
    except ValueError:
        return False  # no moment or no JSON any more
