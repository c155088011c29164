"""A long book is looked through by several processes, and the answer is that of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from overtrick.register import sql, transactions
from overtrick.register.ledger.chain_check import SeenRows
from overtrick.register.ledger.chain_parts import unbroken
from overtrick.register.ledger.verify import Verified, verify
from tests.register.ledger.conftest import guards_dropped
from tests.register.ledger.offices import MAY, Office, open_office
from tests.register.ledger.own_database import own_database, pointed_at

pytestmark = pytest.mark.postgres

_PROCESSES, _PART = 2, 20
_WHOLE = SeenRows(12, 120, 1)


@pytest.fixture
def posted(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Office]:
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        office = open_office(players=10)
        for event in range(12):
            office.post(*(10 + event + place for place in range(10)))
        office.close(MAY)
        yield office


def look(office: Office, tell: Callable[[int], object] = id) -> SeenRows | None:
    """Look through the book with several processes."""
    with transactions.read_only():
        return unbroken(office.federation.pk, _PROCESSES, tell, _PART, least=_PART)


def test_several_processes_find_a_whole_book_whole_and_tell_how_far_they_are(posted: Office) -> None:
    done: list[int] = []
    assert look(posted, done.append) == _WHOLE
    assert done[0] == _PART
    assert done == sorted(done)
    assert done[-1] == _WHOLE.entries


def test_a_changed_entry_is_found_by_whoever_has_its_part(posted: Office) -> None:
    with guards_dropped():
        sql.run("update ledger_entry set units = units + 1 where id = (select min(id) + 70 from ledger_entry)")
        assert look(posted) is None


def test_where_a_process_is_killed_the_book_is_looked_through_here(posted: Office) -> None:
    killed: list[int] = []

    def kill_all(_done: int) -> None:
        for child in () if killed else active_children():
            child.kill()
            killed.append(child.pid or 0)

    with transactions.read_only():
        found = unbroken(posted.federation.pk, _PROCESSES, kill_all, 1, least=1)
    assert killed
    assert found == _WHOLE


def test_a_short_book_is_not_shared_out(posted: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.register.child_processes.pool_of_the_office", None)  # nobody may ask for it
    assert posted.players
    assert verify(processes=_PROCESSES) == Verified(*_WHOLE, ())
