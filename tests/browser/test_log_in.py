"""Logging in, seen with a browser: an expired session, a second factor, and the devices of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django_otp.oath import TOTP
from playwright.sync_api import expect

from tests.browser.looking import PHONE, check_page
from tests.browser.ways import in_both_themes, with_and_without_script
from tests.web.cast import PASSWORD, Role

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.conftest import Open

#: How light the picture is at its edge, half way down; the page behind it may be dark.
_EDGE = """
image => {
  const canvas = document.createElement('canvas');
  canvas.width = image.width; canvas.height = image.height;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, image.width, image.height);
  return [...context.getImageData(4, image.height / 2, 1, 1).data];
}
"""


def _log_in(page: Page, name: str) -> None:
    page.get_by_label("Your number or e-mail address").fill(name)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


@with_and_without_script
def test_what_was_typed_when_the_session_ended_is_sent_after_the_log_in(script: bool, open_page: Open) -> None:
    page = open_page("/queries/1/", Role.PLAYER, size=PHONE, script=script)
    page.get_by_label("Your words").fill("It was 26 boards, I am sure")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    if script:
        check_page(page)
    _log_in(page, "ado@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("Send what you typed")
    expect(page.get_by_text("It was 26 boards, I am sure")).to_be_visible()
    if script:
        check_page(page)
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_text("It was 26 boards, I am sure")).to_be_visible()
    expect(page).to_have_url(page.url.partition("/queries/")[0] + "/queries/1/")


@pytest.mark.proof
@with_and_without_script
def test_a_file_that_was_chosen_when_the_session_ended_is_sent_too(script: bool, open_page: Open) -> None:
    page = open_page("/club/", Role.SCORER, script=script)
    page.get_by_role("link", name="Send results").first.click()
    night = {"name": "night.yaml", "mimeType": "text/yaml", "buffer": b"event: Tuesday pairs\nhandbook: ebu\n"}
    page.get_by_label("Choose results files").set_input_files(night)  # type: ignore[arg-type]
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Read these files").click()
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    _log_in(page, "north-scorer")
    expect(page.get_by_text("night.yaml")).to_be_visible()
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_text("night.yaml").first).to_be_visible()
    assert "/files/" in page.url


@in_both_themes
def test_a_phone_is_set_up_scanned_on_a_dark_page_and_asked_for(
    size: ViewportSize, dark: bool, open_page: Open
) -> None:
    page = open_page("/account/second-factor/", Role.PLAYER, size=size, dark=dark)
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm that it is you")
    check_page(page)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    check_page(page)
    assert page.get_by_alt_text("QR code for the app").evaluate(_EDGE) == [255, 255, 255, 255]
    key = page.locator("input[name=key]").input_value().partition(":")[0]
    page.get_by_label("six digits").fill(f"{TOTP(bytes.fromhex(key)).token():06}")
    page.get_by_role("button", name="Use this phone").click()
    check_page(page)
    codes = page.locator(".recovery-codes .code").all_inner_texts()
    assert len(codes) == 10
    page.get_by_role("link", name="I have kept them").click()
    expect(page.get_by_text("You have 10 recovery codes left.")).to_be_visible()
    check_page(page)
    page.goto("/account/devices/")
    check_page(page)
    page.get_by_role("button", name="Log out everywhere").click()
    _log_in(page, "ado@example.org")
    check_page(page)
    page.get_by_label("six digits").fill(codes[0])
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ado Bem")


def test_a_change_that_needs_the_password_again_goes_on_by_itself(open_page: Open) -> None:
    """The browser sends the form once more by itself; any button of a page will do to see that."""
    page = open_page("/account/devices/", Role.COUNTY)
    everywhere = page.get_by_role("button", name="Log out everywhere")
    everywhere.evaluate("button => { button.form.action = '/account/second-factor/off/' }")
    everywhere.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm that it is you")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("You now need only your password to log in.")).to_be_visible()


@pytest.mark.proof
@in_both_themes
def test_an_office_requires_a_phone_and_an_officer_sets_it_up_at_the_log_in(
    size: ViewportSize, dark: bool, open_page: Open
) -> None:
    office = open_page("/office/settings/ways/", Role.OFFICE, size=size, dark=dark)
    office.get_by_role("radio", name="Everybody who acts for a club").check()
    office.get_by_label("Reason").fill("Decision of the council")
    office.get_by_role("button", name="Check what will happen").click()
    expect(office.get_by_text("6 people have no phone set up yet.")).to_be_visible()
    office.get_by_role("button", name="Save these settings").click()
    office.get_by_label("Your password").fill(PASSWORD)
    office.get_by_role("button", name="Confirm").click()
    expect(office.get_by_role("heading", level=1)).to_have_text("Settings")
    page = open_page("/log-in/", size=size, dark=dark)
    _log_in(page, "north-scorer")
    expect(page.get_by_text("Your office requires this of everybody who acts for it")).to_be_visible()
    check_page(page)
    page.goto("/club/")
    expect(page.get_by_text("Your office requires this of everybody who acts for it")).to_be_visible()
    key = page.locator("input[name=key]").input_value().partition(":")[0]
    page.get_by_label("six digits").fill(f"{TOTP(bytes.fromhex(key)).token():06}")
    page.get_by_role("button", name="Use this phone").click()
    page.get_by_role("link", name="I have kept them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What you need to do")


@pytest.mark.proof
@in_both_themes
def test_whoever_proposes_an_entry_by_hand_enters_the_password(size: ViewportSize, dark: bool, open_page: Open) -> None:
    page = open_page("/office/players/200001/points/", Role.OFFICE, size=size, dark=dark)
    page.get_by_label("Points", exact=True).fill("12")
    page.get_by_role("radio", name="Local").check()
    page.get_by_label("Won on").fill("2026-05-01")
    page.get_by_label("Reason").fill("Won abroad")
    page.get_by_role("button", name="Check what will happen").click()
    page.get_by_role("button", name="Propose this entry").click()
    expect(page.get_by_text("This needs two people.")).to_be_visible()
    check_page(page)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("status")).to_have_text("Proposed. Somebody else in the office must confirm it.")
