"""Attaches results to the planned event they belong to: proposed by day and name, chosen or declined by somebody."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from overtrick.formats.names import plain
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import draft_store
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.errors import Refused
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.planning import verdicts
from overtrick.register.programme.models import AttachedResult, PlannedEvent

#: Results this far from the days of a planned event may still be its own: it was moved.
NEAR = timedelta(days=10)
_MOST = 12


class NotItsResults(Refused):
    """The results cannot belong to that event."""


def chosen(competition: int) -> AttachedResult | None:
    """Give what somebody said of a competition; None: nobody has said anything yet."""
    return AttachedResult.objects.filter(competition=competition).select_related("planned").first()


def proposed(competition: Competition, submission: Submission) -> list[PlannedEvent]:
    """Give the planned events to which results may belong, the likeliest first.

    One of the same name comes first, then one on that day, then the nearest one. An event of one day that has its
    results is left out; the games of a longer one come one by one.
    """
    day = submission.begins
    near = PlannedEvent.objects.filter(
        organisation=competition.organisation_id,
        state=PlannedEvent.State.PLANNED,
        begins__lte=day + NEAR,
        ends__gte=day - NEAR,
    )
    others = AttachedResult.objects.exclude(competition=competition).filter(
        competition__submissions__status__in=COUNTING, planned__isnull=False
    )
    taken = set(others.values_list("planned", flat=True))
    name = plain(competition.name)

    def likeness(row: PlannedEvent) -> tuple[bool, timedelta, int]:
        away = max(row.begins - day, day - row.ends, timedelta(0))
        return plain(row.name) != name, away, row.pk

    free = [row for row in near if row.pk not in taken or row.ends > row.begins]
    return sorted(free, key=likeness)[:_MOST]


def attach(competition: Competition, planned: PlannedEvent | None, *, actor: User, at: datetime) -> AttachedResult:
    """Say to which planned event results belong; None: to none of them."""
    need(actor, Action.SUBMIT, competition.organisation, at)
    if planned is not None and planned.organisation_id != competition.organisation_id:
        raise NotItsResults(
            "That event is on the programme of another organisation.",
            "Choose one of your own.",
            code="event-of-another-organisation",
        )
    if planned is not None and planned.state != PlannedEvent.State.PLANNED:
        raise NotItsResults(f"{planned} is cancelled.", "Put it back on the programme first.", code="event-cancelled")
    with transactions.atomic():
        before = chosen(competition.pk)
        if before is not None and before.planned_id == (None if planned is None else planned.pk):
            return before
        made, _new = AttachedResult.objects.update_or_create(
            competition=competition, defaults={"planned": planned, "attached_by": actor, "attached_at": at}
        )
        was = {"planned": before.planned_id} if before is not None else None
        trail.record(actor, "programme.attach", competition, was, {"planned": made.planned_id}, at=at)
        for draft in competition.submissions.filter(status=Submission.Status.DRAFT, event__isnull=False):
            draft_store.work_again(draft, at)  # what it takes of a quota may be another one now
    return made


def facts(planned: PlannedEvent) -> Mapping[str, str]:
    """Give what a planned event tells of its results, by the name of the fact."""
    judged = verdicts.one(planned).verdict
    return {} if judged is None else judged.facts
