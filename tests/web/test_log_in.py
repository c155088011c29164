"""Whoever logs in goes on to the page they wanted, and only with everything that shows who they are."""

from __future__ import annotations

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
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
