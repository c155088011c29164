"""Whoever holds the database can take its guards away; ``verify`` says which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import overtrick
from overtrick.register import append_only, database_check, sql, transactions

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def faults() -> dict[str, str]:
    with transactions.read_only():
        return {each.where: each.says for each in database_check.faults()}


def test_a_new_database_has_no_faults() -> None:
    assert faults() == {}


def test_every_table_that_a_migration_guards_is_looked_at() -> None:
    guarded: set[str] = set()
    dropped = {"audit_link"}  #: went with its table
    for file in Path(overtrick.__file__).parent.glob("register/*/migrations/*.py"):
        text = file.read_text("utf-8")
        if "append_only(" in text:
            apps = "audit|competitions|decisions|heads|ledger|money|rule_reports"
            guarded |= set(re.findall(rf'"((?:{apps})_\w+)"', text))
    assert guarded - dropped >= set(append_only.TABLES)
    tables = {name.removesuffix("_update") for name in _triggers() if name.endswith(("_update", "_unchanged"))}
    assert {each.removesuffix("_unchanged") for each in tables} == set(append_only.TABLES)


def _triggers() -> list[str]:
    asked = "select name from sqlite_master where type = 'trigger'"
    if not sql.on_sqlite():
        asked = "select tgname from pg_trigger where not tgisinternal"
    return [name for (name,) in sql.rows(asked)]


@pytest.mark.parametrize("table", append_only.TABLES)
def test_a_trigger_that_was_dropped_is_named(table: str) -> None:
    for name in append_only.triggers(table, sql.on_sqlite()):
        sql.run(f"drop trigger {name}" if sql.on_sqlite() else f"drop trigger {name} on {table}")
        assert faults()[f"trigger {name}"] == f"It is missing: rows of {table} can be changed."


def test_a_trigger_that_does_something_else_is_named() -> None:
    if sql.on_sqlite():
        sql.run("drop trigger ledger_entry_update")
        sql.run("create trigger ledger_entry_update before update on ledger_entry begin select 1; end")
        names = ["trigger ledger_entry_update"]
    else:
        sql.run(
            "create or replace function ledger_entry_is_append_only() returns trigger language plpgsql "
            "as $$ begin return new; end $$"
        )
        names = ["trigger ledger_entry_kept", "trigger ledger_entry_unchanged"]
    assert sorted(faults()) == names


def test_a_trigger_that_is_switched_off_is_named() -> None:
    if sql.on_sqlite():
        pytest.skip("SQLite cannot switch a trigger off")
    sql.run("alter table ledger_entry disable trigger all")
    assert sorted(faults()) == ["trigger ledger_entry_kept", "trigger ledger_entry_unchanged"]


def test_a_trigger_of_somebody_else_is_named() -> None:
    statement = "create trigger helpful after insert on people_player begin delete from people_nameword; end"
    if not sql.on_sqlite():
        sql.run("create function helpful() returns trigger language plpgsql as $$ begin return null; end $$")
        statement = "create trigger helpful after insert on people_player for each row execute function helpful()"
    sql.run(statement)
    assert list(faults()) == ["trigger helpful"]


def test_a_constraint_that_was_dropped_is_named() -> None:
    sql.run("drop index award_posted_once")
    sql.run("drop index one_standing_goes_on")
    assert list(faults()) == ["constraint one_standing_goes_on", "constraint award_posted_once"]


def test_a_foreign_key_that_was_dropped_is_named() -> None:
    if sql.on_sqlite():
        pytest.skip("SQLite cannot drop a foreign key")
    asked = "select conname from pg_constraint where conrelid = 'ledger_balance'::regclass and contype = 'f'"
    for (name,) in sql.rows(asked):
        sql.run(f'alter table ledger_balance drop constraint "{name}"')
    assert sorted(faults()) == ["foreign key ledger_balance.federation_id", "foreign key ledger_balance.player_id"]


def test_foreign_keys_that_are_switched_off_are_named() -> None:
    if sql.on_sqlite():
        pytest.skip("SQLite cannot switch a foreign key off")
    sql.run("alter table people_nameword disable trigger all")
    assert "foreign keys of people_nameword" in list(faults())


def test_a_reference_to_nothing_is_named() -> None:
    # Both let somebody past their own checks who asks for it.
    sql.run("pragma defer_foreign_keys = on" if sql.on_sqlite() else "set session_replication_role = replica")
    sql.run("insert into people_nameword (federation_id, player_id, word, sound) values (77, 77, 'ado', 'AT')")
    assert set(faults()) == {f"people_nameword {number}" for (number,) in sql.rows("select id from people_nameword")}
    sql.run("delete from people_nameword")
    if not sql.on_sqlite():
        sql.run("set session_replication_role = origin")
