"""A player: the own record and why, a question about an award, and who may see it all."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.ways import story
from tests.register.season import file_of, night
from tests.web.cast import PASSWORD, Role
from tests.web.club.files import seats

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Open
    from tests.browser.ways import Way


def _log_in(page: Page, name: str) -> None:
    page.get_by_label("Your number or e-mail address").fill(name)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def _back(page: Page, way: Way) -> None:
    """Without script a working is a page of its own."""
    if not way.script:
        page.get_by_role("link", name="My record").first.click()


@story(7)
def test_story_7_the_own_record(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/log-in/")
    _log_in(page, "200001")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ado Bem")
    expect(page.get_by_text("District Master").first).to_be_visible()
    expect(page.get_by_text("Still missing for County Master: 212 points of any colour.")).to_be_visible()
    page.get_by_role("link", name="Why 12 points? Tuesday pairs, 19 May 2026").click()
    expect(page.get_by_text("Place 2 of 3 awards: 2 × 6").first).to_be_visible()
    way.look(page)
    _back(page, way)
    page.get_by_role("link", name="Why no points? Tuesday pairs, 26 May 2026").click()
    expect(page.get_by_text("8th; only 3 are paid").first).to_be_visible()
    expect(page.get_by_role("link", name="§ 4.1.2").first).to_be_visible()
    _back(page, way)
    if way.small:
        page.get_by_text("Filters: none chosen").click()
    page.get_by_label("Partner", exact=True).select_option("Cor Dax")
    if not way.script:
        page.get_by_role("button", name="Show these").click()
    lines = page.locator("table.credits .why-link")
    expect(lines).to_have_count(6)
    page.goto("/record/statement/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ado Bem")
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")


@story(8)
def test_story_8_a_question_about_an_award(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/record/", Role.PLAYER)
    page.get_by_role("link", name="Why 12 points? Tuesday pairs, 12 May 2026").click()
    page.get_by_role("link", name="Ask about this award").first.click()
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_role("alert")).to_contain_text("Write what you would like to know")
    way.look(page)
    page.get_by_label("What would you like to know?").fill("Did we not win?")
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_text("Your question is with the club and the office.")).to_be_visible()
    club = way.open(open_page, "/queries/", Role.SCORER)
    club.get_by_role("link", name="12 local points, Tuesday pairs, 12 May 2026").click()
    expect(club.get_by_text("Place 2 of 3 awards: 2 × 6").first).to_be_visible()
    club.get_by_label("Your words").fill("You did. We have corrected it.")
    club.get_by_role("button", name="Send this message").click()
    _correct(club, date(2026, 5, 12))
    page.reload()
    expect(page.get_by_text("You did. We have corrected it.")).to_be_visible()
    way.look(page)
    page.get_by_role("button", name="Close this thread").click()
    expect(page.get_by_text("The thread is closed. You can still read it here.")).to_be_visible()
    page.goto("/record/")
    names = [each.get_attribute("aria-label") for each in page.locator("table.credits .why-link").all()]
    those = [name for name in names if name and name.endswith("Tuesday pairs, 12 May 2026")]
    assert those == [
        "Why 18 points? Tuesday pairs, 12 May 2026",
        "Why −12 points? Tuesday pairs, 12 May 2026",
        "Why 12 points? Tuesday pairs, 12 May 2026",
    ]


def _correct(page: Page, day: date) -> None:
    """Send the results of a night once more, with Ado Bem and Cor Dax first."""
    page.goto("/club/3/upload/")
    page.get_by_label("Choose results files").set_input_files(
        {"name": "corrected.yaml", "mimeType": "text/yaml", "buffer": file_of(night(seats(), begins=day))}
    )
    page.get_by_role("button", name="Read these files").click()
    page.get_by_role("link", name=re.compile("Show me the awards")).click()
    page.get_by_role("button", name=re.compile("Submit")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The correction is submitted")


@story(9)
def test_story_9_hidden_from_strangers(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/record/", Role.PLAYER)
    page.get_by_role("link", name="Who may see me").click()
    page.get_by_label("Only my club and the office").check()
    page.get_by_role("button", name="Save this choice").click()
    expect(page.get_by_text("You are hidden from the public.")).to_be_visible()
    way.look(page)
    for role, found in ((None, 0), (Role.SECRETARY, 1)):
        search = way.open(open_page, "/players/", role)
        search.get_by_label("Number or name").fill("Ado Bem")
        search.get_by_role("button", name="Look up").click()
        expect(search.get_by_role("link", name="Ado Bem")).to_have_count(found)
        search.goto("/events/1/")
        expect(search.get_by_text("Hidden player" if role is None else "Ado Bem").first).to_be_visible()
    club = way.open(open_page, "/club/3/members/", Role.SECRETARY)
    club.get_by_role("link", name="Bem, Ado").click()
    expect(club.get_by_role("heading", level=1)).to_have_text("Ado Bem")
    expect(club.get_by_text("Tuesday pairs").first).to_be_visible()
