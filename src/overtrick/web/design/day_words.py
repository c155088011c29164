"""Days as one says them: 9 June 2026. A list has hundreds of them, and most are of the same weeks."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.translation import get_language


def day_words(day: date) -> str:
    """Write a day in the language of the page; of a moment its day."""
    # The same moment in two time zones is one moment and may be two days: what is kept is the day.
    return _in_language(day.date() if isinstance(day, datetime) else day, get_language() or "")


@lru_cache(maxsize=4_000)
def _in_language(day: date, _language: str) -> str:
    return date_format(day, "j F Y")
