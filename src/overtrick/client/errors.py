"""What can go wrong between a program and an office."""

from __future__ import annotations

import json
from typing import Any

from overtrick.client.award_records import Finding


class Problem(Exception):
    """The office did not do what was asked. Programs compare ``code``, never a sentence."""

    def __init__(self, status: int, code: str, title: str, problems: list[Finding]) -> None:
        told = " ".join(f"{each['found']} {each['remedy']}" for each in problems)
        super().__init__(f"{title} ({status} {code}). {told}".strip())
        self.status = status
        self.code = code
        self.title = title
        self.problems = problems  #: all that is wrong at once


class Unreachable(Exception):
    """The office did not answer, however often it was tried. Whether the last try was done is not known."""


class Incomplete(Exception):
    """The player file ended before its last line: the copy is thrown away."""


class WrongSignature(Exception):
    """A message is not from the office, was changed on its way, or is too old."""


def problem_of(status: int, body: bytes) -> Problem:
    """Read a problem; whoever stands before the office may answer something else than the office does."""
    try:
        told: Any = json.loads(body)
        return Problem(status, told["code"], told["title"], told["problems"])
    except (ValueError, KeyError, TypeError):
        return Problem(status, "other", "The answer is not one of an office", [])
