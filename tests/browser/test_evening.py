"""A club's evening in one sitting: thirty files, three with questions, two unusable, in at most twelve clicks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import PHONE, check_page
from tests.browser.ways import on_a_phone_without_script_and_a_desktop
from tests.web.cast import Role
from tests.web.club.files import tuesday, wednesday, without_status

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Locator, Page, ViewportSize

    from tests.browser.conftest import Open

#: The story of three files and the upload by keyboard, in ``make test``, take the same way.
pytestmark = pytest.mark.proof
MOST_CLICKS = 12
CLEAR = 25


class Hand:
    """A hand that counts what it does: a press of a button, a choice, a click into a field to type."""

    def __init__(self, page: Page, *, script: bool) -> None:
        self.page, self.script, self.clicks = page, script, 0

    def press(self, name: str | re.Pattern[str]) -> None:
        self.clicks += 1
        self.page.get_by_role("button", name=name).click()

    def choose(self, choice: Locator) -> None:
        self.clicks += 1
        choice.check()

    def type(self, label: str, text: str) -> None:
        self.clicks += 1
        self.page.get_by_label(label).fill(text)

    def choose_files(self, files: list[FilePayload]) -> None:
        self.clicks += 1
        self.page.get_by_label("Choose results files").set_input_files(files)

    def sees(self, heading: str) -> None:
        """Look at the page; without script axe cannot run."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        if self.script:
            check_page(self.page)


def files() -> list[FilePayload]:
    nights = [(f"week-{back}.yaml", tuesday(back=back)) for back in range(1, CLEAR + 1)]
    asking = [
        ("no-status.yaml", without_status()),
        ("wednesday.csv", wednesday()),
        ("unknown.yaml", tuesday(back=CLEAR + 1, unknown=[0])),
    ]
    unusable = [(f"photo-{at}.jpg", b"\xff\xd8\xff\xe0" + bytes([at]) * 300) for at in (1, 2)]
    return [
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        for name, content in (*nights, *asking, *unusable)
    ]


@on_a_phone_without_script_and_a_desktop
def test_thirty_files_are_submitted_in_a_few_clicks(script: bool, size: ViewportSize, open_page: Open) -> None:
    page = open_page("/club/3/upload/", Role.SECRETARY, size=size, script=script, dark=size is PHONE)
    hand = Hand(page, script=script)
    sent = files()
    assert len(sent) == 30
    hand.choose_files(sent)
    hand.press("Read these files")
    expect(page.get_by_role("heading", level=1)).to_have_text("Questions about the files", timeout=60_000)
    hand.sees("Questions about the files")
    hand.choose(page.get_by_label("Club", exact=True))
    hand.type("What is the event called?", "Wednesday pairs")
    hand.type("On which day was it played?", "7 October 2026")
    hand.type("How many boards was everybody to play?", "24")
    hand.press("Show me the awards")
    # Now that its boards are known, the list is asked for its own status.
    hand.sees("Questions about the files")
    hand.choose(page.get_by_label("Club", exact=True))
    hand.press("Show me the awards")
    hand.sees("What is in the files")
    hand.press("Yes, this is the right player")
    hand.press("Throw these 2 files away")
    expect(page.get_by_text("photo-1.jpg")).to_have_count(0)
    hand.sees("What is in the files")
    hand.press("Submit these 28 events")
    expect(page.get_by_role("heading", level=1)).to_have_text("28 events are submitted", timeout=60_000)
    hand.sees("28 events are submitted")
    expect(page.get_by_text("still need")).to_have_count(0)
    expect(page.locator(".events li")).to_have_count(28)
    assert hand.clicks <= MOST_CLICKS


def test_a_wrong_column_is_corrected_on_the_page(open_page: Open) -> None:
    page = open_page("/club/3/upload/", Role.SECRETARY, size=PHONE)
    page.get_by_label("Choose results files").set_input_files(
        {"name": "wednesday.csv", "mimeType": "text/csv", "buffer": wednesday()}
    )
    page.get_by_role("button", name="Read these files").click()
    page.get_by_role("link", name=re.compile("Look at the file and its columns")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("wednesday.csv")
    check_page(page)
    page.get_by_label("Place", exact=True).select_option("contestant number")
    page.get_by_role("button", name="Read the file again").click()
    page.get_by_role("link", name=re.compile("Look at the file and its columns")).first.click()
    expect(page.get_by_label("Place", exact=True)).to_have_value("contestant number")
