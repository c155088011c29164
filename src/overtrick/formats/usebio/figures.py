"""How are the figures of a results file written? Numbers, places and days, read exactly or not at all."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR, only_days

_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:[.,][0-9]{0,12})?|[+-]?[.,][0-9]{1,12}")
_LONGEST = 12
_WHOLE = re.compile(r"[0-9]{1,9}")
_PLACE = re.compile(r"(=?)\s*([0-9]{1,6})\s*(?:st|nd|rd|th)?\s*(=?)", re.IGNORECASE)
_DAY_FIRST = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})")
_YEAR_FIRST = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ].*)?")


def number(written: str | None) -> Decimal | None:
    """Read a score; a decimal comma is one too. None if it is no number."""
    text = (written or "").strip()
    if text.replace(".", "", 1).isdecimal() and text.isascii() and len(text) <= _LONGEST:
        return Decimal(text)  # most of them
    return Decimal(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def whole(written: str | None) -> int | None:
    """Read a count; None if it is none."""
    text = (written or "").strip()
    return int(text) if _WHOLE.fullmatch(text) else None


def place(written: str) -> tuple[int, bool] | None:
    """Read a place, and whether it says that it is shared: "3" or "3="; None if it is no place."""
    found = _PLACE.fullmatch(written)
    if found is None or int(found.group(2)) == 0:
        return None
    return int(found.group(2)), bool(found.group(1) or found.group(3))


def day(written: str) -> date | None:
    """Read a day, 10/11/2026 with the day first or 2026-11-10; None if there is no such day."""
    iso, usual = _YEAR_FIRST.fullmatch(written), _DAY_FIRST.fullmatch(written)
    if iso is not None:
        year, month, of_month = (int(each) for each in iso.groups())
    elif usual is not None:
        of_month, month, year = int(usual.group(1)), int(usual.group(3)), int(usual.group(4))
    else:
        return _otherwise(written)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, of_month)
    except ValueError:
        return _otherwise(written)


def _otherwise(written: str) -> date | None:
    """Read a day that is written in another way, such as 30-Jul-2026; None if it can be two."""
    found = only_days(written)
    return found[0] if len(found) == 1 else None
