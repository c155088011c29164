"""An event of two stages is entered by hand on a phone: chosen, added to, corrected and submitted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.looking import PHONE
from tests.web.cast import Role
from tests.web.club.files import NUMBERS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Open


def _fill(page: Page, start: str, pairs: range) -> None:
    for row, pair in enumerate(pairs):
        for at in range(2):
            page.locator(f"#f-{start}{row}-number-{at}").fill(NUMBERS[2 * pair + at])


def test_a_final_and_its_consolation_are_entered_on_a_phone_without_script(open_page: Open) -> None:
    page = open_page("/club/3/by-hand/", Role.SECRETARY, size=PHONE, script=False)
    page.locator("summary", has_text="Several stages").click()
    page.get_by_role("link", name="Qualifying stage and finals: Pairs").click()
    page.get_by_label("Name of the event").fill("Oakby championship")
    page.get_by_label("Day it was played").fill("6 October 2026")
    page.locator("#f-boards").fill("24")
    _fill(page, "0-", range(8))
    page.locator("#f-stage-1-boards").fill("24")
    _fill(page, "stage-1-0-", range(4))
    page.get_by_role("button", name="Add a consolation").click()
    # What was typed is there, with the names; the new stage is what one sees.
    expect(page.locator("#f-stage-1-0-3-number-1")).to_have_value(NUMBERS[7])
    expect(page.locator("#f-0-0-name-0")).to_have_value("Ado Bem")
    expect(page.locator("#stage-2-title")).to_be_in_viewport()
    page.locator("#f-stage-2-boards").fill("24")
    _fill(page, "stage-2-0-", range(4, 8))
    page.get_by_role("button", name="Show me the awards").last.click()
    expect(page.get_by_role("alert")).to_contain_text("Choose an answer: Did scores of the stage before count")
    page.get_by_role("alert").get_by_role("link").click()
    asked = page.locator("fieldset", has=page.locator("#f-stage-1-carry-forward"))
    asked.get_by_label("No", exact=True).check()
    page.get_by_role("button", name="Show me the awards").last.click()
    expect(page.get_by_role("button", name="Submit these awards")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(re.compile("consolation", re.IGNORECASE))
    page.get_by_role("button", name="Submit these awards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The awards are submitted")
    expect(page.locator(".big-figure")).to_have_text(re.compile(r"\d+-1"))
