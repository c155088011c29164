"""From an award to its event, from the event to everybody in it: public pages of events, clubs and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.looking import PHONE
from tests.browser.ways import on_a_phone_without_script_and_a_desktop
from tests.web.cast import Role

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

    from tests.browser.conftest import Open


@on_a_phone_without_script_and_a_desktop
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


def test_without_script_why_opens_on_a_page_of_its_own(open_page: Open) -> None:
    page = open_page("/events/1/", Role.ANONYMOUS, size=PHONE, script=False)
    page.get_by_role("link", name="Why? Dov Ern").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("§ 4.1.2").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why these points?")


def test_a_ranking_takes_little_room_on_a_phone(open_page: Open) -> None:
    page = open_page("/events/1/", Role.ANONYMOUS, size=PHONE)
    heights = page.evaluate("[...document.querySelectorAll('.results .names')].map(e => e.closest('tr').offsetHeight)")
    assert len(heights) == 8
    assert max(heights) <= 110
