"""Every type of page can be used by everybody: on a phone in the dark, and on a large screen in the light.

The pages are those of ``page_types.py``; a new address without a visit fails here. Only the style sheet asks how wide
the screen is and whether it is dark, so a page is not opened again for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import pytest

from tests.browser import page_types
from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.web.cast import PASSWORD, Role

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Office, Open


_Way: TypeAlias = tuple["ViewportSize", Literal["dark", "light"]]
_WAYS: tuple[_Way, ...] = ((PHONE, "dark"), (DESKTOP, "light"))


def test_every_page_is_visited(full_office: Office) -> None:
    visited = {each.name for each in full_office.pages}
    elsewhere = page_types.NO_PAGES | page_types.ON_THE_WAY | page_types.OTHER_HANDBOOKS
    assert page_types.names() - visited - elsewhere == set()


#: An office has most pages by far; they are looked at in parts, so that several processes share the work.
_PARTS = {Role.OFFICE: 4}
_SHARES = [(role, part, _PARTS.get(role, 1), _WAYS) for role in Role for part in range(_PARTS.get(role, 1))]
#: ``make test`` looks at every sixteenth page of these, in the first way.
_DRAWN = [(role, 5, 16, _WAYS[:1]) for role in (Role.ANONYMOUS, Role.SECRETARY, Role.OFFICE)]


@pytest.mark.parametrize(
    ("role", "first", "step", "ways"), [*_DRAWN, *(pytest.param(*each, marks=pytest.mark.proof) for each in _SHARES)]
)
def test_everybody_can_use_every_page(
    role: Role, first: int, step: int, ways: tuple[_Way, ...], full_office: Office, open_page: Open
) -> None:
    page = open_page("/help/", role, size=PHONE, dark=True)
    if role is Role.PLAYER:
        _confirm(page)
    wrong = []
    for each in [each for each in full_office.pages if each.role == role][first::step]:
        answer = page.goto(each.address)
        assert answer is not None
        assert (answer.status, page.title() != "") == (200, True), each
        for size, theme in ways:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=theme)
            try:
                check_page(page)
            except AssertionError as problem:
                wrong.append(f"{each.address}, {size}, {theme}: {problem}")
    assert not wrong, "\n\n".join(wrong)


def _confirm(page: Page) -> None:
    """Enter the password, so that the pages which ask for it open."""
    page.goto("/account/confirm/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
