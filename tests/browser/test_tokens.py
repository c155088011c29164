"""A secretary lets programs act for the club, seen with a browser: a platform's link, a token, a scoring PC."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.looking import check_page
from tests.browser.ways import in_both_themes, with_and_without_script
from tests.web.cast import PASSWORD, Role

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Open


def _confirm(page: Page) -> None:
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


@in_both_themes
def test_a_platform_gets_a_token_that_is_shown_once(size: ViewportSize, dark: bool, open_page: Open) -> None:
    page = open_page("/club/tokens/new?name=RealBridge&scopes=results:write", Role.SECRETARY, size=size, dark=dark)
    _confirm(page)
    expect(page.get_by_text("RealBridge asks to act for Oakby.")).to_be_visible()
    expect(page.get_by_label("Send, submit and correct results")).to_be_checked()
    check_page(page)
    page.get_by_role("button", name="Make the token").click()
    expect(page.locator("#token")).to_have_text(re.compile(r"oto_[0-9A-Za-z]{46}"))
    check_page(page)
    page.get_by_role("link", name="I have copied it").click()
    expect(page.get_by_text("Never")).to_be_visible()
    expect(page.locator("#token")).to_have_count(0)
    check_page(page)
    page.get_by_role("link", name="End the token of RealBridge").click()
    check_page(page)
    page.get_by_role("button", name="End this token").click()
    expect(page.get_by_text("The token of RealBridge no longer works.")).to_be_visible()
    check_page(page)


@pytest.mark.proof
@in_both_themes
def test_a_club_without_programs_reads_what_they_are_for(size: ViewportSize, dark: bool, open_page: Open) -> None:
    page = open_page("/club/", Role.SECRETARY, size=size, dark=dark)
    page.get_by_role("link", name="Programs").first.click()
    expect(page.get_by_text("a long password of its own")).to_be_visible()
    check_page(page)


@pytest.mark.proof
@with_and_without_script
@in_both_themes
def test_a_code_for_a_scoring_pc_and_a_picture_of_it(
    size: ViewportSize, dark: bool, script: bool, open_page: Open
) -> None:
    page = open_page("/club/", Role.SECRETARY, size=size, dark=dark, script=script)
    page.goto(f"{page.url}tokens/pair/")
    _confirm(page)
    expect(page.get_by_text("within ten minutes")).to_be_visible()
    if script:
        check_page(page)
    page.get_by_role("button", name="Show a code").click()
    expect(page.locator(".pairing-code")).to_have_text(re.compile(r"\s*[2-9A-Z]{4}-[2-9A-Z]{4}\s*"))
    expect(page.get_by_text("We are waiting for the scoring program.")).to_be_visible()
    page.get_by_text("The program has a camera").click()
    expect(page.get_by_role("img", name="QR code for the scoring program")).to_be_visible()
    if script:
        check_page(page)
    page.get_by_role("link", name="See whether it is paired").click()
    expect(page.get_by_text("We are waiting for the scoring program.")).to_be_visible()
    if script:
        check_page(page)
