"""Whoever changes the book past the office is found out, and the row is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta

import pytest
from django.db import models, transaction

from overtrick.register import sql
from overtrick.register.ledger.chain import entry_text, linked
from overtrick.register.ledger.models import Balance, ClosedPosting, Closing, Entry, Head, Posting
from overtrick.register.ledger.posting import post
from overtrick.register.ledger.row_ids import number_of, row_id
from overtrick.register.ledger.verify import Finding, verify
from tests.register.ledger.offices import Office

pytestmark = pytest.mark.postgres

MODELS: tuple[type[models.Model], ...] = (Posting, Entry, Closing, ClosedPosting, Head, Balance)
COLUMNS = [
    pytest.param(model, field, id=f"{model.__name__}.{field.name}")
    for model in MODELS
    for field in model._meta.concrete_fields  # noqa: SLF001 - Django's name for it
]


@contextmanager
def for_a_moment() -> Iterator[None]:
    """Change the book and have it again as it was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def other(field: models.Field[object, object], value: object) -> object:
    """Invent another value of a column."""
    if isinstance(value, datetime):
        return value + timedelta(microseconds=1)
    if isinstance(value, date):
        return value + timedelta(days=1)
    if isinstance(value, int):
        return value + 1000
    if isinstance(value, (bytes, memoryview)):
        return bytes(each ^ 1 for each in bytes(value) or bytes(32))
    if isinstance(value, str):
        return "release" if field.name == "kind" else value + "x"
    return 2  # nothing was there


def named(model: type[models.Model], row: sql.Row, column: str = "") -> str:
    """How a finding names a row, that begins with its key."""
    if column == "before":
        return "posting 1 of "  # it stands on the first link, which nothing else tells
    if model is Head:
        return "end of the book of "
    if model is ClosedPosting:
        return "closing "
    if model is Balance:
        return f"balance of player {row[0]} in {row[1]}"
    return f"{model.__name__.lower()} {number_of(row[0])} of "


def rows_of(model: type[models.Model], *columns: str) -> list[sql.Row]:
    """All rows of a table: the key's columns, then those asked for."""
    key = _key(model)
    names = ", ".join([*key, *columns])
    return sql.rows(f"select {names} from {model._meta.db_table} order by 1, 2")  # noqa: S608, SLF001


def _key(model: type[models.Model]) -> list[str]:
    if model is Balance:
        return ["player_id", "colour"]
    if model is Head:
        return ["federation_id", "hash"]
    return ["posting_id", "closing_id"] if model is ClosedPosting else ["id", "hash"]


def _where(model: type[models.Model]) -> str:
    return " where " + " and ".join(f"{name} = %s" for name in _key(model))


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(("model", "field"), COLUMNS)
def test_a_changed_row_is_named(model: type[models.Model], field: models.Field[object, object]) -> None:
    # An entry without an assessment cannot be given half of one: the database refuses, trigger or not.
    together = field.name in {"assessment", "award"}
    changed = 0
    column = str(field.column)
    change = f"update {model._meta.db_table} set {column} = %s" + _where(model)  # noqa: S608, SLF001
    for row in rows_of(model, column):
        if together and row[-1] is None:
            continue
        with for_a_moment():
            done = sql.run(change, other(field, row[-1]), *row[:2])
            findings = verify().findings
        changed += done
        assert findings, f"{named(model, row)}: nobody noticed"
        assert findings[0].where.startswith(named(model, row, column)), findings
    assert changed


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("model", MODELS)
def test_a_row_taken_out_is_named(model: type[models.Model]) -> None:
    for row in rows_of(model):
        with for_a_moment():
            sql.run(f"delete from {model._meta.db_table}" + _where(model), *row[:2])  # noqa: S608, SLF001
            findings = verify().findings
        assert findings[0].where.startswith(named(model, row)), findings


def test_a_row_put_in_is_named_even_if_its_hash_is_right(book: Office) -> None:
    federation = book.federation.pk
    names = "posting_id, federation_id, player_id, colour, units, played, stage, assessment_id, award, corrects_id"
    last = row_id(federation, 14)
    copied = sql.rows(f"select {names} from ledger_entry where id = %s", last)[0]  # noqa: S608 - our own names
    link = sql.rows("select hash from ledger_head where federation_id = %s", federation)[0][0]
    insert = f"insert into ledger_entry (id, {names}, hash) values ({', '.join(['%s'] * 12)})"  # noqa: S608 - likewise
    with for_a_moment():
        text = entry_text(15, number_of(copied[0]), *copied[2:])
        sql.run(insert, last + 1, *copied, linked(bytes(link), text))
        assert verify().findings[0] == Finding(
            "end of the book of north", "It says that the last entry is number 14; it is number 15."
        )
    with for_a_moment():
        sql.run(insert, last + 1, *copied, bytes(32))
        assert verify().findings[0].where == "entry 15 of north"


def test_two_entries_that_changed_places_are_named(book: Office) -> None:
    fifth, sixth = (row_id(book.federation.pk, number) for number in (5, 6))
    for before, after in ((fifth, -1), (sixth, fifth), (-1, sixth)):
        sql.run("update ledger_entry set id = %s where id = %s", after, before)
    assert [each.where for each in verify().findings][:2] == ["entry 5 of north", "entry 6 of north"]


def test_the_finding_says_what_was_expected(book: Office) -> None:
    sixth = row_id(book.federation.pk, 6)
    stored = bytes(sql.rows("select hash from ledger_entry where id = %s", sixth)[0][0])
    sql.run("update ledger_entry set units = units + 1 where id = %s", sixth)
    found = verify().findings[0]
    assert found.where == "entry 6 of north"
    assert found.says.endswith(f"and is {stored.hex()}.")


@pytest.mark.parametrize("table", ["posting", "entry", "closing"])
def test_a_hash_that_is_no_hash_any_more_is_named(book: Office, table: str) -> None:
    """SQLite also takes a text or a number in its place."""
    ((last,),) = sql.rows(f"select max(id) from ledger_{table} where federation_id = %s", book.federation.pk)  # noqa: S608
    for instead in ("''", "'text'", *(["17", "x''"] if sql.on_sqlite() else [])):
        with for_a_moment():
            sql.run(f"update ledger_{table} set hash = {instead} where id = %s", last)  # noqa: S608 - our own names
            assert verify().findings[0].where.startswith(f"{table} {number_of(last)}")


@pytest.mark.usefixtures("book")
def test_a_book_that_is_broken_all_over_is_not_listed_row_by_row() -> None:
    sql.run("update ledger_entry set hash = %s", bytes(32))
    assert 10 < len([each for each in verify().findings if each.where.endswith(" of north")]) <= 20


@pytest.mark.usefixtures("db")
def test_an_empty_book_holds() -> None:
    assert verify() == (0, 0, 0, ())


def test_the_progress_is_told(office: Office) -> None:
    told: list[tuple[int, int]] = []
    post(office.posting(), (office.entry(number % 5, 1) for number in range(2 * sql.CHUNK + 1)))
    verify(lambda done, of: told.append((done, of)))
    assert told == [(sql.CHUNK, 10_001), (2 * sql.CHUNK, 10_001), (10_001, 10_001)]
