"""Whoever logs in goes on to the page they wanted, and only with everything that shows who they are."""

from __future__ import annotations

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.people import merge_records
from tests.register import office
from tests.web.cast import PASSWORD, Cast, Role


@pytest.fixture
def user(cast: Cast) -> User:
    """Give somebody with a password."""
    found = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    found.set_password(PASSWORD)
    found.save()
    return found


def test_the_page_that_was_asked_for_is_kept_through_the_form(user: User) -> None:
    browser = Client()
    sent = browser.get("/account/")["Location"]
    assert sent == "/log-in/?next=/account/"
    assert 'name="next" value="/account/"' in browser.get(sent).content.decode()
    answers = {"name": user.email, "password": PASSWORD}
    assert browser.post(sent, answers)["Location"] == "/account/"
    assert Client().post("/log-in/", {**answers, "next": "/record/"})["Location"] == "/record/"


@pytest.mark.parametrize("onward", ["", "https://elsewhere.example/account/", "//elsewhere.example/", "javascript:1"])
def test_nobody_is_sent_to_another_site(user: User, onward: str) -> None:
    answers = {"name": user.email, "password": PASSWORD, "next": onward}
    assert Client().post("/log-in/", answers)["Location"] == "/desk/"


def test_a_wrong_password_is_told_and_lets_nobody_in(user: User) -> None:
    browser = Client()
    answer = browser.post("/log-in/", {"name": user.email, "password": "two hearts"})
    assert answer.status_code == 422
    assert "does not match the number or e-mail address" in answer.content.decode()
    assert browser.get("/account/").status_code == 302


def test_a_name_that_nobody_or_more_than_one_has_lets_nobody_in(user: User, cast: Cast) -> None:
    answers = {"name": user.email, "password": PASSWORD}
    assert Client().post("/log-in/", {**answers, "name": "nobody@example.org"}).status_code == 422
    User.objects.filter(pk=cast.users[Role.SCORER].pk).update(email=user.email)
    answer = Client().post("/log-in/", answers)
    assert answer.status_code == 422
    assert "does not match the number or e-mail address" in answer.content.decode()


def test_whoever_has_the_shared_address_as_account_name_still_gets_in(user: User, cast: Cast) -> None:
    """An officer who was invited by address has no number to enter instead."""
    User.objects.filter(pk=user.pk).update(username=user.email)
    User.objects.filter(pk=cast.users[Role.PLAYER].pk).update(email=user.email.upper())
    assert Client().post("/log-in/", {"name": user.email.upper(), "password": PASSWORD}).status_code == 302


def test_a_number_may_have_spaces_and_may_be_that_of_a_merged_record(cast: Cast) -> None:
    account = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    account.set_password(PASSWORD)
    account.save()
    number = cast.player.number
    other = office.person("Nia Ost", number="")
    merge_records.merge(other, cast.player, "one person", actor=None, at=office.AT)
    for name in (f" {number[:1]} {number[1:]} ", f"00{number}", other.number):
        assert Client().post("/log-in/", {"name": name, "password": PASSWORD}).status_code == 302, name


def test_guesses_of_the_old_password_are_counted(user: User) -> None:
    browser = Client()
    browser.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    given = {"new_password1": "four spades doubled", "new_password2": "four spades doubled"}
    for guess in range(5):
        assert browser.post("/account/password/", {**given, "old_password": f"guess {guess}"}).status_code == 422
    answer = browser.post("/account/password/", {**given, "old_password": PASSWORD})
    assert "Too many tries" in answer.content.decode()
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_a_changed_password_is_confirmed(user: User) -> None:
    browser = Client()
    browser.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    given = {"old_password": PASSWORD, "new_password1": "four spades doubled", "new_password2": "four spades doubled"}
    answer = browser.post("/account/password/", given, follow=True)
    assert "Your password is changed." in answer.content.decode()


def test_whoever_is_locked_is_told_so_with_the_right_password_only(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)
    told = "Your account is locked or has ended."
    assert told not in Client().post("/log-in/", {"name": user.email, "password": "two hearts"}).content.decode()
    answer = Client().post("/log-in/", {"name": user.email, "password": PASSWORD})
    assert answer.status_code == 422
    assert told in answer.content.decode()
