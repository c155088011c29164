"""What an office no longer needs goes after some days, and no day before."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings

from overtrick.register import logs
from overtrick.register.accounts.models import Link
from overtrick.register.limits.models import Count
from overtrick.register.log_ins.models import ClubCode
from overtrick.register.mail.models import Letter
from overtrick.register.tasks import chores, retention
from overtrick.register.tasks.models import Task, TaskFile
from overtrick.web.accounts.models import Session

if TYPE_CHECKING:
    from django.db.models import Model

    from tests.register.season import Union

NOW = datetime(2026, 6, 12, 9, tzinfo=UTC)
OLD, YOUNG = NOW - timedelta(days=90, minutes=1), NOW - timedelta(days=89, hours=23)
GONE, GOING_ON = NOW - timedelta(minutes=1), NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _found() -> None:
    """Workers look for chores when they begin."""
    chores._find()  # noqa: SLF001 - all it does


def letter(here: Union, key: str, state: Letter.State, at: datetime) -> Letter:
    return Letter.objects.create(
        federation=here.federation, key=key, kind="member", to="a@example.org", subject="S", text="T", state=state,
        added_at=at, next_try_at=at,
    )  # fmt: skip


def task(here: Union, state: Task.State, at: datetime) -> Task:
    ended = None if state in (Task.State.WAITING, Task.State.RUNNING) else at
    return Task.objects.create(
        federation=here.federation, name="month.close", title="Close", by=here.clerk, added_at=at, state=state,
        ended_at=ended,
    )  # fmt: skip


def link(here: Union, seed: str, at: datetime) -> Link:
    return Link.objects.create(user=here.clerk, purpose="password", seed=seed, hash=seed, made_at=at, expires_at=at)


def session(here: Union, key: str, at: datetime) -> Session:
    return Session.objects.create(key=key, data="", user=here.clerk, began_at=OLD, seen_at=OLD, expires_at=at)


def left(*rows: Model) -> list[bool]:
    return [type(row)._default_manager.filter(pk=row.pk).exists() for row in rows]  # noqa: SLF001 - Django's own way


def test_finished_tasks_go_and_open_ones_stay(here: Union) -> None:
    states = Task.State
    rows = [task(here, each, OLD) for each in (states.DONE, states.REFUSED, states.FAILED)]
    stay = [task(here, states.DONE, YOUNG), task(here, states.WAITING, OLD), task(here, states.RUNNING, OLD)]
    TaskFile.objects.create(task=rows[2], name="members.csv", packed=b"")
    done = retention.delete_outdated(NOW)
    assert done["finished_tasks"] == 3
    assert (left(*rows), left(*stay)) == ([False] * 3, [True] * 3)
    assert not TaskFile.objects.exists()


def test_letters_that_were_sent_or_given_up_go_and_those_that_wait_stay(here: Union) -> None:
    states = Letter.State
    rows = [letter(here, "1", states.SENT, OLD), letter(here, "2", states.FAILED, OLD)]
    stay = [letter(here, "3", states.SENT, YOUNG), letter(here, "4", states.WAITING, OLD)]
    assert retention.delete_outdated(NOW)["sent_letters"] == 2
    assert (left(*rows), left(*stay)) == ([False] * 2, [True] * 2)


def test_links_and_codes_go_some_days_after_they_ran_out(here: Union) -> None:
    codes = [
        ClubCode.objects.create(player=player, hash="", made_at=at, expires_at=at)
        for player, at in zip(here.players, (OLD, YOUNG), strict=False)
    ]
    rows = [link(here, "a", OLD), link(here, "b", YOUNG), *codes]
    retention.delete_outdated(NOW)
    assert left(*rows) == [False, True, False, True]


def test_log_ins_and_counts_go_when_they_are_over(here: Union) -> None:
    counts = [
        Count.objects.create(key=key, tries=1, began=0, ends=int(at.timestamp()))
        for key, at in (("a", GONE), ("b", GOING_ON))
    ]
    rows = [session(here, "a", GONE), session(here, "b", GOING_ON), *counts]
    retention.delete_outdated(NOW)
    assert left(*rows) == [False, True, False, True]


def test_an_office_says_how_long(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KEEP", timedelta(days=5))
    rows = [letter(here, "1", Letter.State.SENT, NOW - timedelta(days=6)), task(here, Task.State.DONE, YOUNG)]
    stay = [letter(here, "2", Letter.State.SENT, NOW - timedelta(days=4))]
    retention.delete_outdated(NOW)
    assert (left(*rows), left(*stay)) == ([False] * 2, [True])


def test_many_go_in_several_transactions_and_the_log_counts_them(
    here: Union, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retention, "_TOGETHER", 2)
    for key in "abcde":
        letter(here, key, Letter.State.SENT, OLD)
    with caplog.at_level(logging.INFO, logger=logs.RETENTION):
        retention.delete_outdated(NOW)
    assert logs.configuration("text")["loggers"][logs.RETENTION]["level"] == "INFO"
    assert [each.getMessage() for each in caplog.records] == [f"deleted sent letters: {rows}" for rows in (2, 2, 1)]
    assert not Letter.objects.exists()


@pytest.mark.usefixtures("here")
def test_a_worker_looks_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    from overtrick.register.tasks import tasks  # noqa: PLC0415 - as the worker finds it

    looked: list[datetime] = []

    def look(at: datetime) -> dict[str, int]:
        looked.append(at)
        return {}

    monkeypatch.setattr(tasks, "delete_some", look)
    monkeypatch.setattr(tasks._Clock, "looks", 0.0)  # noqa: SLF001 - the worker has just begun
    for _each in range(3):
        chores.do_all()
    assert len(looked) == 1
