"""The log: a record for each request, and under the reference of the error page what went wrong."""

from __future__ import annotations

import json
import logging.config
import re
from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from overtrick.register import logs
from tests.web.cast import Cast, Role
from tests.web.conftest import LogIn


def wrong(_request: HttpRequest, secret: str) -> HttpResponse:
    """Make a mistake."""
    return HttpResponse(secret * (1 // 0))


urlpatterns = [path("wrong/<secret>/", wrong)]
handler500 = "overtrick.web.request_log.server_error"


@pytest.fixture
def json_lines(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """The log as OVERTRICK_LOG=json has it."""
    logging.config.dictConfig(logs.configuration("json"))
    yield capsys
    logging.config.dictConfig(logs.configuration("text"))


def _lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_request_is_one_line(cast: Cast, log_in: LogIn, json_lines: pytest.CaptureFixture[str]) -> None:
    log_in(Role.OFFICE).get("/office/players/?search=secret", REMOTE_ADDR="203.0.113.7")
    (line,) = _lines(json_lines)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", str(line.pop("time")))
    assert re.fullmatch(r"[0-9A-F]{8}", str(line.pop("reference")))
    assert isinstance(line.pop("ms"), float)
    assert line == {
        "level": "info",
        "logger": "overtrick.requests",
        "message": "request",
        "method": "GET",
        "path": "/office/players/",
        "status": 200,
        "user": cast.users[Role.OFFICE].pk,
        "address": "203.0.113.7",
    }


@pytest.mark.django_db
def test_who_is_not_logged_in_has_no_number(json_lines: pytest.CaptureFixture[str]) -> None:
    Client().get("/handbooks/")
    (line,) = _lines(json_lines)
    assert line["user"] is None


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["/", ""])
def test_the_secret_of_a_link_is_not_in_the_log(end: str, json_lines: pytest.CaptureFixture[str]) -> None:
    secret = "c9f0a1-0123456789abcdef0123456789abcdef"  # noqa: S105 - invented
    Client().get(f"/forgotten/MQ/{secret}{end}")
    (line,) = _lines(json_lines)
    assert line["path"] == f"/forgotten/MQ/c9f0…{end}"


@pytest.mark.parametrize("form", logs.FORMS)
def test_a_mistake_of_ours_is_in_the_log_under_the_reference_of_the_page(
    form: str, settings: Settings, cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    del cast
    settings.ROOT_URLCONF = __name__
    logging.config.dictConfig(logs.configuration(form))
    try:
        answer = Client(raise_request_exception=False).get("/wrong/0123456789abcdef0123456789abcdef/")
    finally:
        logging.config.dictConfig(logs.configuration("text"))
    assert answer.status_code == 500
    shown = re.search(r"<strong>([0-9A-F]{8})</strong>", answer.content.decode())
    assert shown
    told = capsys.readouterr().err
    assert shown[1] in told
    assert "ZeroDivisionError" in told
    assert "0123456789abcdef0123456789abcdef" not in told
    if form == "json":
        (error,) = [line for line in map(json.loads, told.splitlines()) if line["level"] == "error"]
        assert error["reference"] == shown[1]
        assert error["message"] == "Internal Server Error"
        assert error["path"] == "/wrong/0123…/"
        assert error["traceback"].startswith("Traceback (most recent call last):")
    else:
        assert told.startswith(f"ERROR: Internal Server Error: GET /wrong/0123…/ (reference {shown[1]})\nTraceback")


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "not a host"])
def test_other_names_and_missing_pages_are_no_news(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Client().get("/", HTTP_HOST=host).status_code == 400
    assert Client().get("/nowhere/").status_code == 404
    assert capsys.readouterr().err == ""
    assert not logging.getLogger("django.security.DisallowedHost").isEnabledFor(logging.ERROR)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("/", "/"),
        ("/club/12/upload/", "/club/12/upload/"),
        ("/link/" + "x" * 21 + "/", "/link/xxxx…/"),
        ("/a/" * 200, ("/a/" * 200)[:200]),
    ],
)
def test_long_parts_of_a_path_are_cut(asked: str, shown: str) -> None:
    assert logs.shown_path(asked) == shown


def test_a_form_of_the_log_that_is_not_there_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="OVERTRICK_LOG is 'xml'; write one of text, json"):
        logs.configuration("xml")
