"""Planned events as the handbooks see them, with what is on record about each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import QuerySet

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks.programme import Planned
from overtrick.handbooks.questions import Answers
from overtrick.register import periods
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.programme.models import AttachedResult, PlannedEvent


def of_year(organisation: Organisation, year: Period) -> QuerySet[PlannedEvent]:
    """Give the events that an organisation plans in a year, cancelled ones too, in the order of their days."""
    return organisation.planned_events.filter(begins__range=year).order_by("begins", "pk")


def standing(organisation: Organisation, year: Period) -> QuerySet[PlannedEvent]:
    """Give those that were not cancelled."""
    return of_year(organisation, year).filter(state=PlannedEvent.State.PLANNED)


def planned_for(competition: int | None) -> PlannedEvent | None:
    """Give the planned event to which the results of a competition belong; None where they belong to none."""
    found = AttachedResult.objects.filter(competition=competition, planned__isnull=False).select_related("planned")
    one = found.first()
    return None if one is None else one.planned


def record(row: PlannedEvent, results: Iterable[Event] = ()) -> Planned:
    """Tell the handbook of one planned event, and of what was played of it so far."""
    licences = held(row.organisation, row.begins)
    return Planned(row.kind, row.name, row.begins, row.ends, Answers(row.answers), tuple(results), licences)


def held(organisation: Organisation, on: date) -> tuple[str, ...]:
    """Name what an organisation has leave for on a day."""
    rows = Licence.objects.filter(periods.during(on), organisation=organisation).exclude(revoked_on__lte=on)
    return tuple(sorted(set(rows.values_list("allows", flat=True))))
