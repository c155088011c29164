"""Erases words of the audit that name a person, and lets ``verify`` know them from words that somebody took out.

The chain holds what a record says by a digest with a salt. Words, salt and digests of the person's own rows go; the
record of the erasing says of each such place what is left there, by a digest. A place that is not as it was, and that
no such record names, was changed by somebody else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.audit import audit_chain, facts
from overtrick.register.audit.ending import Ending
from overtrick.register.audit.models import Place, Record
from overtrick.register.row_changes import Model
from overtrick.register.scoping import scopes_disabled

ACTION = "person.erase"
#: Tables that nothing but an erasing changes.
TABLES = ("audit_place", "audit_record")

#: What a record about a person says that is not personal: amounts, days and the names of states.
_PLAIN = frozenset(
    {
        "number", "rank", "colour", "units", "played", "posting", "proposal", "kind", "status", "begins",
        "ends", "club", "county", "home", "merged", "merged_into", "released", "dropped", "until", "account",
        "is_active", "ended_on", "closed", "side", "edition", "reached", "clubs", "role",
    }
)  # fmt: skip
_FACTS = (
    "select distinct audit_place.id from audit_place, {each} where facts <> '' and {kind} like %s "
    "and {row} in (select n from {given})"
)
_ON_SQLITE = {"each": "json_each(facts)", "kind": "value ->> 0", "row": "value ->> 1"}
_ON_POSTGRESQL = {
    "each": "json_array_elements(facts::json) as value",
    "kind": "(value ->> 0)",
    "row": "(value ->> 1)::bigint",
}
_NAMING = """
    select audit_place.chain, audit_place.number, audit_record.subject, cast(after as text)
    from audit_record join audit_place on record_id = audit_record.id where action = %s order by audit_place.id
"""

Swap = Callable[[str], str]  #: writes a text without what names the person


class ErasedPlace(NamedTuple):
    """A place of a chain whose words were erased."""

    chain: int
    number: int
    left: str  #: a digest of what is left, in hexadecimal


class Erasure(NamedTuple):
    """What one act erased."""

    chain: int
    number: int  #: of its own record
    subject: str  #: "people.player:42"
    places: tuple[ErasedPlace, ...]
    files: frozenset[int]  #: uploads whose bytes are gone


class Traces(NamedTuple):
    """Where a person may be found in the audit."""

    about: Collection[str]  #: subjects of records that are about the person: "people.player:42"
    model: Model  #: the person's own rows: a digest of them would confirm a guess
    rows: Collection[int]
    names: Collection[str]  #: what to look for in all other records
    swap: Swap


def erase(traces: Traces, federation: int) -> list[ErasedPlace]:
    """Erase what the audit says of a person, and say in which places; inside a transaction, with the tables unlocked.

    What the person's own rows were before is left out of the facts of this transaction too.
    """
    kind = next(each for each in facts.kinds().values() if each.model is traces.model)
    transactions.ending(Ending).touched.forget(kind, traces.rows)
    with scopes_disabled():
        holding = _holding_facts(traces)
        wanted = _about(traces) | _naming(traces, federation)
        places = Place.objects.filter(pk__in=holding) | Place.objects.filter(record__in=wanted)
        changed = [
            each for each in places.select_related("record").order_by("chain", "number") if _erased(each, traces)
        ]
    return [ErasedPlace(each.chain, each.number, _left(each)) for each in changed]


def _about(traces: Traces) -> set[int]:
    rows = Record.objects.filter(subject__in=list(traces.about)).exclude(action=ACTION)
    return set(rows.values_list("pk", flat=True))


def _naming(traces: Traces, federation: int) -> set[int]:
    """Find records of other things that hold one of the names."""
    found: set[int] = set()
    for name in traces.names:
        for written in {name, json.dumps(name)[1:-1]}:
            pattern = "%" + "".join(f"\\{sign}" if sign in "\\%_" else sign for sign in written.lower()) + "%"
            rows = sql.rows(
                "select id from audit_record where (federation_id = %s or federation_id is null) and action <> %s and ("
                "lower(cast(before as text)) like %s escape '\\' or lower(cast(after as text)) like %s escape '\\' "
                "or lower(reason) like %s escape '\\')",
                federation,
                ACTION,
                pattern,
                pattern,
                pattern,
            )
            found.update(record for (record,) in rows)
    return found


def _holding_facts(traces: Traces) -> set[int]:
    """Find the places with digests of the person's own rows, whatever columns counted at that time."""
    given, value = sql.numbers(traces.rows)
    words = _ON_SQLITE if sql.on_sqlite() else _ON_POSTGRESQL
    label = traces.model._meta.label_lower  # noqa: SLF001 - Django's own way to the name of a table
    return {place for (place,) in sql.rows(_FACTS.format(**words, given=given), f"{label} %", value)}


def _erased(place: Place, traces: Traces) -> bool:
    """Erase what is personal in one place; whether there was anything."""
    record = place.record
    about = record.subject in traces.about
    say: Callable[[Any], Any] = _plain if about else lambda said: _swapped(said, traces.swap)
    now = (say(record.before), say(record.after), "" if about else traces.swap(record.reason))
    kept = _other_facts(place.facts, traces)
    if now == (record.before, record.after, record.reason) and kept == place.facts:
        return False
    before, after, reason = now
    Record.objects.filter(pk=record.pk).update(before=before, after=after, reason=reason)
    Place.objects.filter(pk=place.pk).update(salt=b"", facts=kept)
    return True


def _plain(said: Any) -> Any:  # noqa: ANN401 - JSON
    """Keep what is not personal of a record about the person."""
    if isinstance(said, Mapping):
        return {
            key: value if not isinstance(value, str | list | dict) else _plain(value) if key in _PLAIN else ""
            for key, value in said.items()
        }
    return [_plain(each) for each in said] if isinstance(said, list) else said


def _swapped(said: Any, swap: Swap) -> Any:  # noqa: ANN401 - JSON
    """Write everything without the names."""
    if isinstance(said, str):
        return swap(said)
    if isinstance(said, Mapping):
        return {key: _swapped(value, swap) for key, value in said.items()}
    return [_swapped(each, swap) for each in said] if isinstance(said, list) else said


def _other_facts(written: str, traces: Traces) -> str:
    """Keep the facts about other rows."""
    if not written:
        return written
    listed = json.loads(written)
    label = traces.model._meta.label_lower  # noqa: SLF001 - Django's own way to the name of a table
    kept = [each for each in listed if each[0].split()[0] != label or each[1] not in traces.rows]
    if len(kept) == len(listed):
        return written
    return facts.written(kept) if kept else ""


def _left(place: Place) -> str:
    """Digest what is left in a place, as the database has it now."""
    ((_record, *row),) = audit_chain.rows_of([place.record_id])
    ((beside,),) = sql.rows("select facts from audit_place where id = %s", place.pk)
    return left_digest(beside, row)


def left_digest(beside: str, row: Iterable[sql.Value]) -> str:
    """Digest what is left of a record: nothing in it is personal, so it needs no salt."""
    return sha256(audit_chain.said(beside, row).encode()).hexdigest()


def written(places: Iterable[ErasedPlace], files: Iterable[int]) -> dict[str, object]:
    """Write down what was erased, as the record of the erasing keeps it."""
    return {"places": [list(each) for each in places], "files": sorted(files)}


def erasures() -> Iterator[Erasure]:
    """Read what was erased, act by act."""
    for chain, number, subject, after in sql.rows(_NAMING, ACTION):
        try:
            said = json.loads(after)
            places = tuple(ErasedPlace(*each) for each in said["places"])
            yield Erasure(chain, number, subject, places, frozenset(said["files"]))
        except (ValueError, TypeError, KeyError):
            continue  # somebody has changed it: its own place says so


def left_by_place() -> dict[tuple[int, int], str]:
    """Say what must be left in each place that was erased; the last act counts. No act erases what came after it."""
    return {
        (each.chain, each.number): each.left
        for act in erasures()
        for each in act.places
        if each.chain == audit_chain.INSTALLATION or (each.chain == act.chain and each.number < act.number)
    }
