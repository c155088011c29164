"""What an event was last year, from its results: whoever decides compares it with what is expected now."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from overtrick.handbooks.submission import same_name
from overtrick.register.applications.models import Application
from overtrick.register.competitions.models import COUNTING, Submission

#: An event comes again within so many days, even if it moved to another month.
_A_YEAR = timedelta(days=430)
_AT_A_TABLE = 4


class LastTime(NamedTuple):
    """An event of the same name in the year before."""

    submission: int
    name: str
    day: date
    players: int

    @property
    def tables(self) -> str:
        """The tables that so many players fill, halves too."""
        halves = self.players * 2 // _AT_A_TABLE
        return f"{halves // 2}½" if halves % 2 else str(halves // 2)


def last_time(application: Application) -> list[LastTime]:
    """Find the event of an application in the results of the year before, by its name."""
    first, where = application.first_day, application.organisation
    if first is None or where is None:
        return []
    rows = Submission.objects.filter(
        competition__organisation=where, begins__gte=first - _A_YEAR, begins__lt=first, status__in=COUNTING
    ).select_related("competition")
    return [
        LastTime(each.pk, each.competition.name, each.begins, each.seats.count())
        for each in rows.order_by("begins", "pk")
        if same_name(each.competition.name) == same_name(application.title)
    ]
