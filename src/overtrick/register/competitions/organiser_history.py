"""Facts about an organiser that handbooks ask for: events run and planned this year, and play in the year before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks import programme
from overtrick.handbooks import submission as charges
from overtrick.handbooks.programme import Planned, Verdict
from overtrick.register import sql, transactions
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Seat, Submission
from overtrick.register.directors.lookup import level_by_number
from overtrick.register.entitlements import choices
from overtrick.register.entitlements.allotted import allotted
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.periods import ONE_DAY
from overtrick.register.programme import plans
from overtrick.register.programme.models import AttachedResult, PlannedEvent
from overtrick.register.programme.quota_year import quota_year


def organiser(
    organisation: Organisation,
    day: date,
    besides: int | None = None,
    own: PlannedEvent | None = None,
    told: Planned | None = None,
) -> charges.Organiser:
    """Tell the handbook who runs an event on a day; ``besides`` is its competition, which is not counted.

    ``own`` is the planned event that it is: ``join`` says which; ``told`` is what the handbook is told of it. The quota
    of the whole year counts: a late file of an early day finds it used up as any other does. What is told is looked up
    once: several rules ask for it.
    """
    return _organiser(
        organisation, day, cache(lambda: _events(organisation, *quota_year(organisation, day), besides))
    )._replace(
        plans=cache(lambda: _plans(organisation, day, besides, own)),
        events_in=lambda period: _sent_before(organisation, period, besides),
        planned=told if own is None or told is not None else plan_records([own], besides)[0],
    )


def planning_organiser(organisation: Organisation, day: date) -> charges.Organiser:
    """Tell the handbook who plans an event for a day: what was run on any day of that year counts."""
    return _organiser(organisation, day, lambda: _events(organisation, *quota_year(organisation, day)))


def _organiser(organisation: Organisation, day: date, so_far: charges.SoFar) -> charges.Organiser:
    first, now = _affiliated(organisation, day)
    return charges.Organiser(
        organisation.name,
        organisation.kind,
        first,
        so_far,
        cache(lambda: _player_sessions_before(organisation, day)),
        now,
        player_sessions_in=cache(lambda period: _player_sessions(organisation, period)),
        allotted=cache(lambda kind: allotted(organisation, kind, quota_year(organisation, day).first.year)),
        director=level_by_number,
        region=cache(lambda: choices.of_region_above(organisation, day)),
    )


def _affiliated(organisation: Organisation, day: date) -> tuple[date | None, bool]:
    """Give the first day of an affiliation, and whether there is one on a day."""
    asked = "select begins, ends from organisations_affiliation where organisation_id = %s"
    rows = transactions.asked_once(("affiliated", organisation.pk), lambda: sql.rows(asked, organisation.pk))
    days = [(sql.day(begins), ends and sql.day(ends)) for begins, ends in rows]
    now = any(begins <= day and (ends is None or day <= ends) for begins, ends in days)
    return min((begins for begins, _ends in days), default=None), now


def _events(organisation: Organisation, first: date, last: date, besides: int | None = None) -> list[Event]:
    """Give the organiser's other events between two days, but for those that are on its programme."""
    asked = ("events", organisation.pk, first, last, besides)
    return list(transactions.asked_once(asked, lambda: _outlines(organisation, first, last, besides)))


def _outlines(organisation: Organisation, first: date, last: date, besides: int | None) -> list[Event]:
    listed = Submission.objects.filter(
        ~Exists(
            AttachedResult.objects.filter(
                competition=OuterRef("competition"), planned__state=PlannedEvent.State.PLANNED
            )
        ),
        competition__organisation=organisation,
        begins__range=(first, last),
        status__in=COUNTING,
    ).exclude(competition=besides)
    return event_store.outlines_of(listed)


def _plans(organisation: Organisation, day: date, besides: int | None, own: PlannedEvent | None) -> list[Planned]:
    rows = plans.standing(organisation, quota_year(organisation, day))
    return counting_plans(organisation, rows.exclude(pk=own.pk) if own else rows, besides)


def counting_plans(
    organisation: Organisation, rows: Iterable[PlannedEvent], besides: int | None = None
) -> list[Planned]:
    """Tell the handbook of the planned events of a year that use something: one that it refuses uses nothing."""
    return [told for told, _verdict, counts in judged(organisation, plan_records(rows, besides)) if counts]


class Judged(NamedTuple):
    """A planned event with what the handbook says of it beside those before it."""

    told: Planned
    verdict: Verdict | None  #: None: of a kind that the edition does not know any more
    counts: bool  #: it uses what the handbook allots: it is not refused, or was played, or the office lets it be held


def judged(organisation: Organisation, listed: Sequence[Planned]) -> list[Judged]:
    """Judge the planned events of a year, each beside those before it that count."""
    found: list[Judged] = []
    who = _planner(organisation, listed[0].day) if listed else None
    for told in listed:
        verdict = who and judge(organisation, told, [each.told for each in found if each.counts], who)
        counts = verdict is not None and (verdict.allowed.holds is not False or bool(told.results) or told.excepted)
        if verdict is not None and not counts:
            verdict = verdict._replace(takes=None)
        found.append(Judged(told, verdict, counts))
    return found


_Planner = Callable[[date], charges.Organiser]


def judge(
    organisation: Organisation, told: Planned, others: Sequence[Planned], who: _Planner | None = None
) -> Verdict | None:
    """Judge a planned event beside others; None: the edition does not know its kind."""
    book = handbook.book_on(organisation.federation, told.day)
    if told.kind not in programme.kinds(book.edition):
        return None
    whose = (who or _planner(organisation, told.day))(told.day)
    return programme.of(book.edition).verdict(book, whose, told, others)


def _planner(organisation: Organisation, day: date) -> _Planner:
    """Give what tells who plans an event for a day of a year; what holds for the whole year is looked up once."""
    whose = planning_organiser(organisation, day)
    return cache(
        lambda on: whose._replace(
            member=_affiliated(organisation, on)[1],
            region=cache(lambda: choices.of_region_above(organisation, on)),
        )
    )


def plan_records(rows: Iterable[PlannedEvent], besides: int | None = None) -> list[Planned]:
    """Tell the handbook of an organisation's planned events, each with its results that count, but for ``besides``."""
    listed = list(rows)
    if not listed:
        return []
    tell = plan_teller(listed, list(listed[0].organisation.licences.select_related("organisation__federation")))
    return [tell(each, besides) for each in listed]


def plan_teller(
    listed: Collection[PlannedEvent], granted: Collection[Licence]
) -> Callable[[PlannedEvent, int | None], Planned]:
    """Give what tells of some planned events of an organisation, for any competition that is not counted."""
    sent = Submission.objects.filter(
        competition__attached_result__planned__in=listed, status__in=COUNTING, event__isnull=False
    )
    results: dict[int | None, list[tuple[int, Event]]] = {}
    for each in sent.select_related("event", "competition__attached_result").order_by("begins", "pk"):
        if each.event:
            of = each.competition.attached_result.planned_id
            results.setdefault(of, []).append((each.competition_id, event_store.event_of(each.event)))

    def told(plan: PlannedEvent, besides: int | None) -> Planned:
        others = [event for competition, event in results.get(plan.pk, ()) if competition != besides]
        return plans.record(plan, others, granted)

    return told


def _sent_before(organisation: Organisation, period: Period, besides: int | None) -> list[Event]:
    """Give the events of a period that count and were first submitted before this one was."""
    listed = Submission.objects.filter(
        competition__organisation=organisation, begins__range=period, status__in=COUNTING
    ).exclude(competition=besides)
    first = Submission.objects.filter(competition=besides, submitted_at__isnull=False).order_by("version").first()
    if first is not None and first.submitted_at is not None:
        earlier = Submission.objects.filter(competition=OuterRef("competition"), submitted_at__lt=first.submitted_at)
        listed = listed.filter(Exists(earlier))
    return event_store.outlines_of(listed)


def _player_sessions_before(organisation: Organisation, day: date) -> int:
    """Count who sat down in the quota year before."""
    return _player_sessions(organisation, quota_year(organisation, quota_year(organisation, day).first - ONE_DAY))


def _player_sessions(organisation: Organisation, period: Period) -> int:
    """Count who sat down in a period; an event of several sessions counts as one."""
    return Seat.objects.filter(
        submission__competition__organisation=organisation,
        submission__begins__range=period,
        submission__status__in=COUNTING,
    ).count()
