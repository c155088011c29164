"""A federation that is at work, and a program that calls its API."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.test import Client

from overtrick.register.tokens import authenticate
from tests import commands
from tests.web.conftest import _any_day, _english, _home, _homes, cast

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tests.web.cast import Cast

__all__ = ["_any_day", "_english", "_home", "_homes", "cast"]

ROOT = "/api/v1"


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
    is_json = response.headers.get("Content-Type", "") in ("application/json", "application/problem+json")
    return Answered(response.status_code, json.loads(response.content) if is_json else None, response)


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
