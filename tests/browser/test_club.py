"""A club at work, seen with a browser: from the log-in to the confirmation, and every page it meets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.web.cast import PASSWORD, Role
from tests.web.club.files import NUMBERS, tuesday, wednesday

if TYPE_CHECKING:
    from playwright.sync_api import FileChooser, FilePayload, Page, ViewportSize

    from tests.browser.conftest import Open


PAGES = [
    "", "upload/", "by-hand/", "by-hand/?kind=pairs", "by-hand/?kind=teams", "by-hand/?kind=knock-out",
    "by-hand/?kind=league", "by-hand/?kind=final-pairs", "licences/", "submissions/", "submissions/1/",
    "submissions/4/", "submissions/1/correct/", "submissions/1/done/", "members/", "members/1/", "members/new/",
    "members/list/", "files/?file=1", "files/done/?file=1", "files/1/",
]  # fmt: skip


def files() -> list[FilePayload]:
    return [
        {"name": "tuesday.yaml", "mimeType": "text/yaml", "buffer": tuesday(unknown=[0])},
        {"name": "wednesday.csv", "mimeType": "text/csv", "buffer": wednesday()},
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0" + b"x" * 300},
    ]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_everybody_can_use_the_pages_of_a_club(path: str, size: ViewportSize, open_page: Open) -> None:
    check_page(open_page(f"/club/3/{path}", Role.SECRETARY, size=size, dark=size is PHONE))


def test_everybody_can_use_the_pages_of_a_county(open_page: Open) -> None:
    check_page(open_page("/club/2/approvals/", Role.COUNTY, size=PHONE))


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_club_sends_its_files_and_gets_a_reference(script: bool, size: ViewportSize, open_page: Open) -> None:
    page = open_page("/log-in/?next=/club/", size=size, script=script)
    page.get_by_label("Your number or e-mail address").fill("secretary@example.org")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Send results").first.click()
    page.get_by_label("Choose results files").set_input_files(files())
    page.get_by_role("button", name="Read these files").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Questions about the files")
    _look(page, script)
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("alert")).to_contain_text("Enter an answer: How many boards")
    _look(page, script)
    page.get_by_label("What is the event called?").fill("Wednesday pairs")
    page.get_by_label("On which day was it played?").fill("7 October 2026")
    page.get_by_label("How many boards was everybody to play?").fill("24")
    page.get_by_role("button", name="Show me the awards").click()
    page.get_by_label("club", exact=True).check()
    page.get_by_role("button", name="Show me the awards").click()
    page.get_by_role("link", name=re.compile("Say who they are ?: Tuesday teas")).click()
    _look(page, script)
    page.get_by_label(f"Ado Bem {NUMBERS[0]}").check()
    page.get_by_role("button", name="Show me the awards").click()
    _look(page, script)
    page.get_by_role("button", name="Submit these awards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The awards are submitted")
    expect(page.locator(".big-figure")).to_have_text(re.compile(r"\d+-1"))
    _look(page, script)


def _look(page: Page, script: bool) -> None:
    """Without script, axe cannot run; what is to be seen is the same."""
    if script:
        check_page(page)


def test_a_club_sends_a_file_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("/club/3/upload/", Role.SCORER)
    _tab_to(page, "Skip to the page")
    page.keyboard.press("Enter")
    _tab_to_field(page, "file")
    _press_for_a_chooser(page).set_files(files()[:1])
    expect(page.get_by_text("tuesday.yaml")).to_be_visible()
    _tab_to(page, "Read these files")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Say who they are")).to_be_visible()
    _tab_to(page, "Say who they are")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are these players?")
    _tab_to_field(page, "radio")
    page.keyboard.press("Space")
    _tab_to(page, "Show me the awards")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Submit these awards")).to_be_visible()
    _tab_to(page, "Submit these awards")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("The awards are submitted")


def _press_for_a_chooser(page: Page) -> FileChooser:
    """Press the space bar; again, if the browser had no time for it: headless, it opens a chooser only when idle."""
    for _try in range(5):
        try:
            with page.expect_file_chooser(timeout=6_000) as chooser:
                page.keyboard.press("Space")
        except PlaywrightTimeout:
            continue
        return chooser.value
    pytest.fail("the space bar opens no chooser of files")


def _tab_to_field(page: Page, kind: str) -> None:
    page.wait_for_load_state()
    for _step in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == kind:
            return
    pytest.fail(f"no {kind} field can be reached with the keyboard on {page.url}")


def _tab_to(page: Page, words: str) -> None:
    """Press Tab until something with these words has the focus, and see that one can see it."""
    page.wait_for_load_state()
    for _step in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText ?? ''").startswith(words):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    pytest.fail(f"{words!r} cannot be reached with the keyboard on {page.url}")


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


@pytest.mark.parametrize("kind", ["pairs", "teams", "knock-out", "league"])
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
