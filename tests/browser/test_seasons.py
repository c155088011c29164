"""A cup of a season on a phone: started, drawn, noted match by match, and submitted as it grows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.web.cast import Role
from tests.web.club.files import NUMBERS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Open

#: The story of a cup tells most of it, too, without a phone’s width.
pytestmark = pytest.mark.proof
TEAMS = ("Oaks", "Elms", "Firs", "Yews")


def start(page: Page) -> None:
    page.get_by_label("Name of the event").fill("Phone Cup")
    page.get_by_label("First day").fill("12 January 2026")
    for at, team in enumerate(TEAMS):
        row = page.get_by_role("group", name=f"Row {at + 1}", exact=True)
        row.get_by_label("Team").fill(team)
        for seat in range(4):
            row.get_by_label("Number").nth(seat).fill(NUMBERS[4 * at + seat])
    page.get_by_role("button", name="Start this event").last.click()


def submit(page: Page) -> None:
    page.get_by_role("button", name="Show me the awards").click()
    check_page(page)
    page.get_by_role("button", name="Submit these awards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The awards are submitted")
    page.get_by_role("link", name="Back to Phone Cup").click()


def test_a_cup_grows_on_a_phone_and_pays_each_player_once(open_page: Open) -> None:
    page = open_page("/club/3/seasons/new/knock-out/", Role.SCORER, size=PHONE)
    start(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Phone Cup")
    page.get_by_role("link", name="Add the next round").click()
    page.get_by_label("Day of this round").fill("1 February 2026")
    page.get_by_label("Result").first.select_option("The first won")
    page.get_by_role("button", name="Save this round").last.click()
    page.get_by_role("link", name=re.compile("Enter the result.*Firs")).click()
    page.get_by_label("Result").select_option("Firs won")
    page.get_by_label("Score of Firs").fill("41")
    page.get_by_label("Score of Yews").fill("30")
    page.get_by_role("button", name="Save this match").click()
    check_page(page)
    submit(page)
    expect(page.locator("#points ~ table .chip", has_text="Pending")).to_have_count(2)
    page.get_by_role("link", name="Add the next round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    page.get_by_label("Day of this round").fill("1 March 2026")
    page.get_by_label("Result").first.select_option("The first won")
    page.get_by_role("button", name="Save this round").last.click()
    submit(page)
    # 27 for the first round of four teams and 38 for the second (EBU 4.7.7)
    expect(page.locator("#points ~ table .chip", has_text="Provisional")).to_have_count(2)
    expect(page.locator("#points ~ table .points").first).to_contain_text("65")
    address = page.get_by_role("link", name="The page that everybody can see").get_attribute("href")
    check_page(open_page(str(address), size=DESKTOP, dark=True))
