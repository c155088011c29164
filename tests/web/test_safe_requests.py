"""A page that is only asked for writes nothing: every address, by GET and by HEAD, whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib import messages
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path
from django.utils import timezone

from overtrick.register.accounts.models import User
from overtrick.register.limits import buckets
from overtrick.web.accounts.models import Session
from tests.web.cast import Cast, Role
from tests.web.test_access import EVERY, address_of

if TYPE_CHECKING:
    from django.http import HttpRequest
    from pytest_django import Settings

    from tests.web.conftest import LogIn

pytestmark = pytest.mark.postgres

#: Every address that can be asked for, by one role for each answer there is.
ASKED = [
    (row, role, status)
    for row in EVERY
    if row.method == "get"
    for status, role in {status: role for role, status in row.answers.items()}.items()
]
#: A code that nobody has is counted, but not in the office's database.
COUNTED = "/certificates/?code="


def rows_written() -> int:
    """Count the rows that were written on this connection, or in this transaction."""
    if connection.vendor == "sqlite":
        return int(connection.connection.total_changes)
    with connection.cursor() as cursor:
        cursor.execute("select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_xact_user_tables")
        return int(cursor.fetchone()[0])


@pytest.mark.proof
def test_no_address_writes_when_somebody_asks_for_it(cast: Cast, log_in: LogIn) -> None:
    browsers = {role: log_in(role) for role in Role}
    before = rows_written()
    for row, role, status in ASKED:
        if "/who/?number=" in row.address:
            continue
        for method in ("GET", "HEAD"):
            answer = browsers[role].generic(method, address_of(row, cast))
            assert (method, row.address, role, answer.status_code) == (method, row.address, role, status)
    assert rows_written() == before


def test_a_look_up_that_is_counted_is_counted_apart(cast: Cast, log_in: LogIn) -> None:
    del cast
    browser = log_in(Role.ANONYMOUS)
    (address,) = [row.address for row, _role, _status in ASKED if row.address.startswith(COUNTED)]
    before = rows_written()
    browser.get(address)
    browser.get(address)
    assert rows_written() == before
    misses = buckets.bucket("miss", buckets.Caller.PUBLIC)
    assert buckets.look(misses, "127.0.0.1", timezone.now()).remaining == 18


def _rename(request: HttpRequest) -> HttpResponse:
    changed = User.objects.filter(username="ado").update(first_name="Renamed")
    return HttpResponse(f"{changed} by {request.method}")


def _tell(request: HttpRequest) -> HttpResponse:
    messages.info(request, "more than a cookie holds " * 200)
    return HttpResponse("told")


urlpatterns = [path("rename/", _rename), path("tell/", _tell), path("", include("overtrick.web.urls"))]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_page_that_writes_is_an_error(method: str, cast: Cast, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    with pytest.raises(DatabaseError, match=r"read.?only"):
        Client().generic(method, "/rename/")
    assert User.objects.get(pk=cast.users[Role.PLAYER].pk).first_name == "Ado"
    assert Client().post("/rename/").content == b"1 by POST"


def test_a_message_from_the_session_is_shown_once(log_in: LogIn, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    browser = log_in(Role.PLAYER)
    browser.post("/tell/")
    assert b"more than a cookie holds" in browser.get("/account/").content
    assert b"more than a cookie holds" not in browser.get("/account/").content


def test_a_log_in_with_an_old_password_is_ended_by_a_page_that_only_reads(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.PLAYER)
    assert Session.objects.count() == 1
    user = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    user.set_password("four spades doubled")
    user.save()
    assert browser.get("/account/").status_code == 302
    assert not Session.objects.exists()
