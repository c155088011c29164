"""``/health``: what a monitor on the machine sees, what strangers see, and what counts as broken."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from overtrick.register import sql
from overtrick.register.mail_settings import MailServer, Way
from overtrick.register.tasks import claims, last_checks
from overtrick.register.tasks.last_checks import What
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order, task
from tests.web.cast import Cast, Role

pytestmark = pytest.mark.postgres


@task("health.nothing")
def do_nothing(_run: object) -> None:
    """Be in the queue."""


def _asked_for(cast: Cast, minutes: int) -> Task:
    at = timezone.now() - timedelta(minutes=minutes)
    return do_nothing.add(Order(cast.union.federation, cast.users[Role.OFFICE], at, f"{minutes} minutes ago"))


@pytest.mark.django_db
def test_on_the_machine_each_part_is_told() -> None:
    answer = Client().get("/health")
    assert answer.status_code == 200
    told = answer.json()
    assert told["status"] == "ok"
    assert told["database"] == {"ok": True}
    assert told["queue"] == {"ok": True, "waiting": 0, "running": 0, "oldest_seconds": 0}
    assert told["disk"]["ok"]
    assert told["disk"]["free_mb"] > 0
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent",
    [
        {"REMOTE_ADDR": "203.0.113.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"REMOTE_ADDR": ""},
    ],
)
def test_strangers_see_one_word(sent: dict[str, str]) -> None:
    assert Client().get("/health", **sent).json() == {"status": "ok"}  # type: ignore[arg-type]


@pytest.mark.django_db
def test_it_needs_no_host_name_and_no_https(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/health", HTTP_HOST="10.0.0.9").status_code == 200
    assert Client().get("/", HTTP_HOST="10.0.0.9").status_code == 400


def test_nothing_can_be_sent_to_it() -> None:
    assert Client().post("/health").status_code == 405


def test_a_task_that_nobody_takes_up_is_broken(cast: Cast) -> None:
    _asked_for(cast, minutes=9)
    told = Client().get("/health")
    assert (told.status_code, told.json()["queue"]["waiting"]) == (200, 1)
    _asked_for(cast, minutes=11)
    told = Client().get("/health")
    assert (told.status_code, told.json()["status"]) == (503, "broken")
    assert told.json()["queue"]["oldest_seconds"] >= 11 * 60


def test_a_task_that_waits_for_one_that_is_being_done_is_not(cast: Cast) -> None:
    running = _asked_for(cast, minutes=30)
    _asked_for(cast, minutes=11)
    assert claims.claim(running.pk, lease=15) is not None
    told = Client().get("/health")
    assert (told.status_code, told.json()["queue"]["running"]) == (200, 1)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="there the clock is the database's own")
def test_a_worker_without_a_sign_of_life_does_not_count(cast: Cast) -> None:
    running = _asked_for(cast, minutes=30)
    _asked_for(cast, minutes=11)
    claims.claim(running.pk, lease=15)
    Task.objects.filter(pk=running.pk).update(began_at=timezone.now() - timedelta(minutes=5))
    assert Client().get("/health").status_code == 503


@pytest.mark.django_db
def test_a_folder_that_is_gone_is_broken(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path / "gone"
    told = Client().get("/health")
    assert (told.status_code, told.json()["disk"]) == (503, {"ok": False})


@pytest.mark.django_db
def test_a_database_without_the_tables_is_broken() -> None:
    with connection.cursor() as cursor:
        cursor.execute("alter table tasks_task rename to tasks_task_away")
    told = Client().get("/health")
    assert told.status_code == 503
    assert told.json()["database"] == {"ok": False}
    assert "queue" not in told.json()
    assert os.fspath(connection.settings_dict["NAME"]) not in told.content.decode()


# --- Last checks -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["backup", "verify", "mail", "certificate"])
def test_a_check_that_failed_is_broken_but_the_machine_stays_ready(what: str, settings: Settings) -> None:
    settings.MAIL, settings.ADDRESS = MailServer(Way.FILE), "https://points.example.org"
    now = timezone.now()
    last_checks.note(What(what), now - timedelta(hours=9), ends_at=now + timedelta(days=60))
    assert Client().get("/health").json()["mail"]["state"] == ("broken" if what == "mail" else "warning")
    last_checks.note(What(what), now, "secret.example.org is away", now if what == "certificate" else None)
    told = Client().get("/health")
    assert (told.status_code, told.json()["status"], told.json()[what]["ok"]) == (503, "broken", False)
    assert told.json()[what]["fault"] == "secret.example.org is away"
    assert told.json()[what]["held_at"] == (now - timedelta(hours=9)).isoformat()
    strangers = Client().get("/health", REMOTE_ADDR="203.0.113.7")
    assert (strangers.status_code, strangers.json()) == (503, {"status": "broken"})
    ready = Client().get("/health/ready")
    assert (ready.status_code, ready.json()["status"], ready.json()["database"]) == (200, "ok", {"ok": True})


@pytest.mark.django_db
def test_a_warning_is_told_and_wakes_nobody(settings: Settings) -> None:
    settings.ADDRESS = "https://points.example.org"
    now = timezone.now()
    last_checks.note(What.CERTIFICATE, now, ends_at=now + timedelta(days=9))
    told = Client().get("/health")
    assert (told.status_code, told.json()["certificate"]["state"]) == (200, "warning")
    assert told.json()["certificate"]["ends_at"] == (now + timedelta(days=9)).isoformat()
    assert told.json()["mail"] == {"ok": True, "state": "not used"}


@pytest.mark.django_db
def test_it_asks_the_database_for_little(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    # PostgreSQL is asked for its clock, too.
    with django_assert_max_num_queries(6 if connection.vendor == "sqlite" else 7):
        Client().get("/health")


@pytest.mark.django_db
def test_nobody_is_sent_to_a_machine_that_cannot_reach_the_database() -> None:
    with sql.elsewhere({"ENGINE": "django.db.backends.sqlite3", "NAME": "/nowhere/office.sqlite3"}):
        told = Client().get("/health/ready")
    assert (told.status_code, told.json()["database"]) == (503, {"ok": False})
