"""Invented people and clubs: names that a club could have, put together as by chance."""

from __future__ import annotations

import tomllib
from pathlib import Path

_NAMES = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))
_GIVEN: list[str] = _NAMES["given"]
_FAMILY: list[str] = _NAMES["family"]
#: From one person to the next, so that neighbours are not called alike; a prime that divides neither list.
_STEP = 8_191
_PLACES = ("Alder", "Ash", "Birch", "Cedar", "Elm", "Fern", "Hazel", "Holly", "Lime", "Maple", "Oak", "Pine", "Rowan")
_ENDS = ("by", "combe", "field", "ford", "ham", "ley", "mere", "stow", "ton", "wick")
_NIGHTS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def person(number: int) -> tuple[str, str]:
    """Give a given and a family name; the same number gives the same, and no two numbers share both."""
    again, nth = divmod(number, len(_GIVEN) * len(_FAMILY))
    family, given = divmod(nth * _STEP % (len(_GIVEN) * len(_FAMILY)), len(_GIVEN))
    double = f"-{_FAMILY[(family + again) % len(_FAMILY)]}" if again else ""
    return _GIVEN[given], f"{_FAMILY[family]}{double}"


def place(number: int) -> str:
    """Name a place; the same number gives the same, and no two numbers share one for a long while."""
    tree, rest = _PLACES[number % len(_PLACES)], number // len(_PLACES)
    end, again = _ENDS[rest % len(_ENDS)], rest // len(_ENDS)
    return f"{tree}{end}" if not again else f"{('Great', 'Little', 'Upper', 'Lower', 'Old')[again - 1]} {tree}{end}"


def night(weekday: int) -> str:
    """Name a weekday."""
    return _NIGHTS[weekday]
