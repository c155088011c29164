"""A read-only transaction refuses to write; what is noted in it is written afterwards."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, transaction

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from tests.register import office

pytestmark = pytest.mark.django_db


def _write() -> None:
    office.user("ado")


def _written() -> bool:
    return User.objects.filter(username="ado").exists()


def test_a_write_inside_is_refused_and_afterwards_allowed() -> None:
    with pytest.raises(DatabaseError, match=r"read.?only"), transactions.read_only():
        _write()
    assert not transactions.reading()
    _write()
    assert _written()


def test_another_one_inside_ends_nothing() -> None:
    with transactions.read_only():
        with transactions.read_only():
            assert not _written()
        assert transactions.reading()
        with pytest.raises(DatabaseError, match=r"read.?only"), transaction.atomic():
            _write()


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
