"""How long is the head of a book held, by a submission and by a month's close? ``writers`` has several who write.

While somebody holds the head of a federation's book, nobody else posts in that book. Others have heads of their own.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from unittest.mock import patch

from django.db import transaction

from benchmarks.book_floor import DAY, Office
from benchmarks.files_again import Club
from benchmarks.report import cpu_time, say
from benchmarks.writers import several_write
from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.ledger import head, posting
from overtrick.register.ledger.posting import post_all
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope

FILES = 40
ENTRIES = 100_000  # of the month that is closed
MOST_OF_A_SUBMISSION, MOST_OF_A_CLOSE = 5, 1000  # milliseconds
_SMALL = 20  # units of an award at most: a few players in a hundred reach a rank by a month, not half of them
_LATER = datetime(8000, 1, 1, tzinfo=UTC)


@contextmanager
def holds() -> Iterator[list[tuple[float, float]]]:
    """Note how long each transaction holds the head until it is committed, and is at work, in milliseconds."""
    found: list[tuple[float, float]] = []
    usual = head.lock

    def lock(federation: int) -> head.BookEnd:
        end, wall, cpu = usual(federation), time.perf_counter(), cpu_time()

        def committed() -> None:
            found.append(((time.perf_counter() - wall) * 1000, (cpu_time() - cpu) * 1000))

        transaction.on_commit(committed)
        return end

    with patch.object(head, "lock", lock), patch.object(posting, "lock", lock):
        yield found


def head_held(office: Office, club: Club) -> None:
    """Measure submissions and a close."""
    with scope(federation=office.federation):
        with holds() as found:
            for name, content in club.files(FILES, "Held"):
                club.take_in(name, content)
        _tell("head held by a submission", found, MOST_OF_A_SUBMISSION)
        office.go_on()
        month, actor = _month(office), _officer(office)
        post_all(
            (each._replace(posted=month), [entry._replace(units=entry.units % _SMALL + 1) for entry in entries])
            for each, entries in office.events(ENTRIES)
        )
        sql.run("analyze")
        with holds() as found:
            begun = time.perf_counter()
            done = close_month.close(office.federation, month, actor, _LATER)
            whole = (time.perf_counter() - begun) * 1000
        assert done.entries >= ENTRIES, done
        _tell(f"head held by a close of {done.entries:,} entries", found, MOST_OF_A_CLOSE)
        say(f"  of the whole close, with {len(done.promotions):,} promotions", f"{whole:,.0f} ms")
    if not sql.on_sqlite():
        several_write()


def _tell(what: str, found: list[tuple[float, float]], most: float) -> None:
    walls = sorted(wall for wall, _cpu in found)
    median, longest = statistics.median(walls), walls[int(len(walls) * 0.99)]
    cpu = statistics.median(cpu for _wall, cpu in found)
    told = f"{median:,.1f} ms (CPU {cpu:,.1f}), p99 {longest:,.1f}"
    say(what, told, f"{most} ms", met=median <= most)


def _month(office: Office) -> date:
    """Give the month that comes next."""
    last = sql.rows("select max(month) from ledger_closing where federation_id = %s", office.federation.pk)[0][0]
    month = sql.day(last) if last else DAY
    return date(month.year + month.month // 12, month.month % 12 + 1, 1) if last else month


def _officer(office: Office) -> User:
    made, _new = User.objects.get_or_create(username="clerk")
    national = Organisation.objects.get(kind=Organisation.Kind.NATIONAL, federation=office.federation)
    officers.appoint(national, made, Officer.Role.OFFICE, DAY, actor=None, at=_LATER)
    return made
