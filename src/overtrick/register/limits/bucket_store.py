"""Where buckets are kept: on SQLite in a file beside the office's own, on PostgreSQL in tables without a log.

Both are written outside the transaction of the request, which may be one that only reads. What is lost in a power cut
is how often somebody asked in the last minutes.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Row = tuple[Any, ...]

#: So long a call waits for another one, in seconds; then it is refused.
_PATIENCE = 1.0
#: After so many seconds the file is probably free.
_SOON = 0.0005
#: Of the threads of this process, one counts at a time.
_TURN = threading.RLock()
TABLES = (
    """create {unlogged} table if not exists limits_bucket (
        key {bytes} primary key, used bigint not null, ends bigint not null
    )""",
    """create {unlogged} table if not exists limits_place (
        key {bytes} not null, place integer not null, token {bytes} not null, ends bigint not null,
        primary key (key, place)
    )""",
)


class Unavailable(Exception):
    """Nobody could count in time."""


def ask(statement: str, *values: object) -> list[Row]:
    """Run one statement, which is a transaction by itself unless one is open."""
    return _store().ask(statement, values)


@contextmanager
def together() -> Iterator[None]:
    """Run several statements or none; ``TakenBack`` inside takes them back and goes no further."""
    with suppress(TakenBack), _store().together():
        yield


class TakenBack(Exception):
    """What was counted is not to count."""


def close() -> None:
    """Close what this thread has open."""
    for each in (_file, _server):
        each.close()


def is_open_on_server() -> bool:
    """Say whether this process counts in tables of PostgreSQL."""
    return _server.is_open


class _File(threading.local):
    """The file of an office on SQLite: a connection for each thread."""

    home: Path | None = None
    process = 0
    opened: sqlite3.Connection | None = None

    def ask(self, statement: str, values: Row) -> list[Row]:
        with _TURN:  # threads of a process wait here, where it costs less than at the file
            return self._asked(_marked(statement), values)

    def _asked(self, statement: str, values: Row) -> list[Row]:
        for again in (False, True):
            try:
                return self._in_time(statement, values)
            except sqlite3.OperationalError as error:
                raise Unavailable(str(error)) from error
            except sqlite3.DatabaseError as error:
                # It is no longer a database. Nothing in it is worth more than the next minutes: begin a new one.
                if again:
                    raise Unavailable(str(error)) from error
                self._discard()
        raise AssertionError

    def _in_time(self, statement: str, values: Row) -> list[Row]:
        """Run a statement; where another process holds the file, try again soon.

        SQLite by itself waits longer each time, up to a tenth of a second, for a lock that is held for some
        microseconds.
        """
        ends = 0.0
        while True:
            try:
                return self._connection().execute(statement, values).fetchall()
            except sqlite3.OperationalError as error:
                now = time.monotonic()
                ends = ends or now + _PATIENCE
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or now >= ends:
                    raise
                time.sleep(_SOON)

    @contextmanager
    def together(self) -> Iterator[None]:
        with _TURN:
            self.ask("begin immediate", ())
            try:
                yield
            except BaseException:
                self.ask("rollback", ())
                raise
            self.ask("commit", ())

    def close(self) -> None:
        if self.opened is not None:
            self.opened.close()
        self.opened = self.home = None

    def _connection(self) -> sqlite3.Connection:
        home = settings.HOME
        if self.opened is None or self.home is not home or self.process != os.getpid():
            if self.process == os.getpid():
                self.close()
            self.opened = self._open(home)
            self.home, self.process = home, os.getpid()
        return self.opened

    def _open(self, home: Path) -> sqlite3.Connection:
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(str(error)) from error
        made = sqlite3.connect(home / "limits.sqlite3", timeout=_PATIENCE, isolation_level=None)
        try:
            made.execute("pragma journal_mode=wal")
            made.execute("pragma synchronous=off")
            for table in TABLES:
                made.execute(table.format(unlogged="", bytes="blob"))
            made.execute("pragma busy_timeout=0")  # from here on ``_in_time`` waits
        except BaseException:
            made.close()
            raise
        return made

    def _discard(self) -> None:
        self.close()
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                (Path(settings.HOME) / f"limits.sqlite3{end}").unlink()


class _Server:
    """The server of an office on PostgreSQL: a connection for each process, since each call is short."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process = 0
        self._opened: BaseDatabaseWrapper | None = None

    @property
    def is_open(self) -> bool:
        return self._opened is not None

    def ask(self, statement: str, values: Row) -> list[Row]:
        with self._lock:
            return self._run(statement, values)

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._lock:
            self._run("begin", ())
            try:
                yield
            except BaseException:
                self._run("rollback", ())
                raise
            self._run("commit", ())

    def close(self) -> None:
        with self._lock:
            if self._opened is not None and self._process == os.getpid():
                self._opened.close()
            self._opened = None

    def _run(self, statement: str, values: Row) -> list[Row]:
        try:
            database = self._connection()
            with database.wrap_database_errors:
                found = database.connection.execute(statement, values)
                return found.fetchall() if found.description else []
        except DatabaseError as error:
            if self._opened is not None and self._opened.connection.closed:
                self._opened = None  # the next call opens another
            raise Unavailable(str(error)) from error

    def _connection(self) -> BaseDatabaseWrapper:
        now = connections[DEFAULT_DB_ALIAS]
        known = self._opened
        if known is None or self._process != os.getpid() or known.settings_dict["NAME"] != now.settings_dict["NAME"]:
            self.close()
            known = now.copy()
            known.inc_thread_sharing()
            known.connect()
            known.connection.execute(f"set lock_timeout = '{int(_PATIENCE * 1000)}ms'")
            self._opened, self._process = known, os.getpid()
        return known


_file, _server = _File(), _Server()


def _store() -> _File | _Server:
    return _file if connection.vendor == "sqlite" else _server


@lru_cache(maxsize=64)
def _marked(statement: str) -> str:
    return statement.replace("%s", "?")
