"""Nobody stores a private page: neither the browser nor anything between; public ones may be stored.

What each address answers to somebody who is logged in is looked at in test_access.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.test import Client

from tests.web.cast import PASSWORD, Cast, Role
from tests.web.test_access import PUBLIC, address_of

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


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
