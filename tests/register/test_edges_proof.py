"""What the proof must not overlook, and must name instead of giving up."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.register import sql
from overtrick.register.proof import prove
from tests.register.season import Union, night, pairs, submitted

pytestmark = pytest.mark.django_db


def without_guards(table: str) -> None:
    """Take the triggers away, as somebody with the database in their hands could."""
    if connection.vendor == "sqlite":
        for verb in ("update", "delete"):
            sql.run(f"drop trigger {table}_{verb}")
        return
    sql.run("set constraints all immediate")
    sql.run(f"drop trigger {table}_unchanged on {table}")


@pytest.mark.parametrize("awards", ["[[1]]", "7", '["x"]', "[]"])
def test_awards_that_were_made_unreadable_are_named(here: Union, awards: str) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_assessment")
    sql.run("update competitions_assessment set awards = %s", awards)
    (number,) = sql.rows("select id from competitions_assessment")[0]
    assert f"assessment {number}" in {each.where for each in prove().findings}


@pytest.mark.parametrize("settings", ["[]", "7", '{"a": "b"}'])
def test_settings_that_were_changed_are_named(here: Union, settings: str) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_assessment")
    sql.run("update competitions_assessment set settings = %s", settings)
    assert [each.where.split()[0] for each in prove().findings] == ["assessment"]


def test_an_assessment_that_was_taken_out_is_named_also_by_a_sample(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    without_guards("competitions_assessment")
    ((number, entry),) = sql.rows("select assessment_id, min(id) from ledger_entry group by assessment_id")
    sql.run("delete from competitions_assessment")
    for sample in (None, 0):
        (finding,) = prove(sample).findings
        assert finding == (f"assessment {number}", f"It is missing; entry {entry} names it.")


@pytest.mark.parametrize("table", ["competitions_upload", "competitions_storedevent", "competitions_assessment"])
@pytest.mark.parametrize(
    "statement", ["update {} set id = id + 1000", "delete from {}", "truncate {} cascade", "replace"]
)
def test_what_awards_rest_on_is_kept_by_the_database_itself(here: Union, table: str, statement: str) -> None:
    submitted(here, night(pairs(here.players)))
    connection.check_constraints()  # PostgreSQL truncates nothing while constraints wait to be looked at
    if connection.vendor == "sqlite" and statement.startswith("truncate"):
        statement = "delete from {} where true"
    if statement == "replace":
        statement = "insert or replace into {0} select * from {0}"
        if connection.vendor != "sqlite":
            statement = "insert into {0} select * from {0} on conflict (id) do update set id = excluded.id"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(statement.format(table))
