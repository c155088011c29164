"""Which day does a text mean? People and programs write days in many ways, and some can be two days.

10/11/2026 is 10 November to a European and 11 October to an American. Nothing is guessed: both are given, and whoever
asked decides, or asks.
"""

from __future__ import annotations

import re
from datetime import date

#: Contract bridge is not older, and nobody plays so far ahead.
FIRST_YEAR, LAST_YEAR = 1925, 2099

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

#: The months as the Welsh write them.
WELSH_MONTHS = (
    "ionawr", "chwefror", "mawrth", "ebrill", "mai", "mehefin",
    "gorffennaf", "awst", "medi", "hydref", "tachwedd", "rhagfyr",
)  # fmt: skip

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

# They are compiled when the first of them is needed: an event file tells its day in a plainer way.
_YEAR_FIRST = r"\b([0-9]{4})([-./])([0-9]{1,2})\2([0-9]{1,2})\b"
_FIGURES = r"\b([0-9]{1,2})([/.-])\s?([0-9]{1,2})\2\s?([0-9]{4})\b"
_DAY_FIRST = r"\b([0-9]{1,2})(?:st|nd|rd|th|\.)?[\s./-]+(?:of\s+)?([a-z]{3,10})\.?,?[\s./-]+([0-9]{4})\b"
_MONTH_FIRST = r"\b([a-z]{3,9})\.?[\s-]+([0-9]{1,2})(?:st|nd|rd|th)?,?[\s-]+([0-9]{4})\b"
#: With a year of two figures it is a day only if nothing else stands there.
_SHORT = r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{2})"
_SHORT_WORDS = r"([0-9]{1,2})[\s./-]+([a-z]{3,9})\.?[\s./-]+([0-9]{2})"
#: As programs name their files.
_EIGHT_FIGURES = r"((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})"
_WEEKDAY = r"(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+"
_SHORTEST_MONTH = 3
_CENTURY = 2000


def days(written: str) -> list[date]:
    """Find the day that a text tells, or both days that 10/11/2026 can be, the one with the day first before."""
    return _days(written.strip(), whole=False)


def only_days(written: str, first_year: int = FIRST_YEAR) -> list[date]:
    """Read a text that is a day and nothing else: the day, or both that it can be.

    With the day of the week before it, only what is on that day of the week; nothing if the two contradict each other.
    """
    weekday, found = _apart(written, first_year)
    return found if weekday is None else [each for each in found if each.weekday() == weekday]


def contradicted(written: str) -> str:
    """Say on which day of the week a day is that is written with another one; empty if they agree."""
    weekday, found = _apart(written)
    if weekday is None or not found or any(each.weekday() == weekday for each in found):
        return ""
    return f"{shown(found[0])} is a {WEEKDAYS[found[0].weekday()].capitalize()}"


def _apart(written: str, first_year: int = FIRST_YEAR) -> tuple[int | None, list[date]]:
    """Take the day of the week from a text, and read the rest."""
    before = re.match(_WEEKDAY, written.strip(), re.IGNORECASE)
    if before is None:
        return None, _days(written.strip(), first_year, whole=True)
    weekday = next(at for at, each in enumerate(WEEKDAYS) if each.startswith(before[1].lower()))
    return weekday, _days(written.strip()[before.end() :].strip(), first_year, whole=True)


def shown(day: date) -> str:
    """Write a day as nobody can misread it."""
    return f"{day.day} {day:%B %Y}"


def _days(written: str, first_year: int = FIRST_YEAR, *, whole: bool) -> list[date]:
    candidates: list[tuple[int, int, int]] = []
    if found := _match(_YEAR_FIRST, written, whole=whole):
        candidates = [(int(found[1]), int(found[3]), int(found[4]))]
    elif found := _match(_FIGURES, written, whole=whole):
        candidates = _figures(int(found[1]), int(found[3]), int(found[4]), found[2])
    elif found := _match(_DAY_FIRST, written, whole=whole):
        candidates = [(int(found[3]), _month(found[2]), int(found[1]))]
    elif found := _match(_MONTH_FIRST, written, whole=whole):
        candidates = [(int(found[3]), _month(found[1]), int(found[2]))]
    elif found := _match(_SHORT, written, whole=True):
        first, second, last = int(found[1]), int(found[3]), int(found[4])
        candidates = _figures(first, second, _CENTURY + last, found[2])
        if found[2] == "-":  # 25-07-30 may have the year first
            candidates.append((_CENTURY + first, second, last))
    elif found := _match(_SHORT_WORDS, written, whole=True):
        candidates = [(_CENTURY + int(found[3]), _month(found[2]), int(found[1]))]
    elif whole and (found := _match(_EIGHT_FIGURES, written, whole=True)):
        candidates = [(int(found[1]), int(found[2]), int(found[3]))]
    made = [_date(*each, first_year) for each in candidates]
    return list(dict.fromkeys(day for day in made if day is not None))


def _match(pattern: str, written: str, *, whole: bool) -> re.Match[str] | None:
    return (re.fullmatch if whole else re.search)(pattern, written, re.IGNORECASE)


def _figures(first: int, second: int, year: int, sign: str) -> list[tuple[int, int, int]]:
    """Americans write the month first, and a stroke between."""
    return [(year, second, first), *([(year, first, second)] if sign == "/" else [])]


def _month(written: str) -> int:
    """Give the number of a month, whole or cut short; 0 if it is none."""
    name = written.lower()
    start = name[:_SHORTEST_MONTH]
    both = enumerate(zip(MONTHS, WELSH_MONTHS, strict=True), 1)
    return next((at for at, months in both if any(each.startswith(start) for each in months)), 0)


def _date(year: int, month: int, day: int, first_year: int) -> date | None:
    try:
        return date(year, month, day) if first_year <= year <= LAST_YEAR else None
    except ValueError:
        return None
