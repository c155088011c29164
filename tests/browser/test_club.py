"""What helps a club in the browser: files that are dropped, names that appear, and what may be left empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import PHONE, check_page
from tests.browser.ways import with_and_without_script
from tests.web.cast import Role
from tests.web.club.files import NUMBERS, tuesday, wednesday

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

    from tests.browser.conftest import Open


def files() -> list[FilePayload]:
    return [
        {"name": "tuesday.yaml", "mimeType": "text/yaml", "buffer": tuesday(unknown=[0])},
        {"name": "wednesday.csv", "mimeType": "text/csv", "buffer": wednesday()},
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0" + b"x" * 300},
    ]


@pytest.mark.proof
@with_and_without_script
def test_a_club_makes_a_green_event_of_its_file_on_a_phone(script: bool, open_page: Open) -> None:
    page = open_page("/club/3/upload/", Role.SECRETARY, size=PHONE, script=script)
    page.get_by_label("Choose results files").set_input_files(files()[:1])
    page.get_by_role("button", name="Read these files").click()
    page.get_by_role("link", name="Say who they are").click()
    page.get_by_label(f"Ado Bem {NUMBERS[0]}").check()
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_text("Club status, local points.")).to_be_visible()
    page.get_by_role("link", name="Change what kind of event it was").click()
    points = page.get_by_role("group", name="Which points does the event give?")
    points.get_by_label("Green").scroll_into_view_if_needed()
    before = points.bounding_box()
    points.get_by_label("Green").check()
    if not script:
        page.get_by_role("button", name="Show what else is asked").click()
    green = page.get_by_label("Which green point event")
    expect(green).to_be_visible()
    if script:
        expect(points.get_by_label("Green")).to_be_focused()
        assert points.bounding_box() == before
    _look(page, script)
    page.get_by_role("button", name="Save and show me the awards").click()
    expect(page.get_by_role("alert")).to_contain_text("Which green point event of chapter 6 is it?")
    green.select_option("county pairs")
    if not script:
        page.get_by_role("button", name="Show what else is asked").click()
    page.get_by_label("In one day").check()
    page.get_by_role("group", name="What status does the event have?").get_by_label("County").check()
    page.get_by_role("button", name="Save and show me the awards").click()
    expect(page.get_by_role("heading", name="What your answers changed")).to_be_visible()
    expect(page.get_by_text("County pairs championship")).to_be_visible()
    _look(page, script)


def _look(page: Page, script: bool) -> None:
    """Without script, axe cannot run; what is to be seen is the same."""
    if script:
        check_page(page)


def test_files_are_dropped_and_left_out_again(open_page: Open) -> None:
    page = open_page("/club/3/upload/", Role.SCORER)
    page.get_by_label("Choose results files").set_input_files(files()[:2])
    page.get_by_role("button", name="Leave out: wednesday.csv").click()
    expect(page.get_by_text("wednesday.csv")).to_have_count(0)
    box = page.evaluate_handle(
        "() => { const box = new DataTransfer(); box.items.add(new File(['x'], 'dropped.txt')); return box; }"
    )
    page.dispatch_event(".drop", "drop", {"dataTransfer": box})
    expect(page.get_by_text("dropped.txt")).to_be_visible()


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["pairs", "teams", "knock-out", "league", "final"])
def test_what_may_be_left_empty_can_be_used_by_everybody(kind: str, open_page: Open) -> None:
    page = open_page(f"/club/3/by-hand/?kind={kind}", Role.SCORER, size=PHONE)
    for each in page.locator("main details").all():
        each.locator("summary").click()
    check_page(page)


def test_the_name_appears_as_a_number_is_typed(open_page: Open) -> None:
    page = open_page("/club/3/by-hand/?kind=pairs", Role.SCORER, size=PHONE)
    page.get_by_label("Number 1").first.fill(NUMBERS[0])
    page.get_by_label("Name 1").first.focus()
    expect(page.get_by_label("Name 1").first).to_have_value("Ado Bem")
