"""A club: its evening's files, the same once more, a correction, what runs over a season, and what is left."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.ways import story
from tests.register.season import file_of, night
from tests.web.cast import MARCH, PASSWORD, Role
from tests.web.club.files import seats, tuesday, without_status

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

    from tests.browser.conftest import Open
    from tests.browser.ways import Way


#: The number that nobody has.
UNKNOWN = "999900"


def _file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def _list_without_boards() -> bytes:
    """A spreadsheet that leaves open how many boards were played, and the status."""
    lines = ["Event:,Wednesday pairs", "Date:,7 October 2026", "", "Place,Name 1,Number 1,Name 2,Number 2"]
    for place, (one, other) in enumerate(seats(), 1):
        lines.append(f"{place},{one.name},{one.number},{other.name},{other.number}")
    return "\n".join(lines).encode()


def _three() -> list[FilePayload]:
    return [
        _file("tuesday.yaml", tuesday(unknown=[0])),
        _file("last-tuesday.yaml", without_status(back=1)),
        _file("wednesday.csv", _list_without_boards()),
    ]


def _send(page: Page, *files: FilePayload) -> None:
    page.get_by_label("Choose results files").set_input_files(list(files))
    page.get_by_role("button", name="Read these files").click()


def _submit_three(page: Page, way: Way) -> None:
    """Send three files, answer their two questions, say who somebody is, and submit them."""
    _send(page, *_three())
    expect(page.get_by_role("heading", level=1)).to_have_text("Questions about the files")
    way.look(page)
    page.get_by_role("button", name="Show me the awards").click()
    problems = page.get_by_role("alert").get_by_role("listitem")
    expect(problems).to_have_count(2)
    expect(problems.filter(has_text="Choose an answer: What status does the event have?")).to_have_count(1)
    problems.get_by_role("link", name=re.compile("Enter an answer: How many boards")).click()
    expect(page.get_by_label("How many boards was everybody to play?")).to_be_focused()
    page.get_by_label("How many boards was everybody to play?").fill("24")
    page.get_by_label("Club", exact=True).check()
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_label("How many boards was everybody to play?")).to_have_count(0)
    # Now that its boards are known, the list is asked for its own status.
    page.get_by_label("Club", exact=True).check()
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is in the files")
    expect(page.get_by_text("We do not know who 1 player is.")).to_be_visible()
    expect(page.get_by_text(f"number {UNKNOWN} in the file")).to_be_visible()
    page.get_by_role("button", name="Yes, this is the right player").click()
    expect(page.get_by_text("We do not know who 1 player is.")).to_have_count(0)
    way.look(page)
    page.get_by_role("button", name="Submit these 3 events").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 events are submitted")


@story(10)
def test_story_10_three_files_at_once(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/log-in/?next=/club/")
    page.get_by_label("Your number or e-mail address").fill("secretary@example.org")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Send results").first.click()
    _submit_three(page, way)
    references = page.locator(".events .worth")
    expect(references).to_have_text([re.compile(r"\d+-1")] * 3)
    expect(page.get_by_text("Club sessions: ").first).to_be_visible()
    way.look(page)
    page.get_by_role("link", name="Tuesday teas").first.click()
    points = [each.inner_text().split()[0] for each in page.locator("table.awards .points").all()]
    assert points == ["18", "12", "6"]
    expect(page.get_by_text("Without a number points cannot be credited")).to_have_count(0)


@story(11)
def test_story_11_the_same_three_again(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/club/3/upload/", Role.SECRETARY)
    _submit_three(page, way)
    page.goto("/club/3/submissions/")
    listed = page.locator("table.rows tbody tr").all_inner_texts()
    page.goto("/club/3/upload/")
    _send(page, *_three())
    expect(page.get_by_role("heading", level=1)).to_have_text("These results were sent before")
    expect(page.get_by_text("Nothing was changed. To correct them")).to_be_visible()
    today = datetime.now(UTC).date()
    expect(page.get_by_text(f"{today.day} {today:%B %Y} from Hana Ilk")).to_have_count(3)
    way.look(page)
    page.goto("/club/3/submissions/")
    assert page.locator("table.rows tbody tr").all_inner_texts() == listed


@story(12)
def test_story_12_a_correction_after_the_month_was_closed(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/club/3/upload/", Role.SCORER)
    swapped = seats()
    swapped[:2] = swapped[1::-1]
    _send(page, _file("march.yaml", file_of(night(swapped, begins=MARCH))))
    page.get_by_role("link", name=re.compile("Show me the awards")).click()
    expect(page.get_by_text("March 2026 is closed, so its points are final.")).to_be_visible()
    for heading, who, change in (("Who loses", "Ado Bem", "▼ 6 less"), ("Who gains", "Elu Fin", "▲ 6 more")):
        table = page.get_by_role("heading", name=heading).locator("xpath=following-sibling::table[1]")
        expect(table.get_by_role("row").filter(has_text=who)).to_contain_text(change)
    way.look(page)
    page.get_by_role("button", name=re.compile("Submit")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The correction is submitted")
    for role, before, after in ((Role.PLAYER, 18, 12), (Role.OTHER_PLAYER, 12, 18)):
        record = way.open(open_page, "/record/", role)
        for points in (before, -before, after):
            why = f"Why {points} points? Tuesday pairs, 10 March 2026".replace("-", "−")
            expect(record.get_by_role("link", name=why)).to_have_count(1)


@story(15)
def test_story_15_what_is_left_of_the_quotas(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/club/3/", Role.SECRETARY)
    table = page.get_by_role("table").filter(has_text="Ladders")
    for event, used, left, clause in (
        ("Ladders", "0 of 2", "2", "§ 1.2.3"),
        ("Major championships for pairs", "0 of 1", "1", "§ 1.2.4"),
        ("Major championships for teams", "0 of 1", "1", "§ 1.2.4"),
        ("Blue events", "0 of 2", "2", "§ 5.3.1"),
    ):
        row = table.get_by_role("row").filter(has_text=event)
        for words in (used, left, clause):
            expect(row).to_contain_text(words)
    way.look(page)
