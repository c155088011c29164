"""A backup keeps every column of every model, null and filled, with ordinary and with odd values, on both databases."""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
import pytest
from django.db import DatabaseError, connection, models, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from overtrick.register import database, new_database, sql
from overtrick.register.backup import schema
from overtrick.register.backup.locked import Key
from overtrick.register.backup.manifest import opened
from overtrick.register.backup.restore import load
from overtrick.register.backup.write import fields, write
from tests import prepared_database

SEED = int(os.environ.get("OVERTRICK_SOAK_SEED", "7"))
AT = dt.datetime(2026, 11, 19, 3, tzinfo=dt.UTC)

_ODD_WORDS = [
    *(
        "",
        " ",
        "null",
        "\\N",
        "\\.",
        "\\",
        "'\";--",
        "\t\r\n\x0b\x1f",
        "\x01\x7f",
        "\u2028\u202e\ufeff",
        "𝄞🂡👩‍👩‍👧",
        "İıßẞ",
    ),
    *("e\u0301é", "0", "-1", "1e5", "true", "{}", "[]", "2026-02-29", "%s {0}", "\U0010ffff", "a" * 254, "é" * 60),
]
_ODD: dict[str, list[Any]] = {
    "BooleanField": [True, False],
    "DateField": [dt.date.min, dt.date.max, dt.date(2024, 2, 29), dt.date(1582, 10, 10)],
    "DateTimeField": [
        dt.datetime(1, 1, 1, tzinfo=dt.UTC),
        dt.datetime(1970, 1, 1, tzinfo=dt.UTC),
        dt.datetime(2026, 10, 25, 1, 30, 0, 1, tzinfo=dt.UTC),
        dt.datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=dt.UTC),
    ],
    "BinaryField": [b"", b"\0", b"\\x41", b"\\N\n", bytes(range(256)), b"\xff" * 5000],
    "JSONField": [
        *({}, [], "", " ", 0, -1, False, 2**70, 0.1, -2.5, [None], {"": None}, [[[]]], "null", "é\u2028𝄞\\\"'"),
        *({"é": [1, "2"]}, {"b": 1, "a": {"d": [True, None], "c": "\t"}}),
    ],
}

Column: TypeAlias = "models.Field[Any, Any]"


class Office:
    """A database whose tables are filled with rows that its own constraints allow, and with nothing else in mind."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.models = _in_order(schema.tables(schema.applied()))
        self.keys: dict[str, list[Any]] = {schema.label(each): [] for each in self.models}
        self.seen: set[tuple[Column, bool]] = set()  #: columns, and whether they were null
        self.missing: list[str] = []  #: columns that were never null, or never filled, though they should

    def fill(self) -> None:
        """Give every column a row in which it is null, if it can be, one in which it is filled, and an odd one."""
        for model in self.models:
            self.row(model)
            for column in _columns(model):
                kinds = ["filled", "null"] if column.null else ["filled"]
                for kind in kinds:  # there may be room for one row only, and it may be there
                    if not self.row(model, column, kind) and (column, kind == "null") not in self.seen:
                        self.missing.append(f"{column} {kind}")
                self.row(model, column, "odd")

    def draw(self, count: int) -> None:
        """Give so many columns, drawn from all, null or an odd value."""
        every = [(model, column) for model in self.models for column in _columns(model)]
        while count:
            model, column = self.chance.choice(every)
            count -= self.row(model, column, "null" if column.null and self.chance.random() < 0.5 else "odd")

    def row(self, model: type[models.Model], wanted: Column | None = None, kind: str = "") -> bool:
        """Add a row; what a constraint refuses is drawn again. Some odd values are refused however often."""
        columns, table = fields(model), model._meta.db_table  # noqa: SLF001 - Django's own way to the name
        for tried in range(10 if kind == "odd" else 1_000):
            row = {each.column: self._value(model, each, kind if each is wanted else "") for each in columns}
            if row.get("federation_id") and "id" in row and tried % 2:
                row["id"] += row["federation_id"] << 40  # the books count apart for each federation
            try:
                with transaction.atomic():
                    sql.insert(table, [str(each) for each in row], [tuple(row.values())])
            except DatabaseError:
                if tried % 100 == 99:  # perhaps each row of another table has one of these already
                    for each in columns:
                        if each.remote_field and each.remote_field.model is not model:
                            self.row(each.remote_field.model)
                continue
            self.keys[schema.label(model)] += [row[each.column] for each in columns if each.primary_key]
            self.seen |= {(each, row[each.column] is None) for each in columns}
            return True
        return False

    def _value(self, model: type[models.Model], column: Column, kind: str) -> Any:  # noqa: ANN401 - any column's
        if column.remote_field is None and column.primary_key:
            return len(self.keys[schema.label(model)]) + 1
        if kind == "null" or (not kind and column.null and self.chance.random() < 0.5):
            return None
        if column.remote_field is not None:
            keys = self.keys[schema.label(column.remote_field.model)]
            return self.chance.choice(keys) if keys else None
        values = _odd(column) if kind == "odd" else _plain(column, self.chance.randrange(1_000))
        return column.get_db_prep_value(self.chance.choice(values), connection)


def _plain(column: Column, number: int) -> Sequence[Any]:
    plain: dict[str, list[Any]] = {
        "BooleanField": [True, False],
        "DateTimeField": [AT + dt.timedelta(minutes=number)],
        "DateField": [AT.date() + dt.timedelta(days=number)],
        "BinaryField": [number.to_bytes(2)],
        "JSONField": [{"number": number}],
    }
    numbers = (
        [0, 0, 0, 1, 1, -1, number]
        if "Integer" in column.get_internal_type()
        else ["", str(number)[: column.max_length]]
    )
    return plain.get(column.get_internal_type()) or [key for key, _words in column.flatchoices] or numbers


def _odd(column: Column) -> Sequence[Any]:
    kind = column.get_internal_type()
    if kind in BaseDatabaseOperations.integer_field_ranges:
        low, high = BaseDatabaseOperations.integer_field_ranges[kind]
        return low, low + 1, high - 1, high
    if kind == "JSONField" and not column.null:
        return [*_ODD[kind], None]  # a value of JSON that is not the database's null
    return _ODD.get(kind) or [word[: column.max_length] for word in _ODD_WORDS]


def _columns(model: type[models.Model]) -> list[Column]:
    return [each for each in fields(model) if not each.primary_key]


def _in_order(every: list[type[models.Model]]) -> list[type[models.Model]]:
    """List tables after those that they refer to; where two refer to each other, after those they cannot be without."""
    found: list[type[models.Model]] = []
    while open_ := [each for each in every if each not in found]:
        free = [each for each in open_ if not _named(each, open_, also_null=True)]
        found += free or [next(each for each in open_ if not _named(each, open_, also_null=False))]
    return found


def _named(model: type[models.Model], among: list[type[models.Model]], *, also_null: bool) -> bool:
    """Say whether a table refers to another of these."""
    named = [each.remote_field.model for each in fields(model) if each.remote_field and (also_null or not each.null)]
    return any(each in among for each in named if each is not model)


@pytest.fixture
def places(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[list[dict[str, Any]]]:
    """Three empty databases: two in files, and between them one of the kind that the tests run on."""
    listed = [database.from_url("", _folder(tmp_path, name)) for name in ("first", "second", "third")]
    server, name = prepared_database.server(), f"odd_values_{os.getpid()}"
    if server:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f"create database {name}")
        listed[1] = database.from_url(prepared_database.beside(name), tmp_path)
    with django_db_blocker.unblock():
        yield listed
    if server:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f"drop database {name}")


def _folder(beside: Path, name: str) -> Path:
    (beside / name).mkdir()
    return beside / name


def _restored(file: Path, place: dict[str, Any]) -> Path:
    """Restore a backup in an empty database, and make a backup of that."""
    again = file.with_name(f"{file.name}-again")
    with sql.elsewhere(place):
        with opened(file, Key()) as (packed, manifest), schema.all_or_nothing():
            load(packed, manifest, lambda _at, _of: None)
        write(again, AT)
    return again


def _rows(file: Path) -> dict[str, list[Any]]:
    with zipfile.ZipFile(file) as packed:
        names = [each for each in packed.namelist() if each.startswith("tables/")]
        return {name: [json.loads(line) for line in packed.read(name).splitlines()] for name in names}


def _stored(place: dict[str, Any]) -> dict[str, list[Any]]:
    """Read a file's tables as they are stored, with the kind of each value."""
    with sql.elsewhere(place):
        tables = [each._meta.db_table for each in schema.tables(schema.applied())]  # noqa: SLF001 - Django's own way
        return {each: sorted(map(repr, sql.rows(f"select * from {each}"))) for each in tables}  # noqa: S608 - our names


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(0, marks=pytest.mark.slow),  # a thousand rows and more, in each of three databases
        pytest.param(1_000, marks=[pytest.mark.proof, pytest.mark.postgres]),
    ],
)
def test_every_column_comes_back_null_filled_and_odd(places: list[dict[str, Any]], tmp_path: Path, drawn: int) -> None:
    first, middle, last = places
    with sql.elsewhere(first):
        newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
        new_database.make_at_once(newest)
        office = Office(SEED)
        with transaction.atomic():
            office.fill()
            office.draw(drawn)
        write(tmp_path / "backup", AT)
    assert office.missing == []
    there = _restored(tmp_path / "backup", middle)
    back = _restored(there, last)
    assert _rows(there) == _rows(tmp_path / "backup")
    assert _rows(back) == _rows(tmp_path / "backup")
    if not prepared_database.server():  # PostgreSQL has an order of its own for the keys of JSON
        assert _stored(last) == _stored(first)
