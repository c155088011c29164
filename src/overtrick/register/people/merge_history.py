"""Which records were merged at a moment in the past, from the audit: the register keeps no dates of merges."""

from __future__ import annotations

import json
from typing import NamedTuple

from overtrick.register import sql


class Step(NamedTuple):
    """A record was merged into another, or stood for itself again."""

    told: int  #: the audit's record of it
    record: int
    into: int | None


class Merges(NamedTuple):
    """Every merge of a federation, and every one that was undone, in their order."""

    steps: tuple[Step, ...]

    @property
    def records(self) -> frozenset[int]:
        """Everybody who was ever merged with somebody."""
        return frozenset(each for step in self.steps for each in (step.record, step.into) if each is not None)

    def kept_before(self, told: int) -> dict[int, int]:
        """Say for everybody who was merged before a record of the audit was written which one stood for them."""
        into: dict[int, int] = {}
        for step in self.steps:
            if step.told > told:
                break
            if step.into is None:
                into.pop(step.record, None)
            else:
                into[step.record] = step.into
        return {record: _end(record, into) for record in into}


def _end(record: int, into: dict[int, int]) -> int:
    seen = {record}
    while record in into and into[record] not in seen:
        record = into[record]
        seen.add(record)
    return record


def merges_of(federation: int) -> Merges:
    """Read the merges of a federation."""
    rows = sql.rows(
        "select id, subject, cast(before as text), cast(after as text) from audit_record "
        "where federation_id = %s and action in ('player.merge', 'player.unmerge') order by id",
        federation,
    )
    told = [
        (number, int(subject.rpartition(":")[2]), json.loads(before or "{}"), json.loads(after or "{}"))
        for number, subject, before, after in rows
    ]
    # Of the two records that a merge leaves, the one about the duplicate names where it leads.
    steps = [each for each in told if "merged_into" in each[2]]
    numbers = {after["merged_into"] for _number, _record, _before, after in steps if after}
    pks: dict[str, int] = (
        dict(sql.rows("select number, id from people_player where federation_id = %s", federation)) if numbers else {}
    )
    return Merges(
        tuple(
            Step(number, record, pks.get(after["merged_into"]) if after else None)
            for number, record, _before, after in steps
        )
    )
