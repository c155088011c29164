"""Lists on a phone: a row is two or three lines, everything is still there, and a table is still a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.long_lists import CREDITS, LONG_RECORD, PLAYERS
from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.browser.ways import on_both, with_and_without_script
from tests.web.cast import Role

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Open

RECORD, RANKINGS = "/@west/record/", "/@west/rankings/"
#: What the pages were high before rows were made compact, and what they may be now: a third of it.
RECORD_BEFORE, RANKINGS_BEFORE = 14_500, 17_800
SCREEN = PHONE["height"]


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def test_a_record_of_36_credits_is_a_third_as_high_as_it_was_and_twenty_fit_in_three_screens(open_page: Open) -> None:
    page = open_page(RECORD, LONG_RECORD, size=PHONE)
    expect(page.locator(".why-link")).to_have_count(CREDITS)
    assert height(page) <= RECORD_BEFORE / 3
    twentieth = page.locator(".why-link").nth(19).locator("xpath=ancestor::tr").bounding_box()
    table = page.locator("table.credits").bounding_box()
    assert twentieth is not None
    assert table is not None
    assert twentieth["y"] + twentieth["height"] - table["y"] <= 3 * SCREEN


def test_a_ranking_of_80_is_a_third_as_high_as_it_was_and_fits_in_ten_screens(open_page: Open) -> None:
    page = open_page(RANKINGS, size=PHONE)
    expect(page.get_by_role("cell", name="Hollins")).to_have_count(8)
    expect(page.get_by_role("row")).to_have_count(PLAYERS + 1)
    assert height(page) <= min(RANKINGS_BEFORE / 3, 10 * SCREEN)


@pytest.mark.proof
@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), (DESKTOP, False)], ids=["phone, dark", "desktop, light"])
def test_everybody_can_use_long_lists(size: ViewportSize, dark: bool, open_page: Open) -> None:
    page = open_page(RECORD, LONG_RECORD, size=size, dark=dark)
    check_page(page)
    for path in (RANKINGS, "/@west/record/statement/", "/@west/record/statistics/"):
        page.goto(path)
        check_page(page)


@on_both
def test_a_credit_has_the_same_cells_at_every_width(size: ViewportSize, open_page: Open) -> None:
    page = open_page(RECORD, LONG_RECORD, size=size)
    table = page.get_by_role("table", name="Credits")
    headings = table.get_by_role("columnheader").all_inner_texts()
    assert headings == ["Day", "Event", "Club", "Partner", "Place", "Points", "Colour", "Working"]
    row = table.get_by_role("row").filter(has_text="Tuesday evening pairs").last
    cells = [each.text_content() for each in row.get_by_role("cell").all()]
    assert cells[:6] == ["6", "Tuesday evening pairs", "Alderby Bridge Club", "Margaret Weatherby", "1st of 8", "18"]


@pytest.mark.proof
def test_on_a_phone_a_row_says_when_where_and_with_whom(open_page: Open) -> None:
    page = open_page(RECORD, LONG_RECORD, size=PHONE)
    below = "6 Jan · 1st of 8 · with Margaret Weatherby · Alderby Bridge Club"
    expect(page.get_by_text(below, exact=True)).to_be_visible()
    expect(open_page(RECORD, LONG_RECORD).get_by_text(below, exact=True)).to_be_hidden()


def test_on_a_phone_the_whole_row_opens_and_closes_the_working(open_page: Open) -> None:
    page = open_page(RECORD, LONG_RECORD, size=PHONE)
    row = page.get_by_role("row").filter(has_text="Tuesday evening pairs").last
    row.tap(position={"x": 10, "y": 10})
    expect(page.get_by_text("Place 1 of 3 awards: 3 × 6").first).to_be_visible()
    check_page(page)
    row.tap(position={"x": 10, "y": 10})
    expect(page.get_by_text("Place 1 of 3 awards: 3 × 6")).to_have_count(0)


@pytest.mark.proof
def test_a_ranking_can_be_sorted_on_a_phone(open_page: Open) -> None:
    page = open_page(RANKINGS, size=PHONE, script=False)
    page.get_by_role("link", name="Name").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("Annabel Ashdown")


@pytest.mark.proof
@with_and_without_script
def test_filters_fold_behind_a_button_that_says_what_is_chosen(script: bool, open_page: Open) -> None:
    page = open_page(RANKINGS, size=PHONE, script=script)
    expect(page.get_by_label("Colour", exact=True)).to_be_hidden()
    page.get_by_text("Filters: none chosen").click()
    page.get_by_label("Colour", exact=True).select_option("Local")
    page.get_by_role("button", name="Show this list").click()
    expect(page.get_by_text("Filters: Local")).to_be_visible()
    expect(page.get_by_label("Colour", exact=True)).to_be_hidden()
    wide = open_page(RANKINGS)
    expect(wide.get_by_label("Colour", exact=True)).to_be_visible()
    expect(wide.get_by_text("Filters: none chosen")).to_be_hidden()


@pytest.mark.proof
def test_a_statement_is_printed_as_a_table(open_page: Open) -> None:
    page = open_page("/@west/record/statement/", LONG_RECORD, size=PHONE)
    page.emulate_media(media="print")
    # Above the headings, and so on every page, stands whose statement it is.
    assert "Statement of" in page.get_by_role("row").nth(0).inner_text()
    first = page.get_by_role("row").nth(2).get_by_role("cell")
    tops = {round(box["y"]) for cell in first.all() if (box := cell.bounding_box())}
    assert len(tops) == 1


@pytest.mark.parametrize("path", ["members", pytest.param("submissions", marks=pytest.mark.proof)])
def test_the_lists_of_a_club_are_rows_of_at_most_three_lines(path: str, open_page: Open) -> None:
    page = open_page("/club/", Role.SECRETARY, size=PHONE)
    page.goto(f"{page.url}{path}/")
    check_page(page)
    rows = page.locator("table.rows tbody tr")
    assert rows.count()
    for row in rows.all():
        box = row.bounding_box()
        assert box is not None
        assert box["height"] <= 100
