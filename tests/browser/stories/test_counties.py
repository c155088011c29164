"""A county, an area or a State: what it authorises, and events of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.red_points import RED_TUESDAY, STATE, STATE_CLUB
from tests.browser.ways import story

if TYPE_CHECKING:
    from tests.browser.conftest import Office, Open
    from tests.browser.ways import Way


@story(16)
def test_story_16_red_points_above_what_was_authorised_are_held(way: Way, office: Office, open_page: Open) -> None:
    state = way.open(open_page, "/@east/club/", STATE)
    state.get_by_role("link", name="Oakby").first.click()
    state.get_by_role("link", name="Licences").first.click()
    state.get_by_role("link", name="Grant a licence").click()
    state.get_by_label("red points").check()
    state.get_by_label("Number").fill("RP-7")
    state.get_by_label("First day").fill("2026-05-01")
    state.get_by_role("button", name="Grant").click()
    expect(state.get_by_role("alert")).to_contain_text("Enter the total of points, for example 40")
    way.look(state)
    state.get_by_label("Total of points").fill("2")
    state.get_by_role("button", name="Grant").click()
    expect(state.get_by_role("status")).to_contain_text("RP-7 is granted: red points.")
    club = way.open(open_page, "/@east/club/", STATE_CLUB)
    club.get_by_role("link", name="Send results").first.click()
    content = office.files[RED_TUESDAY].encode()
    club.get_by_label("Choose results files").set_input_files(
        {"name": RED_TUESDAY, "mimeType": "text/yaml", "buffer": content}
    )
    club.get_by_role("button", name="Read these files").click()
    club.get_by_role("link", name="Show me the awards").click()
    expect(club.get_by_text("More than authorised")).to_be_visible()
    expect(club.get_by_text("2.02 points, 2.00 are authorised")).to_be_visible()
    expect(club.get_by_text("Oakshire must approve them before anybody gets the points")).to_be_visible()
    way.look(club)
    club.get_by_role("button", name="Submit these awards").click()
    expect(club.get_by_text("These are more points than were authorised.")).to_be_visible()
    event = way.open(open_page, "/@east/events/")
    expect(event.get_by_role("link", name="Red Tuesday")).to_have_count(0)
    state.goto("/@east/club/")
    state.get_by_role("link", name="See what is waiting").click()
    state.get_by_role("link", name="Red Tuesday").click()
    way.look(state)
    state.get_by_role("button", name="Approve").click()
    event.reload()
    event.get_by_role("link", name="Red Tuesday").first.click()
    expect(event.get_by_text("0.40").first).to_be_visible()
