"""Quarters, ages and last working days, from a date that is given. Nothing here asks the clock."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

_DECEMBER = 12
_MONTHS_A_QUARTER = 3
_FRIDAY = 4
_ONE_DAY = timedelta(days=1)


class Period(NamedTuple):
    """A run of days, the last one included."""

    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Say whether a day lies in it."""
        return self.first <= day <= self.last


def written(text: str) -> date | None:
    """Read a day as it is kept, such as 2026-05-12; None: it is none."""
    try:
        return date.fromisoformat(text) if len(text) == len("2026-05-12") and text[4] == text[7] == "-" else None
    except ValueError:
        return None


def month(day: date) -> Period:
    """Give the calendar month of a day."""
    first = day.replace(day=1)
    return Period(first, _next_month(first) - _ONE_DAY)


def quarter(day: date) -> Period:
    """Give the calendar quarter of a day: it begins in January, April, July or October."""
    first = date(day.year, (day.month - 1) // _MONTHS_A_QUARTER * _MONTHS_A_QUARTER + 1, 1)
    end = first
    for _ in range(_MONTHS_A_QUARTER):
        end = _next_month(end)
    return Period(first, end - _ONE_DAY)


def year_from(day: date, month_number: int) -> Period:
    """Give the year of a day that begins with a month: the calendar year with January."""
    first = date(day.year - (day.month < month_number), month_number, 1)
    return Period(first, first.replace(year=first.year + 1) - _ONE_DAY)


def before(period: Period) -> date:
    """Give the last day before a period."""
    return period.first - _ONE_DAY


def age(born: date, on: date) -> int:
    """Count the birthdays a person has had; somebody born on 29 February has one on 1 March in other years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def anniversary(day: date, years: int) -> date:
    """Give the same day some years later; that of 29 February is 1 March in other years, as for birthdays."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def months_after(day: date, count: int) -> date:
    """Go some calendar months on; a day that the month does not have becomes its last: 31 January, then 28 February."""
    first = day.replace(day=1)
    for _ in range(count):
        first = _next_month(first)
    return first.replace(day=min(day.day, month(first).last.day))


def last_working_day(year: int, month_number: int) -> date:
    """Give the last day of a month from Monday to Friday; public holidays are not known here."""
    day = month(date(year, month_number, 1)).last
    while day.weekday() > _FRIDAY:
        day -= _ONE_DAY
    return day


def _next_month(first: date) -> date:
    return date(first.year + first.month // _DECEMBER, first.month % _DECEMBER + 1, 1)
