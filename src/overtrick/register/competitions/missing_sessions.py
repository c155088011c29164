"""Club nights that seem to be missing: weekly sessions, and the weeks for which no results came.

A name that came on the same weekday in most of the weeks before is taken for usual. A holiday looks the same as a
forgotten file, so this is only ever a question.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.programme.plans import GRACE

#: So far back a habit is looked for, and so far back a gap in it is worth a question.
_WEEKS, _ASKED = 12, 6
#: A session that came in so many of those weeks is usual.
_USUAL = 5
_WEEK = timedelta(days=7)


class Missing(NamedTuple):
    """A day on which a usual session would have been."""

    name: str
    day: date


def missing(organisation: Organisation, on: date) -> list[Missing]:
    """List the days of the last weeks for which no file of a usual session came, the oldest first."""
    return missing_in([organisation.pk], on).get(organisation.pk, [])


def missing_in(organisations: Collection[int] | None, on: date) -> dict[int, list[Missing]]:
    """List the same for several organisations, or for all of them, in one query."""
    rows = Competition.objects.filter(begins__range=(on - _WEEKS * _WEEK, on))
    if organisations is not None:
        rows = rows.filter(organisation__in=organisations)
    sent = Submission.objects.filter(competition=OuterRef("pk"), status__in=(*COUNTING, Submission.Status.DRAFT))
    rows = rows.filter(Exists(sent))
    held: dict[tuple[int, int, str], dict[date, str]] = {}
    for organisation, name, day in rows.order_by("begins").values_list("organisation", "name", "begins"):
        held.setdefault((organisation, day.weekday(), _series_name(name)), {})[day] = name
    found: dict[int, list[Missing]] = {}
    for (organisation, weekday, _name), days in held.items():
        if len(days) < _USUAL:
            continue
        last = on - GRACE - timedelta(days=(on - GRACE).weekday() - weekday) % _WEEK
        asked = [last - back * _WEEK for back in range(_ASKED)]
        gaps = [Missing(days[max(days)], day) for day in asked if day > min(days) and day not in days]
        found.setdefault(organisation, []).extend(gaps)
    return {each: sorted(gaps, key=lambda gap: (gap.day, gap.name)) for each, gaps in found.items() if gaps}


def overdue(
    federation: Federation, organisations: Collection[int] | None, on: date
) -> dict[int, list[tuple[Missing, date]]]:
    """List those whose results should have come before a day, each with the day on which they were due."""
    late = {
        organisation: [(gap, due) for gap in gaps if (due := _due(federation, gap.day)) < on]
        for organisation, gaps in missing_in(organisations, on).items()
    }
    return {organisation: gaps for organisation, gaps in late.items() if gaps}


def _due(federation: Federation, day: date) -> date:
    return day + timedelta(days=federation.ways(day).results_due_days)


@lru_cache(maxsize=4096)  # a club calls its sessions the same each week
def _series_name(name: str) -> str:
    """Compare names without what differs from week to week: figures, and the names of months."""
    return " ".join(word for word in name.casefold().split() if word.isalpha() and word not in _MONTHS)


_MONTHS = frozenset(date(2000, month, 1).strftime("%B").casefold() for month in range(1, 13))
