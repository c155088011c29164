"""Money in a browser: a quarter’s run from rehearsal to a paid invoice, with a dispute and a credit note by two."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.browser.quarter import CLERK, CLUB, SECOND, TREASURER
from tests.web.cast import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Open

#: What the pages say is held by ``tests/web/office/test_money.py``; here they are walked through.
pytestmark = pytest.mark.proof
MONEY = "/@quarter/office/money/"


def _own_password(page: Page) -> None:
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button").last.click()


def test_a_quarter_is_invoiced_disputed_credited_and_paid(open_page: Open) -> None:
    office = open_page(MONEY, CLERK)
    office.get_by_role("link", name="Rehearse: Quarter").click()
    expect(office.get_by_text("Rehearsal: nothing has been changed")).to_be_visible()
    expect(office.get_by_role("heading", name=CLUB)).to_be_visible()
    office.get_by_role("button", name="Make 1 document").click()
    office.get_by_role("link", name="Look at the run").click(timeout=60_000)
    office.get_by_role("link", name="Invoice 2026-0001").click()
    expect(office.get_by_text("3 charges: what they rest on")).to_be_visible()

    club = open_page("/@quarter/club/", TREASURER, size=PHONE)
    club.get_by_role("link", name="Money", exact=True).click()
    club.get_by_role("link", name="Invoice 2026-0001").first.click()
    club.get_by_role("link", name="Something is wrong with this line").click()
    club.get_by_label("What is wrong with this line?").fill("We played twice, not three times")
    club.get_by_role("button", name="Send this to the office").click()
    expect(club.get_by_text("In dispute")).to_be_visible()

    office.goto(f"{MONEY}disputes/")
    office.get_by_role("link", name="2026-0001").click()
    office.get_by_label("No: the line stays as it is").check()
    office.get_by_label("Answer").last.fill("Three files came, the last on 1 September")
    office.get_by_role("button", name="Check what will happen").click()
    office.get_by_role("button", name="Send this answer").click()
    club.reload()
    expect(club.get_by_text("Not upheld")).to_be_visible()

    office.goto(f"{MONEY}documents/2026-0001/credit/")
    office.get_by_role("textbox").first.fill("0.51")
    office.get_by_label("Reason").fill("Goodwill of the council")
    office.get_by_role("button", name="Check what will happen").click()
    office.get_by_role("button", name="Propose this credit note").click()
    _own_password(office)
    expect(office.get_by_text("You proposed this.")).to_be_visible()
    second = open_page(f"{MONEY}decisions/", SECOND)
    second.get_by_role("link", name="Credit note").click()
    second.get_by_role("button", name="Confirm it").click()
    _own_password(second)
    expect(second.get_by_role("heading", level=1)).to_have_text("Credit note 2026-0002")

    office.goto(f"{MONEY}payments/new/?whose=2026-0001")
    club.reload()
    owed = club.locator(".sums .total dd").last.inner_text().strip().lstrip("A$")
    office.get_by_label("Amount").fill(owed)
    office.get_by_role("button", name="Check what will happen").click()
    office.get_by_role("button", name="Enter this payment").click()
    club.reload()
    expect(club.get_by_text("Paid", exact=True)).to_be_visible()


@pytest.mark.parametrize(("size", "width"), [(PHONE, 390), (DESKTOP, 1280)])
def test_two_officers_change_a_tariff_from_a_day_to_come(open_page: Open, size: ViewportSize, width: int) -> None:
    # What is asked on a phone is told apart from what is asked on a large screen.
    source = f"Circular {width}"
    day = date.today() + timedelta(days=width // 10)  # noqa: DTZ011 - the day of the server, which is this machine
    office = open_page(f"{MONEY}tariffs/", CLERK, size=size)
    office.get_by_role("link", name="Enter a new tariff").first.click()
    office.get_by_label("From").fill(day.isoformat())
    office.get_by_label("Source").fill(source)
    row = office.get_by_role("group", name="Levy at grades C, D, E, F")
    expect(row.get_by_text("2.02")).to_be_visible()
    row.get_by_label("New amount").fill("2.10")
    office.get_by_role("button", name="Check what will happen").click()
    told = f"Levy at grades C, D, E, F: $2.02 becomes $2.10 from {day.day} {day:%B %Y}."
    expect(office.get_by_text(told)).to_be_visible()
    expect(office.get_by_text("What is charged already stays as it is")).to_be_visible()
    office.get_by_role("button", name="Propose this tariff").click()
    _own_password(office)
    expect(office.get_by_text("You proposed this.")).to_be_visible()

    second = open_page(f"{MONEY}decisions/", SECOND, size=size)
    second.get_by_role("row", name=source).get_by_role("link", name="Tariff").click()
    expect(second.get_by_text(source).first).to_be_visible()
    expect(second.get_by_text(told)).to_be_visible()
    second.get_by_role("button", name="Confirm it").click()
    _own_password(second)
    second.goto(f"{MONEY}tariffs/")
    entered = second.get_by_role("row", name=source)
    expect(entered).to_be_visible()
    entered.get_by_role("link").first.click()
    expect(second.get_by_text("2.10").first).to_be_visible()
    check_page(second)
