"""The rules committee: last season under another rule, from a table of the handbook to a report for the council."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.looking import DESKTOP, PHONE
from tests.browser.old_records import LAKES_OFFICE
from tests.browser.ways import story

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Open
    from tests.browser.ways import Way

OFFICE = "/@lakes/office/"
TITLE = "Top 40 % instead of a third"


def _path(page: Page) -> str:
    return urlsplit(page.url).path


def _finished(page: Page) -> None:
    """Wait as somebody does: look again until the result is there."""
    heading = page.get_by_text("Points by colour").first
    for _each in range(60):
        if heading.is_visible():
            return
        page.wait_for_timeout(1_000)
        page.reload()
    expect(heading).to_be_visible()


def _proposed(page: Page, way: Way) -> None:
    page.locator("main").get_by_role("link", name="Proposals", exact=True).last.click()
    page.get_by_role("link", name="Write a proposal").click()
    way.look(page)
    page.get_by_role("link", name="What part of the field is paid in a basic event, by its boards").click()
    page.get_by_role("link", name="18-35").click()
    page.get_by_label("What is it called?").fill(TITLE)
    page.get_by_label("Who asks?").fill("Rules committee, item 7")
    page.get_by_label("share", exact=True).fill("2/5")
    page.get_by_label("words", exact=True).fill("two fifths")
    way.look(page)
    page.get_by_role("button", name="Check what will happen").click()
    # Without the pair that has no standing there are three full tables: of 6 a third is 2 awards, two fifths are 3.
    expect(page.get_by_text("Guests’ night, 26 May 2026, place 1: 12 local points before, 18 after.")).to_be_visible()
    expect(page.get_by_text("Nothing in the book changes.")).to_be_visible()
    way.look(page)
    page.get_by_role("button", name="Keep this proposal").click()
    expect(page.get_by_role("status")).to_have_text("The proposal is kept.")


def _changed(page: Page, way: Way) -> None:
    """Add a second change to the draft, see both together, and take it away again, by the keyboard alone."""
    page.get_by_role("link", name="Add a change").press("Enter")
    way.look(page)
    page.get_by_role("link", name="do those below move up?").press("Enter")
    page.get_by_label("places stay").press("Space")
    way.look(page)
    page.get_by_role("button", name="Check what will happen").press("Enter")
    expect(page.get_by_text("All changes of the proposal together:")).to_be_visible()
    way.look(page)
    page.get_by_role("button", name="Add this change").press("Enter")
    expect(page.get_by_role("status")).to_have_text("The change is added.")
    changes = page.locator(".proposed > li")
    expect(changes).to_have_count(2)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        way.look(page)
    changes.nth(1).get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_role("status")).to_have_text("The change is removed.")
    expect(changes).to_have_count(1)


@story(25)
def test_story_25_last_season_under_another_rule(way: Way, open_page: Open) -> None:
    page = way.open(open_page, OFFICE, LAKES_OFFICE)
    _proposed(page, way)
    _changed(page, way)
    page.get_by_label("First day of play").fill("2026-05-01")
    page.get_by_label("Last day of play").fill("2026-05-31")
    way.look(page)
    page.get_by_role("button", name="Work the season out").click()
    _finished(page)
    lead = page.locator("main .lead")
    expect(lead).to_contain_text("players gain, 0 players lose")
    for part in ("rank on the first day", "home club", "county", "kind of event", "organiser"):
        expect(page.get_by_role("heading", name=f"Points by {part}")).to_be_visible()
    for part in ("Players", "Charges", "Quotas"):
        expect(page.get_by_role("heading", name=part, exact=True)).to_be_visible()
    club = page.locator("#club").get_by_role("row").filter(has_text="Oakby")
    expect(club.first).to_contain_text("local")
    other = way.opposite()
    again = other.open(open_page, _path(page), LAKES_OFFICE)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        way.look(page)
        again.set_viewport_size(size)
        other.look(again)
    # Whose rank changes, and why one player gets more.
    page.locator("#players").get_by_role("link", name="Ado Bem").first.click()
    page.locator("#why").get_by_role("listitem").get_by_role("link").first.click()
    expect(page.locator("#why")).to_contain_text("two fifths")
    way.look(page)
    page.go_back()
    page.go_back()
    page.get_by_role("link", name="Publish this result").click()
    page.get_by_role("button", name="Check what will happen").click()
    way.look(page)
    page.get_by_role("button", name="Publish the report").click()
    expect(page.get_by_role("status")).to_have_text("The report is published.")
    stranger = other.open(open_page, _path(page))
    expect(stranger.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(stranger.locator("main")).not_to_contain_text("Ado Bem")
    for size in (PHONE, DESKTOP):
        stranger.set_viewport_size(size)
        other.look(stranger)
    with stranger.expect_download() as fetched:
        stranger.get_by_role("link", name="The whole report as PDF").click()
    pages = PdfReader(io.BytesIO(fetched.value.path().read_bytes())).pages
    said = " ".join(each.extract_text() for each in pages)
    assert TITLE in said
    assert "Ado Bem" not in said
    page.get_by_role("link", name="Withdraw this report").click()
    page.get_by_label("Reason").fill("The council took it back")
    page.get_by_role("button", name="Check what will happen").click()
    page.get_by_role("button", name="Withdraw the report").click()
    stranger.reload()
    expect(stranger.get_by_text("The council took it back")).to_be_visible()
    other.look(stranger)
