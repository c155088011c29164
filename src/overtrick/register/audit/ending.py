"""The end of a transaction that changed something: its records get their places in the chains, with the facts.

Rows that changed without any record get one, so that no change by Overtrick is ever unknown to the audit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.utils import timezone
from django_scopes import get_scope

from overtrick.register import transactions
from overtrick.register.audit import audit_chain, facts
from overtrick.register.audit.facts import Change, Kind, Touched
from overtrick.register.audit.models import Record
from overtrick.register.federations.models import Federation
from overtrick.register.raw_rows import Swift
from overtrick.register.row_changes import Seen, Watch, watch

#: So many facts stand beside one record, if there are others to take the rest.
_TOGETHER = 1000

_RECORD = Swift(Record)


class Ending:
    """What a transaction wrote and changed. It is linked at its end, after everything else."""

    turn = 9

    def __init__(self) -> None:
        """Begin with nothing."""
        self.records: dict[int, set[int]] = defaultdict(set)  #: by chain
        self.touched = Touched()
        self.chain = audit_chain.INSTALLATION  #: of the federation whose rows were touched

    def __call__(self) -> None:
        """Link the records, the facts beside the last of them. What was taken back since is not there any more."""
        changes = self.touched.changes() if self.touched else []
        there = {chain: rows for chain, ids in self.records.items() if (rows := audit_chain.rows_of(ids))}
        chain = self.chain if self.chain in there else next(iter(there), self.chain)
        if changes and chain not in there:
            there[chain] = audit_chain.rows_of([_unspoken(chain, changes)])
        ends = {each: audit_chain.hold(each) for each in sorted(there)}
        for each, end in ends.items():
            beside = _beside([row[0] for row in there[each]], changes) if each == chain else {}
            audit_chain.link(each, end, there[each], beside)


def add(federation: int | None, records: Iterable[int]) -> None:
    """Let records be linked when the open transaction ends."""
    transactions.ending(Ending).records[federation or audit_chain.INSTALLATION].update(records)


def watch_all() -> None:
    """Hear of every row that decides something."""
    for kind in facts.kinds().values():
        watch(kind.model, _watch(kind))


def _watch(kind: Kind) -> Watch:
    path = _way_to_federation(kind)

    def look(rows: Iterable[int]) -> Seen:
        if not transactions.writing():
            return facts.seen(kind, set(rows))
        ending = transactions.ending(Ending)
        unknown = ending.touched.unknown(kind, rows)
        ending.chain = ending.chain or _chain(kind, path, unknown)  # rows that go are there for the last time
        return facts.seen(kind, unknown)

    def note(seen: Seen) -> None:
        ending = transactions.ending(Ending)
        ending.touched.add(kind, seen)
        federation = get_scope().get("federation")
        ending.chain = federation.pk if federation is not None else ending.chain or _chain(kind, path, seen)

    by_key = kind.names == kind.model._meta.pk.attname  # noqa: SLF001 - Django's own way to the key
    return Watch(frozenset(kind.columns), kind.names, by_key, look, note)


def _way_to_federation(kind: Kind) -> str:
    """Say by which columns a row belongs to a federation; empty for an account, which belongs to none."""
    if kind.model is Federation:
        return "pk"
    named = any(each.name == "federation" for each in kind.model._meta.concrete_fields)  # noqa: SLF001 - Django's own way
    return str(getattr(kind.model, "scope", "federation" if named else ""))


def _chain(kind: Kind, path: str, rows: Iterable[int]) -> int:
    """Find the chain of rows where no federation is in scope: that of the installation is only for what is nobody's."""
    first = next(iter(rows), None)
    if get_scope().get("federation") is not None or not path or first is None:
        return audit_chain.INSTALLATION
    whose = kind.model._base_manager.filter(**{kind.names: first}).values_list(path, flat=True)  # noqa: SLF001 - unscoped
    return whose.first() or audit_chain.INSTALLATION


def _beside(records: list[int], changes: list[Change]) -> dict[int, str]:
    """Divide facts among records, from the last one backwards."""
    size = max(_TOGETHER, -(-len(changes) // len(records)))
    parts = [changes[first : first + size] for first in range(0, len(changes), size)]
    return {record: facts.written(part) for record, part in zip(reversed(records), reversed(parts), strict=False)}


def _unspoken(chain: int, changes: list[Change]) -> int:
    """Write a record for rows that changed without one."""
    kind, row, _before, _after = changes[0]
    made = Record(
        federation_id=chain or None,
        at=timezone.now(),
        action="row.change",
        subject=f"{kind.split()[0]}:{row}",
        after={"rows": len(changes)},
    )
    return int(_RECORD.insert(made).pk)
