"""From an award to its event, from the event to everybody in it: public pages of events, clubs and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.web.cast import Role

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

    from tests.browser.conftest import Open

with_and_without_script = pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])


@pytest.mark.parametrize(
    "path",
    [
        "/events/",
        "/events/1/",
        "/events/3/",
        "/events/3/?version=1",
        "/events/1/why/1/2/",
        "/events/1/boards/",
        "/clubs/",
    ],
)
@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), (DESKTOP, False)], ids=["phone, dark", "desktop"])
def test_everybody_can_use_the_pages(path: str, size: ViewportSize, dark: bool, open_page: Open) -> None:
    check_page(open_page(path, Role.ANONYMOUS, size=size, dark=dark))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@with_and_without_script
def test_from_a_credit_to_the_event_to_a_player_and_the_club(script: bool, size: ViewportSize, open_page: Open) -> None:
    page = open_page("/record/", Role.PLAYER, size=size, script=script)
    if size is PHONE:  # the whole row opens the working
        page.get_by_role("link", name="Why 12 points? Tuesday pairs, 19 May 2026").click()
        page.get_by_role("link", name="The whole event").click()
    else:
        page.locator("#credits").get_by_role("link", name="Tuesday pairs", exact=True).nth(1).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday pairs")
    expect(page.get_by_text("▼ 6 less").first).to_be_visible()
    page.get_by_role("link", name="Gat Hob").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gat Hob")
    page.get_by_role("link", name="Tuesday pairs").first.click()
    page.get_by_role("link", name="Oakby").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Oakby")
    expect(page.get_by_role("heading", name="Most points in 2026")).to_be_visible()


@with_and_without_script
def test_why_opens_beside_its_line_or_on_a_page_of_its_own(script: bool, open_page: Open) -> None:
    page = open_page("/events/1/", Role.ANONYMOUS, size=PHONE, script=script)
    page.get_by_role("link", name="Why? Dov Ern").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("§ 4.1.2").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday pairs" if script else "Why these points?")
    if script:
        check_page(page)


def test_a_ranking_takes_little_room_on_a_phone(open_page: Open) -> None:
    page = open_page("/events/1/", Role.ANONYMOUS, size=PHONE)
    heights = page.evaluate("[...document.querySelectorAll('.results .names')].map(e => e.closest('tr').offsetHeight)")
    assert len(heights) == 8
    assert max(heights) <= 110
