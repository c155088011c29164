"""Posts one event on PostgreSQL with a single statement."""

from __future__ import annotations

import json
from collections.abc import Sequence

from overtrick.register import sql
from overtrick.register.ledger.balances import MOVE
from overtrick.register.ledger.head import BookEnd

POSTING = ("id", "federation_id", "kind", "submission_id", "posted", "posted_by_id", "second_id", "reason", "hash")
ENTRY = (
    *("id", "posting_id", "federation_id", "player_id", "colour", "units", "played", "stage"),
    *("assessment_id", "award", "corrects_id", "hash"),
)

#: An entry whose assessment is not in its federation has no federation here, which is refused. The assessment is asked
#: for its own federation, not whether it exists: for that PostgreSQL may read all assessments at once, of every event.
_FEDERATION = """case when assessment_id is null then federation_id else (
    select competitions_assessment.federation_id from competitions_assessment
    where competitions_assessment.id = given.assessment_id
        and competitions_assessment.federation_id = given.federation_id
) end as federation_id"""
_WRITE = f"""
    with posting as (
        insert into ledger_posting ({", ".join(POSTING)})
        select {", ".join(POSTING)} from json_populate_recordset(null::ledger_posting, %s)
    ), entry as (
        insert into ledger_entry ({", ".join(ENTRY)})
        select {", ".join(ENTRY)} from (
            select {", ".join(each if each != "federation_id" else _FEDERATION for each in ENTRY)}
            from json_populate_recordset(null::ledger_entry, %s) as given
        ) as checked
        returning federation_id, player_id, colour, units
    ), balance as (
        {MOVE.format(entries="entry")}
    )
    update ledger_head set posting = %s, entry = %s, closing = %s, hash = %s where federation_id = %s
"""  # noqa: S608 - our own names


def write_at_once(federation: int, postings: Sequence[sql.Row], entries: Sequence[sql.Row], end: BookEnd) -> None:
    """Write postings and entries of a federation, move the balances and the end of its book."""
    sql.run(_WRITE, _as_json(POSTING, postings), _as_json(ENTRY, entries), *end, federation)


def _as_json(columns: Sequence[str], rows: Sequence[sql.Row]) -> str:
    """Put rows into the words that PostgreSQL makes rows of; the hash comes last, and in its digits."""
    return json.dumps([dict(zip(columns, (*row[:-1], f"\\x{row[-1].hex()}"), strict=True)) for row in rows])
