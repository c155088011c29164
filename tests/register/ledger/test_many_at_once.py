"""Several who post at once wait for each other; one who is killed leaves nothing half done."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from pytest_django import DjangoDbBlocker

from overtrick.register import sql
from overtrick.register.ledger.verify import verify
from tests.register.ledger.offices import open_office
from tests.register.ledger.own_database import own_database, pointed_at

pytestmark = pytest.mark.postgres

KILLS = 12  # of each kind


class Nursery:
    """A process that makes others, which post."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.process = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, "-m", "tests.register.ledger.nursery", url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )

    def order(self, order: str) -> int:
        """Give an order; the answer."""
        orders, answers = self._pipes()
        orders.write(f"{order}\n")
        orders.flush()
        return int(answers.readline())

    def end(self) -> None:
        """Send it home."""
        orders, answers = self._pipes()
        orders.close()
        self.process.wait()
        answers.close()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout


@pytest.fixture
def nursery(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Nursery]:
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        open_office(players=40)
        made = Nursery(url)
        yield made
        made.end()


def the_book_is_whole() -> int:
    """See that every posting is whole and the book holds; how many postings there are."""
    proved = verify()
    assert proved.findings == ()
    torn = sql.rows(
        """
        select ledger_posting.id, reason, count(ledger_entry.id)
        from ledger_posting left join ledger_entry on posting_id = ledger_posting.id
        group by ledger_posting.id, reason having reason <> count(ledger_entry.id) || ' entries'
        """
    )
    assert torn == []
    return proved.postings


def test_four_who_post_at_once_leave_no_gap_and_use_no_number_twice(nursery: Nursery) -> None:
    children = [nursery.order(f"round {seed} 12") for seed in range(4)]
    assert [nursery.order(f"wait {child}") for child in children] == [0, 0, 0, 0]
    assert the_book_is_whole() == 48


@pytest.mark.slow
@pytest.mark.parametrize("order", ["post", "close"])
def test_whoever_is_killed_leaves_every_posting_and_every_month_whole_or_absent(nursery: Nursery, order: str) -> None:
    chance = random.Random(2026)
    found = [0]
    longest = 0.12
    for kill in range(KILLS):
        child = nursery.order(f"{order} {kill}")
        time.sleep(chance.uniform(0.0, longest))
        os.kill(child, signal.SIGKILL)
        assert nursery.order(f"wait {child}") == signal.SIGKILL
        found.append(the_book_is_whole())
        if found[-1] == found[-2]:
            longest = min(longest * 2, 20.0)  # a busy machine gets time to do something before it is killed
    assert found == sorted(found), "a posting that was in the book is gone"
    assert found[-1] > KILLS, "hardly anything was posted before the kill"
    if order == "close":
        months = sql.rows("select month from ledger_closing order by id")
        assert len(months) > KILLS // 2
        assert len({sql.day(month) for (month,) in months}) == len(months)
