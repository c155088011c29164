"""The year in which an organisation's quotas are counted: the federation's, or from one general meeting to the next."""

from __future__ import annotations

from datetime import date

from overtrick.engine.days import Period
from overtrick.handbooks import record
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.programme.models import GeneralMeeting


def quota_year(organisation: Organisation, day: date) -> Period:
    """Give the year in which the quotas of a day are counted."""
    book = handbook.book_on(organisation.federation, day)
    rules = record.of(book.edition)
    usual = rules.quota_year(book, day)
    if not rules.year_by_meetings:
        return usual
    days = GeneralMeeting.objects.filter(organisation=organisation).order_by("day").values_list("day", flat=True)
    return rules.year_of_meetings(usual, list(days), day)
