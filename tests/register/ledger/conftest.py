"""An office to post in, and a book to change outside Overtrick."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from overtrick.register import sql
from overtrick.register.ledger.posting import post, reverse
from overtrick.register.ledger.verify import verify
from tests.register.ledger.offices import JUNE, MAY, Office, open_office

if TYPE_CHECKING:
    from tests.worlds import World

JULY = date(2026, 7, 1)
GUARDED = ("ledger_posting", "ledger_entry", "ledger_closing", "ledger_closedposting")


@pytest.fixture
def office(world: World) -> Office:
    return world(open_office)


@pytest.fixture
def book(world: World) -> Iterator[Office]:
    """A book to change outside Overtrick."""
    found = world(_written)
    with guards_dropped():
        yield found


def _written() -> Office:
    """Postings of two federations, with closings in the midst, a correction and awards of an assessment."""
    office = open_office()
    assessment = office.assess(office.submit())
    awards = [office.entry(award, 7, played=JUNE)._replace(assessment=assessment, award=award) for award in range(3)]
    office.post(10, 20, 30)
    south = open_office("south")
    south.post(1, 2)
    south.post(3, posted=JUNE)
    south.close(MAY)
    office.close(MAY)
    posted = post(office.posting(posted=JUNE), awards)
    reverse(office.posting("correction", JUNE), [posted.first], instead=[office.entry(4, 5)])
    office.post(9, 8, posted=JUNE)
    office.close(JUNE)
    office.post(1, 2, posted=JULY)
    office.post(3, 4, posted=JULY)
    assert verify() == (8, 17, 3, ())
    return office


@contextmanager
def guards_dropped() -> Iterator[None]:
    """Take triggers and checks away, as somebody with the database in their hands could."""
    if connection.vendor == "sqlite":
        for table in GUARDED:
            for verb in ("update", "delete"):
                sql.run(f"drop trigger {table}_{verb}")
        sql.run("pragma ignore_check_constraints = on")
        yield
        sql.run("pragma ignore_check_constraints = off")
        return
    sql.run("set constraints all immediate")
    for table in GUARDED:
        sql.run(f"drop trigger {table}_unchanged on {table}")
    for name in ("posting", "entry", "closing"):
        sql.run(f"alter table ledger_{name} drop constraint {name}_in_its_federation")
    sql.run("set constraints all deferred")
    yield
