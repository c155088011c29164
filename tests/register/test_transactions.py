"""A read-only transaction refuses to write; what is noted in it is written afterwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from overtrick.cli import output
from overtrick.cli.office.context import answered
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from tests.register import office
from tests.register.ledger.own_database import own_database, pointed_at

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def _write() -> None:
    office.user("ado")


def _written() -> bool:
    return User.objects.filter(username="ado").exists()


def _is_open() -> bool:
    return connection.in_atomic_block and not connection.get_autocommit()


@pytest.fixture
def _outside(tmp_path: Path) -> Iterator[None]:
    """A database of its own: no transaction of the test is around what is done in it."""
    with own_database(tmp_path) as url, pointed_at(url):
        yield


def test_a_write_inside_is_refused_and_afterwards_allowed() -> None:
    with pytest.raises(DatabaseError, match=r"read.?only"), transactions.read_only():
        _write()
    assert not transactions.reading()
    assert not _written()
    _write()
    assert _written()


def test_a_question_is_asked_once_of_one_moment_and_anew_of_the_next() -> None:
    def is_there() -> bool:
        return transactions.asked_once("ado", _written)

    assert not is_there()
    with transactions.read_only():
        assert not is_there()
        with CaptureQueriesContext(connection) as queries, transactions.read_only():
            assert not is_there()
        assert len(queries) == 0
    _write()
    assert is_there()  # nothing is remembered where somebody may write
    with transactions.read_only():
        assert is_there()


def test_it_may_be_the_first_thing_that_a_connection_does() -> None:
    def first() -> bool:
        """Begin on a thread of its own, whose connection is not open yet."""
        try:
            with transactions.read_only():
                return transactions.reading()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(first).result()


def test_another_one_inside_ends_nothing() -> None:
    with pytest.raises(DatabaseError, match=r"read.?only"), transactions.read_only():
        _read_and_write()
    assert not _written()


def _read_and_write() -> None:
    with transactions.read_only():
        assert not _written()
    assert transactions.reading()
    _write()


@pytest.mark.usefixtures("_outside")
def test_what_is_begun_inside_is_a_part_of_the_reading_and_may_fail_alone() -> None:
    with transactions.read_only():
        assert _is_open()
        with pytest.raises(DatabaseError), transaction.atomic():
            connection.cursor().execute("select * from nothing_of_this_name")
        with transaction.atomic():
            assert not _written()
    assert not _is_open()
    _write()
    assert _written()


@pytest.mark.usefixtures("_outside")
def test_a_reading_that_fails_leaves_the_connection_as_it_was() -> None:
    with pytest.raises(DatabaseError), transactions.read_only():
        connection.cursor().execute("select * from nothing_of_this_name")
    assert not _is_open()
    _write()
    assert _written()


@pytest.mark.usefixtures("_outside")
def test_a_reading_whose_connection_is_lost_leaves_room_for_another() -> None:
    with suppress(DatabaseError), transactions.read_only():
        assert not _written()
        connection.close()
    assert not _is_open()
    _write()
    assert _written()


def test_a_note_is_written_when_all_is_read() -> None:
    with transactions.read_only():
        transactions.note(_write)
        assert not _written()
    assert _written()


def test_a_note_outside_is_written_at_once() -> None:
    transactions.note(_write)
    assert _written()


def test_nothing_is_noted_where_the_reading_fails() -> None:
    with pytest.raises(LookupError), transactions.read_only():
        _note_and_fail()
    assert not _written()


def _note_and_fail() -> None:
    transactions.note(_write)
    raise LookupError


def test_a_note_that_is_wrong_is_told() -> None:
    _write()
    with pytest.raises(IntegrityError), transactions.read_only():
        transactions.note(_write)


@pytest.mark.parametrize("error", [None, ValueError("busy"), OperationalError("database is locked")])
def test_only_what_the_database_says_is_busy(error: Exception | None) -> None:
    assert not transactions.is_busy(error)


@answered
def _wait_too_long(code: int) -> int:
    told = sqlite3.OperationalError("told by the database")
    told.sqlite_errorcode = code
    raise OperationalError("it failed") from told


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_BUSY, "The office is busy"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "The office is busy"),
        (sqlite3.SQLITE_LOCKED, "The office is busy"),
        (sqlite3.SQLITE_READONLY, "it failed"),
        (sqlite3.SQLITE_FULL, "it failed"),
    ],
)
def test_a_command_that_waits_too_long_says_so(code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _wait_too_long(code) == output.PROBLEMS
    assert f"Error: {said}" in capsys.readouterr().err


def test_the_first_thing_that_a_thread_does_may_be_to_read() -> None:
    """A web server's thread opens its connection with the first page that it answers."""
    answers: list[object] = []

    def read() -> None:
        try:
            with transactions.read_only(), connection.cursor() as cursor:
                cursor.execute("select 1")
                answers.append(cursor.fetchone())
        finally:
            connection.close()

    thread = Thread(target=read)
    thread.start()
    thread.join()
    assert answers == [(1,)]
