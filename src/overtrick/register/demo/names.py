"""Invented names of people and clubs, put together from syllables."""

from __future__ import annotations

from random import Random

_OPEN = ("ba", "be", "bo", "da", "do", "fa", "fe", "ga", "go", "ha", "hi", "jo", "ka", "ke", "la", "lo", "lu", "ma")
_MORE = ("me", "mo", "na", "ne", "no", "pa", "pe", "ra", "ri", "ro", "sa", "se", "so", "ta", "te", "to", "va", "wi")
_LAST = ("bor", "dal", "den", "dor", "fen", "gar", "hal", "kin", "lan", "mar", "nor", "pel", "ran", "sen", "tan", "vor")
_GIVEN = _OPEN + _MORE
_PLACES = ("Alder", "Ash", "Birch", "Cedar", "Elm", "Fern", "Hazel", "Holly", "Lime", "Maple", "Oak", "Pine", "Rowan")
_ENDS = ("by", "combe", "field", "ford", "ham", "ley", "mere", "stow", "ton", "wick")
_NIGHTS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def person(chance: Random) -> tuple[str, str]:
    """Make a given and a family name."""
    given = chance.choice(_GIVEN) + chance.choice(("l", "n", "r", "s", "m", "x"))
    family = chance.choice(_OPEN) + chance.choice(_MORE) + chance.choice(_LAST)
    return given.capitalize(), family.capitalize()


def place(number: int) -> str:
    """Name a place; the same number gives the same, and no two numbers share one for a long while."""
    tree, rest = _PLACES[number % len(_PLACES)], number // len(_PLACES)
    end, again = _ENDS[rest % len(_ENDS)], rest // len(_ENDS)
    return f"{tree}{end}" if not again else f"{('Great', 'Little', 'Upper', 'Lower', 'Old')[again - 1]} {tree}{end}"


def night(weekday: int) -> str:
    """Name a weekday."""
    return _NIGHTS[weekday]
