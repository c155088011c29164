"""The words of letters: a text file for each kind and language. Its first line is the subject.

A letter that carries a one-time link, or one that ends mail of its kind, has a mark in its place. The link is put there
when the letter is sent, so that the outbox never holds one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from overtrick.register.mail import unsubscribe

#: Where the one-time link will stand.
LINK = "[[link]]"
_DEFAULT = "en"


class Wording(NamedTuple):
    """A letter in words."""

    subject: str
    text: str


def write(kind: str, language: str, lines: Iterable[str] = (), **facts: str) -> Wording:
    """Write a letter of a kind in a language, English where there is no other; the facts stand in its braces.

    A letter that lists something has its lines in one place, as they are given.
    """
    known = {name: _one_line(said) for name, said in facts.items()}
    marks = {"link": LINK, "unsubscribe": unsubscribe.MARK}
    listed = "\n".join(_indented(each) for each in lines)
    subject, text = _pattern(kind, language)
    return Wording(subject.format(**known, **marks), text.format(**known, **marks, lines=listed))


def _one_line(said: str) -> str:
    return " ".join(said.split()).replace(LINK, "").replace(unsubscribe.MARK, "")


def _indented(line: str) -> str:
    """Keep the space in front of a line."""
    return " " * (len(line) - len(line.lstrip(" "))) + _one_line(line)


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
