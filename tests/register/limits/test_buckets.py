"""Calls are counted in buckets by all processes together; a full bucket refuses until its time is over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from overtrick.register import transactions
from overtrick.register.limits import bucket_store, buckets, networks
from overtrick.register.limits.buckets import BUCKETS, Bucket, Caller, Taken, Window
from tests.register.ledger.own_database import own_database, pointed_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django import DjangoDbBlocker, Settings

pytestmark = pytest.mark.postgres

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)
THREE = Bucket("read", Caller.PUBLIC, (Window(3, 60),))
BOTH = Bucket("miss", Caller.TOKEN, (Window(2, 10), Window(3, 100)))
ONE_PLACE = Bucket("work", Caller.PUBLIC, (Window(20, 60),), at_once=1)
TWO_PLACES = Bucket("work", Caller.TOKEN, (Window(120, 60),), at_once=2)


@pytest.fixture(autouse=True)
def _own_home(settings: Settings, tmp_path: Path, db: None) -> Iterator[None]:  # noqa: ARG001 - which of the two
    settings.HOME = tmp_path
    settings.SECRET_KEY = str(tmp_path)  # on PostgreSQL all tests share the tables
    yield
    bucket_store.close()


def test_a_bucket_says_what_it_has_left_and_when_it_is_empty_again() -> None:
    assert buckets.take(THREE, "192.0.2.7", NOW) == Taken(3, 60, 2, 60, allowed=True)
    assert buckets.take(THREE, "192.0.2.7", NOW + 20 * SECOND) == Taken(3, 60, 1, 40, allowed=True)
    assert buckets.take(THREE, "192.0.2.7", NOW + 59 * SECOND) == Taken(3, 60, 0, 1, allowed=True)
    assert buckets.take(THREE, "192.0.2.7", NOW + 59 * SECOND) == Taken(3, 60, 0, 1, allowed=False)
    assert buckets.take(THREE, "192.0.2.8", NOW + 59 * SECOND).allowed
    assert buckets.take(THREE, "192.0.2.7", NOW + 60 * SECOND) == Taken(3, 60, 2, 60, allowed=True)


def test_a_call_may_cost_more_than_one_and_counts_whole_or_not_at_all() -> None:
    assert buckets.take(THREE, "a", NOW, cost=2).remaining == 1
    assert buckets.take(THREE, "a", NOW, cost=2) == Taken(3, 60, 1, 60, allowed=False)
    assert buckets.take(THREE, "a", NOW) == Taken(3, 60, 0, 60, allowed=True)
    for never in (0, 4):
        with pytest.raises(ValueError, match="never fits"):
            buckets.take(THREE, "a", NOW, cost=never)


def test_looking_counts_nothing() -> None:
    for _ in range(5):
        assert buckets.look(THREE, "a", NOW).remaining == 3
    for _ in range(3):
        buckets.take(THREE, "a", NOW)
    assert buckets.look(THREE, "a", NOW) == Taken(3, 60, 0, 60, allowed=False)


def test_counting_tells_what_another_bucket_has_left() -> None:
    """As counting and looking one after the other: also where either is full, or was begun by a wrong clock."""
    buckets.take(BOTH, "b", NOW + timedelta(days=1))
    counted, left = buckets.take_and_look(THREE, BOTH, "a", NOW)
    assert (counted, left) == (Taken(3, 60, 2, 60, allowed=True), Taken(2, 10, 2, 10, allowed=True))
    buckets.take(BOTH, "a", NOW)
    counted, left = buckets.take_and_look(THREE, BOTH, "a", NOW + 4 * SECOND)
    assert (counted, left) == (Taken(3, 60, 1, 56, allowed=True), Taken(2, 10, 1, 6, allowed=True))
    assert left == buckets.look(BOTH, "a", NOW + 4 * SECOND)
    assert buckets.take_and_look(THREE, BOTH, "b", NOW)[1] == Taken(2, 10, 2, 10, allowed=True)
    buckets.take(BOTH, "a", NOW + 4 * SECOND)
    assert not buckets.take_and_look(THREE, BOTH, "a", NOW + 5 * SECOND)[1].allowed
    full, left = buckets.take_and_look(THREE, BOTH, "a", NOW + 12 * SECOND)
    assert (full, left) == (Taken(3, 60, 0, 48, allowed=False), Taken(3, 100, 1, 88, allowed=True))


def test_where_one_of_two_windows_is_full_neither_counts() -> None:
    assert buckets.take(BOTH, "a", NOW) == Taken(2, 10, 1, 10, allowed=True)
    assert buckets.take(BOTH, "a", NOW).allowed
    assert buckets.take(BOTH, "a", NOW) == Taken(2, 10, 0, 10, allowed=False)
    later = NOW + 10 * SECOND
    assert buckets.take(BOTH, "a", later) == Taken(3, 100, 0, 90, allowed=True)
    assert buckets.take(BOTH, "a", later) == Taken(3, 100, 0, 90, allowed=False)
    assert buckets.look(Bucket("miss", Caller.TOKEN, BOTH.windows[:1]), "a", later).remaining == 1


def test_a_clock_that_was_set_back_locks_nobody_out() -> None:
    for _ in range(3):
        buckets.take(THREE, "a", NOW + timedelta(days=1))
    assert buckets.take(THREE, "a", NOW) == Taken(3, 60, 2, 60, allowed=True)


def test_what_no_longer_counts_is_deleted_and_no_address_can_be_read() -> None:
    buckets.take(THREE, "192.0.2.7", NOW + timedelta(days=2))
    ((key,),) = bucket_store.ask("select key from limits_bucket where ends = %s", _ends(NOW + timedelta(days=2)))
    assert b"192" not in bytes(key)
    buckets.take(THREE, "192.0.2.8", NOW + timedelta(days=2, seconds=100))
    assert bucket_store.ask("select key from limits_bucket where ends = %s", _ends(NOW + timedelta(days=2))) == []


def _ends(begins: datetime) -> int:
    return int(begins.timestamp()) + 60


def test_a_page_that_only_reads_may_count() -> None:
    with transactions.read_only():
        assert buckets.take(THREE, "a", NOW).remaining == 2
    assert buckets.look(THREE, "a", NOW).remaining == 2


def test_one_or_two_work_at_a_time_and_a_place_is_free_when_the_work_ends() -> None:
    with buckets.at_work(ONE_PLACE, "a", NOW), buckets.at_work(ONE_PLACE, "b", NOW):
        with pytest.raises(buckets.TooManyAtOnce) as refused, buckets.at_work(ONE_PLACE, "a", NOW):
            pass
        assert refused.value.code == "too-many"
    with (
        buckets.at_work(TWO_PLACES, "a", NOW),
        buckets.at_work(TWO_PLACES, "a", NOW),
        pytest.raises(buckets.TooManyAtOnce),
        buckets.at_work(TWO_PLACES, "a", NOW),
    ):
        pass
    with buckets.at_work(ONE_PLACE, "a", NOW), buckets.at_work(TWO_PLACES, "a", NOW):
        pass


def test_a_bucket_without_places_lets_everybody_work() -> None:
    with buckets.at_work(THREE, "a", NOW), buckets.at_work(THREE, "a", NOW):
        pass


def test_every_bucket_has_sensible_figures() -> None:
    assert len({(each.name, each.caller) for each in BUCKETS}) == len(BUCKETS)
    for each in BUCKETS:
        assert all(window.quota > 0 and 0 < window.seconds <= 86_400 for window in each.windows)
        assert buckets.bucket(each.name, each.caller) is each


@pytest.mark.parametrize(
    ("sent", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unix:", "unix:"),
    ],
)
def test_a_household_counts_as_one(sent: str, counted: str) -> None:
    assert networks.household(sent) == counted


def test_counting_goes_on_where_the_file_is_no_database_or_the_connection_is_lost(tmp_path: Path) -> None:
    buckets.take(THREE, "a", NOW)
    if connection.vendor == "sqlite":
        bucket_store.close()
        for end in ("-wal", "-shm"):
            (tmp_path / f"limits.sqlite3{end}").unlink(missing_ok=True)
        (tmp_path / "limits.sqlite3").write_bytes(b"no database" * 1000)
        assert buckets.take(THREE, "a", NOW) == Taken(3, 60, 2, 60, allowed=True)
        return
    ((process,),) = bucket_store.ask("select pg_backend_pid()")
    with connection.cursor() as cursor:
        cursor.execute("select pg_terminate_backend(%s)", [process])
    assert not buckets.take(THREE, "a", NOW).allowed
    assert buckets.take(THREE, "a", NOW) == Taken(3, 60, 1, 60, allowed=True)


def test_whoever_cannot_be_counted_comes_back_in_a_moment(settings: Settings, tmp_path: Path) -> None:
    if connection.vendor == "sqlite":
        (tmp_path / "file").write_text("in the way")
        settings.HOME = tmp_path / "file"
        assert buckets.take(THREE, "a", NOW) == Taken(3, 60, 0, 1, allowed=False)
        assert not buckets.look(THREE, "a", NOW).allowed
        return
    with transactions.atomic(), connection.cursor() as cursor:
        cursor.execute("lock table limits_bucket")
        assert buckets.take(THREE, "a", NOW) == Taken(3, 60, 0, 1, allowed=False)


_PROCESS = """
import sys, time
from pathlib import Path
import django
django.setup()
from datetime import UTC, datetime
from overtrick.register.limits import buckets
from overtrick.register.limits.buckets import Bucket, Caller, Window
NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
if sys.argv[1] == "count":
    bucket = Bucket("read", Caller.PUBLIC, (Window(100, 60),))
    print(sum(buckets.take(bucket, "a", NOW).allowed for _ in range(60)))
else:
    with buckets.at_work(Bucket("work", Caller.PUBLIC, (Window(20, 60),), at_once=1), "a", NOW):
        print("working", flush=True)
        time.sleep(60)
"""


def _start(url: str, home: Path, what: str) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "OVERTRICK_HOME": str(home),
        "OVERTRICK_SECRET_KEY": str(home),
        "DJANGO_SETTINGS_MODULE": "overtrick.register.settings",
    }
    command = [sys.executable, "-c", _PROCESS, what]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own


@pytest.mark.slow
def test_processes_count_together(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), own_database(tmp_path) as url:
        running = [_start(url, tmp_path, "count") for _ in range(3)]
        allowed = [int(each.communicate()[0]) for each in running]
    assert sum(allowed) == 100


def test_the_place_of_a_process_that_was_killed_ends_by_itself(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), own_database(tmp_path) as url:
        other = _start(url, tmp_path, "work")
        assert other.stdout is not None
        assert other.stdout.readline() == "working\n"
        other.send_signal(signal.SIGKILL)
        other.communicate()
        with pointed_at(url):
            try:
                just_before = NOW + buckets.LEASE - SECOND
                with pytest.raises(buckets.TooManyAtOnce), buckets.at_work(ONE_PLACE, "a", just_before):
                    pass
                with buckets.at_work(ONE_PLACE, "a", NOW + buckets.LEASE):
                    pass
            finally:
                bucket_store.close()
