"""An office requires a second factor of its officers: whoever has none sets one up at the next log-in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register.accounts.models import User
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.federation_settings.scheduled_settings import SettingsChange
from overtrick.register.federations.models import Federation
from overtrick.web import access, kept_form
from overtrick.web.accounts import second_factor
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

SET_UP = "/account/second-factor/set-up/"
WHY = "Your office requires this of everybody who acts for it"
NOBODY, OFFICE, OFFICERS = Federation.SecondFactor


def _require(cast: Cast, choice: Federation.SecondFactor) -> None:
    change = SettingsChange(second_factor=choice)
    scheduled_settings.plan(
        cast.union.federation, change, access.today(), actor=cast.union.clerk, at=access.now(), reason="Council"
    )


def _log_in(user: User, **more: str) -> tuple[Client, Answer]:
    fresh = User.objects.get(pk=user.pk)
    fresh.set_password(PASSWORD)
    fresh.save()
    browser = Client()
    return browser, browser.post("/log-in/", {"name": fresh.username, "password": PASSWORD, **more})


def _hidden(answer: Answer, name: str) -> str:
    (found,) = re.findall(rf'name="{name}" value="([^"]+)"', answer.content.decode())
    return str(found)


def _set_up(browser: Client, page: Answer) -> Answer:
    """Scan the picture, and send what the phone shows with everything that is in the page."""
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    phone = TOTP(bytes.fromhex(fields["key"].partition(":")[0]))
    answer: Answer = browser.post(SET_UP, {**fields, "code": f"{phone.token():06}"})
    assert "Your recovery codes" in answer.content.decode()
    return answer


@pytest.mark.parametrize(
    ("choice", "role", "led"),
    [
        (NOBODY, Role.OFFICE, False),
        (OFFICE, Role.OFFICE, True),
        (OFFICE, Role.SCORER, False),
        (OFFICE, Role.PLAYER, False),
        (OFFICERS, Role.OFFICE, True),
        (OFFICERS, Role.COUNTY, True),
        (OFFICERS, Role.SCORER, True),
        (OFFICERS, Role.PLAYER, False),
        (OFFICERS, Role.ELSEWHERE, False),
    ],
)
def test_who_is_led_to_set_it_up(choice: Federation.SecondFactor, role: Role, cast: Cast, *, led: bool) -> None:
    if choice != NOBODY:
        _require(cast, choice)
    browser, answer = _log_in(cast.users[role])
    assert (WHY in answer.content.decode()) is led
    later = browser.get("/account/devices/")
    assert later.status_code == (302 if led else 200)
    assert not led or later["Location"] == SET_UP


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", "/"),
        ("get", "/office/"),
        ("post", "/office/settings/ways/"),
        ("get", "/account/"),
        ("get", "/rankings/"),
    ],
)
def test_nothing_else_opens_before(method: str, address: str, cast: Cast) -> None:
    _require(cast, OFFICE)
    browser, _page = _log_in(cast.users[Role.OFFICE])
    answer = getattr(browser, method)(address)
    assert (answer.status_code, answer["Location"]) == (302, SET_UP)
    assert WHY in browser.get(SET_UP).content.decode()
    assert browser.get("/help/account/").status_code == 200
    assert browser.post("/log-out/")["Location"] == "/"


def test_once_it_is_set_up_they_go_where_they_wanted(cast: Cast) -> None:
    _require(cast, OFFICE)
    browser, page = _log_in(cast.users[Role.OFFICE], next="/office/months/")
    codes = _set_up(browser, page)
    assert '<a class="button" href="/office/months/">' in codes.content.decode()
    assert browser.get("/office/months/").status_code == 200


def test_without_a_wish_they_go_to_their_desk(cast: Cast) -> None:
    _require(cast, OFFICE)
    browser, page = _log_in(cast.users[Role.OFFICE])
    assert '<a class="button" href="/desk/">' in _set_up(browser, page).content.decode()


def test_a_form_that_was_kept_is_sent_afterwards(cast: Cast) -> None:
    _require(cast, OFFICE)
    address = f"/office/players/{cast.player.number}/points/"
    typed = {"points": "12", "colour": "local", "played": "2026-05-01", "reason": "Won abroad"}
    kept = _hidden(Client().post(address, typed), kept_form.FIELD)
    browser, page = _log_in(cast.users[Role.OFFICE], **{kept_form.FIELD: kept})
    codes = _set_up(browser, page)
    assert f'action="{address}"' in codes.content.decode()
    sent = browser.post(address, {kept_form.FIELD: _hidden(codes, kept_form.FIELD)})
    assert "Won abroad" in sent.content.decode()


def test_a_wrong_code_keeps_the_picture_and_the_wish(cast: Cast) -> None:
    _require(cast, OFFICE)
    browser, page = _log_in(cast.users[Role.OFFICE], next="/office/months/")
    fields = {"key": _hidden(page, "key"), "next": _hidden(page, "next"), "code": "abc"}
    again = browser.post(SET_UP, fields)
    assert again.status_code == 422
    assert (_hidden(again, "key"), _hidden(again, "next")) == (fields["key"], "/office/months/")
    assert browser.get("/office/").status_code == 302


def test_whoever_has_a_phone_is_only_asked_for_the_code_and_cannot_switch_it_off(cast: Cast) -> None:
    _require(cast, OFFICE)
    user = cast.users[Role.OFFICE]
    phone = TOTPDevice.objects.create(user=user, confirmed=True)
    browser, asked = _log_in(user)
    code = f"{TOTP(phone.bin_key).token():06}"
    assert browser.post("/log-in/code/", {"passed": _hidden(asked, "passed"), "code": code})["Location"] == "/desk/"
    assert "Stop asking for a code" not in browser.get("/account/second-factor/").content.decode()
    told = browser.post("/account/second-factor/off/", follow=True).content.decode()
    assert "Your office requires a code from your phone." in told
    assert second_factor.phone_of(user) is not None


def test_who_is_no_officer_any_more_need_not_set_it_up(cast: Cast) -> None:
    _require(cast, OFFICE)
    browser, _page = _log_in(cast.users[Role.OFFICE])
    cast.users[Role.OFFICE].offices.all().delete()
    assert browser.get("/rankings/").status_code == 200


def test_the_office_decides_it_on_its_page_with_the_password_and_sees_whom_it_concerns(cast: Cast) -> None:
    browser, _page = _log_in(cast.users[Role.OFFICE])
    ways = cast.union.federation.ways(access.today())
    typed = {
        "approval": ways.approval,
        "due": f"{ways.results_due_days}",
        "closes": f"{ways.closes_after_days}",
        "governs": ways.governs,
        "second_factor": "officers",
        "begins": f"{access.today()}",
        "reason": "Council",
    }
    shown = browser.post("/office/settings/ways/", typed).content.decode()
    assert "6 people have no phone set up yet." in shown
    session = browser.session
    session["confirmed"] -= 3600
    session.save()
    asked = browser.post("/office/settings/ways/", {**typed, "sure": "yes"})
    assert (asked.status_code, "Your password" in asked.content.decode()) == (403, True)
    kept = {kept_form.FIELD: _hidden(asked, kept_form.FIELD)}
    sent_on = browser.post("/account/confirm/", {"password": PASSWORD, **kept})
    assert (sent_on.status_code, sent_on["Location"]) == (307, "/office/settings/ways/")
    assert browser.post("/office/settings/ways/", kept).status_code == 302
    page = browser.get("/office/settings/").content.decode()
    assert page.count("Everybody who acts for a club, another organisation or the office") == 2
    _browser, led = _log_in(cast.users[Role.SCORER])
    assert WHY in led.content.decode()
