"""What every page has in common, seen with a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.looking import PHONE
from tests.browser.ways import with_and_without_script
from tests.web.cast import PASSWORD, Role

if TYPE_CHECKING:
    from tests.browser.conftest import Open


@with_and_without_script
def test_somebody_logs_in_with_an_e_mail_address_and_out_again(script: bool, open_page: Open) -> None:
    page = open_page("/log-in/", script=script)
    page.get_by_label("Your number or e-mail address").fill("ado@example.org")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_a_wrong_password_is_answered_with_a_sentence(open_page: Open) -> None:
    page = open_page("/log-in/", size=PHONE, script=False)
    page.get_by_label("Your number or e-mail address").fill("ado@example.org")
    page.get_by_label("Your password").fill("two hearts")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("does not match")
    expect(page.get_by_label("Your number or e-mail address")).to_have_value("ado@example.org")


def test_somebody_who_is_logged_in_stays_so_on_the_next_page(open_page: Open) -> None:
    page = open_page("/", Role.PLAYER)
    expect(page.get_by_role("link", name="Ado Bem")).to_be_visible()
