"""A second factor: set up with a phone, asked for after the password, replaced once by each recovery code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register.accounts.models import User
from overtrick.register.limits.models import Count
from overtrick.register.log_ins import handover
from overtrick.web.accounts import second_factor
from overtrick.web.accounts.models import RecoveryCode, Session
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

ADDRESS, SET_UP, OFF = "/account/second-factor/", "/account/second-factor/set-up/", "/account/second-factor/off/"
CODES = "/account/second-factor/codes/"


@pytest.fixture
def user(cast: Cast) -> User:
    """Give somebody with a password."""
    found = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    found.set_password(PASSWORD)
    found.save()
    return found


@pytest.fixture
def phone(user: User) -> TOTPDevice:
    """Give the phone that they set up."""
    made: TOTPDevice = TOTPDevice.objects.create(user=user, confirmed=True)
    return made


def _first(user: User, browser: Client, **more: str) -> Answer:
    return browser.post("/log-in/", {"name": user.username, "password": PASSWORD, **more})


def _hidden(answer: Answer, name: str) -> str:
    (found,) = re.findall(rf'name="{name}" value="([^"]+)"', answer.content.decode())
    return str(found)


def _shown_by(phone: TOTPDevice) -> str:
    return f"{TOTP(phone.bin_key).token():06}"


def _log_in(user: User, code: str) -> tuple[Client, Answer]:
    browser = Client()
    passed = _hidden(_first(user, browser), "passed")
    return browser, browser.post("/log-in/code/", {"passed": passed, "code": code})


def _confirmed(user: User) -> Client:
    """Give a browser in which somebody has just logged in, before there was a phone."""
    browser = Client()
    assert _first(user, browser).status_code == 302
    return browser


def _an_hour_later(user: User) -> None:
    """Let the last confirmation be old."""
    row = Session.objects.get(user=user)
    from overtrick.web.accounts.sessions import SessionStore  # noqa: PLC0415

    store = SessionStore()
    data = store.decode(row.data)
    Session.objects.filter(pk=row.pk).update(data=store.encode({**data, "confirmed": data["confirmed"] - 3600}))


def test_the_code_is_asked_for_after_the_password_and_both_are_needed(user: User, phone: TOTPDevice) -> None:
    browser = Client()
    asked = _first(user, browser, next="/account/devices/")
    assert "Enter your code" in asked.content.decode()
    assert browser.get("/account/").status_code == 302
    passed = _hidden(asked, "passed")
    wrong = f"{(int(_shown_by(phone)) + 5_000) % 1_000_000:06}"
    for code in ("", wrong, "abc", "0000-0000-0000"):
        assert browser.post("/log-in/code/", {"passed": passed, "code": code}).status_code == 422
        assert browser.get("/account/").status_code == 302
    sent = {"passed": passed, "code": f" {_shown_by(phone)[:3]} {_shown_by(phone)[3:]}", "next": "/account/devices/"}
    assert browser.post("/log-in/code/", sent)["Location"] == "/account/devices/"
    assert browser.get("/account/").status_code == 200


def test_whoever_chooses_a_new_password_is_asked_for_the_code_too(user: User, phone: TOTPDevice) -> None:
    key = handover.in_hand(user, actor=None, at=timezone.now()).address.partition("?key=")[2]
    browser, chosen = Client(), "four spades doubled"
    asked = browser.post("/link/", {"key": key, "new_password1": chosen, "new_password2": chosen})
    assert browser.get("/account/").status_code == 302
    browser.post("/log-in/code/", {"passed": _hidden(asked, "passed"), "code": _shown_by(phone)})
    assert browser.get("/account/").status_code == 200


@pytest.mark.parametrize("passed", ["", "forged", "eyJ1c2VyIjoxfQ:1:2"])
def test_without_the_password_no_code_is_looked_at(passed: str, user: User, phone: TOTPDevice) -> None:
    del user
    answer = Client().post("/log-in/code/", {"passed": passed, "code": _shown_by(phone)})
    assert answer["Location"] == "/log-in/"


def test_a_password_that_was_changed_meanwhile_is_not_enough(user: User, phone: TOTPDevice) -> None:
    browser = Client()
    passed = _hidden(_first(user, browser), "passed")
    user.set_password("four spades doubled")
    user.save()
    assert browser.post("/log-in/code/", {"passed": passed, "code": _shown_by(phone)})["Location"] == "/log-in/"


def test_a_code_works_once(user: User, phone: TOTPDevice) -> None:
    code = _shown_by(phone)
    assert _log_in(user, code)[1].status_code == 302
    assert _log_in(user, code)[1].status_code == 422


def test_codes_are_counted_and_after_some_wrong_ones_the_right_one_has_to_wait(user: User, phone: TOTPDevice) -> None:
    answers = [_log_in(user, "abc")[1].status_code for _ in range(7)]
    assert answers == [422] * 5 + [429] * 2
    _browser, refused = _log_in(user, _shown_by(phone))
    assert refused.status_code == 429
    assert "Wait 1 minute" in refused.content.decode()
    Count.objects.update(until=0)
    assert _log_in(user, _shown_by(phone))[1].status_code == 302


def test_a_recovery_code_replaces_the_phone_once(user: User, phone: TOTPDevice) -> None:
    del phone
    code, *others = second_factor.new_recovery_codes(user)
    assert len(others) == 9
    stored = str(list(RecoveryCode.objects.values()))
    assert code not in stored
    assert code.replace("-", "") not in stored
    assert _log_in(user, code.lower().replace("-", " "))[1].status_code == 302
    assert _log_in(user, code)[1].status_code == 422
    assert _log_in(user, others[0])[1].status_code == 302
    assert second_factor.recovery_codes_left(user) == 8


def test_a_recovery_code_of_somebody_else_opens_nothing(user: User, phone: TOTPDevice, cast: Cast) -> None:
    del phone
    code, *_others = second_factor.new_recovery_codes(User.objects.get(pk=cast.users[Role.OFFICE].pk))
    assert _log_in(user, code)[1].status_code == 422


def test_a_phone_counts_once_it_has_shown_a_code_and_then_the_recovery_codes_are_shown(user: User) -> None:
    browser = _confirmed(user)
    page = browser.get(SET_UP)
    key = _hidden(page, "key")
    assert not TOTPDevice.objects.exists()
    code = f"{TOTP(bytes.fromhex(key.partition(':')[0])).token():06}"
    shown = browser.post(SET_UP, {"key": key, "code": code})
    found = re.findall(r'<li class="code">([^<]+)</li>', shown.content.decode())
    assert len(set(found)) == 10
    assert TOTPDevice.objects.get().confirmed
    assert "10 recovery codes left" in browser.get(ADDRESS).content.decode()
    assert _log_in(user, code)[1].status_code == 422, "the code was used to set the phone up"
    assert _log_in(user, found[0])[1].status_code == 302


def test_the_picture_is_white_around_and_the_key_can_be_typed(user: User) -> None:
    page = _confirmed(user).get(SET_UP).content.decode()
    assert "%23fff" in page or "fill=%27white%27" in page or 'fill="white"' in page
    assert "otpauth" not in page
    assert re.search(r"(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}<", page)


@pytest.mark.parametrize("code", ["", "abc", "0"])
def test_after_a_wrong_code_the_picture_stays_the_same_and_nothing_is_stored(code: str, user: User) -> None:
    browser = _confirmed(user)
    page = browser.get(SET_UP)
    again = browser.post(SET_UP, {"key": _hidden(page, "key"), "code": code})
    assert again.status_code == 422
    assert _hidden(again, "key") == _hidden(page, "key")
    pictures = [re.findall('src="(data:[^"]+)"', each.content.decode()) for each in (page, again)]
    assert pictures[0] == pictures[1] != []
    assert not TOTPDevice.objects.exists()


def test_a_key_that_the_page_did_not_give_is_refused(user: User, cast: Cast) -> None:
    browser = _confirmed(user)
    other = User.objects.get(pk=cast.users[Role.OFFICE].pk)
    other.set_password(PASSWORD)
    other.save()
    theirs = _hidden(_confirmed(other).get(SET_UP), "key")
    for key in (theirs, f"00{theirs}", ""):
        assert browser.post(SET_UP, {"key": key, "code": "123456"}).status_code == 400
    assert not TOTPDevice.objects.exists()


def test_another_phone_replaces_the_first_only_when_it_has_shown_a_code(user: User) -> None:
    browser = _confirmed(user)
    first: TOTPDevice = TOTPDevice.objects.create(user=user, confirmed=True)
    key = _hidden(browser.get(SET_UP), "key")
    browser.post(SET_UP, {"key": key, "code": "abc"})
    assert TOTPDevice.objects.get() == first
    browser.post(SET_UP, {"key": key, "code": f"{TOTP(bytes.fromhex(key.partition(':')[0])).token():06}"})
    assert TOTPDevice.objects.get().key == key.partition(":")[0] != first.key


@pytest.mark.parametrize("address", [OFF, CODES])
def test_some_time_after_the_log_in_a_change_needs_a_code_again_and_is_then_made(address: str, user: User) -> None:
    browser = _confirmed(user)
    phone: TOTPDevice = TOTPDevice.objects.create(user=user, confirmed=True)
    codes = second_factor.new_recovery_codes(user)
    _an_hour_later(user)
    asked = browser.post(address)
    assert asked.status_code == 403
    assert TOTPDevice.objects.exists()
    assert second_factor.recovery_codes_left(user) == 10
    kept = _hidden(asked, "kept_form")
    assert browser.post("/account/confirm/", {"code": "abc", "kept_form": kept}).status_code == 422
    confirmed = browser.post("/account/confirm/", {"code": _shown_by(phone), "kept_form": kept})
    assert (confirmed.status_code, confirmed["Location"]) == (307, address)
    done = browser.post(address, {"code": "", "kept_form": kept})
    assert done.status_code == (302 if address == OFF else 200)
    assert TOTPDevice.objects.exists() is (address == CODES)
    assert second_factor.fits(user, codes[0]) is False, "the old recovery codes are void"


def test_without_a_phone_the_password_is_asked_for_and_leads_on(user: User) -> None:
    browser = _confirmed(user)
    _an_hour_later(user)
    sent = browser.get(SET_UP)["Location"]
    assert sent == f"/account/confirm/?next={SET_UP.replace('/', '%2F')}"
    assert "Your password" in browser.get(sent).content.decode()
    assert browser.post(sent, {"password": "wrong"}).status_code == 422
    assert browser.post(sent, {"password": PASSWORD})["Location"] == SET_UP
    assert browser.get(SET_UP).status_code == 200


def test_the_password_cannot_be_guessed_at_the_confirmation(user: User) -> None:
    browser = _confirmed(user)
    answers = [browser.post("/account/confirm/", {"password": f"guess {at}"}).status_code for at in range(6)]
    assert answers == [422] * 5 + [429]
    assert browser.post("/account/confirm/", {"password": PASSWORD}).status_code == 429
