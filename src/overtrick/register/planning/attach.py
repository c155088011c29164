"""Changes to which planned event results belong: what ``competitions.join`` found, or none, or another one."""

from __future__ import annotations

from datetime import datetime, timedelta

from overtrick.formats.names import plain
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import draft_store, join
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.errors import Refused
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.programme.models import AttachedResult, PlannedEvent

#: Results this far from the days of a planned event may still be its own: it was moved.
NEAR = timedelta(days=10)
_MOST = 12


class NotItsResults(Refused):
    """The results cannot belong to that event."""


def proposed(competition: Competition, submission: Submission) -> list[PlannedEvent]:
    """Give the planned events to which results may belong, the likeliest first.

    One of the same name comes first, then one on that day, then the nearest one.
    """
    day, name = submission.begins, plain(competition.name)
    free, _taken = join.standing(competition, day - NEAR, day + NEAR)

    def likeness(row: PlannedEvent) -> tuple[bool, timedelta, int]:
        away = max(row.begins - day, day - row.ends, timedelta(0))
        return plain(row.name) != name, away, row.pk

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
        before = AttachedResult.objects.filter(competition=competition).select_related("planned").first()
        is_so = before is not None and before.planned_id == (None if planned is None else planned.pk)
        if before is not None and is_so and before.attached_by_id is not None:
            return before
        made, _new = AttachedResult.objects.update_or_create(
            competition=competition, defaults={"planned": planned, "attached_by": actor, "attached_at": at}
        )
        was = {"planned": before.planned_id} if before is not None else None
        trail.record(actor, "programme.attach", competition, was, {"planned": made.planned_id}, at=at)
        for draft in competition.submissions.filter(status=Submission.Status.DRAFT, event__isnull=False):
            draft_store.work_again(draft, at)  # what it takes of a quota may be another one now
    return made
