"""A year of membership ends: who lapses, what clubs pay for the others, the honours, the papers and the reports."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import visitors
from tests.browser.ways import story
from tests.browser.year_end import CLERK, COUNTY, SECRETARY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import Open, OwnOffice
    from tests.browser.ways import Way

MARCH, APRIL = datetime(2026, 3, 20, 10, tzinfo=UTC), datetime(2026, 4, 2, 10, tzinfo=UTC)
OFFICE, CLUB = "/@year-end/office/", "/@year-end/club/"
MONEY = f"{OFFICE}money/"
#: Sixteen are at home in the club, and two do not renew.
LEAVING, STAYING = ("Yor Zed", "Wim Xan"), 14


@story(31)
def test_story_31_the_year_ends(way: Way, browser: Browser, own_office: OwnOffice) -> None:
    with _working(own_office, browser, MARCH) as open_page:
        _tells_who_does_not_renew(way.open(open_page, CLUB, SECRETARY), way)
    with _working(own_office, browser, APRIL) as open_page:
        page = way.open(open_page, f"{OFFICE}members/", CLERK)
        _renews(page, way)
        _charges_the_roll(page, way)
        _lists_the_honours(page, way)
        _draws_the_papers(page)
        for who in (SECRETARY, COUNTY):
            _reads_the_report(way.open(open_page, CLUB, who), way)


@contextmanager
def _working(own_office: OwnOffice, browser: Browser, at: datetime) -> Iterator[Open]:
    with own_office.serving(at), visitors(browser, own_office.office) as open_page:
        yield open_page


def _tells_who_does_not_renew(page: Page, way: Way) -> None:
    page.goto(f"{page.url.rstrip('/')}/members/renewal/")
    for name in LEAVING:
        page.get_by_label(re.compile(name)).check()
    page.get_by_role("button", name="Check what will happen").click()
    way.look(page)
    page.get_by_role("button", name="Send this list").click()
    expect(page.get_by_text(f"{STAYING} members are renewed.")).to_be_visible()


def _renews(page: Page, way: Way) -> None:
    page.get_by_role("link", name="Renewal for 2026").click()
    expect(page.locator("main .figures")).to_contain_text(re.compile(r"14\s*members are renewed\s*2\s*lapse"))
    way.look(page)
    page.get_by_role("button", name="Renew the members for 2026").click()
    page.get_by_role("link", name="Look at the renewal").click(timeout=60_000)
    expect(page.get_by_text("Doing it again changes nothing.")).to_be_visible()
    page.goto(f"{OFFICE}players/?q=Zed")
    expect(page.get_by_text(re.compile("lapsed", re.IGNORECASE)).first).to_be_visible()


def _charges_the_roll(page: Page, way: Way) -> None:
    """Fourteen who were not cancelled by 31 March cost 20.00 each from 1 April (8.2/1); nobody a second time."""
    page.goto(f"{MONEY}roll/")
    page.get_by_label("Day of the roll").fill("2026-03-31")
    page.get_by_role("button", name="Check what will happen").click()
    expect(page.get_by_text("Clubs are charged $280.00 together.")).to_be_visible()
    way.look(page)
    page.get_by_role("button", name="Charge the roll").click()
    page.get_by_role("link", name="Look at the charges").click(timeout=60_000)
    page.goto(MONEY)
    page.get_by_role("link", name="Rehearse: Year").click()
    expect(page.get_by_text("$280.00").first).to_be_visible()
    page.get_by_role("button", name="Make 1 document").click()
    page.get_by_role("link", name="Look at the run").click(timeout=60_000)
    page.goto(f"{MONEY}roll/")
    page.get_by_label("Day of the roll").fill("2026-03-31")
    page.get_by_role("button", name="Check what will happen").click()
    expect(page.get_by_text("Clubs are charged $0.00 together.")).to_be_visible()


def _lists_the_honours(page: Page, way: Way) -> None:
    """Nine nights of 0.24 each: 2.16 points for the first pair, the most of the year."""
    page.goto("/@year-end/honours/?year=2026")
    for name in ("Ado Bem", "Cor Dax"):
        row = page.get_by_role("row").filter(has_text="Annual trophy").filter(has_text=name)
        expect(row).to_contain_text("2.16")
    way.look(page)


def _draws_the_papers(page: Page) -> None:
    """Cards of the members who stay, certificates of the two who were promoted, and a report for each body."""
    assert len(_fetched(page, "Make the cards", "14 papers")) >= 1
    certificates = _fetched(page, "Make the certificates", "2 papers")
    written = " ".join(text for _name, text in certificates)
    assert ("Ado Bem" in written, "Cor Dax" in written, "Graduate" in written) == (True, True, True)
    reports = _fetched(page, "Make the reports", "4 papers", "2026")  # two clubs, the State and the federation
    assert any("Oakby" in text and "2.16" in text for _name, text in reports)


def _fetched(page: Page, does: str, says: str, period: str = "") -> list[tuple[str, str]]:
    """Order a batch, wait for it, fetch it and read it."""
    page.goto(f"{OFFICE}papers/")
    form = page.locator("form").filter(has=page.get_by_role("button", name=does))
    if period:
        form.locator("select").select_option(period)
    form.get_by_role("button", name=does).click()
    link = page.get_by_role("link", name="Fetch them")
    expect(link).to_be_visible(timeout=60_000)
    expect(page.get_by_text(says).first).to_be_visible()
    with page.expect_download() as download:
        link.click()
    content = Path(download.value.path()).read_bytes()
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return [(download.value.suggested_filename, _text(content))]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [(name, _text(archive.read(name))) for name in archive.namelist()]


def _text(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


def _reads_the_report(page: Page, way: Way) -> None:
    page.goto(f"{page.url.rstrip('/')}/reports/?period=2026")
    expect(page.get_by_role("heading", name="Promotions")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Ado Bem").filter(has_text="Graduate").first).to_be_visible()
    way.look(page)
