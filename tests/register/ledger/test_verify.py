"""Whoever changes the book past the office is found out, and the row is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta

import pytest
from django.db import connection, models, transaction

from overtrick.register import sql
from overtrick.register.ledger.chain import entry_hash
from overtrick.register.ledger.models import Balance, ClosedPosting, Closing, Entry, Head, Posting
from overtrick.register.ledger.posting import post, reverse
from overtrick.register.ledger.verify import Finding, verify
from tests.register.ledger.offices import JUNE, MAY, Office, open_office

JULY = date(2026, 7, 1)
GUARDED = ("ledger_posting", "ledger_entry", "ledger_closing", "ledger_closedposting")
MODELS: tuple[type[models.Model], ...] = (Posting, Entry, Closing, ClosedPosting, Head, Balance)
COLUMNS = [
    pytest.param(model, field, id=f"{model.__name__}.{field.name}")
    for model in MODELS
    for field in model._meta.concrete_fields  # noqa: SLF001 - Django's name for it
]


@pytest.fixture
def book(office: Office) -> Office:
    """Seven postings of two federations, with closings in the midst, a correction and awards of an assessment."""
    assessment = office.assess(office.submit())
    awards = [office.entry(award, 7, played=JUNE)._replace(assessment=assessment, award=award) for award in range(3)]
    office.post(10, 20, 30)
    open_office("south").post(1, 2)
    office.close(MAY)
    posted = post(office.posting(posted=JUNE), awards)
    reverse(office.posting("correction", JUNE), [posted.first], instead=[office.entry(4, 5)])
    office.post(9, 8, posted=JUNE)
    office.close(JUNE)
    office.post(1, 2, posted=JULY)
    office.post(3, 4, posted=JULY)
    assert verify() == (7, 16, 2, ())
    _drop_the_guards()
    return office


def _drop_the_guards() -> None:
    """Take the triggers away, as somebody with the database in their hands could."""
    if connection.vendor == "sqlite":
        for table in GUARDED:
            for verb in ("update", "delete"):
                sql.run(f"drop trigger {table}_{verb}")
        return
    sql.run("set constraints all immediate")
    for table in GUARDED:
        sql.run(f"drop trigger {table}_unchanged on {table}")
    sql.run("set constraints all deferred")


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
        return bytes(value)[:-1] + bytes([bytes(value)[-1] ^ 1])
    if isinstance(value, str):
        return "release" if field.name == "kind" else value + "x"
    return 2  # nothing was there


def named(model: type[models.Model], row: sql.Row) -> str:
    """How a finding names a row, that begins with its key."""
    if model is Head:
        return "end of the book"
    if model is ClosedPosting:
        return "closing "
    if model is Balance:
        return f"balance of player {row[0]} in {row[1]}"
    return f"{model.__name__.lower()} {row[0]}"


def rows_of(model: type[models.Model], *columns: str) -> list[sql.Row]:
    """All rows of a table: the key's columns, then those asked for."""
    key = _key(model)
    names = ", ".join([*key, *columns])
    return sql.rows(f"select {names} from {model._meta.db_table} order by 1, 2")  # noqa: S608, SLF001


def _key(model: type[models.Model]) -> list[str]:
    if model is Balance:
        return ["player_id", "colour"]
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
        assert findings[0].where.startswith(named(model, row)), findings
    assert changed


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("model", MODELS)
def test_a_row_taken_out_is_named(model: type[models.Model]) -> None:
    for row in rows_of(model):
        with for_a_moment():
            sql.run(f"delete from {model._meta.db_table}" + _where(model), *row[:2])  # noqa: S608, SLF001
            findings = verify().findings
        assert findings[0].where.startswith(named(model, row)), findings


@pytest.mark.usefixtures("book")
def test_a_row_put_in_is_named_even_if_its_hash_is_right() -> None:
    last = sql.rows("select * from ledger_entry order by id desc limit 1")[0]
    names = "posting_id, federation_id, player_id, colour, units, played, stage, assessment_id, award, corrects_id"
    copied = sql.rows(f"select {names} from ledger_entry where id = %s", last[0])[0]  # noqa: S608 - our own names
    link = sql.rows("select hash from ledger_head")[0][0]
    insert = f"insert into ledger_entry (id, {names}, hash) values ({', '.join(['%s'] * 12)})"  # noqa: S608 - likewise
    with for_a_moment():
        sql.run(insert, 17, *copied, entry_hash(bytes(link), 17, *copied))
        assert verify().findings[0] == Finding(
            "end of the book", "It says that the last entry is number 16; it is number 17."
        )
    with for_a_moment():
        sql.run(insert, 17, *copied, bytes(32))
        assert verify().findings[0].where == "entry 17"


@pytest.mark.usefixtures("book")
def test_two_entries_that_changed_places_are_named() -> None:
    sql.run("update ledger_entry set id = case id when 7 then -8 else -7 end where id in (7, 8)")
    sql.run("update ledger_entry set id = -id where id < 0")
    assert [each.where for each in verify().findings][:2] == ["entry 7", "entry 8"]


@pytest.mark.usefixtures("book")
def test_the_finding_says_what_was_expected() -> None:
    stored = bytes(sql.rows("select hash from ledger_entry where id = 6")[0][0])
    sql.run("update ledger_entry set units = units + 1 where id = 6")
    found = verify().findings[0]
    assert found.where == "entry 6"
    assert found.says.endswith(f"and is {stored.hex()}.")


@pytest.mark.usefixtures("book")
def test_a_book_that_is_broken_all_over_is_not_listed_row_by_row() -> None:
    sql.run("update ledger_entry set hash = %s", bytes(32))
    assert 10 < len(verify().findings) <= 20


@pytest.mark.usefixtures("db")
def test_an_empty_book_holds() -> None:
    assert verify() == (0, 0, 0, ())


def test_the_progress_is_told(office: Office) -> None:
    told: list[tuple[int, int]] = []
    post(office.posting(), (office.entry(number % 5, 1) for number in range(2 * sql.CHUNK + 1)))
    verify(lambda done, of: told.append((done, of)))
    assert told == [(sql.CHUNK, 10_001), (2 * sql.CHUNK, 10_001)]
