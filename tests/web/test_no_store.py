"""Nobody stores a private page: neither the browser nor anything between; public ones may be stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.test import Client

from tests.web.cast import PASSWORD, Cast, Role
from tests.web.test_access import EVERY, PUBLIC, address_of

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

#: What looks the same for everybody, says so itself, and may be stored by everybody.
FOR_EVERYBODY = ("/look.css", "/crest")


def test_no_answer_to_somebody_who_is_logged_in_is_stored(cast: Cast, log_in: LogIn) -> None:
    rows = [row for row in EVERY if row.address not in FOR_EVERYBODY and "end/" not in row.address]
    for role in (Role.PLAYER, Role.SECRETARY, Role.OFFICE):
        browser = log_in(role)
        for row in rows:
            if row.address == "/log-out/" and row.method == "post":
                continue
            answer = browser.generic(row.method.upper(), address_of(row, cast))
            assert "no-store" in answer.headers.get("Cache-Control", ""), (role, row.method, row.address)


def test_what_a_log_in_answers_is_not_stored(cast: Cast) -> None:
    user = cast.users[Role.PLAYER]
    user.set_password(PASSWORD)
    user.save()
    browser = Client()
    for answer in (
        browser.get("/log-in/"),
        browser.post("/log-in/", {"name": user.email, "password": PASSWORD}),
        browser.get("/account/second-factor/set-up/"),
        browser.post("/log-out/"),
    ):
        assert "no-store" in answer.headers["Cache-Control"]


def test_public_pages_may_be_stored_for_strangers(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.ANONYMOUS)
    stored = [
        row.address
        for row in PUBLIC
        if "no-store" not in browser.get(address_of(row, cast)).headers.get("Cache-Control", "")
    ]
    assert {"/", "/players/", "/rankings/", "/handbooks/"} <= set(stored)
    assert not {"/certificates/", "/certificates/?code=7K3M-9QTX-0VHB"} & set(stored)
