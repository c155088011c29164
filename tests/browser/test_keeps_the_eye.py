"""After the press of a button the eye and the focus are on the result; ``test_swaps.py`` has the parts of pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.browser.ways import on_both, with_and_without_script

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, ViewportSize

    from tests.browser.conftest import Open

SAMPLE = Path(__file__).parents[2] / "samples" / "club-night.yaml"


def seen_first(page: Page, what: Locator) -> None:
    """It begins in the upper half of the screen."""
    box = what.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert 0 <= box["y"] < size["height"] / 2


@on_both
def test_without_script_the_calculator_shows_the_result_and_puts_the_focus_there(
    size: ViewportSize, open_page: Open
) -> None:
    page = open_page("/worth/?handbook=ebu", size=size, script=False)
    page.get_by_label("How many tables").fill("30")
    page.get_by_role("button", name="Show me the awards").click()
    result = page.get_by_role("region", name="The awards")
    expect(result.get_by_role("cell", name="110", exact=True)).to_be_visible()
    expect(result).to_be_focused()
    seen_first(page, result)


@with_and_without_script
def test_what_is_missing_is_listed_where_the_eye_is_and_leads_to_its_field(script: bool, open_page: Open) -> None:
    page = open_page("/worth/?handbook=ebu", size=PHONE, script=script)
    page.get_by_label("How many tables").fill("many")
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("heading", name="There is a problem")).to_be_in_viewport()
    expect(page.get_by_role("region", name="The awards")).to_be_focused()
    page.get_by_role("link", name="Enter the number of tables").click()
    expect(page.get_by_label("How many tables")).to_be_focused()
    if script:
        check_page(page)


@pytest.mark.parametrize(("size", "script"), [(PHONE, True), (DESKTOP, False)], ids=["phone", "desktop, no script"])
def test_the_check_of_a_file_begins_with_what_came_of_it(script: bool, size: ViewportSize, open_page: Open) -> None:
    page = open_page("/check/", size=size, script=script)
    page.get_by_label("Choose results files").set_input_files(SAMPLE)
    page.get_by_role("button", name="Show me the awards").click()
    result = page.locator("section.result")
    expect(result).to_be_focused()
    seen_first(page, result)
    if script:
        check_page(page)


@with_and_without_script
def test_a_file_that_is_missing_is_asked_for_where_the_focus_is(script: bool, open_page: Open) -> None:
    page = open_page("/check/", size=PHONE, script=script)
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_on_a_phone_an_open_working_has_the_width_of_the_row_and_moves_no_names(open_page: Open) -> None:
    page = open_page("/check/", size=PHONE)
    page.get_by_label("Choose results files").set_input_files(SAMPLE)
    page.get_by_role("button", name="Show me the awards").click()
    names = page.locator("table.awards .why > summary").nth(1)
    before = names.bounding_box()
    names.click()
    after, working = names.bounding_box(), page.locator("table.awards .why[open] .working").first.bounding_box()
    row = page.locator("table.awards tbody tr").nth(1).bounding_box()
    assert before is not None
    assert after is not None
    assert working is not None
    assert row is not None
    assert (after["x"], after["y"]) == (before["x"], before["y"])
    assert working["width"] > 0.95 * row["width"]
    check_page(page)
