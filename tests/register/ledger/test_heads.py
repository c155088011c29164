"""While somebody holds the head of a federation's book, others post in theirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from pytest_django import DjangoDbBlocker

from overtrick.register import sql
from overtrick.register.ledger import head
from overtrick.register.ledger.verify import verify
from tests.register.ledger.offices import MAY, Office, open_office
from tests.register.ledger.own_database import own_database, pointed_at

pytestmark = pytest.mark.postgres


@contextmanager
def closing(office: Office, url: str) -> Iterator[None]:
    """Close a month in another thread, and let it wait before it is committed."""
    written, go_on = Event(), Event()

    def close() -> None:
        with pointed_at(url), transaction.atomic():
            office.close(MAY)
            written.set()
            go_on.wait(60)

    thread = Thread(target=close)
    thread.start()
    assert written.wait(60)
    try:
        yield
    finally:
        go_on.set()
        thread.join()


def test_while_one_federation_closes_a_month_another_posts(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        if connection.vendor == "sqlite":
            pytest.skip("SQLite lets one transaction write at a time")
        north, south = open_office("north"), open_office("south")
        north.post(10)
        with closing(north, url):
            sql.run("set lock_timeout = '100ms'")
            assert south.post(5).posting == 1
            south.close(MAY)
            with pytest.raises(OperationalError, match="lock timeout"):
                north.post(20)
        assert north.post(20).posting == 2
        assert verify() == (3, 3, 2, ())


@pytest.mark.usefixtures("db")
def test_what_the_caller_wrote_is_checked_before_the_head_is_taken() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite checks references when the transaction ends")
    office = open_office()
    nobody = max(office.players) + 1000
    names = ("federation_id", "player_id", "colour", "units", "final")
    with transaction.atomic():
        sql.insert("ledger_balance", names, [(office.federation.pk, nobody, "local", 1, 0)])
        with pytest.raises(IntegrityError, match="ledger_balance"):
            office.post(10)
        transaction.set_rollback(True)
    assert head.end(office.federation.pk) is None
