"""The office: who comes back, who is there twice, the month, an event too high, the proof, and what is decided anew."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.old_records import LAKES_CLUB, LAKES_OFFICE
from tests.browser.set_up import DATABASE
from tests.browser.ways import story

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.conftest import Open
    from tests.browser.ways import Way

OFFICE, CLUB = "/@lakes/office/", "/@lakes/club/"


def _go(page: Page, *names: str) -> None:
    """Follow links by their words; on the first page of the office every room has one."""
    for name in names:
        page.locator("main").get_by_role("link", name=name, exact=True).last.click()


@story(18)
def test_story_18_somebody_who_played_in_1987_comes_back(way: Way, open_page: Open) -> None:
    page = way.open(open_page, OFFICE, LAKES_OFFICE)
    _go(page, "Players", "Register somebody new")
    page.get_by_label("Given name").fill("Wynn")
    page.get_by_label("Family name").fill("Ash")
    page.get_by_label("Day of birth").fill("1949-05-04")
    page.get_by_label("Home club").select_option(label="Oakby")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", name="Is it one of these?")).to_be_visible()
    way.look(page)
    page.get_by_role("link", name="Register Wyn Ashe again").click()
    expect(page.get_by_label("Home club")).to_contain_text("Oakby")
    page.get_by_role("button", name="Check what will happen").click()
    # Won by a lapsed member, kept, and credited on joining again (§ 2.9.3).
    expect(page.get_by_text("Tuesday pairs, 12 May 2026: 18 local points are credited.")).to_contain_text("§ 2.9.3")
    way.look(page)
    page.get_by_role("button", name="Register again").click()
    expect(page.get_by_role("status")).to_have_text("Wyn Ashe is registered again. 1 held credit was posted.")
    expect(page.get_by_text("+1,448 provisional")).to_be_visible()
    expect(page.get_by_text("1 March 1987 – 31 March 1990")).to_be_visible()
    way.look(page)


@story(19)
def test_story_19_two_records_of_one_person(way: Way, open_page: Open) -> None:
    page = way.open(open_page, OFFICE, LAKES_OFFICE)
    _go(page, "Members’ year", "Possible doubles")
    way.look(page)
    page.get_by_role("link", name="Compare and merge").click()
    page.get_by_label("Reason").fill("The same address, and he says so")
    page.get_by_role("button", name="Check what will happen").click()
    # 520 and 12 of one, 75 and 18 of the other.
    expect(page.get_by_text("Together they have 625 local points.")).to_be_visible()
    page.get_by_role("button", name="Merge the two records").click()
    expect(page.get_by_text("+625 provisional")).to_be_visible()
    other = page.locator("dd").filter(has_text="Harry Pell").inner_text().split()[0]
    _go(page, "The office")
    page.get_by_label("Find a player").fill(other)
    page.get_by_role("button", name="Find").click()
    row = page.get_by_role("row").filter(has_text=f"merged number {other}")
    row.get_by_role("link", name="Harold Pell").click()
    page.get_by_role("link", name="undo the merge").click()
    expect(page.locator(".side").filter(has_text="Harold")).to_contain_text("532 Local")
    expect(page.locator(".side").filter(has_text="Harry")).to_contain_text("93 Local")
    way.look(page)


@story(20)
def test_story_20_the_month_is_rehearsed_and_closed_once(way: Way, open_page: Open) -> None:
    page, other = (way.open(open_page, OFFICE, LAKES_OFFICE) for _each in range(2))
    for each in (page, other):
        each.get_by_role("link", name="Rehearse it").click()
        expect(each.get_by_text("Rehearsal: nothing has been changed")).to_be_visible()
    way.look(page)
    figures = page.locator("main .figures").inner_text()
    page.get_by_role("button", name="Close May 2026").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("May 2026 is closed")
    assert page.locator("main .figures").inner_text() == figures
    # 190 and 18 are 208: Club Master, at 200 (§ 2.6.2), on the day of the 18.
    promoted = page.get_by_role("row").filter(has_text="Ado Bem")
    expect(promoted).to_contain_text(re.compile(r"Club Master.*12 May 2026", re.DOTALL))
    other.get_by_role("button", name="Close May 2026").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("May 2026 is closed")
    assert other.locator("main .figures").inner_text() == figures
    promoted.get_by_role("link").last.click()
    expect(page.get_by_text("has reached the rank of")).to_be_visible()
    way.look(page)


@story(21)
def test_story_21_an_event_is_reversed_and_sent_at_the_right_status(way: Way, open_page: Open) -> None:
    page = way.open(open_page, OFFICE, LAKES_OFFICE)
    _go(page, "Events", "Harvest pairs", "Reverse this event")
    page.get_by_label("Reason").fill("An ordinary club night. Send it at club status.")
    page.get_by_role("button", name="Check what will happen").click()
    expect(page.get_by_text("144 local points of 6 players are taken back.")).to_be_visible()
    way.look(page)
    page.get_by_role("button", name="Reverse this event").click()
    expect(page.get_by_role("status")).to_have_text(
        "6 entries of Harvest pairs were taken back. Oakby can submit it again."
    )
    club = way.open(open_page, CLUB, LAKES_CLUB)
    club.get_by_role("link", name="Correct it").click()
    expect(club.get_by_text("An ordinary club night. Send it at club status.")).to_be_visible()
    way.look(club)
    _go(club, "Correct this", "What kind of event it was")
    club.get_by_role("radio", name="Club", exact=True).check()
    club.get_by_role("button", name="Save and show me the awards").click()
    points = [each.inner_text().split()[0] for each in club.locator("table.awards .points").all()]
    assert points == ["18", "12", "6"]
    club.get_by_role("button", name="Submit these awards").click()
    expect(club.get_by_role("heading", level=1)).to_have_text("The correction is submitted")
    page.reload()
    ado = page.get_by_role("row").filter(has_text="Ado Bem").locator(".points")
    expect(ado).to_have_text([re.compile(each) for each in ("^36 ", "^−36 ", "^18 ")])
    way.look(page)


def _tamper(home: Path) -> None:
    """Change one entry past Overtrick, as somebody could who has the file."""
    with closing(sqlite3.connect(home / DATABASE)) as database:
        guards = database.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        for name, _sql in guards:
            database.execute(f'drop trigger "{name}"')
        chosen = "select id from people_player where family = 'Pell' and given = 'Harry'"
        database.execute(f"update ledger_entry set units = units + 100 where player_id = ({chosen})")  # noqa: S608 - ours
        for _name, sql in guards:
            database.execute(sql)
        database.commit()


@story(22)
def test_story_22_a_changed_row_is_named(
    way: Way,
    _served: tuple[str, Path, int],  # noqa: PT019
    open_page: Open,
) -> None:
    page = way.open(open_page, OFFICE, LAKES_OFFICE)
    _go(page, "Book check")
    page.get_by_label("All of them").check()
    page.get_by_role("button", name="Check the book").click()
    expect(page.get_by_role("status")).to_contain_text("Everything is in order.")
    way.look(page)
    _tamper(_served[1])
    page.get_by_role("link", name="Check it again").click()
    expect(page.get_by_text("Everything was in order")).to_be_visible()
    way.look(page)
    page.get_by_label("All of them").check()
    page.get_by_role("button", name="Check the book").click()
    found = page.get_by_role("alert")
    expect(found).to_contain_text("The database was changed outside Overtrick.")
    expect(found.get_by_role("link", name=re.compile("Harry Pell.*Saturday teas, 16 May 2026")).first).to_be_visible()
    way.look(page)


@story(23)
def test_story_23_another_answer_from_a_day_on(way: Way, open_page: Open) -> None:
    page = way.open(open_page, OFFICE, LAKES_OFFICE)
    _go(page, "Settings", "When a contestant without standing is placed, do those below move up?")
    page.get_by_role("radio").last.check()
    page.get_by_label("For play from").fill("2099-01-01")
    page.get_by_label("Reason").fill("Council of 12 June")
    page.get_by_role("button", name="Check what will happen").click()
    expect(page.get_by_text("It applies to everything played from 1 January 2099.")).to_be_visible()
    touched = page.get_by_text("1 of the last 4 events would have had different awards")
    expect(touched).to_contain_text("Guests’ night, 26 May 2026")
    way.look(page)
    page.get_by_role("button", name="Save this answer").click()
    change = page.get_by_role("listitem").filter(has_text="From 1 January 2099")
    expect(change).to_contain_text("starts later")
    expect(change).to_contain_text("Council of 12 June")
    way.look(page)
