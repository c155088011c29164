"""Compares names without accents, by sound, and by short forms.

The sounds are those of Metaphone, whose rules are English; spellings of other countries are put into English first.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import jellyfish

_FILE = Path(__file__).with_name("names.toml")
_APOSTROPHES = re.compile("['’`\\u00b4]")
_WORD = re.compile(r"[a-z0-9]+")


class _Rules(NamedTuple):
    letters: dict[int, str]
    sounds: tuple[tuple[re.Pattern[str], str], ...]
    particles: frozenset[str]
    nicknames: dict[str, frozenset[str]]


@lru_cache
def _rules() -> _Rules:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    nicknames: dict[str, set[str]] = {}
    for group in data["nicknames"]["groups"]:
        for name in group:
            nicknames.setdefault(name, set()).update(group)
    return _Rules(
        str.maketrans(data["letters"]),
        tuple((re.compile(each["spelt"]), each["as"]) for each in data["sound"]),
        frozenset(data["particles"]["words"]),
        {name: frozenset(group) for name, group in nicknames.items()},
    )


def fold(text: str) -> str:
    """Write a name in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_rules().letters))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_rules().letters)


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """Take a name apart; a hyphen parts two words, an apostrophe none."""
    return tuple(dict.fromkeys(_WORD.findall(_APOSTROPHES.sub("", fold(text)))))


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """Write a folded word as it sounds."""
    spelt = word
    for pattern, plain in _rules().sounds:
        spelt = pattern.sub(plain, spelt)
    return jellyfish.metaphone(spelt)[:40] or word[:40]


def bearing(text: str) -> tuple[str, ...]:
    """Give the words of a name that somebody may be found by: without van, von and de, if there is any other."""
    every = words(text)
    return tuple(word for word in every if word not in _rules().particles) or every


def called(word: str) -> frozenset[str]:
    """Give what somebody of this name may be called, the name itself among them."""
    return _rules().nicknames.get(word, frozenset()) | {word}


def likeness(one: str, other: str) -> int:
    """Say how like two folded words are written, from 0 to 100."""
    return int(100 * jellyfish.jaro_winkler_similarity(one, other))


def is_bearing(word: str) -> bool:
    """Say whether a word is more than a van or de of a family name."""
    return fold(word) not in _rules().particles
