"""What every call has in common: one shape of problems, the headers, the federation in front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.test import Client

from overtrick.api.codes import Code
from overtrick.api.middleware import is_call
from overtrick.api.problems import ApiProblem
from overtrick.formats.limited.reader import Busy
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.web import request_limits as limits
from tests.api.conftest import answered, plain
from tests.web.cast import Cast, Role
from tests.web.conftest import browser

if TYPE_CHECKING:
    from tests.api.conftest import Caller


def test_a_program_begins_at_the_root(call: Caller) -> None:
    found = call.get("/")
    assert (found.status, found.data["handbook"], found.data["numbers"]["check_digit"]) == (200, "ebu", False)
    assert found.data["links"]["openapi.json"] == "http://testserver/api/v1/openapi.json"
    assert found.response.headers["Vary"] == "Authorization, Accept, Accept-Language"
    assert found.response.headers["Cache-Control"] == "public, max-age=60"
    assert found.response.headers["Access-Control-Allow-Origin"] == "*"


def test_an_answer_that_the_caller_has_is_not_sent_again(call: Caller) -> None:
    tag = call.get("/").response.headers["ETag"]
    again = call.get("/", if_none_match=tag)
    assert (again.status, again.response.content, again.response.headers["ETag"]) == (304, b"", tag)
    assert call.get("/", if_none_match='"other"').status == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [("/nothing", 404, "not-found"), ("/../v2/players", 404, "not-found"), ("/?nothing=1", 422, "parameters")],
)
def test_every_error_has_one_shape(call: Caller, path: str, status: int, code: str) -> None:
    found = call.get(path)
    assert (found.status, found.data["status"], found.data["code"]) == (status, status, code)
    assert found.response.headers["Content-Type"] == "application/problem+json"
    assert found.data["type"] == f"http://testserver/help/api/problems/{code}"
    assert set(found.data) == {"type", "code", "title", "status", "problems", "reference"}
    assert all(
        set(each) == {"code", "found", "remedy", "file", "line", "element"} and each["found"] and each["remedy"]
        for each in found.data["problems"]
    )


def test_a_method_that_an_address_does_not_take_is_named(call: Caller) -> None:
    found = call.post("/", b"")
    assert (found.status, found.data["code"]) == (405, "method")
    assert {each.strip() for each in found.response.headers["Allow"].split(",")} == {"GET", "HEAD"}


def test_each_federation_has_an_api(call: Caller, cast: Cast) -> None:
    other = call.client.get(f"/@{cast.elsewhere.slug}/api/v1/")
    assert (other.status_code, other.json()["federation"]) == (200, cast.elsewhere.name)
    nobody = call.client.get("/@nobody/api/v1/")
    assert (nobody.status_code, nobody.json()["code"]) == (404, "not-found")


def test_a_mistake_of_ours_is_told_with_the_reference_of_the_log(
    call: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(numbers, "form", _fails)
    found = call.get("/")
    assert (found.status, found.data["code"]) == (500, "internal")
    (record,) = (each for each in caplog.records if each.exc_info)
    assert found.data["reference"] == record.request.reference  # type: ignore[attr-defined]
    assert "a fault of ours" not in str(found.data)
    assert found.data["reference"] in found.data["problems"][0]["found"]


def _fails(_federation: object) -> NoReturn:
    message = "a fault of ours"
    raise RuntimeError(message)


@pytest.mark.parametrize(
    ("status", "code"), [(413, "too-large"), (408, "too-slow"), (503, "busy"), (400, "unreadable")]
)
def test_a_body_that_the_web_server_did_not_take_is_told_in_the_same_shape(
    call: Caller, status: int, code: str
) -> None:
    extra: dict[str, Any] = {limits.REFUSED_BODY: status}
    found = answered(call.client.post("/api/v1/checks", b"x", content_type="text/xml", **extra))
    assert (found.status, found.data["code"]) == (status, code)
    assert found.response.headers.get("Retry-After") == ("30" if status == 503 else None)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Refused("Found.", "Do this.", code="month-stays-open"), 422, "month-stays-open"),
        (Refused("Found.", "Do this.", code="not-allowed"), 403, "not-allowed"),
        (Refused("Found.", "Do this.", code="same-key-running"), 409, "same-key-running"),
        (Busy(), 503, "busy"),
        (PermissionDenied(), 403, "not-allowed"),
        (RequestDataTooBig(), 413, "too-large"),
        (ApiProblem(Code.TOKEN_EXPIRED), 401, "token-expired"),
    ],
)
def test_what_a_service_raises_has_its_status(
    call: Caller, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def refuses(_federation: object) -> NoReturn:
        raise error

    monkeypatch.setattr(numbers, "form", refuses)
    found = plain(call.client.get("/api/v1/"))
    assert (found.status, found.data["code"]) == (status, code)
    assert ("WWW-Authenticate" in found.response.headers) == (status == 401)


def test_strange_requests_are_unreadable(call: Caller) -> None:
    for answer in (
        call.client.get("/api/v1/players?search=a%00b"),
        call.client.get("/api/v1/", headers={"host": "evil.example"}),
        call.client.get("/api/v1/players/a%00b"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_cookies_do_not_count(call: Caller, cast: Cast) -> None:
    logged_in = browser(cast.users[Role.OFFICE])
    found = logged_in.get(f"/api/v1/players/{cast.hidden.number}")
    assert found.status_code == 404
    assert not found.cookies
    checked = Client(enforce_csrf_checks=True)
    checked.cookies = logged_in.cookies
    assert checked.post("/api/v1/awards", b"{}", content_type="text/plain").json()["code"] == "event"
    assert call.get("/", accept_language="cy", cookie="language=en").response.headers["Content-Language"] == "cy"


def test_sentences_follow_the_language_that_is_asked_for(call: Caller) -> None:
    english, welsh = (call.get("/nothing", accept_language=each) for each in ("en", "cy"))
    assert english.data["code"] == welsh.data["code"]
    assert english.data["title"] != welsh.data["title"]


def test_scripts_of_other_sites_read_what_everybody_may_read_and_send_no_token(call: Caller) -> None:
    asked = call.client.options("/api/v1/players", headers={"origin": "https://club.example"})
    assert (asked.status_code, asked.headers["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert "Authorization" not in asked.headers["Access-Control-Allow-Headers"]
    token = call.get("/", authorization="Bearer oto_x")
    assert "Access-Control-Allow-Origin" not in token.response.headers
    writes = call.client.options("/api/v1/awards")
    assert (writes.status_code, "Access-Control-Allow-Origin" in writes.headers) == (204, False)
    assert "Access-Control-Allow-Origin" not in call.post("/awards", b"{}").response.headers


def test_get_and_head_are_read_only_and_say_the_same(call: Caller) -> None:
    head = call.client.head("/api/v1/")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["ETag"] == call.get("/").response.headers["ETag"]


def test_only_calls_go_past_the_pages(call: Caller) -> None:
    assert call.client.get("/api/").headers["Content-Type"].startswith("text/html")
    assert call.client.get("/api/v2/players").json()["code"] == "not-found"
    paths = (
        "/api/v1/",
        "/@west/api/v1/x",
        "/api/v1",
        "/api/",
        "/@west/api/",
        "/apis/v1/",
        "/@west",
        "/players/api/v1/",
    )
    assert [is_call(path) for path in paths] == [True, True, True, False, False, False, False, False]
