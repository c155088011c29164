"""A federation that is at work, and a program that calls its API."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.test import Client

from overtrick.api import urls
from overtrick.api.application import api
from overtrick.api.document import codes_of, document
from overtrick.register.tokens import authenticate
from tests import commands
from tests.web.conftest import _any_day, _english, _home, _homes, cast

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tests.web.cast import Cast

__all__ = ["_any_day", "_english", "_home", "_homes", "cast"]

ROOT = "/api/v1"
assert urls.urlpatterns  # every operation is declared


class Answered(NamedTuple):
    """What a call gave."""

    status: int
    data: Any
    response: HttpResponse

    @property
    def codes(self) -> list[str]:
        """The codes of everything that is wrong."""
        return [each["code"] for each in self.data["problems"]]


class Caller:
    """A program without a token."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False)

    def get(self, path: str, **headers: str) -> Answered:
        """Ask."""
        return answered(
            self.client.get(f"{ROOT}{path}", headers={name.replace("_", "-"): value for name, value in headers.items()})
        )

    def post(self, path: str, body: bytes | str, kind: str = "application/x-www-form-urlencoded") -> Answered:
        """Send bytes; curl says that they are a form."""
        return answered(self.client.post(f"{ROOT}{path}", body, content_type=kind))


def answered(response: Any) -> Answered:  # noqa: ANN401 - of Django's test client
    """Read an answer; what says that it is JSON must be."""
    found = plain(response)
    if found.status >= 400:
        _need_declared(response.wsgi_request, found)
    return found


def plain(response: Any) -> Answered:  # noqa: ANN401 - of Django's test client
    """Read an answer that no operation would give by itself."""
    is_json = response.headers.get("Content-Type", "") in ("application/json", "application/problem+json")
    return Answered(response.status_code, json.loads(response.content) if is_json else None, response)


def _need_declared(request: HttpRequest, found: Answered) -> None:
    """See that the document names the status and the code of a problem with the operation that answers it."""
    path = re.sub(r"^/@[^/]+", "", request.path_info)
    made = document(api)
    methods: dict[str, Any] = next(
        (each for form, each in made["paths"].items() if re.fullmatch(_form(form), path)), {}
    )
    operation = methods.get({"HEAD": "get"}.get(request.method or "", (request.method or "").lower()))
    if operation is not None:
        assert found.data["code"] in codes_of(made, operation).get(found.status, ()), (request.method, path, found.data)


def _form(template: str) -> str:
    return re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))


def command(*words: str) -> str:
    """Run a command of the program; what it printed."""
    said = commands.run(list(words), Path.cwd(), dict(os.environ))
    assert said.code == 0, said
    return said.out


@pytest.fixture(autouse=True)
def _nothing_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process notes the use of a token once a day; the database of another test does not know of it."""
    monkeypatch.setattr(authenticate, "_noted", {})


@pytest.fixture
def call(cast: Cast) -> Caller:  # noqa: ARG001 - the office that answers
    """Give a program that calls the office."""
    return Caller()
