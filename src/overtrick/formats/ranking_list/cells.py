"""What does a cell say? Numbers, places, names and days, as people write them in lists."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from overtrick.engine.places import read_place
from overtrick.formats.event_file.reading import FIRST_YEAR, LAST_YEAR, MONTHS

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+|[+-]?[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+")
_PLACE_ENDING = re.compile(r"(?<=[0-9])(?:\.|°|er|e|eme|ème|de|\s*t|ste)$", re.IGNORECASE)
_PLACE_BEGINNING = re.compile(r"^(?:t|j|nr\.?|no\.?|#)\s*(?=[0-9])", re.IGNORECASE)

_BETWEEN_NAMES = re.compile(r"\s*[&/+;]\s*|\s+(?:and|und|et|og|och|en)\s+|\s+[-–]\s+", re.IGNORECASE)
_NUMBER_IN_NAME = re.compile(r"\s*[(\[]\s*#?([0-9]{1,10})\s*[)\]]\s*")
_BETWEEN_NUMBERS = re.compile(r"\s*[&/+;,]\s*|\s+")
_NO_NUMBER = frozenset({"", "-", "–", "0", "none", "n/a", "na", "nil", "no", "x", "visitor", "guest", "?", "tba"})
_NOBODY = re.compile(
    r"(?:the )?(?:phantom|ghost|bye|sit(?:ting)?[ -]?out|exempt|freilos|oversitter)"
    r"(?:[ -]?(?:pair|player|team))?[ ]?[0-9]*",
    re.IGNORECASE,
)

_ISO = re.compile(r"\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b")
_FIGURES = re.compile(r"\b([0-9]{1,2})([/.-])\s?([0-9]{1,2})\2\s?([0-9]{4})\b")
_DAY_FIRST = re.compile(
    r"\b([0-9]{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+([0-9]{4})\b", re.IGNORECASE
)
_MONTH_FIRST = re.compile(r"\b([a-z]{3,9})\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})\b", re.IGNORECASE)
_SHORTEST_MONTH = 3


def number(written: str) -> str:
    """Write a number with a point and nothing else, from 56.25, 56,25, "56,25 %" or 1.234,5; empty if it is none."""
    bare = written.replace("\u00a0", "").replace("−", "-").replace("%", "").strip()
    if _THOUSANDS.fullmatch(bare):
        last = max(bare.rfind(","), bare.rfind("."))
        bare = re.sub(r"[.,]", "", bare[:last]) + "." + bare[last + 1 :]
    bare = bare.replace(",", ".", 1)
    if bare.startswith((".", "-.")):
        bare = bare.replace(".", "0.", 1)
    return bare.removeprefix("+") if _NUMBER.fullmatch(bare) else ""


def place(written: str) -> str:
    """Write a place as the event file has it, from "3.", "T3", "3e"; anything else stays as it is."""
    bare = _PLACE_ENDING.sub("", _PLACE_BEGINNING.sub("", written.strip()))
    return bare if is_place(bare) else written


def is_place(written: str) -> bool:
    """Say whether this is a place: 3, 3=, =3, 3rd."""
    try:
        return read_place(written) > 0
    except ValueError:
        return False


class Named(NamedTuple):
    """A person in a cell: the name, and the number if it stands with it."""

    name: str
    number: str = ""


def people(written: str) -> list[Named]:
    """Take a cell with several people apart: "Ado Bem & Cor Dax", "Bem, Ado / Dax, Cor", "Ado Bem (123)"."""
    parts = [part for part in _BETWEEN_NAMES.split(written) if part.strip()]
    if len(parts) == 1:
        halves = [half.strip() for half in written.split(",")]
        if len(halves) > 1 and all(" " in half for half in halves):
            parts = halves
    return [person(part) for part in parts]


def person(written: str) -> Named:
    """Take a name and a number in brackets behind it apart."""
    found = _NUMBER_IN_NAME.search(written)
    if found is None:
        return Named(written.strip())
    return Named(" ".join(_NUMBER_IN_NAME.sub(" ", written).split()), member_number(found.group(1)))


def member_number(written: str) -> str:
    """Give a member's number as written; empty where a sign or a word stands for none."""
    bare = written.strip().removeprefix("#")
    return "" if bare.lower() in _NO_NUMBER else bare


def member_numbers(written: str) -> list[str]:
    """Take a cell with the numbers of several people apart."""
    return [member_number(part) for part in _BETWEEN_NUMBERS.split(written.strip()) if part]


def is_nobody(written: str) -> bool:
    """Say whether the names stand for empty seats; somebody may well be called Ola Bye."""
    named = people(written)
    return bool(named) and all(_NOBODY.fullmatch(person.name) for person in named)


def days(written: str) -> list[date]:
    """Find the day that a text tells, or both days that 10/11/2026 can be."""
    candidates: list[tuple[int, int, int]] = []
    if iso := _ISO.search(written):
        candidates = [(int(iso[1]), int(iso[2]), int(iso[3]))]
    elif figures := _FIGURES.search(written):
        first, second, year = int(figures[1]), int(figures[3]), int(figures[4])
        candidates = [(year, second, first)]
        if figures[2] == "/":
            candidates.append((year, first, second))
    elif words := _DAY_FIRST.search(written):
        candidates = [(int(words[3]), _month(words[2]), int(words[1]))]
    elif words := _MONTH_FIRST.search(written):
        candidates = [(int(words[3]), _month(words[1]), int(words[2]))]
    found = [_date(*each) for each in candidates]
    return list(dict.fromkeys(day for day in found if day is not None))


def _month(written: str) -> int:
    """Give the number of a month, whole or cut short; 0 if it is none."""
    name = written.lower()
    return next((at for at, month in enumerate(MONTHS, 1) if month.startswith(name[:_SHORTEST_MONTH])), 0)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None
