"""While another process writes, every page can be read; whoever wants to write is asked to come back."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

import psycopg
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client, RequestFactory

from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope
from overtrick.web import response_cache
from overtrick.web.accounts.models import Session
from tests.register.ledger.own_database import own_database, pointed_at
from tests.web.cast import Cast, Role, build
from tests.web.test_access import address_of
from tests.web.test_safe_requests import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker

Browsers = dict[Role, Client]
pytestmark = pytest.mark.postgres


class Writer:
    """Another process that holds the write lock."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "tests.web.lock_holder", url]
        self._process = subprocess.Popen(  # noqa: S603 - our own
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        assert self._answer() == "holding"
        return self

    def __exit__(self, *_raised: object) -> None:
        self._process.communicate()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    @property
    def holds(self) -> bool:
        assert self._process.stdin is not None
        self._process.stdin.write("still?\n")
        self._process.stdin.flush()
        return self._answer() == "holding"


@pytest.fixture(scope="module")
def url(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001 - made before
) -> Iterator[str]:
    with django_db_blocker.unblock(), own_database(tmp_path_factory.mktemp("office")) as made, pointed_at(made):
        yield made


@pytest.fixture(scope="module")
def played(url: str) -> Cast:  # noqa: ARG001 - where it plays
    return build()


@pytest.fixture
def browsers(played: Cast) -> Iterator[Browsers]:
    """Everybody is logged in before the other begins to write."""
    found = {role: Client() for role in Role}
    for role, user in played.users.items():
        found[role].force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    with scope(federation=played.union.federation):
        yield found


@pytest.mark.proof
def test_every_address_answers_while_another_process_writes(url: str, played: Cast, browsers: Browsers) -> None:
    with Writer(url) as writer:
        for row, role, status in ASKED:
            answer = browsers[role].get(address_of(row, played))
            assert (row.address, role, answer.status_code) == (row.address, role, status)
        assert writer.holds


def test_whoever_waits_too_long_is_told_so_and_loses_nothing(url: str, played: Cast, browsers: Browsers) -> None:
    browser = browsers[Role.PLAYER]
    with Writer(url) as writer, _impatient():
        answer = browser.post("/record/privacy/", {"seen_by": "club"})
        assert writer.holds
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "30"
    assert "The office is busy" in answer.content.decode()
    for seen_by, hidden in (("club", True), ("everybody", False)):
        assert Player.objects.get(pk=played.player.pk).anonymous is not hidden
        assert browser.post("/record/privacy/", {"seen_by": seen_by}).status_code == 302


def test_a_stranger_is_answered_after_the_connection_was_lost(url: str, played: Cast) -> None:
    """The server of the database ends it, as when it is started again; a file has nobody who could."""
    served: list[str] = []
    application = response_cache.Again(WSGIHandler())

    def ask() -> None:
        environ = RequestFactory().get(f"/players/{played.player.number}/").environ
        b"".join(application(environ, lambda status, _headers: served.append(status)))  # type: ignore[arg-type]

    ask()
    if connection.vendor == "postgresql":
        ((ours,),) = sql.rows("select pg_backend_pid()")
        with psycopg.connect(url, autocommit=True) as admin:
            assert admin.execute("select pg_terminate_backend(%s, 5000)", [ours]).fetchall() == [(True,)]
    ask()
    assert served == ["200 OK"] * 2


def test_a_note_is_left_out_rather_than_waited_for(url: str, played: Cast, browsers: Browsers) -> None:
    """Whose password was changed elsewhere is logged out, although the session cannot be deleted."""
    user = User.objects.get(pk=played.users[Role.SCORER].pk)
    user.set_password("four spades doubled")
    user.save()
    sessions = Session.objects.count()
    with Writer(url) as writer:
        assert browsers[Role.SCORER].get("/account/").status_code == 302
        assert writer.holds
    assert Session.objects.count() == sessions
    user.password = played.users[Role.SCORER].password
    user.save()


@contextmanager
def _impatient() -> Iterator[None]:
    """Wait no longer than a moment for somebody who writes."""
    change = "pragma busy_timeout" if connection.vendor == "sqlite" else "set lock_timeout"
    with connection.cursor() as cursor:
        cursor.execute(f"{change} = 50")
        yield
        cursor.execute(f"{change} = 20000")
