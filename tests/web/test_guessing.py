"""Somebody guesses passwords: after a few they have to wait, even with the right one, and then it is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from overtrick.register.accounts.models import User
from overtrick.register.limits.models import Count
from overtrick.register.mail_settings import from_url
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from pytest_django import Settings


class Quick(PBKDF2PasswordHasher):
    """As slow as it must be for a test, and counted."""

    iterations = 10
    worked = 0

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        type(self).worked += 1
        return super().encode(password, salt, iterations)


@pytest.fixture(autouse=True)
def _quick(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Quick"]


@pytest.fixture
def user(cast: Cast) -> User:
    """Give a player with a password, an e-mail address and a number."""
    found = User.objects.get(pk=cast.users[Role.PLAYER].pk)
    found.set_password(PASSWORD)
    found.save()
    return found


def _wait(seconds: int) -> None:
    """Let time go by for all that was counted."""
    Count.objects.update(began=F("began") - seconds, until=F("until") - seconds)


def _log_in(name: str, password: str, address: str = "192.0.2.7") -> int:
    answer = Client().post("/log-in/", {"name": name, "password": password}, REMOTE_ADDR=address)
    return answer.status_code


def test_after_sixty_wrong_passwords_the_right_one_is_refused_and_after_the_wait_it_is_taken(user: User) -> None:
    answers = [_log_in(user.email, f"guess {at}") for at in range(60)]
    assert answers == [422] * 5 + [429] * 55
    assert _log_in(user.email, PASSWORD) == 429
    _wait(61)
    assert _log_in(user.email, PASSWORD) == 302
    assert [_log_in(user.email, "wrong") for _ in range(4)] == [422] * 4, "the right password begins counting again"


def test_the_page_says_how_long_to_wait_and_each_wait_is_longer(user: User) -> None:
    said = []
    for _ in range(5):
        _log_in(user.email, "wrong")
    for minutes in (1, 2, 4):
        answer = Client().post("/log-in/", {"name": user.email, "password": PASSWORD}, REMOTE_ADDR="192.0.2.7")
        # A busy machine may take a while from the last guess to this one.
        assert 60 * (minutes - 1) < int(answer.headers["Retry-After"]) <= 60 * minutes
        said.append(f"Wait {minutes} minute" in answer.content.decode())
        _wait(60 * minutes)
        assert _log_in(user.email, "wrong") == 422
    assert said == [True] * 3


def test_number_e_mail_and_name_are_one_account(user: User, cast: Cast) -> None:
    number = cast.player.number
    names = [user.email, number, f"000{number}", user.username.upper(), user.email.upper()]
    assert [_log_in(name, "wrong") for name in names] == [422] * 5
    assert _log_in(user.email, PASSWORD) == 429


def test_one_persons_mistakes_stop_nobody_else_at_the_same_address(user: User, cast: Cast) -> None:
    other = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    other.set_password(PASSWORD)
    other.save()
    for _ in range(30):
        _log_in(user.email, "wrong")
    assert _log_in(other.email, PASSWORD) == 302


def test_strangers_make_the_owner_wait_only_after_many_tries_and_never_for_long(user: User) -> None:
    for at in range(19):
        assert _log_in(user.email, "wrong", f"198.51.100.{at}") == 422
    assert _log_in(user.email, PASSWORD, "192.0.2.7") == 302
    for at in range(60):
        if _log_in(user.email, "wrong", f"203.0.113.{at}") == 429:
            _wait(15 * 60)
    _wait(15 * 60)
    assert _log_in(user.email, PASSWORD, "192.0.2.7") == 302


def test_on_a_device_that_they_used_before_strangers_do_not_stop_the_owner(user: User) -> None:
    mine, elsewhere = Client(REMOTE_ADDR="192.0.2.7"), Client(REMOTE_ADDR="192.0.2.7")
    sent = {"name": user.email, "password": PASSWORD}
    mine.post("/log-in/", sent)
    for at in range(25):
        _log_in(user.email, "wrong", f"203.0.113.{at}")
    assert elsewhere.post("/log-in/", sent).status_code == 429
    assert mine.post("/log-in/", sent).status_code == 302
    answers = [mine.post("/log-in/", {**sent, "password": "wrong"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429], "a stolen cookie brings no more tries than an address has"


def test_a_device_is_known_for_its_own_accounts_only(user: User, cast: Cast) -> None:
    browser = Client(REMOTE_ADDR="192.0.2.7")
    browser.post("/log-in/", {"name": user.email, "password": PASSWORD})
    assert browser.cookies["device"]["path"] == "/log-in/"
    other = cast.users[Role.SECRETARY].email
    answers = [browser.post("/log-in/", {"name": other, "password": "wrong"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
    browser.cookies["device"] = f"{browser.cookies['device'].value}x"
    assert browser.post("/log-in/", {"name": user.email, "password": PASSWORD}).status_code == 302


def test_one_address_asks_for_so_many_links_and_no_more(user: User, settings: Settings) -> None:
    settings.MAIL = from_url("smtp://localhost", "points@example.org", settings.HOME)
    browser = Client(REMOTE_ADDR="192.0.2.7")
    answers = [browser.post("/forgotten/", {"name": user.email}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]
    assert browser.get("/forgotten/").status_code == 200


@pytest.mark.django_db
def test_one_address_cannot_try_every_account() -> None:
    answers = [_log_in(f"name{at}@example.org", "wrong") for at in range(101)]
    assert answers == [422] * 100 + [429]


def test_addresses_of_one_household_count_together(user: User) -> None:
    for at in range(5):
        assert _log_in(user.email, "wrong", f"2001:db8:1:2::{at}") == 422
    assert _log_in(user.email, PASSWORD, "2001:db8:1:2:ffff::1") == 429
    assert _log_in(user.email, PASSWORD, "2001:db8:1:3::1") == 302


def test_whoever_chose_a_new_password_need_not_wait(user: User) -> None:
    for _ in range(6):
        _log_in(user.email, "wrong")
    user.set_password("four spades doubled")
    user.save()
    assert _log_in(user.email, "four spades doubled") == 302


def _work(name: str) -> tuple[int, list[str]]:
    """Say how much work a wrong password is: how many hashes, and which questions to the database."""
    Quick.worked = 0
    with CaptureQueriesContext(connection) as asked:
        assert _log_in(name, "wrong") == 422
    return Quick.worked, [query["sql"].split()[0] for query in asked]


def test_a_wrong_password_costs_as_much_work_whether_or_not_the_account_is_there(user: User, cast: Cast) -> None:
    _work("warms up")
    hashes, questions = _work("nobody")
    assert hashes == 1
    assert len(questions) > 3
    without_password = cast.users[Role.SCORER]
    assert not without_password.has_usable_password()
    ended = User.objects.get(pk=cast.users[Role.SECRETARY].pk)
    ended.is_active = False
    ended.set_password(PASSWORD)
    ended.save()
    for name in (user.username, user.email, without_password.username, ended.username, "nobody@example.org", "99999"):
        assert _work(name) == (hashes, questions), name
