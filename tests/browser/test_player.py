"""A player's way: log in, see the record, ask why, filter, print, hide, ask and be answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import DESKTOP, PHONE, check_page
from tests.web.cast import PASSWORD, Role

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Open

with_and_without_script = pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/record/", Role.PLAYER),
        ("/record/statement/", Role.PLAYER),
        ("/record/privacy/", Role.PLAYER),
        ("/record/why/4/", Role.PLAYER),
        ("/record/ask/4/", Role.PLAYER),
        ("/queries/", Role.PLAYER),
        ("/queries/1/", Role.OFFICE),
        ("/record/", Role.OFFICE),  # has none
        ("/players/?search=a", Role.ANONYMOUS),
        ("/players/200001/", Role.ANONYMOUS),
        ("/rankings/", Role.ANONYMOUS),
        ("/promotions/", Role.ANONYMOUS),
        ("/certificates/", Role.ANONYMOUS),
        ("/certificates/?code=7K3M", Role.ANONYMOUS),
        ("/certificates/1/", Role.OTHER_PLAYER),
        ("/record/certificates/", Role.OTHER_PLAYER),
    ],
)
@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone", "desktop, dark"])
def test_everybody_can_use_the_pages(path: str, role: Role, size: ViewportSize, dark: bool, open_page: Open) -> None:
    check_page(open_page(path, role, size=size, dark=dark))


@with_and_without_script
def test_from_logging_in_to_the_working_of_the_last_award_and_of_a_zero(script: bool, open_page: Open) -> None:
    page = open_page("/log-in/", size=PHONE, script=script)
    page.get_by_label("Your number or e-mail address").fill("200001")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ado Bem")
    expect(page.get_by_text("Still missing for County Master: 212 points of any colour.")).to_be_visible()
    page.get_by_role("link", name="Why no points? Tuesday pairs, 26 May 2026").click()
    expect(page.get_by_text("§ 4.1.2").first).to_be_visible()
    if not script:
        expect(page.get_by_role("heading", level=1)).to_have_text("Why no points?")
        page.get_by_role("link", name="My record").first.click()
    page.get_by_role("link", name="Why 12 points? Tuesday pairs, 19 May 2026").click()
    expect(page.get_by_text("Place 2 of 3 awards: 2 × 6").first).to_be_visible()


def test_the_record_with_a_working_open_can_be_used_by_everybody(open_page: Open) -> None:
    page = open_page("/record/", Role.PLAYER, size=PHONE)
    page.get_by_role("link", name="Why 18 points? Tuesday pairs, 10 March 2026").click()
    expect(page.get_by_text("Place 1 of 3 awards: 3 × 6").first).to_be_visible()
    check_page(page)


@with_and_without_script
def test_a_record_is_filtered_by_year(script: bool, open_page: Open) -> None:
    page = open_page("/record/", Role.PLAYER, script=script)
    page.get_by_label("Year", exact=True).select_option("2025")
    if not script:
        page.get_by_role("button", name="Show these").click()
    expect(page.get_by_text("2 lines")).to_be_visible()
    expect(page.get_by_text("Tuesday pairs")).to_have_count(1)  # the best event, above


def test_by_keyboard_alone_the_working_opens(open_page: Open) -> None:
    page = open_page("/record/", Role.PLAYER)
    page.get_by_label("Partner", exact=True).focus()
    for _press in range(3):  # the button, then the event and the working of the first line
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Why no points? Tuesday pairs, 26 May 2026")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("§ 4.1.2").first).to_be_visible()


@with_and_without_script
def test_a_question_is_asked_answered_and_closed(script: bool, open_page: Open) -> None:
    page = open_page("/record/", Role.PLAYER, script=script, size=PHONE)
    page.get_by_role("link", name="Why 12 points? Tuesday pairs, 12 May 2026").click()
    page.get_by_role("link", name="Ask about this award").first.click()
    _send(page, "Send the question", "")
    expect(page.get_by_role("alert")).to_contain_text("Write what you would like to know")
    page.get_by_label("What would you like to know?").fill("Were there not nine tables?")
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_text("Your question is with the club and the office.")).to_be_visible()
    club = open_page("/queries/", Role.SCORER, script=script)
    club.get_by_role("link", name="12 local points, Tuesday pairs, 12 May 2026").click()
    expect(club.get_by_text("Place 2 of 3 awards: 2 × 6").first).to_be_visible()
    club.get_by_label("Your words").fill("Eight pairs, four tables.")
    club.get_by_role("button", name="Send", exact=True).click()
    page.reload()
    expect(page.get_by_text("Eight pairs, four tables.")).to_be_visible()
    page.get_by_role("button", name="Close this thread").click()
    expect(page.get_by_text("The thread is closed. You can still read it here.")).to_be_visible()


def _send(page: Page, button: str, words: str) -> None:
    page.get_by_role("textbox").first.fill(words)
    page.get_by_role("button", name=button).click()


@with_and_without_script
def test_who_hides_is_found_by_the_club_and_not_by_strangers(script: bool, open_page: Open) -> None:
    page = open_page("/record/privacy/", Role.PLAYER, script=script)
    page.get_by_label("Only my club and the office").check()
    page.get_by_role("button", name="Save this choice").click()
    expect(page.get_by_text("You are hidden from the public.")).to_be_visible()
    for role, found in ((None, 0), (Role.SECRETARY, 1)):
        search = open_page("/players/", role, script=script)
        search.get_by_label("Number or name").fill("Ado Bem")
        search.get_by_role("button", name="Look up").click()
        expect(search.get_by_role("link", name="Ado Bem")).to_have_count(found)


def test_a_statement_is_printed_without_navigation_and_downloaded(open_page: Open) -> None:
    page = open_page("/record/statement/", Role.PLAYER)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as XLSX").click()
    assert download.value.suggested_filename == "Statement of 200001.xlsx"
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_a_ranking_list_is_sorted_by_a_click_on_a_heading(open_page: Open) -> None:
    page = open_page("/rankings/", script=False)
    page.get_by_role("link", name="Name").click()
    first = page.get_by_role("row").nth(1)
    expect(first).to_contain_text("Ado Bem")
    page.get_by_role("link", name="Name").click()
    expect(page.get_by_role("row").nth(1)).not_to_contain_text("Ado Bem")


@with_and_without_script
def test_from_the_record_to_a_certificate_and_the_check_of_its_code(script: bool, open_page: Open) -> None:
    page = open_page("/record/", Role.OTHER_PLAYER, size=PHONE, script=script)
    page.get_by_role("link", name="Certificates").click()
    page.get_by_role("link", name="Club Master").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Elu Fin")
    code = page.locator(".certificate .code").inner_text()
    stranger = open_page("/", size=PHONE, script=script)
    stranger.get_by_role("link", name="Check a certificate").click()
    stranger.get_by_label("Code of the certificate").fill(code.lower().replace("-", " "))
    stranger.get_by_role("button", name="Check this code").click()
    expect(stranger.get_by_role("status")).to_contain_text("This certificate is genuine.")
    expect(stranger.get_by_role("status")).not_to_contain_text("Elu Fin")
