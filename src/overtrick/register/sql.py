"""SQL helpers below all apps, with what SQLite and PostgreSQL do differently.

Many rows go in by ``executemany`` on the one and by COPY on the other: seven times as fast as models, on both. A
statement goes to SQLite without Django's cursor around it, which takes as long as the statement itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import count
from types import TracebackType
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

Value = Any  #: what a column can hold
Row = tuple[Value, ...]
#: Rows in memory at a time.
CHUNK = 5_000
#: No number in the database is larger.
LARGEST = 2**63 - 1
#: Numbers the cursors that PostgreSQL keeps by name.
_named = count(1)


def on_sqlite() -> bool:
    """Say which of the two it is."""
    return connection.vendor == "sqlite"


@contextmanager
def elsewhere(database: dict[str, Any]) -> Iterator[None]:
    """Work in another database, in place of the one of the office; in this thread only."""
    other = ConnectionHandler({DEFAULT_DB_ALIAS: database})[DEFAULT_DB_ALIAS]
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        other.close()


def run(sql: str, *values: Value) -> int:
    """Run a statement; how many rows it touched."""
    database = connections[DEFAULT_DB_ALIAS]
    with _cursor(database) as cursor:
        return int(cursor.execute(_translated(sql, database), values).rowcount)


def run_many(sql: str, values: Iterable[Row]) -> None:
    """Run a statement for each of many rows."""
    database = connections[DEFAULT_DB_ALIAS]
    with _cursor(database) as cursor:
        cursor.executemany(_translated(sql, database), values)


def rows(sql: str, *values: Value) -> list[Row]:
    """Ask for rows, all at once. Where queries are written down, Django's cursor does it: tests count them."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.queries_logged:
        with database.cursor() as logged:
            logged.execute(sql, values)
            return list(logged.fetchall())
    with _cursor(database) as cursor:
        found: list[Row] = cursor.execute(_translated(sql, database), values).fetchall()
        return found


def stream(sql: str, *values: Value) -> Iterator[Row]:
    """Ask for rows and take them a few thousand at a time; inside a transaction."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, values)
        while chunk := cursor.fetchmany(CHUNK):
            yield from chunk


def chunks(sql: str, *values: Value) -> Iterator[list[Row]]:
    """Ask for rows and take lists of a few thousand; inside a transaction.

    PostgreSQL sends numbers and bytes as they are, and not in words. It makes the next list while this one is used.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "sqlite":
        with database.chunked_cursor() as cursor:
            cursor.execute(sql, values)
            while chunk := cursor.fetchmany(CHUNK):
                yield chunk
        return
    # Django's own cursors put values into the statement, which PostgreSQL answers in words only.
    with (
        database.connection.cursor(f"chunks_{next(_named)}", binary=True) as cursor,
        ThreadPoolExecutor(1) as ahead,
    ):
        cursor.execute(sql, values)
        following = ahead.submit(cursor.fetchmany, CHUNK)
        while chunk := following.result():
            following = ahead.submit(cursor.fetchmany, CHUNK)
            yield chunk


def insert(table: str, columns: Sequence[str], values: Sequence[Row]) -> None:
    """Write rows, the fast way of the database."""
    if on_sqlite():
        run_many(_insertion(table, tuple(columns)), values)
        return
    with (
        _cursor(connections[DEFAULT_DB_ALIAS]) as cursor,
        cursor.copy(f"copy {table} ({_quoted(columns)}) from stdin") as copy,
    ):
        write = copy.write_row
        for row in values:
            write(row)


def numbers(values: Iterable[int]) -> tuple[str, object]:
    """Hand a set of numbers to a statement as a column ``n``: what to write after ``from``, and the value."""
    if on_sqlite():
        return "(select value as n from json_each(%s)) as given", json.dumps(list(values))
    return "(select unnest(%s::bigint[]) as n) as given", list(values)


def texts(values: Iterable[str]) -> tuple[str, object]:
    """Hand a set of texts to a statement as a column ``t``.

    A ``cross join`` with it makes SQLite begin with the texts, and not with all rows of a federation or a club.
    """
    if on_sqlite():
        return "(select value as t from json_each(%s)) as given", json.dumps(list(values))
    return "(select unnest(%s::text[]) as t) as given", list(values)


def among(values: Iterable[str] | Iterable[int]) -> tuple[str, object]:
    """Ask whether a column is one of some texts or numbers: what to write after it, and the value."""
    if on_sqlite():
        return "in (select value from json_each(%s))", json.dumps(list(values))
    return "= any(%s)", list(values)


def hold(what: str) -> None:
    """Let nobody else hold the same until the transaction is over; on SQLite only one writes at a time anyway."""
    if not on_sqlite():
        rows("select pg_advisory_xact_lock(hashtextextended(%s, 0))", what)


def day(value: date | str) -> date:
    """Read a day; SQLite may give it as text."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def moment(value: datetime | str) -> datetime:
    """Read a moment; SQLite may give it as text, in UTC."""
    found = datetime.fromisoformat(value) if isinstance(value, str) else value
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def binary(value: Value) -> bytes:
    """Read bytes. SQLite keeps whatever somebody put there instead: that is other bytes, not an error."""
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


class _cursor:  # noqa: N801 - used as a function; a generator would cost more than the statement
    """A cursor of the database's own; what it raises is raised in Django's words."""

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self.database = database

    def __enter__(self) -> Value:
        if self.database.connection is None:
            self.database.ensure_connection()
        return self.database.connection.cursor()

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.database.wrap_database_errors.__exit__(kind, raised, trace)


def _translated(sql: str, database: BaseDatabaseWrapper) -> str:
    return _marked(sql) if database.vendor == "sqlite" else sql


@lru_cache(maxsize=256)
def _marked(sql: str) -> str:
    return sql.replace("%s", "?")


@lru_cache(maxsize=64)
def _insertion(table: str, columns: tuple[str, ...]) -> str:
    places = ", ".join(["%s"] * len(columns))
    return f"insert into {table} ({_quoted(columns)}) values ({places})"  # noqa: S608 - our own names


def _quoted(columns: Iterable[str]) -> str:
    """Quote the names of columns: one may be a word of SQL, such as "to" or "union"."""
    return ", ".join(f'"{each}"' for each in columns)
