"""A session is stored under a hash, listed with its device, and ends when its owner, time or a new password says so."""

from __future__ import annotations

import zipfile
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from overtrick.register.accounts.models import User
from overtrick.register.backup.write import write
from overtrick.register.limits.models import Count
from overtrick.web.accounts.models import Session
from overtrick.web.accounts.sessions import SessionStore
from tests.register.ledger.own_database import own_database, pointed_at
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import DjangoDbBlocker, Settings

pytestmark = pytest.mark.postgres

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"


@pytest.fixture
def user(cast: Cast) -> User:
    """Give somebody with a password."""
    found = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    found.set_password(PASSWORD)
    found.save()
    return found


def _log_in(user: User, agent: str = FIREFOX, address: str = "192.0.2.7") -> Client:
    browser = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    assert browser.post("/log-in/", {"name": user.email, "password": PASSWORD}).status_code == 302
    return browser


def _is_in(browser: Client) -> bool:
    return browser.get("/account/").status_code == 200


def _go_by(days: float) -> None:
    """Let time go by for every session."""
    for row in Session.objects.all():
        for name in ("began_at", "seen_at", "expires_at"):
            setattr(row, name, getattr(row, name) - timedelta(days=days))
        row.save()


def test_what_is_in_the_database_opens_no_session(user: User) -> None:
    cookie = _log_in(user).cookies["sessionid"].value
    row = Session.objects.get()
    assert cookie not in str(Session.objects.values().get())
    thief = Client()
    thief.cookies["sessionid"] = row.key
    assert not _is_in(thief)


def test_a_log_in_begins_under_a_new_key_and_a_log_out_removes_it(user: User) -> None:
    store = SessionStore()
    store["seen"] = True
    store.save()
    before = store.session_key or ""
    browser = Client()
    browser.cookies["sessionid"] = before
    browser.post("/log-in/", {"name": user.email, "password": PASSWORD})
    assert browser.cookies["sessionid"].value != before
    assert Session.objects.count() == 1
    browser.post("/log-out/")
    assert not Session.objects.exists()


def test_devices_are_listed_and_one_is_logged_out(user: User) -> None:
    here, phone = _log_in(user), _log_in(user, PHONE, "2001:db8:1:2::1")
    page = here.get("/account/devices/").content.decode()
    for part in ("Firefox on Windows (this device)", "Safari on iPhone", "192.0.…", "2001:db8::…"):
        assert part in page
    for part in ("192.0.2", "2001:db8:1"):
        assert part not in page
    here.post(f"/account/devices/{Session.objects.latest('pk').pk}/end/")
    assert (_is_in(here), _is_in(phone)) == (True, False)


def test_nobody_logs_out_the_device_of_somebody_else(user: User, cast: Cast) -> None:
    browser = _log_in(user)
    other = Client()
    other.force_login(cast.users[Role.OFFICE], "overtrick.web.accounts.backend.NumberOrEmail")
    for row in Session.objects.filter(user=user):
        assert other.post(f"/account/devices/{row.pk}/end/").status_code == 404
    other.post("/account/devices/end/")
    assert (_is_in(browser), _is_in(other)) == (True, False)


@pytest.mark.parametrize(("sent", "stays"), [({}, False), ({"others": "1"}, True)])
def test_everything_is_logged_out_at_once_with_or_without_this_device(
    sent: dict[str, str], stays: bool, user: User
) -> None:
    here, *others = [_log_in(user) for _ in range(3)]
    here.post("/account/devices/end/", sent)
    assert _is_in(here) is stays
    assert not any(_is_in(other) for other in others)
    assert Session.objects.filter(user=user).count() == int(stays)


def test_a_new_password_logs_out_every_other_device(user: User) -> None:
    here, other = _log_in(user), _log_in(user)
    chosen = "four spades doubled"
    sent = {"old_password": PASSWORD, "new_password1": chosen, "new_password2": chosen}
    assert here.post("/account/password/", sent)["Location"] == "/account/"
    assert Session.objects.count() == 1
    assert (_is_in(here), _is_in(other)) == (True, False)
    assert "Firefox on Windows (this device)" in here.get("/account/devices/").content.decode()


def test_a_session_that_nobody_uses_ends_and_one_that_is_used_goes_on_until_it_is_too_old(
    user: User, settings: Settings
) -> None:
    settings.IDLE, settings.LOG_IN_LASTS = timedelta(days=3), timedelta(days=10)
    used, left = _log_in(user), _log_in(user)
    for _ in range(4):
        _go_by(2)
        assert _is_in(used)
    assert not _is_in(left)
    _go_by(1.9)
    assert _is_in(used)
    _go_by(0.2)
    assert not _is_in(used)


def test_a_page_notes_that_a_session_is_in_use_but_not_every_time(user: User) -> None:
    browser = _log_in(user)
    seen = Session.objects.get().seen_at
    browser.get("/account/")
    assert Session.objects.get().seen_at == seen
    _go_by(0.1)
    browser.get("/account/")
    assert timezone.now() - Session.objects.get().seen_at < timedelta(hours=1)


def test_a_log_in_removes_what_is_over(user: User) -> None:
    _log_in(user)
    _go_by(100)
    Count.objects.create(key="old", tries=3, began=0, ends=1)
    _log_in(user)
    assert Session.objects.count() == 1
    assert not Count.objects.filter(key="old").exists()


def test_a_backup_holds_no_session_and_no_count(user: User, tmp_path: Path) -> None:
    browser = _log_in(user)
    Count.objects.create(key="a key", tries=3, began=0, ends=1)
    write(tmp_path / "office.backup", timezone.now())
    with zipfile.ZipFile(tmp_path / "office.backup") as packed:
        names, everything = packed.namelist(), b"".join(packed.read(name) for name in packed.namelist())
    assert "tables/accounts.user.jsonl" in names
    assert not {"tables/logging_in.session.jsonl", "tables/limits.count.jsonl"} & set(names)
    for secret in (browser.cookies["sessionid"].value, Session.objects.get().key):
        assert secret.encode() not in everything


def test_an_upgrade_ends_the_sessions_that_were_stored_in_clear(
    tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    del django_db_setup
    with django_db_blocker.unblock(), own_database(tmp_path) as url, pointed_at(url):
        call_command("migrate", "logging_in", "0001", verbosity=0)
        with connection.cursor() as cursor:
            for table in ("django_session", "axes_accesslog"):
                cursor.execute(f"create table {table} (session_key varchar(40))")
            cursor.execute("insert into django_migrations (app, name, applied) values ('axes', '0001', '2026-11-01')")
        call_command("migrate", verbosity=0)
        assert not {"django_session", "axes_accesslog", "logging_in_visit"} & set(
            connection.introspection.table_names()
        )
        assert {"axes", "sessions"}.isdisjoint(app for app, _name in MigrationRecorder(connection).applied_migrations())
        assert not Session.objects.exists()
