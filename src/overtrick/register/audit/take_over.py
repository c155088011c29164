"""Takes rows into the audit's chain that are older than the facts: after an upgrade, once for each kind.

Before that they could be changed without a trace; from then on they cannot. So it is done once, and never again.
"""

from __future__ import annotations

import json
from itertools import islice

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from overtrick.register import sql, transactions
from overtrick.register.audit import audit_chain, facts
from overtrick.register.audit.facts import Change
from overtrick.register.audit.models import Record
from overtrick.register.federations.models import Federation
from overtrick.register.raw_rows import Swift

ACTION = "facts.begin"
_TOGETHER = 1000

_RECORD = Swift(Record)


def begin() -> None:
    """Take over the kinds that are new in this version; in a new office there are no rows yet."""
    begun = begun_kinds()
    new = [kind for kind in facts.kinds().values() if kind.name not in begun]
    if not new:
        return
    rows = ((kind.name, row, "", digest) for kind in new for row, digest in facts.digests(kind))
    with transactions.atomic():
        _write(list(islice(rows, _TOGETHER)), [kind.name for kind in new])
        while some := list(islice(rows, _TOGETHER)):
            _write(some, [])


def begun_kinds() -> set[str]:
    """Name the kinds whose rows stand in the chains."""
    rows = sql.rows(
        "select cast(after as text) from audit_record where action = %s and federation_id is null order by id", ACTION
    )
    return {name for (after,) in rows for name in json.loads(after)["kinds"]}


def after_upgrade(**_more: object) -> None:
    """Hear that the tables are those of this version."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()) and Federation.objects.exists():
        begin()


def _write(some: list[Change], kinds: list[str]) -> None:
    """Write a record with facts beside it."""
    after = {"kinds": kinds, "rows": len(some)}
    made = _RECORD.insert(Record(at=timezone.now(), action=ACTION, subject="audit", after=after))
    end = audit_chain.hold(audit_chain.INSTALLATION)
    beside = {made.pk: facts.written(some)} if some else {}
    audit_chain.link(audit_chain.INSTALLATION, end, audit_chain.rows_of([made.pk]), beside)
