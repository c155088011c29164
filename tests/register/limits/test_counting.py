"""Tries are counted together by all processes, and too many of them have to wait."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from overtrick.register import transactions
from overtrick.register.limits import counting
from overtrick.register.limits.counting import NO_WAIT, Limit, Try
from overtrick.register.limits.models import Count
from tests.register.ledger.own_database import own_database, pointed_at

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.postgres

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
LIMIT = Limit("knocking", 3, MINUTE, 4 * MINUTE, timedelta(hours=1))
DOOR, OTHER = [Try(LIMIT, "192.0.2.7")], [Try(LIMIT, "192.0.2.8")]


@pytest.mark.django_db
def test_some_tries_are_free_and_then_each_waits_twice_as_long_up_to_a_longest() -> None:
    at, waits = NOW, []
    for _ in range(7):
        assert counting.take(DOOR, at) == NO_WAIT
        waits.append(counting.wait(DOOR, at))
        at += waits[-1]
    assert [int(wait / MINUTE) for wait in waits] == [0, 0, 1, 2, 4, 4, 4]


@pytest.mark.django_db
def test_a_try_that_has_to_wait_does_not_count_and_does_not_lengthen_the_wait() -> None:
    for _ in range(3):
        counting.take(DOOR, NOW)
    for later in (0, 30, 59):
        assert counting.take(DOOR, NOW + timedelta(seconds=later)) == timedelta(seconds=60 - later)
    assert Count.objects.get().tries == 3
    assert counting.take(DOOR, NOW + MINUTE) == NO_WAIT


@pytest.mark.django_db
def test_others_do_not_wait_and_where_one_limit_is_used_up_no_other_counts() -> None:
    for _ in range(3):
        counting.take(DOOR, NOW)
    assert counting.take([*OTHER, *DOOR], NOW) == MINUTE
    assert Count.objects.count() == 1
    assert counting.take(OTHER, NOW) == NO_WAIT


@pytest.mark.django_db
def test_counting_begins_again_after_a_while() -> None:
    for _ in range(2):
        counting.take(DOOR, NOW)
    later = NOW + LIMIT.within
    assert [counting.take(DOOR, later) for _ in range(4)] == [NO_WAIT] * 3 + [MINUTE]


@pytest.mark.django_db
def test_a_try_can_be_given_back_and_all_of_them_forgotten() -> None:
    for _ in range(3):
        counting.take(DOOR, NOW)
    counting.give_back(DOOR)
    assert [counting.take(DOOR, NOW) for _ in range(2)] == [NO_WAIT, MINUTE]
    counting.clear(DOOR)
    assert [counting.take(DOOR, NOW) for _ in range(4)] == [NO_WAIT] * 3 + [MINUTE]


@pytest.mark.django_db
def test_a_page_that_only_reads_counts_afterwards() -> None:
    with transactions.read_only():
        counting.count(DOOR, NOW)
        assert not Count.objects.exists()
    assert Count.objects.get().tries == 1


@pytest.mark.django_db
def test_nobody_can_read_from_the_table_who_tried_and_what_is_over_is_removed() -> None:
    counting.take(DOOR, NOW)
    assert "192.0.2" not in str(Count.objects.values().get())
    counting.tidy(NOW + LIMIT.within)
    assert Count.objects.exists()
    counting.tidy(NOW + LIMIT.within + MINUTE)
    assert not Count.objects.exists()


KNOCK = """
import os, sys
os.environ.update(DATABASE_URL=sys.argv[1], DJANGO_SETTINGS_MODULE="overtrick.register.settings")
import django
django.setup()
from tests.register.limits.test_counting import DOOR, NOW, counting
print(sum(not counting.take(DOOR, NOW) for _ in range(20)))
"""


@pytest.mark.slow
def test_processes_that_try_at_the_same_time_have_no_more_tries_together(
    tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    del django_db_setup
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        connection.close()
        command = [sys.executable, "-c", KNOCK, url]
        knocking = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]  # noqa: S603
        assert sum(int(each.communicate()[0]) for each in knocking) == LIMIT.free
