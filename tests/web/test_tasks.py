"""The page of a task: for whoever asked for it and for the office, with a sentence for every end."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.register.errors import Refused
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run
from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


@task("web-test.refuse")
def refuse(_run: Run) -> None:
    raise Refused("The list is empty.", "Send another.", code="list-empty")


@task("web-test.break")
def break_down(_run: Run) -> None:
    raise ZeroDivisionError


def _asked_by(cast: Cast, role: Role, kind: str = "refuse") -> Task:
    order = Order(cast.union.federation, cast.users[role], timezone.now(), "Enter <our> members")
    return (refuse if kind == "refuse" else break_down).add(order)


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.SECRETARY, 200), (Role.OFFICE, 200), (Role.SCORER, 404), (Role.PLAYER, 404), (Role.ANONYMOUS, 302)],
)
def test_a_task_is_seen_by_whoever_asked_for_it_and_by_the_office(
    cast: Cast, log_in: LogIn, role: Role, status: int
) -> None:
    row = _asked_by(cast, Role.SECRETARY)
    assert log_in(role).get(f"/tasks/{row.pk}/").status_code == status


def test_a_refusal_is_told_in_its_words(cast: Cast, log_in: LogIn) -> None:
    row = _asked_by(cast, Role.SECRETARY)
    worker.work(once=True)
    page = log_in(Role.SECRETARY).get(f"/tasks/{row.pk}/").content.decode()
    assert "The list is empty. Send another." in page
    assert "Enter &lt;our&gt; members" in page
    assert "Try again" not in page
    assert "Try again" in log_in(Role.OFFICE).get(f"/tasks/{row.pk}/").content.decode()


def test_a_mistake_of_ours_shows_a_reference_and_no_traceback(cast: Cast, log_in: LogIn) -> None:
    row = _asked_by(cast, Role.SECRETARY, "break")
    worker.work(once=True)
    row.refresh_from_db()
    page = log_in(Role.OFFICE).get(f"/tasks/{row.pk}/").content.decode()
    assert row.reference in page
    assert "Traceback" not in page
    assert "ZeroDivisionError" not in page


def test_the_office_tries_again_and_once_is_enough(cast: Cast, log_in: LogIn) -> None:
    row = _asked_by(cast, Role.SECRETARY)
    worker.work(once=True)
    office = log_in(Role.OFFICE)
    again = office.post(f"/office/tasks/{row.pk}/retry/", follow=True).content.decode()
    assert "It is waiting to start." in again
    assert "in the queue already" in office.post(f"/office/tasks/{row.pk}/retry/", follow=True).content.decode()
    assert worker.work(once=True) == 1


def test_what_nobody_takes_up_says_how_a_worker_is_started(cast: Cast, log_in: LogIn) -> None:
    row = _asked_by(cast, Role.SECRETARY)
    page = log_in(Role.OFFICE)
    assert "overtrick office work" not in page.get(f"/tasks/{row.pk}/").content.decode()
    Task.objects.filter(pk=row.pk).update(added_at=timezone.now() - timedelta(minutes=2))
    assert "overtrick office work" in page.get(f"/tasks/{row.pk}/").content.decode()


def test_the_office_sees_what_waits_and_what_failed_first(cast: Cast, log_in: LogIn) -> None:
    done = _asked_by(cast, Role.OFFICE)
    refused = _asked_by(cast, Role.OFFICE)
    worker.work(once=True)
    Task.objects.filter(pk=done.pk).update(state=Task.State.DONE)
    waiting = _asked_by(cast, Role.OFFICE)
    page = log_in(Role.OFFICE).get("/office/tasks/").content.decode()
    at = [page.index(f"/tasks/{each.pk}/") for each in (waiting, refused, done)]
    assert at == sorted(at)
    for word in ("waiting", "refused", "done"):
        assert word in page


def test_the_traceback_cannot_be_asked_for(cast: Cast, log_in: LogIn) -> None:
    _asked_by(cast, Role.OFFICE, "break")
    worker.work(once=True)
    table = log_in(Role.OFFICE).get("/office/tasks/?as=csv").content.decode()
    assert "ZeroDivisionError" not in table
