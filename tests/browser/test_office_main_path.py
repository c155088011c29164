"""The office's month in the browser: approve, rehearse, close, promotions; with script, without, on a phone."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from playwright.sync_api import expect

from overtrick.engine.event import Player as Seated
from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.browser.set_up import DATABASE
from tests.browser.ways import with_and_without_script
from tests.register.season import file_of, night
from tests.web.cast import Role

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

    from tests.browser.conftest import Open


@pytest.mark.proof
@pytest.mark.parametrize(
    ("size", "script"), [(DESKTOP, True), (DESKTOP, False), (PHONE, False)], ids=["script", "no script", "phone"]
)
def test_the_month_is_rehearsed_and_closed_and_the_promotions_are_listed(
    size: ViewportSize, script: bool, open_page: Open
) -> None:
    page = open_page("/office/", Role.OFFICE, size=size, script=script)
    page.get_by_role("link", name="month to close: April 2026").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("If April 2026 is closed now")
    page.get_by_role("button", name="Close April 2026").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("April 2026 is closed", timeout=20_000)
    page.goto("/office/months/")
    page.get_by_role("link", name="Rehearse the close of May 2026").click()
    page.get_by_role("button", name="Close May 2026").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("May 2026 is closed", timeout=20_000)
    page.get_by_role("link", name="Promotions of this month").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Promotions")


def _suspend_between_writes(worker: psutil.Process, home: Path) -> None:
    """Suspend the worker when it holds no lock: it also does small chores."""
    while True:
        worker.suspend()
        with closing(sqlite3.connect(home / DATABASE, timeout=1)) as database:
            try:
                database.execute("begin immediate")
            except sqlite3.OperationalError:
                worker.resume()
                continue
            database.rollback()
        return


@with_and_without_script
def test_a_long_close_shows_how_far_it_is_and_ends_by_itself(
    script: bool,
    _served: tuple[str, Path, int],  # noqa: PT019
    open_page: Open,
) -> None:
    page = open_page("/office/months/2026-04/", Role.OFFICE, size=PHONE, script=script)
    (worker,) = (each for each in psutil.Process(_served[2]).children() if "work" in each.cmdline())
    _suspend_between_writes(worker, _served[1])
    try:
        page.get_by_role("button", name="Close April 2026").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Close April 2026")
        expect(page.get_by_role("status")).to_contain_text("It is waiting to start.")
        if script:
            check_page(page)
    finally:
        worker.resume()
    expect(page.get_by_role("heading", level=1)).to_have_text("April 2026 is closed", timeout=20_000)


def _the_club_sends(home: Path) -> None:
    """Let Oakby’s scorer submit a night on the terminal."""
    with sqlite3.connect(home / DATABASE) as database:
        rows = database.execute("select given, family, number from people_player order by id limit 16").fetchall()
    seats = [Seated(f"{given} {family}", number) for given, family, number in rows]
    event = night([(seats[at], seats[at + 1]) for at in range(0, 16, 2)], name="Friday pairs", begins=date(2026, 5, 29))
    file = home / "friday.yaml"
    file.write_bytes(file_of(event))
    command = [sys.executable, "-m", "overtrick.cli.main", "office", "--home", str(home), "submit", str(file)]
    command += [
        "--organisation",
        "100",
        "--federation",
        "north",
        "--as",
        "north-scorer",
        "--day",
        "2026-05-30",
        "--yes",
    ]
    subprocess.run(command, env={**os.environ, "DATABASE_URL": ""}, check=True, capture_output=True)  # noqa: S603


def test_from_the_submission_to_the_promotions(_served: tuple[str, Path, int], open_page: Open) -> None:  # noqa: PT019
    with sqlite3.connect(_served[1] / DATABASE) as database:
        database.execute("update federations_federation set approval = 'office'")
    page = open_page("/office/", Role.OFFICE)
    _the_club_sends(_served[1])
    page.goto("/office/")
    page.get_by_role("link", name="1 submission to approve").click()
    page.get_by_role("link", name="Friday pairs").click()
    page.get_by_text("Why?").first.click()
    expect(page.locator(".working").first).to_be_visible()
    check_page(page)
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status")).to_have_text("Friday pairs is approved.")
    for month in ("April 2026", "May 2026"):
        page.goto("/office/months/")
        page.get_by_role("link", name=f"Rehearse the close of {month}").click()
        expect(page.get_by_text("Rehearsal: nothing has been changed")).to_be_visible()
        page.get_by_role("button", name=f"Close {month}").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{month} is closed")
    promoted = page.get_by_role("table").get_by_role("row").count()
    page.get_by_role("link", name="Promotions of this month").click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(promoted)


@pytest.mark.proof
@with_and_without_script
def test_a_change_of_ways_is_planned_for_a_day_and_withdrawn(script: bool, open_page: Open) -> None:
    page = open_page("/office/settings/", Role.OFFICE, size=PHONE, script=script)
    page.get_by_role("link", name="Change settings").click()
    page.get_by_role("radio", name="The office", exact=True).check()
    page.get_by_label("From", exact=True).fill("2099-01-01")
    page.get_by_label("Reason").fill("Council of 12 June")
    page.get_by_role("button", name="Check what will happen").click()
    expect(page.get_by_text("Results submitted from 1 January 2099 are approved in the new way.")).to_be_visible()
    page.get_by_role("button", name="Save these settings").click()
    expect(page.get_by_role("status")).to_have_text("The new settings apply from 1 January 2099.")
    expect(page.get_by_text("starts later")).to_be_visible()
    if script:
        check_page(page)
    page.get_by_role("link", name="Withdraw it").click()
    page.get_by_label("Reason").fill("Never mind")
    page.get_by_role("button", name="Check what will happen").click()
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("No changes yet.")).to_be_visible()


@pytest.mark.proof
def test_an_approved_submission_is_returned_with_a_reason(open_page: Open) -> None:
    page = open_page("/office/submissions/?status=approved", Role.OFFICE)
    page.get_by_role("table").get_by_role("link").filter(has_text="Tuesday pairs").first.click()
    expect(page.get_by_role("complementary", name="Submissions")).to_be_visible()
    page.get_by_text("Why?").first.click()
    expect(page.locator(".working").first).to_be_visible()
    page.get_by_role("link", name="Return with a reason").click()
    page.get_by_label("Reason").fill("Two pairs are exchanged")
    page.get_by_role("button", name="Check what will happen").click()
    expect(page.get_by_text("The points of this version are taken back")).to_be_visible()
    page.get_by_role("button", name="Return it to Oakby").click()
    expect(page.get_by_role("status")).to_contain_text("was returned to Oakby")


@pytest.mark.proof
def test_an_error_is_listed_on_top_and_leads_to_its_field(open_page: Open) -> None:
    page = open_page("/office/players/register/", Role.OFFICE, size=PHONE)
    page.get_by_label("Given name").fill("Zia")
    page.get_by_role("button", name="Register").click()
    page.get_by_role("alert").get_by_role("link", name="Enter the family name").click()
    expect(page.get_by_label("Family name")).to_be_focused()
    expect(page.get_by_label("Given name")).to_have_value("Zia")
    check_page(page)
