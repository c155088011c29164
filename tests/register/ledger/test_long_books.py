"""What is done every day asks for a few rows by their keys, however long the book has become."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from django.db import connection

from overtrick.register import sql
from overtrick.register.ledger.posting import NewEntry, post, post_all
from overtrick.register.ranks import close_book
from tests.register.ledger.offices import JUNE, MAY, Office

pytestmark = pytest.mark.postgres

MANY = 4_000
#: Steps of SQLite that are counted as one.
_STEPS = 100


class RowsRead:
    """How much was read that no key led to: rows on PostgreSQL, hundreds of steps on SQLite."""

    def __init__(self) -> None:
        self.much = 0

    def step(self) -> int:
        """Hear of so many more steps; the database goes on."""
        self.much += 1
        return 0


@contextmanager
def reading(table: str, most: int) -> Iterator[RowsRead]:
    """Watch what is read of a table row by row, on SQLite above ``most`` hundreds of steps; inside a transaction."""
    found = RowsRead()
    if sql.on_sqlite():
        connection.connection.set_progress_handler(found.step, _STEPS)
        yield found
        connection.connection.set_progress_handler(None, 0)
        found.much = max(found.much - most, 0)
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


def submissions(office: Office) -> list[int]:
    """Submit as many events, and one more; their ids."""
    first = office.submit()
    names = "federation_id, competition_id, begins, kind, file, read_as, answers, claims, sha256, status, reason"
    more = "late, held_back, held_for, objections, fee"
    sql.run(
        f"""
        with recursive number(n) as (select 1 union all select n + 1 from number where n < {MANY})
        insert into competitions_submission (id, version, {names}, {more})
        select id + n, version + n, {names}, {more} from competitions_submission cross join number where id = %s
        """,  # noqa: S608 - our own names
        first,
    )
    return list(range(first, first + MANY + 1))


def post_each(office: Office, posted: date, submissions: list[int]) -> None:
    """Post a credit of each of these submissions."""
    post_all((office.posting(posted=posted, submission=each), [office.entry(played=posted)]) for each in submissions)


def event(office: Office, assessment: int) -> list[NewEntry]:
    return [NewEntry(office.players[at % 5], "local", 7, MAY, "", assessment, at) for at in range(10)]


def test_an_event_is_posted_without_going_through_the_assessments_of_all_others(office: Office) -> None:
    listed = assessments(office)
    post(office.posting(), event(office, listed[0]))  # what is read once and known from then on
    with reading("competitions_assessment", most=60) as read:  # it takes 14
        post(office.posting(), event(office, listed[MANY // 2]))
    assert read.much == 0


def test_a_month_is_closed_without_going_through_all_submissions_for_each_posting(office: Office) -> None:
    listed = submissions(office)
    post_each(office, MAY, listed[300:])
    office.close(MAY)
    sql.run("analyze")
    post_each(office, JUNE, listed[:300])
    with reading("competitions_submission", most=2_000) as read:  # it takes 780; with all submissions for each, 45,000
        assert len(close_book.rehearse(office.federation, JUNE).postings) == 300
    assert read.much == 0
