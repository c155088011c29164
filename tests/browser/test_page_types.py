"""Every type of page can be used by everybody: on a phone in the dark, and on a large screen in the light.

The pages are those of ``page_types.py``; a new address without a visit fails here. On the large screen, where less can
go wrong, every second page is looked at; ``OVERTRICK_WAYS=all``, which ``make soak`` sets, takes all of them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.browser import page_types
from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.web.cast import PASSWORD, Role

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Office, Open


_EVERY_WAY = os.environ.get("OVERTRICK_WAYS") == "all"


def test_every_page_is_visited(full_office: Office) -> None:
    visited = {each.name for each in full_office.pages}
    elsewhere = page_types.NO_PAGES | page_types.ON_THE_WAY | page_types.OTHER_HANDBOOKS
    assert page_types.names() - visited - elsewhere == set()


#: An office has most pages by far; they are looked at in parts, so that several processes share the work.
_PARTS = {Role.OFFICE: 4}
_SHARES = [(role, part) for role in Role for part in range(_PARTS.get(role, 1))]


@pytest.mark.parametrize(("role", "part"), _SHARES)
@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), (DESKTOP, False)], ids=["phone, dark", "desktop, light"])
def test_everybody_can_use_every_page(
    role: Role, part: int, size: ViewportSize, dark: bool, full_office: Office, open_page: Open
) -> None:
    page = open_page("/help/", role, size=size, dark=dark)
    if role is Role.PLAYER:
        _confirm(page)
    wrong = []
    visits = [each for each in full_office.pages if each.role == role]
    seen = visits[:: 1 if size is PHONE or _EVERY_WAY else 2]
    for each in seen[part :: _PARTS.get(role, 1)]:
        answer = page.goto(each.address)
        assert answer is not None
        assert (answer.status, page.title() != "") == (200, True), each
        try:
            check_page(page)
        except AssertionError as problem:
            wrong.append(f"{each.address}: {problem}")
    assert not wrong, "\n\n".join(wrong)


def _confirm(page: Page) -> None:
    """Enter the password, so that the pages which ask for it open."""
    page.goto("/account/confirm/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
