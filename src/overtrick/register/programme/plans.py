"""Planned events as the handbooks see them, with what is on record about each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks.programme import Planned
from overtrick.handbooks.questions import Answers
from overtrick.register import periods, sql
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
    """Give what an organisation has planned from a day on."""
    return organisation.planned_events.filter(begins__gte=on, state=PlannedEvent.State.PLANNED).order_by("begins", "pk")


def without_results(on: date, within: Collection[int] | None, ended: Period | None = None) -> QuerySet[PlannedEvent]:
    """Give what was over some days before a day, and of which no results have come; of some organisations, or of all.

    ``ended`` asks for those that ended in a period; otherwise they ended within a year.
    """
    until = on - GRACE
    first, last = ended or Period(until - _ASKED_FOR, until)
    rows = PlannedEvent.objects.filter(ends__range=(first, min(last, until)), state=PlannedEvent.State.PLANNED)
    if within is not None:
        rows = rows.filter(organisation__in=within)
    return rows.exclude(Exists(AttachedResult.objects.filter(planned=OuterRef("pk")))).order_by("ends", "pk")


def planned_for(competition: int | None) -> PlannedEvent | None:
    """Give the planned event to which the results of a competition belong; None where they belong to none."""
    # Asked several times for every submission, and most belong to none: so first past the models.
    found = sql.rows("select 1 from programme_attachedresult where competition_id = %s limit 1", competition)
    if not found:
        return None
    one = attached(competition).select_related("planned").first()
    return None if one is None else one.planned


def attached(competition: int | OuterRef | None) -> QuerySet[AttachedResult]:
    """Give that results belong to an event of the programme; one that was cancelled takes nothing of a quota."""
    return AttachedResult.objects.filter(competition=competition, planned__state=PlannedEvent.State.PLANNED)


def record(row: PlannedEvent, results: Iterable[Event] = ()) -> Planned:
    """Tell the handbook of one planned event, and of what was played of it so far."""
    licences = held(row.organisation, row.begins)
    told, excepted = Answers(row.answers), bool(row.allowed_because)
    announced = row.planned_at.date()
    return Planned(row.kind, row.name, row.begins, row.ends, told, tuple(results), licences, excepted, announced)


def held(organisation: Organisation, on: date) -> dict[str, date]:
    """Name what an organisation has leave for on a day, with the day on which it was first granted."""
    rows = Licence.objects.filter(periods.during(on), organisation=organisation).exclude(revoked_on__lte=on)
    return dict(rows.order_by("-granted_on", "-pk").values_list("allows", "granted_on"))
