"""A player is promoted: the mail comes through a real server, and its link leads to the certificate as a PDF."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import visitors
from tests.browser.looking import PHONE, check_page
from tests.browser.old_records import LAKES_OFFICE, LAKES_PLAYER, LAKES_PLAYER_MAIL
from tests.smtp_server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import OwnOffice
    from tests.smtp_server import Postbox


@pytest.mark.proof
def test_from_the_mail_about_a_promotion_to_the_certificate(browser: Browser, own_office: OwnOffice) -> None:
    with running() as box:
        mail = {"OVERTRICK_MAIL": f"smtp://127.0.0.1:{box.port}", "OVERTRICK_MAIL_FROM": "points@example.org"}
        with own_office.serving(settings=mail), visitors(browser, own_office.office) as open_page:
            player = open_page("/@lakes/account/mail/", LAKES_PLAYER, size=PHONE)
            player.get_by_role("group", name="My points and my rank").get_by_label("At once").check()
            player.get_by_role("button", name=re.compile("Save")).click()
            office = open_page("/@lakes/office/", LAKES_OFFICE)
            office.get_by_role("link", name="Rehearse it").click()
            office.get_by_role("button", name="Close May 2026").click()
            expect(office.get_by_role("heading", level=1)).to_have_text("May 2026 is closed")
            text = _letter(box, player)
            assert "Club Master" in text
            player.goto(_link(text))
            check_page(player)
            player.get_by_role("link", name=re.compile("ertificate")).first.click()
            player.goto(str(player.get_by_role("link", name=re.compile("Club Master")).first.get_attribute("href")))
            expect(player.get_by_text("has reached the rank of")).to_be_visible()
            link = player.get_by_role("link", name=re.compile("PDF")).first.get_attribute("href")
            answer = player.request.get(f"{player.url.partition('?')[0]}{link}")
            assert answer.headers["content-type"] == "application/pdf"
            said = " ".join(PdfReader(io.BytesIO(answer.body())).pages[0].extract_text().split())
    for part in ("certifies that", "Ado Bem", "Club Master", "on 12 May 2026"):
        assert part in said, said


def _letter(box: Postbox, page: Page) -> str:
    """Wait for the letter about the promotion."""
    for _ in range(300):
        for each in box.letters:
            if each["To"] == LAKES_PLAYER_MAIL and "Club Master" in each.get_content():
                return str(each.get_content())
        page.wait_for_timeout(200)
    pytest.fail(f"no letter has come; {[each['Subject'] for each in box.letters]}", pytrace=False)


def _link(text: str) -> str:
    """Give the address of the page that the message is about, on our server."""
    (line,) = [each for each in text.splitlines() if "Club Master" in each and each.startswith("- ")]
    lines = text.splitlines()
    return urlsplit(lines[lines.index(line) + 1].strip()).path
