"""The database itself keeps the book as it was written."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.register import sql
from overtrick.register.ledger.row_ids import row_id
from tests.register.ledger.offices import MAY, Office

pytestmark = pytest.mark.postgres

TABLES = ["ledger_posting", "ledger_entry", "ledger_closing", "ledger_closedposting"]
KEYS = {"ledger_closedposting": "posting_id"}


@pytest.fixture
def book(office: Office) -> Office:
    office.post(10, 20)
    office.close(MAY)
    return office


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_to_change_a_row(table: str) -> None:
    key = KEYS.get(table, "id")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(f"update {table} set {key} = {key}")  # noqa: S608 - our own names


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_to_take_a_row_out(table: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(f"delete from {table}")  # noqa: S608 - our own names


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_to_empty_the_table(table: str) -> None:
    # SQLite has no TRUNCATE; its DELETE without a condition is one, unless a trigger is there.
    statement = f"delete from {table}"  # noqa: S608 - our own names
    if connection.vendor != "sqlite":
        sql.run("set constraints all immediate")
        statement = f"truncate {table} cascade"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(statement)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_to_put_one_row_in_the_place_of_another(table: str) -> None:
    key = KEYS.get(table, "id")
    insert = f"into {table} select * from {table}"  # noqa: S608 - our own names
    if connection.vendor == "sqlite":
        statement = f"insert or replace {insert}"
    else:
        statement = f"insert {insert} on conflict ({key}) do update set {key} = excluded.{key}"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(statement)


def test_the_database_refuses_what_is_entered_by_hand_by_one_person(office: Office) -> None:
    row = (
        row_id(office.federation.pk, 1),
        office.federation.pk,
        "manual",
        "2026-05-01",
        office.first,
        office.first,
        "A reason",
        b"",
    )
    with pytest.raises(IntegrityError, match="posting_by_two"), transaction.atomic():
        sql.insert(
            "ledger_posting",
            ("id", "federation_id", "kind", "posted", "posted_by_id", "second_id", "reason", "hash"),
            [row],
        )


def test_a_player_with_entries_cannot_be_taken_out(office: Office) -> None:
    office.post(10)
    if connection.vendor != "sqlite":
        sql.run("set constraints all immediate")
        with pytest.raises(IntegrityError, match="ledger_balance"), transaction.atomic():
            sql.run("delete from people_player where id = %s", office.players[0])
        return
    with transaction.atomic():
        sql.run("delete from people_player where id = %s", office.players[0])
        with pytest.raises(IntegrityError, match="ledger_balance"):
            connection.check_constraints()
        transaction.set_rollback(True)
