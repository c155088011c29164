"""A club and its quarter, from a file to a paid invoice: what it costs, a late file, a dispute and a credit note.

The office works in spring, in summer and in autumn: a quarter can be invoiced only when it is over.
"""

from __future__ import annotations

import io
import re
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import visitors
from tests.browser.levies import CLERK, FIRST, OTHER, SECRETARY, TREASURER
from tests.browser.ways import story

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, FilePayload, Page

    from tests.browser.conftest import Open, OwnOffice
    from tests.browser.ways import Way

SPRING, SUMMER, AUTUMN = (datetime(2026, month, 20, 10, tzinfo=UTC) for month in (4, 7, 10))
OFFICE, CLUB = "/@levies/office/", "/@levies/club/"
MONEY = f"{OFFICE}money/"
#: 61 days before 20 April.
ENDED = "18 February 2026"


@story(30)
def test_story_30_a_quarter_from_the_file_to_the_paid_invoice(
    way: Way, browser: Browser, own_office: OwnOffice
) -> None:
    with _working(own_office, browser, SPRING) as open_page:
        _sends_and_sees_what_it_costs(way.open(open_page, CLUB, SECRETARY), way)
        _approves_and_bills_the_late_file(way.open(open_page, OFFICE, CLERK))
    with _working(own_office, browser, SUMMER) as open_page:
        office = way.open(open_page, OFFICE, CLERK)
        _closes(office, "April", "May", "June")
        _makes_the_invoices_of_the_quarter(office, way)
        treasurer = way.open(open_page, CLUB, TREASURER)
        _disputes(treasurer, way)
        _answers(office)
        treasurer.reload()
        expect(treasurer.get_by_text("Not upheld")).to_be_visible()
        _corrects(way.open(open_page, CLUB, SECRETARY))
        _approve(office, "week.grn")
    with _working(own_office, browser, AUTUMN) as open_page:
        office = way.open(open_page, OFFICE, CLERK)
        _closes(office, "July", "August", "September")
        _makes_the_credit_note(office)
        _enters_the_payment(office)
        treasurer = way.open(open_page, CLUB, TREASURER)
        _has_paid(treasurer, way)


@contextmanager
def _working(own_office: OwnOffice, browser: Browser, at: datetime) -> Iterator[Open]:
    with own_office.serving(at), visitors(browser, own_office.office) as open_page:
        yield open_page


def _credits(name: str, **points: int) -> FilePayload:
    """A credit file: in each line a number of seven digits and hundredths of points in six."""
    lines = "".join(f"{number[1:]}{hundredths:06}\r\n" for number, hundredths in points.items())
    return {"name": name, "mimeType": "text/plain", "buffer": lines.encode()}


def _send(page: Page, file: FilePayload, day: str, grade: str = "") -> None:
    page.get_by_role("link", name="Send results").first.click()
    page.get_by_label("Choose results files").set_input_files(file)
    page.get_by_role("button", name="Read these files").click()
    page.get_by_label("On which day were these points won?").fill(day)
    page.get_by_role("button", name="Show me the awards").click()
    if grade:
        page.get_by_label(f"{grade}:").check()
        page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("heading", name="What it costs and uses")).to_be_visible()


def _submit(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Submit")).click()
    expect(page.get_by_role("heading", name="What it costs")).to_be_visible()


def _sends_and_sees_what_it_costs(page: Page, way: Way) -> None:
    """12.25 points at grade E are $24.75; 50 points at B4, 61 days late, $107.00 and $8.56."""
    _send(page, _credits("week.grn", **{f"n{FIRST}": 625, f"n{OTHER}": 600}), "13 April 2026")
    expect(page.get_by_text("Levy at grades C, D, E, F: 12.25 points at $2.02: $24.75 § 8.3.1")).to_be_visible()
    expect(page.get_by_text("Invoiced after 30 June 2026.")).to_be_visible()
    way.look(page)
    _submit(page)
    _send(page, _credits("congress.red", **{f"n{FIRST}": 2500, f"n{OTHER}": 2500}), ENDED, "B4")
    expect(page.get_by_text("Levy at grades B3, B4, B5: 50 points at $2.14: $107.00 § 8.3.1")).to_be_visible()
    expect(page.get_by_text("Lodged 61 days after the end")).to_contain_text("8 % of $107.00: $8.56")
    way.look(page)
    _submit(page)


def _approve(page: Page, name: str) -> None:
    page.goto(f"{OFFICE}submissions/")
    page.locator("main").get_by_role("link", name=name).first.click()
    expect(page.get_by_role("heading", name="Claimed points")).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    expect(page.locator("main").get_by_role("link", name=name)).to_have_count(0)


def _approves_and_bills_the_late_file(page: Page) -> None:
    _approve(page, "week.grn")
    _approve(page, "congress.red")
    page.goto(f"{MONEY}fines/")
    expect(page.get_by_text("8 % of $107.00: $8.56")).to_be_visible()
    page.get_by_role("button", name="Charge the ticked fines").click()
    expect(page.get_by_text("No fine is due.")).to_be_visible()
    _run(page, "As processed", "$115.56")
    page.get_by_role("link", name="Invoice 2026-0001").click()
    for amount in ("$107.00", "$8.56", "$115.56"):
        expect(page.get_by_text(amount, exact=True).first).to_be_visible()


def _closes(page: Page, *months: str) -> None:
    for month in months:
        page.goto(f"{OFFICE}months/")
        page.get_by_role("link", name=f"Rehearse the close of {month} 2026").click()
        page.get_by_role("button", name=f"Close {month} 2026").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{month} 2026 is closed")


def _run(page: Page, name: str, gross: str) -> None:
    page.goto(MONEY)
    page.get_by_role("link", name=f"Rehearse: {name}").click()
    expect(page.get_by_text("Rehearsal: nothing has been changed")).to_be_visible()
    expect(page.get_by_text(gross).first).to_be_visible()
    page.get_by_role("button", name="Make 1 document").click()
    page.get_by_role("link", name="Look at the run").click(timeout=60_000)


def _makes_the_invoices_of_the_quarter(page: Page, way: Way) -> None:
    _run(page, "Quarter", "$24.75")
    way.look(page)
    page.goto(MONEY)
    expect(page.get_by_role("link", name="Rehearse: Quarter")).to_have_count(0)  # a second time there is nothing to do


def _disputes(page: Page, way: Way) -> None:
    page.get_by_role("link", name="Money", exact=True).first.click()
    page.get_by_role("link", name="Invoice 2026-0002").first.click()
    page.get_by_role("link", name="Something is wrong with this line").click()
    page.get_by_label("What is wrong with this line?").fill("12.00 points were won, not 12.25")
    page.get_by_role("button", name="Send this to the office").click()
    expect(page.get_by_text("In dispute")).to_be_visible()
    way.look(page)


def _answers(page: Page) -> None:
    page.goto(f"{MONEY}disputes/")
    page.get_by_role("link", name="2026-0002").click()
    page.get_by_label("No: the line stays as it is").check()
    page.get_by_label("Answer").last.fill("Send the corrected file. The difference comes with the next invoices")
    page.get_by_role("button", name="Check what will happen").click()
    page.get_by_role("button", name="Send this answer").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def _corrects(page: Page) -> None:
    _send(page, _credits("week.grn", **{f"n{FIRST}": 600, f"n{OTHER}": 600}), "13 April 2026")
    expect(page.get_by_text("▼ 0.25 less")).to_be_visible()
    expect(page.get_by_text("Levy at grades C, D, E, F: 12 points at $2.02: $24.24 § 8.3.1")).to_be_visible()
    page.get_by_role("button", name=re.compile("Submit")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The correction is submitted")


def _makes_the_credit_note(page: Page) -> None:
    """The line of 24.75 would be 24.24 now: the difference of the two is credited."""
    _run(page, "Quarter", "$0.51")
    page.get_by_role("link", name="Credit note 2026-0003").click()
    expect(page.get_by_text("Invoice 2026-0002").first).to_be_visible()


def _enters_the_payment(page: Page) -> None:
    for reference, amount in (("2026-0001", "115.56"), ("2026-0002", "24.24")):
        page.goto(f"{MONEY}payments/new/?whose={reference}")
        page.get_by_label("Amount").fill(amount)
        page.get_by_role("button", name="Check what will happen").click()
        page.get_by_role("button", name="Enter this payment").click()
        expect(page.get_by_role("status").first).to_be_visible()


def _has_paid(page: Page, way: Way) -> None:
    page.get_by_role("link", name="Money", exact=True).first.click()
    way.look(page)
    for reference, says in (
        ("Invoice 2026-0001", ("Tax invoice", "50 point $2.14", "$107.00 8 % $8.56", "$115.56")),
        ("Invoice 2026-0002", ("Tax invoice", "12.25", "$24.75")),
        ("Credit note 2026-0003", ("Credit note", "0.51", "2026-0002")),
    ):
        expect(page.get_by_role("link", name=reference).first).to_be_visible()
        number = reference.rpartition(" ")[2]
        said = _paper(page, f"{page.url.partition('?')[0]}{number}/?as=pdf")
        assert all(each in said for each in (number, "Oakby", *says)), said
    for reference in ("2026-0001", "2026-0002"):
        page.goto(f"{page.url.partition('money/')[0]}money/{reference}/")
        expect(page.get_by_text("Paid", exact=True)).to_be_visible()


def _paper(page: Page, address: str) -> str:
    """Fetch a PDF as the one who looks at the page, and read it."""
    answer = page.request.get(address)
    assert answer.headers["content-type"] == "application/pdf"
    read = PdfReader(io.BytesIO(answer.body()))
    return " ".join(" ".join(each.extract_text() for each in read.pages).split())
