"""The words of letters: a text file for each kind and language. Its first line is the subject.

A letter that carries a one-time link has a mark in its place. The link is put there when the letter is sent, so that
the outbox never holds one.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

#: Where the one-time link will stand.
LINK = "[[link]]"
_DEFAULT = "en"


class Wording(NamedTuple):
    """A letter in words."""

    subject: str
    text: str


def write(kind: str, language: str, **facts: str) -> Wording:
    """Write a letter of a kind in a language, English where there is no other; the facts stand in its braces."""
    known = {name: " ".join(said.split()).replace(LINK, "") for name, said in facts.items()}
    subject, text = _pattern(kind, language)
    return Wording(subject.format(**known, link=LINK), text.format(**known, link=LINK))


def languages() -> list[str]:
    """Name the languages that letters are written in."""
    return sorted(each.name for each in _folder().iterdir() if each.is_dir())


@cache
def _pattern(kind: str, language: str) -> tuple[str, str]:
    chosen = language if language in languages() else _DEFAULT
    subject, _blank, text = (_folder() / chosen / f"{kind}.txt").read_text("utf-8").partition("\n\n")
    return subject, text


def _folder() -> Traversable:
    return files("overtrick.register.mail") / "letters"
