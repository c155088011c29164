"""A second factor and a forgotten password: to open the page changes nothing, to send it does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register.accounts.models import User
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

ADDRESS = "/account/second-factor/"


def _key(page: str) -> str:
    (found,) = re.findall(r'name="key" value="([^"]+)"', page)
    return str(found)


def _code(signed: str) -> str:
    return f"{TOTP(bytes.fromhex(signed.partition(':')[0])).token():06}"


def test_a_second_factor_counts_once_the_phone_has_shown_a_code(log_in: LogIn) -> None:
    browser = log_in(Role.PLAYER)
    key = _key(browser.get(ADDRESS).content.decode())
    assert not TOTPDevice.objects.exists()
    assert browser.post(ADDRESS, {"key": key, "code": _code(key)}).status_code == 302
    assert TOTPDevice.objects.get().confirmed
    assert 'name="key"' not in browser.get(ADDRESS).content.decode()


@pytest.mark.parametrize("code", ["", "abc"])
def test_after_a_wrong_code_the_picture_stays_the_same(code: str, log_in: LogIn) -> None:
    browser = log_in(Role.PLAYER)
    page = browser.get(ADDRESS).content.decode()
    again = browser.post(ADDRESS, {"key": _key(page), "code": code}).content.decode()
    assert _key(again) == _key(page)
    assert re.findall('<img src="[^"]+"', again) == re.findall('<img src="[^"]+"', page)
    assert not TOTPDevice.objects.filter(confirmed=True).exists()


def test_a_key_that_the_page_did_not_give_is_refused(log_in: LogIn) -> None:
    browser, other = log_in(Role.PLAYER), log_in(Role.OFFICE)
    theirs = _key(other.get(ADDRESS).content.decode())
    for key in (theirs, f"00{theirs}", ""):
        assert browser.post(ADDRESS, {"key": key, "code": "123456"}).status_code == 400
    assert not TOTPDevice.objects.exists()


def test_the_link_for_a_forgotten_password_works_once_and_opening_it_changes_nothing(cast: Cast) -> None:
    user = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    user.set_password(PASSWORD)
    user.save()
    browser = Client()
    browser.post("/forgotten/", {"email": user.email})
    (link,) = re.findall(r"/forgotten/\S+", str(mail.outbox[0].body))
    for _ in range(2):
        assert "new_password1" in browser.get(link).content.decode()
    assert not Session.objects.exists()
    chosen = {"new_password1": "four spades doubled", "new_password2": "four spades doubled"}
    assert browser.post(link, chosen).status_code == 302
    assert User.objects.get(pk=cast.users[Role.SECRETARY].pk).check_password("four spades doubled")
    assert "new_password1" not in browser.get(link).content.decode()
    assert browser.post(link, dict.fromkeys(chosen, "five diamonds")).status_code == 200
    assert User.objects.get(pk=cast.users[Role.SECRETARY].pk).check_password("four spades doubled")
