"""Transactions: those that write, read-only ones, notes written separately, and whether the database is busy.

Whoever writes does so in ``atomic``. What everybody waits for, such as the end of a chain, is left to its very end by
``ending``: then nobody holds it while looking for something else, and no two can wait for each other.

A page that is asked for by GET runs in ``read_only``: it never waits for a writer, and a write inside it is an error.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from types import TracebackType
from typing import Protocol, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

Write = Callable[[], object]


class Finish(Protocol):
    """What a transaction does last. Those that come before others have a smaller ``turn``.

    All transactions take their turns in the same order: two that hold what the other waits for would wait for ever.
    """

    turn: int

    def __init__(self) -> None:
        """Begin with nothing."""

    def __call__(self) -> None:
        """Do it."""


F = TypeVar("F", bound=Finish)
T = TypeVar("T")

#: Somebody else holds a lock, by SQLite's primary result codes.
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
#: The same by PostgreSQL's: lock not available, deadlock, could not serialize.
_BUSY_STATES = ("55P03", "40P01", "40001")

#: How to ask how long a writer waits for the lock, how to change it, and the shortest there is.
_SQLITE_PATIENCE = "pragma busy_timeout", "pragma busy_timeout", "0"
_POSTGRESQL_PATIENCE = "show lock_timeout", "set lock_timeout", "1"


class _Reading:
    """An open read-only transaction: what is to be written after it, and what was asked in it."""

    def __init__(self) -> None:
        self.notes: list[Write] = []
        self.answers: dict[Hashable, object] = {}


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)

#: What the transaction that is open does last, each kind once; none outside of one.
_endings: ContextVar[dict[type[Finish], Finish] | None] = ContextVar("endings", default=None)


@contextmanager
def atomic(*, savepoint: bool = True) -> Iterator[None]:
    """Do all of it or nothing; inside another, as a part of that one that can be taken back if it has a savepoint."""
    if _endings.get() is not None:
        with transaction.atomic() if savepoint else nullcontext():
            yield
        return
    endings: dict[type[Finish], Finish] = {}
    token = _endings.set(endings)
    try:
        with transaction.atomic():
            yield
            for finish in sorted(endings.values(), key=_turn):
                finish()
    finally:
        _endings.reset(token)


def _turn(finish: Finish) -> int:
    return finish.turn


def writing() -> bool:
    """Say whether a transaction is open that writes."""
    return _endings.get() is not None


def ending(kind: type[F]) -> F:
    """Give what the open transaction does last, one of a kind, made when it is first asked for."""
    endings = _endings.get()
    if endings is None:
        message = "nothing is open that could end: write inside transactions.atomic()"
        raise transaction.TransactionManagementError(message)
    found = endings.get(kind)
    if not isinstance(found, kind):
        found = endings[kind] = kind()
    return found


@contextmanager
def read_only() -> Iterator[None]:
    """Read everything as it is at one moment, while others go on writing; inside another, at that one's moment."""
    if reading():
        yield
        return
    opened = _Reading()
    token = _reading.set(opened)
    database = connections[DEFAULT_DB_ALIAS]
    try:
        with _on_sqlite(database) if database.vendor == "sqlite" else _on_postgresql(database):
            yield
    finally:
        _reading.reset(token)
    for write in opened.notes:
        _write_if_free(database, write)


def reading() -> bool:
    """Say whether a read-only transaction is open."""
    return _reading.get() is not None


def asked_once(question: Hashable, ask: Callable[[], T]) -> T:
    """Ask the database; in a read-only transaction, which sees one moment, only the first time."""
    opened = _reading.get()
    if opened is None:
        return ask()
    if question not in opened.answers:
        opened.answers[question] = ask()
    return cast("T", opened.answers[question])


def note(write: Write) -> None:
    """Write something down; in a read-only transaction afterwards, and only if nobody else is writing then."""
    opened = _reading.get()
    if opened is None:
        write()
    else:
        opened.notes.append(write)


def is_busy(error: BaseException | None) -> bool:
    """Say whether a statement failed because somebody else held a lock for too long."""
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    code: int = getattr(cause, "sqlite_errorcode", 0)
    return code & 0xFF in _BUSY or getattr(cause, "sqlstate", "") in _BUSY_STATES


@contextmanager
def _on_sqlite(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Begin without the write lock, which every other transaction takes at once; take back whatever is written.

    ``pragma query_only`` would refuse it, but SQLite then prepares every statement of the connection anew: half the
    time of a page.
    """
    database.ensure_connection()
    with transaction.atomic() if database.in_atomic_block else _Moment(database):
        changes = database.connection.total_changes
        yield
        if not database.closed_in_transaction and database.connection.total_changes != changes:
            message = "something was written in a read-only transaction; it was taken back"
            raise DatabaseError(message)


class _Moment:
    """``transaction.atomic`` where none is open, for a reader on SQLite: in a fifth of the time.

    Django asks six times whether the connection is there and in which mode, and sends BEGIN through three layers. What
    it keeps about an open transaction is the same here, so that whatever is begun inside is a part of this one.
    """

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self._database = database

    def __enter__(self) -> None:
        database = self._database
        with database.wrap_database_errors:
            database.connection.execute("begin deferred")
        database.in_atomic_block = database.commit_on_exit = True
        database.autocommit = database.needs_rollback = False

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        database = self._database
        taken_back = kind is not None or database.needs_rollback
        database.in_atomic_block = database.needs_rollback = False
        database.autocommit = True
        if database.closed_in_transaction:  # it was lost, and the next one who asks opens another
            database.closed_in_transaction, database.connection = False, None
            return
        with database.wrap_database_errors:
            database.connection.execute("rollback" if taken_back else "commit")
        database.run_on_commit.clear()  # nothing was written, so there is nothing to follow it


@contextmanager
def _on_postgresql(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Inside another transaction only this part is read-only, and its moment is that of each statement."""
    moment = "" if database.in_atomic_block else "isolation level repeatable read, "
    with transaction.atomic(), database.cursor() as cursor:
        cursor.execute(f"set transaction {moment}read only")
        yield


def _write_if_free(database: BaseDatabaseWrapper, write: Write) -> None:
    """Write in a transaction of its own; where somebody else holds the lock, nothing is written."""
    try:
        with _without_waiting(database), transaction.atomic():
            write()
    except OperationalError as error:
        if not is_busy(error):
            raise


@contextmanager
def _without_waiting(database: BaseDatabaseWrapper) -> Iterator[None]:
    ask, change, none = _SQLITE_PATIENCE if database.vendor == "sqlite" else _POSTGRESQL_PATIENCE
    with database.cursor() as cursor:
        cursor.execute(ask)
        ((patience,),) = cursor.fetchall()
        cursor.execute(f"{change} = {none}")
        try:
            yield
        finally:
            cursor.execute(f"{change} = '{patience}'")
