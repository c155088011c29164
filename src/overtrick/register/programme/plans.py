"""Planned events as the handbooks see them, with what is on record about each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks.programme import Planned
from overtrick.handbooks.questions import Answers
from overtrick.register.organisations import licences
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.programme.models import AttachedResult, PlannedEvent

#: So many days an organisation has to send results before anybody asks, and so long it is asked.
GRACE, _ASKED_FOR = timedelta(days=4), timedelta(days=365)


def of_year(organisation: Organisation, year: Period) -> QuerySet[PlannedEvent]:
    """Give the events that an organisation plans in a year, cancelled ones too, in the order of their days."""
    return organisation.planned_events.filter(begins__range=year).order_by("begins", "pk")


def standing(organisation: Organisation, year: Period) -> QuerySet[PlannedEvent]:
    """Give those that were not cancelled."""
    return of_year(organisation, year).filter(state=PlannedEvent.State.PLANNED)


def coming(organisation: Organisation, on: date) -> QuerySet[PlannedEvent]:
    """Give what an organisation has planned from a day on, and of which no results have come."""
    rows = organisation.planned_events.filter(begins__gte=on, state=PlannedEvent.State.PLANNED)
    return rows.exclude(_with_results()).order_by("begins", "pk")


def without_results(on: date, within: Collection[int] | None, ended: Period | None = None) -> QuerySet[PlannedEvent]:
    """Give what was over some days before a day, and of which no results have come; of some organisations, or of all.

    ``ended`` asks for those that ended in a period; otherwise they ended within a year.
    """
    until = on - GRACE
    first, last = ended or Period(until - _ASKED_FOR, until)
    rows = PlannedEvent.objects.filter(ends__range=(first, min(last, until)), state=PlannedEvent.State.PLANNED)
    if within is not None:
        rows = rows.filter(organisation__in=within)
    return rows.exclude(_with_results()).order_by("ends", "pk")


def _with_results() -> Exists:
    return Exists(AttachedResult.objects.filter(planned=OuterRef("pk")))


def record(row: PlannedEvent, results: Iterable[Event] = (), granted: Iterable[Licence] | None = None) -> Planned:
    """Tell the handbook of one planned event, and of what was played of it so far."""
    told, excepted = Answers(row.answers), bool(row.allowed_because)
    announced = row.planned_at.date()
    leave = held(row.organisation, row.name, row.begins, granted)
    return Planned(row.kind, row.name, row.begins, row.ends, told, tuple(results), leave, excepted, announced)


def held(organisation: Organisation, name: str, on: date, granted: Iterable[Licence] | None = None) -> dict[str, date]:
    """Name what an organisation has leave for on a day, for an event of a name, and when it was first granted."""
    found = licences.of_event(organisation, on, [name], granted)
    return {each.allows: each.granted_on for each in sorted(found, key=lambda each: each.granted_on, reverse=True)}
