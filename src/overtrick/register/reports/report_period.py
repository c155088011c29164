"""The period of a report: a day (2026-10-14), a month (2026-10), a quarter (2026-Q4) or a year (2026)."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from overtrick.engine import days
from overtrick.engine.days import Period
from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR

_WRITTEN = re.compile(r"([0-9]{4})(?:-(?:Q([1-4])|(0?[1-9]|1[0-2])))?", re.IGNORECASE)
_MONTHS_A_QUARTER = 3


class Length(StrEnum):
    """How long it is."""

    DAY = "day"  #: on which something was credited; of all others what was played counts
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class ReportPeriod(NamedTuple):
    """A day, a month, a quarter or a year."""

    length: Length
    days: Period

    @property
    def written(self) -> str:
        """As addresses, commands and file names write it."""
        first = self.days.first
        if self.length is Length.DAY:
            return first.isoformat()
        if self.length is Length.YEAR:
            return f"{first:%Y}"
        return f"{first:%Y-%m}" if self.length is Length.MONTH else f"{first:%Y}-Q{_quarter(first)}"

    @property
    def before(self) -> ReportPeriod:
        """The one before, of the same length."""
        return of(self.length, days.before(self.days))


def _quarter(day: date) -> int:
    return (day.month - 1) // _MONTHS_A_QUARTER + 1


def of(length: Length, day: date) -> ReportPeriod:
    """Give the period of a length in which a day lies."""
    if length is Length.DAY:
        return ReportPeriod(length, Period(day, day))
    if length is Length.YEAR:
        return ReportPeriod(length, days.year_from(day, 1))
    return ReportPeriod(length, days.month(day) if length is Length.MONTH else days.quarter(day))


def read(written: str) -> ReportPeriod | None:
    """Read a period; None where it is written in another way, or no bridge was played then."""
    day = days.written(written.strip())
    if day is not None:
        return of(Length.DAY, day) if FIRST_YEAR <= day.year <= LAST_YEAR else None
    found = _WRITTEN.fullmatch(written.strip())
    if found is None or not FIRST_YEAR <= int(found[1]) <= LAST_YEAR:
        return None
    year, quarter, month = int(found[1]), found[2], found[3]
    if quarter:
        return of(Length.QUARTER, date(year, int(quarter) * _MONTHS_A_QUARTER, 1))
    return of(Length.MONTH, date(year, int(month), 1)) if month else of(Length.YEAR, date(year, 1, 1))
