"""Checks the events of one organisation in one quota year, in the order in which they were played.

Each event is read once. Of the year so far only what quotas count is asked again, and only for events that have one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from overtrick import __version__
from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks import edition as editions
from overtrick.handbooks import submission as rules
from overtrick.register import sql
from overtrick.register.competitions import event_store, join, licence_check, objections
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.entry_check import above_the_limit
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.match import seated
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.quota_check import used_up
from overtrick.register.competitions.submission_findings import SubmissionFinding
from overtrick.register.entitlements import allotted, choices
from overtrick.register.organisations.models import Organisation
from overtrick.register.periods import ONE_DAY
from overtrick.register.programme import plans
from overtrick.register.programme.quota_year import quota_year

_TOGETHER = 100  #: so many events are read at a time


class Found(NamedTuple):
    """A finding about a submission of the book."""

    submission: Submission
    finding: SubmissionFinding


def years_of(organisation: Organisation) -> list[Period]:
    """List the quota years in which an organisation has events that count."""
    ((first, last),) = sql.rows(
        "select min(version.begins), max(version.begins) from competitions_submission as version "
        "join competitions_competition as event on event.id = competition_id where organisation_id = %s",
        organisation.pk,
    )
    if first is None:
        return []
    years = [quota_year(organisation, sql.day(first))]
    while years[-1].last < sql.day(last):
        years.append(quota_year(organisation, years[-1].last + ONE_DAY))
    return years


def digest_of(organisation: Organisation, year: Period) -> str:
    """Give a fingerprint of all that the findings of a year depend on, the year before it included."""
    before = quota_year(organisation, year.first - ONE_DAY)
    ways = organisation.federation.ways(year.first)
    counting = Submission.objects.filter(
        competition__organisation=organisation, begins__range=(before.first, year.last), status__in=COUNTING
    )
    parts = [
        __version__,
        [each.name for each in editions.get(organisation.federation.handbook).editions],
        ways.settings,
        organisation.name,
        organisation.kind,
        list(organisation.affiliations.order_by("pk").values_list("begins", "ends")),
        list(organisation.licences.order_by("pk").values_list("pk", "begins", "ends", "units", "revoked_on")),
        list(counting.order_by("pk").values_list("pk", "status", "sha256", "competition__attached_result__planned")),
        list(plans.of_year(organisation, year).values_list("pk", "revision")),
        [(each.allotment.kind, each.total) for each in allotted.of_year(year.first.year, [organisation.pk])],
        choices.of_region_above(organisation, year.last).told,
    ]
    return event_store.fingerprint(json.dumps(parts, default=str, ensure_ascii=False))


def events_of(organisation: Organisation, year: Period) -> Iterator[Submission]:
    """Give the submissions of a year that count and have results, in the order of play."""
    rows = Submission.objects.filter(
        competition__organisation=organisation,
        begins__range=(year.first, year.last),
        status__in=COUNTING,
        event__isnull=False,
    )
    rows = rows.select_related("competition__organisation__federation", "federation", "event")
    yield from rows.order_by("begins", "pk").iterator(chunk_size=_TOGETHER)


def findings_of(organisation: Organisation, year: Period) -> Iterator[Found]:
    """Find what is against the handbook in the events of a year; what somebody has decided about is left out."""
    so_far: list[Event] = []
    for each in events_of(organisation, year):
        if each.event is None:
            continue
        event = event_store.event_of(each.event)
        decided = {(one.code, one.clause) for one in objections.of(each)}
        joined = _joined(each, event, so_far)
        for finding in _of_event(each, event, joined):
            if (finding.code, finding.clause) not in decided:
                yield Found(each, finding)
        if joined.plan is None:  # what was planned is counted as its plan
            so_far.append(event)
    yield from _above_authorised(organisation, year)


def _joined(submission: Submission, event: Event, so_far: list[Event]) -> Under:
    """Tell what an event is under, of what was run and planned in that year up to it."""
    joined = join.under(submission, event)
    whose = joined.whose()
    up_to_it = whose._replace(
        so_far=lambda: tuple(so_far),
        plans=lambda: [each for each in whose.plans() if each.day <= submission.begins],
    )
    return joined._replace(whose=lambda: up_to_it)


def _of_event(submission: Submission, event: Event, joined: Under) -> Iterator[SubmissionFinding]:
    begins, whose = submission.begins, joined.whose()
    edition = edition_for(submission.federation, begins, event.last_day)
    settings = settings_for(submission.federation, edition, begins)
    book, answers = edition.book(begins, settings or None), rules.of(edition)
    for objection in objections.against(submission, edition, settings, event, None, joined):
        yield SubmissionFinding(objection.code, objection.working.says, objection.working.clause)
    quota = answers.quota(book, whose, event)
    over = used_up(submission, edition, book, joined, event) if quota is not None and quota.holds is False else None
    if over is not None:
        clause = over.quota.allowed.clause if over.quota.allowed else ""
        yield SubmissionFinding(code="quota-used-up", says=f"Beyond the quota of the year: {over.says}", clause=clause)
    for doubt in answers.doubts(book, whose, event):
        yield SubmissionFinding(doubt.code, doubt.working.says, doubt.working.clause)
    above = above_the_limit(edition, settings, event, lambda: seated(submission))
    if above is not None:
        yield SubmissionFinding(code="entrant-above-limit", says=above.says, clause=above.clause)


def _above_authorised(organisation: Organisation, year: Period) -> Iterator[Found]:
    """Find authorisations of which more points were awarded than they allow, each with the last event under it."""
    for licence in organisation.licences.filter(units__isnull=False, begins__lte=year.last).order_by("pk"):
        if licence.ends is not None and licence.ends < year.first:
            continue
        listed = licence_check.under(licence)
        decided = any(each.code == objections.ABOVE_AUTHORISED for one in listed for each in objections.of(one))
        if decided or not listed or not year.holds(listed[-1].begins) or licence.units is None:
            continue
        if licence_check.used(licence, listed=listed) > licence.units:
            says = f"More points were awarded than authorisation {licence} allows"
            yield Found(listed[-1], SubmissionFinding(objections.ABOVE_AUTHORISED, says))
