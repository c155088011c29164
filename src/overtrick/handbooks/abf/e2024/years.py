"""In which year of registration does a day lie? (1.3.1)"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from overtrick.engine.days import Period
from overtrick.engine.working import rule

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book


@rule("1.3.1/2")
def registration_year(book: Book, day: date) -> Period:
    """Registration runs from 1 April to 31 March and is renewed for a whole year."""
    month = book.table("registration").whole("first month of the year", "value")
    first = date(day.year - (day.month < month), month, 1)
    return Period(first, date(first.year + 1, month, 1) - timedelta(days=1))
