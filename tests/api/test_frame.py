"""What every call has in common: one shape of problems, the headers, the federation in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast


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
