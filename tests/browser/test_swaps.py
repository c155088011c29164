"""After each swap of a part of a page the focus is where it was or on the result, and nothing jumps.

``SWAPS`` has every file that asks for a part of a page (``hx-get``, ``hx-post``); a new one without a test fails here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil
import pytest
from playwright.sync_api import expect

from tests.browser.looking import PHONE, swapped
from tests.browser.set_up import DATABASE
from tests.browser.ways import on_both
from tests.web.cast import Role

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, ViewportSize

    from tests.browser.conftest import Open

_WEB = Path(__file__).parents[2] / "src" / "overtrick" / "web"
_WHOLE = ("hx-get=", "hx-post=")


class _Eye(NamedTuple):
    """Where the page stands, and what is looked at."""

    page: Page
    at: Locator
    scrolled: float
    top: float

    @classmethod
    def on(cls, at: Locator) -> _Eye:
        at.scroll_into_view_if_needed()
        at.focus()
        box = at.bounding_box()
        assert box is not None
        return cls(at.page, at, at.page.evaluate("scrollY"), box["y"])

    def stayed(self) -> None:
        """The focus is where it was, it can be seen, and the page has not moved under it."""
        expect(self.at).to_be_focused()
        expect(self.at).to_be_in_viewport()
        box = self.at.bounding_box()
        assert box is not None
        assert abs(box["y"] - self.top) <= 1
        assert abs(self.page.evaluate("scrollY") - self.scrolled) <= 1


def _calculator(open_page: Open, size: ViewportSize) -> None:
    page = open_page("/worth/?handbook=ebu", size=size)
    for label, choice in (("Kind of event", "Teams"), ("Handbook", "Welsh Bridge Union")):
        eye = _Eye.on(page.get_by_label(label, exact=True))
        with swapped(page):
            eye.at.select_option(label=choice)
        expect(eye.at.locator("option:checked")).to_have_text(choice)
        eye.stayed()
    page.get_by_label("How many tables").fill("9")
    page.get_by_role("button", name="Show me the awards").click()
    result = page.get_by_role("region", name="The awards")
    expect(result.get_by_role("table").first).to_be_visible()
    expect(result).to_be_focused()
    box = result.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < size["height"] / 2


def _filter(open_page: Open, size: ViewportSize) -> None:
    page = open_page("/record/", Role.PLAYER, size=size)
    if size is PHONE:
        page.get_by_text("Filters: none chosen").click()
    eye = _Eye.on(page.get_by_label("Year", exact=True))
    eye.at.select_option("2025")
    expect(page.get_by_text("2 lines")).to_be_visible()
    eye.stayed()


def _why_of_a_credit(open_page: Open, size: ViewportSize) -> None:
    page = open_page("/record/", Role.PLAYER, size=size)
    _opens_and_closes(page.get_by_role("link", name="Why 12 points? Tuesday pairs, 12 May 2026"))


def _why_of_an_event(open_page: Open, size: ViewportSize) -> None:
    page = open_page("/events/1/", size=size)
    _opens_and_closes(page.get_by_role("link", name="Why? Ira Jun Kel Lom"))


def _opens_and_closes(why: Locator) -> None:
    eye = _Eye.on(why)
    opened = why.page.locator(".why-row .working").first
    for _twice in range(2):
        why.page.keyboard.press("Enter")
        expect(opened).to_be_visible()
        eye.stayed()
        why.page.keyboard.press("Enter")
        expect(opened).to_have_count(0)
        eye.stayed()


def _event_kind(open_page: Open, size: ViewportSize) -> None:
    page = open_page("/club/3/submissions/1/kind/", Role.SECRETARY, size=size)
    points = page.get_by_role("group", name="Which points does the event give?")
    eye = _Eye.on(points.get_by_label("Green"))
    eye.at.check()
    expect(page.get_by_label("Which green point event")).to_be_visible()
    eye.stayed()


def _planned_event(open_page: Open, size: ViewportSize) -> None:
    page = open_page("/club/3/programme/new/?kind=major+championship", Role.SECRETARY, size=size)
    eye = _Eye.on(page.get_by_label("Green"))
    eye.at.check()
    expect(page.get_by_label("How many players may a team have?")).to_be_visible()
    eye.stayed()


SWAPS: dict[str, Callable[[Open, ViewportSize], None]] = {
    "public/templates/public/worth_bench.html": _calculator,
    "club/templates/club/event_kind.html": _event_kind,
    "club/templates/club/programme_event.html": _planned_event,
    "player/templates/player/credits.html": _filter,
    "player/record_rows.py": _why_of_a_credit,
    "public/event_rows.py": _why_of_an_event,
}
#: Where the page asks by itself: its worker is stopped for the test below.
_BY_ITSELF = {"club/templates/club/pairing_code.html", "design/templates/design/task.html"}


def test_no_swap_is_missing() -> None:
    files = [each for ending in ("html", "py") for each in _WEB.rglob(f"*.{ending}")]
    asking = {each.relative_to(_WEB).as_posix() for each in files if any(w in each.read_text("utf-8") for w in _WHOLE)}
    assert asking == SWAPS.keys() | _BY_ITSELF


@on_both
@pytest.mark.parametrize("file", SWAPS)
def test_a_swap_keeps_the_focus_and_the_place_on_the_page(file: str, size: ViewportSize, open_page: Open) -> None:
    SWAPS[file](open_page, size)


def test_a_page_that_watches_a_task_leaves_the_focus_alone(
    _served: tuple[str, Path, int],  # noqa: PT019 - the process is asked for its worker
    open_page: Open,
) -> None:
    page = open_page("/office/months/2026-04/", Role.OFFICE, size=PHONE)
    (worker,) = (each for each in psutil.Process(_served[2]).children() if "work" in each.cmdline())
    _suspend(worker, _served[1])
    try:
        page.get_by_role("button", name="Close April 2026").click()
        eye = _Eye.on(page.get_by_role("link", name="Look again"))
        for _twice in range(2):
            with page.expect_response(lambda answer: "/tasks/" in answer.url):
                pass
        eye.stayed()
    finally:
        worker.resume()


def _suspend(worker: psutil.Process, home: Path) -> None:
    """Stop it while it does not write: nobody else could then."""
    while True:
        worker.suspend()
        with closing(sqlite3.connect(home / DATABASE, timeout=0.5, isolation_level=None)) as database:
            try:
                database.execute("begin immediate")
            except sqlite3.OperationalError:
                worker.resume()
            else:
                return


def test_what_is_answered_while_a_part_is_on_its_way_is_kept(open_page: Open) -> None:
    page = open_page("/club/3/programme/new/?kind=ladder", Role.SECRETARY, size=PHONE)
    with swapped(page):
        page.evaluate("() => document.querySelectorAll('[type=radio][value=pairs]').forEach(each => each.click())")
    for question in ("What is played?", "What does the ladder rank?"):
        expect(page.get_by_role("group", name=question).get_by_role("radio", name="Pairs")).to_be_checked()
