"""What the handbook says of planned events, after what else is planned and what was played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import F

from overtrick.engine.days import Period
from overtrick.handbooks import programme as rules
from overtrick.handbooks.programme import Kind, Planned, Verdict
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.organiser_history import (
    counting_plans,
    judge,
    judged,
    plan_records,
    planning_organiser,
)
from overtrick.register.federations import handbook
from overtrick.register.organisations import licences
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.programme import plans
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.programme.quota_year import quota_year


class Listed(NamedTuple):
    """A planned event with what the handbook says of it."""

    event: PlannedEvent
    kind: Kind | None  #: None: the edition does not know it any more
    verdict: Verdict | None  #: None: cancelled, or of an unknown kind
    licence: Licence | None  #: on record, where it needs one
    results: Sequence[Submission]  #: that count


def kinds(organisation: Organisation, on: date) -> tuple[Kind, ...]:
    """Give what an organisation may plan for a day."""
    book = handbook.book_on(organisation.federation, on)
    return rules.of(book.edition).kinds(book, planning_organiser(organisation, on))


def verdict(organisation: Organisation, planned: Planned, besides: int | None = None) -> Verdict:
    """Judge an event beside everything else that is planned or was played in its year, later or earlier.

    ``besides`` is the row that this one changes. Its kind must be one of the edition's.
    """
    rows = plans.standing(organisation, quota_year(organisation, planned.day))
    others = counting_plans(organisation, rows if besides is None else rows.exclude(pk=besides))
    found = judge(organisation, planned, others)
    if found is None:
        message = f"{planned.kind} is no kind of the edition"
        raise ValueError(message)
    return found


def listing(organisation: Organisation, year: Period) -> list[Listed]:
    """List the programme of a year, each event judged after those before it; one that is refused uses nothing."""
    rows = list(plans.of_year(organisation, year))
    standing = [row for row in rows if row.state == PlannedEvent.State.PLANNED]
    verdicts = dict(zip(standing, judged(organisation, plan_records(standing)), strict=True))
    granted = list(organisation.licences.select_related("organisation__federation"))
    results: dict[int | None, list[Submission]] = {}
    sent = Submission.objects.filter(competition__attached_result__planned__in=standing, status__in=COUNTING)
    for each in sent.annotate(plan=F("competition__attached_result__planned")).order_by("begins", "pk"):
        results.setdefault(each.plan, []).append(each)
    found: list[Listed] = []
    for row in rows:
        kind = rules.kinds(handbook.edition_on(organisation.federation, row.begins)).get(row.kind)
        verdict = verdicts[row].verdict if row in verdicts else None
        if verdict is None:
            found.append(Listed(row, kind, None, None, ()))
        else:
            found.append(Listed(row, kind, verdict, _licence(row, verdict, granted), results.get(row.pk, ())))
    return found


def one(row: PlannedEvent) -> Listed:
    """Give one event of a programme as the list has it."""
    year = quota_year(row.organisation, row.begins)
    return next(each for each in listing(row.organisation, year) if each.event.pk == row.pk)


def _licence(row: PlannedEvent, verdict: Verdict, granted: Collection[Licence]) -> Licence | None:
    held = licences.of_event(row.organisation, row.begins, [row.name], granted) if verdict.needs else ()
    return next((each for each in held if verdict.needs and each.allows == verdict.needs.licence.name), None)
