"""A form that is sent after the session has ended is kept: after the log-in its sender sees it, and sends it then."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Upload
from overtrick.register.queries.models import Said
from overtrick.web import kept_form
from tests.web.cast import PASSWORD, Cast, Role

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

TEXT = "Was it not 26 boards?\nI counted <twice> & more"


@pytest.fixture
def player(cast: Cast) -> User:
    """Give the player, with a password."""
    return _with_password(cast, Role.PLAYER)


def _with_password(cast: Cast, role: Role) -> User:
    found = User.objects.get(pk=cast.users[role].pk)
    found.set_password(PASSWORD)
    found.save()
    return found


def _hidden(answer: Answer, name: str) -> str:
    (found,) = re.findall(rf'name="{name}" value="([^"]+)"', answer.content.decode())
    return unescape(found)


def _log_in(browser: Client, user: User, answer: Answer, **more: str) -> Answer:
    sent = {"name": user.username, "password": PASSWORD, "kept_form": _hidden(answer, "kept_form")}
    return browser.post("/log-in/", {**sent, **more})


def test_what_was_typed_is_shown_after_the_log_in_and_sent_by_a_button(player: User, cast: Cast) -> None:
    browser, address, messages = Client(), f"/queries/{cast.query}/", Said.objects.count()
    asked = browser.post(address, {"text": TEXT})
    assert asked.status_code == 403
    assert "What you typed is kept" in asked.content.decode()
    assert "no-store" in asked.headers["Cache-Control"]
    shown = _log_in(browser, player, asked)
    assert shown.status_code == 200
    assert "Was it not 26 boards?<br>I counted &lt;twice&gt; &amp; more" in shown.content.decode()
    assert f'action="{address}"' in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    assert Said.objects.count() == messages, "nothing is sent before somebody has seen it"
    assert browser.post(address, {"kept_form": _hidden(shown, "kept_form")}).status_code == 302
    assert Said.objects.latest("pk").text.replace("\r\n", "\n") == TEXT


def test_it_is_kept_through_a_wrong_password(player: User, cast: Cast) -> None:
    browser, address = Client(), f"/queries/{cast.query}/"
    wrong = _log_in(browser, player, browser.post(address, {"text": TEXT}), password=PASSWORD[::-1])
    assert wrong.status_code == 422
    assert "26 boards" in _log_in(browser, player, wrong).content.decode()


def test_a_file_is_kept_too(cast: Cast) -> None:
    browser, scorer = Client(), _with_password(cast, Role.SCORER)
    address, content = f"/club/{cast.union.club.pk}/upload/", b"event: \xff not quite\n" * 50
    asked = browser.post(address, {"files": SimpleUploadedFile("night.yaml", content, "text/yaml")})
    shown = _log_in(browser, scorer, asked)
    assert "night.yaml" in shown.content.decode()
    uploads = Upload.objects.count()
    assert browser.post(address, {"kept_form": _hidden(shown, "kept_form")}).status_code == 302
    assert Upload.objects.count() == uploads + 1
    kept = Upload.objects.latest("pk")
    assert (kept.name, bytes(kept.content)) == ("night.yaml", content)


def test_a_file_that_is_too_large_is_named_and_the_rest_is_kept(cast: Cast) -> None:
    browser, scorer = Client(), _with_password(cast, Role.SCORER)
    large = SimpleUploadedFile("large.zip", bytes(7_000_000))
    asked = browser.post(f"/club/{cast.union.club.pk}/upload/", {"files": large, "remark": "from Tuesday"})
    page = _log_in(browser, scorer, asked).content.decode()
    assert "too large to keep" in page
    assert "large.zip" in page
    assert "from Tuesday" in page


def test_a_form_without_anything_typed_or_with_a_password_is_not_kept(cast: Cast) -> None:
    for address, sent in (
        (f"/queries/{cast.query}/close/", {}),
        ("/account/password/", {"old_password": "a", "new_password1": "b", "new_password2": "b"}),
    ):
        answer = Client().post(address, sent)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/log-in/?next=")


def test_a_kept_form_is_for_its_own_address_and_cannot_be_made_by_others(player: User, cast: Cast) -> None:
    browser, messages = Client(), Said.objects.count()
    kept = _hidden(browser.post("/record/privacy/", {"seen_by": "club", "text": "smuggled"}), "kept_form")
    browser.force_login(player, "overtrick.web.accounts.backend.NumberOrEmail")
    for wrong in (kept, f"{kept}x", "eyJhZGRyZXNzIjoiLyJ9:1:2"):
        assert browser.post(f"/queries/{cast.query}/", {"kept_form": wrong}).status_code == 422
    assert Said.objects.count() == messages


def test_a_kept_form_needs_the_token_of_the_page_that_shows_it(player: User, cast: Cast) -> None:
    browser, address = Client(enforce_csrf_checks=True), f"/queries/{cast.query}/"
    token = _hidden(browser.get("/log-in/"), "csrfmiddlewaretoken")
    asked = browser.post(address, {"text": TEXT, "csrfmiddlewaretoken": token})
    shown = _log_in(browser, player, asked, csrfmiddlewaretoken=_hidden_first(asked))
    kept = _hidden(shown, "kept_form")
    assert browser.post(address, {"kept_form": kept}).status_code == 403
    assert browser.post(address, {"kept_form": kept, "csrfmiddlewaretoken": token[::-1]}).status_code == 403
    assert browser.post(address, {"kept_form": kept, "csrfmiddlewaretoken": _hidden_first(shown)}).status_code == 302


def _hidden_first(answer: Answer) -> str:
    return str(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.content.decode())[0])


def test_what_was_typed_is_shown_and_what_the_page_sent_along_is_not() -> None:
    text = "many words " * 300
    fields = [["first_day", "1 May"], ["empty", " "], ["packed", "x" * 301], ["text", text]]
    form = kept_form.KeptForm("/", fields, [], [])
    assert form.typed == [("First day", "1 May"), ("Text", text)]
