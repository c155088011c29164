"""What is done every day asks for a few rows by their keys, however long the book has become."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from django.db import connection

from overtrick.register import sql
from overtrick.register.ledger.posting import NewEntry, post
from tests.register.ledger.offices import MAY, Office

MANY = 4_000
#: Steps of SQLite at a time, and how many of these ten entries may take: an event takes 14 of them.
_STEPS, _MOST_STEPS = 100, 60


class RowsRead:
    """How much was read that no key led to: rows on PostgreSQL, hundreds of steps on SQLite."""

    def __init__(self) -> None:
        self.much = 0

    def step(self) -> int:
        """Hear of so many more steps; the database goes on."""
        self.much += 1
        return 0


@contextmanager
def reading(table: str) -> Iterator[RowsRead]:
    """Watch what is read of a table row by row; inside a transaction."""
    found = RowsRead()
    if sql.on_sqlite():
        connection.connection.set_progress_handler(found.step, _STEPS)
        yield found
        connection.connection.set_progress_handler(None, 0)
        found.much = max(found.much - _MOST_STEPS, 0)
        return
    asked = "select coalesce(sum(seq_tup_read), 0) from pg_stat_xact_user_tables where relname = %s"
    before = sql.rows(asked, table)[0][0]
    yield found
    found.much = sql.rows(asked, table)[0][0] - before


def assessments(office: Office) -> list[int]:
    """Assess an event so often as a federation does in a month."""
    first = office.assess(office.submit())
    names = "federation_id, submission_id, handbook, edition, settings, event_id, awards, sha256, made_at"
    sql.run(
        f"""
        with recursive number(n) as (select 1 union all select n + 1 from number where n < {MANY})
        insert into competitions_assessment (id, {names})
        select id + n, {names} from competitions_assessment cross join number where id = %s
        """,  # noqa: S608 - our own names
        first,
    )
    sql.run("analyze competitions_assessment")
    return list(range(first, first + MANY + 1))


def event(office: Office, assessment: int, day: date = MAY) -> list[NewEntry]:
    return [NewEntry(office.players[at % 5], "local", 7, day, "", assessment, at) for at in range(10)]


def test_an_event_is_posted_without_going_through_the_assessments_of_all_others(office: Office) -> None:
    listed = assessments(office)
    post(office.posting(), event(office, listed[0]))  # what is read once and known from then on
    with reading("competitions_assessment") as read:
        post(office.posting(), event(office, listed[MANY // 2]))
    assert read.much == 0
