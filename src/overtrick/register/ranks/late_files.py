"""Results of a month that came late: after the days a club has for them, or after the month's days of grace."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from overtrick.engine import days
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.work_out import due_day
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Closing, Posting
from overtrick.register.ranks.close_book import grace_ends


class LateFile(NamedTuple):
    """Results that came after the day on which they were due."""

    submission: Submission
    came: date
    due: date  #: the last day on which they were in time

    @property
    def days(self) -> int:
        """By so many days they were late."""
        return (self.came - self.due).days


class AfterClose(NamedTuple):
    """Results of a month that are not in its close."""

    submission: Submission
    came: date
    final_with: date | None  #: the month with which they became final, by its first day; none: they are not yet

    @property
    def corrects(self) -> bool:
        """Say whether they correct results that came before."""
        return self.submission.version > 1


def late_files(month: date) -> list[LateFile]:
    """List the results of play in a month that were marked late, the latest first."""
    return sorted(_late(_of_month(month).filter(late=True)), key=lambda each: (-each.days, each.submission.pk))


def _late(rows: QuerySet[Submission]) -> Iterator[LateFile]:
    for each in rows.select_related("event"):
        if each.submitted_at is not None:
            ends = event_store.event_of(each.event).last_day if each.event else None
            yield LateFile(each, each.submitted_at.date(), due_day(each, ends))


def after_close(federation: Federation, month: date) -> list[AfterClose]:
    """List the results of play in a month that its close leaves out: sent, corrected or approved too late.

    Before the close these are the ones that came after the days of grace.
    """
    rows = _of_month(month).annotate(final_with=Max("postings__closed__closing__month"))
    if Closing.objects.filter(month=month).exists():
        posted = Exists(Posting.objects.filter(submission=OuterRef("pk")))
        rows = rows.filter(posted | Q(status=Submission.Status.SUBMITTED))
        rows = rows.filter(Q(final_with__isnull=True) | Q(final_with__gt=month))
    else:
        rows = rows.filter(submitted_at__date__gt=grace_ends(federation, month))
    return [
        AfterClose(each, each.submitted_at.date(), each.final_with)
        for each in rows.order_by("submitted_at", "pk")
        if each.submitted_at is not None
    ]


def _of_month(month: date) -> QuerySet[Submission]:
    rows = Submission.objects.filter(begins__range=days.month(month), status__in=COUNTING)
    return rows.select_related("competition__organisation", "federation")


def closes_with(federation: Federation, played: date, came: date) -> date:
    """Give the month with which results become final, by its first day, if nothing keeps them waiting."""
    found = days.month(came)
    while True:
        before = days.month(days.before(found))
        if played > before.last or came > grace_ends(federation, before.first):
            return found.first
        found = before


class FinalWith(NamedTuple):
    """The month with which a submission becomes final, if nothing keeps it waiting."""

    month: date  #: its first day
    played: date
    grace: date | None  #: it came after this day, the last one for the month of play; none: it came in time


def final_with(submission: Submission) -> FinalWith:
    """Say with which month a submission becomes final, and why not with that in which it was played."""
    federation, played = submission.federation, submission.begins
    month = closes_with(federation, played, submission.submitted_at.date() if submission.submitted_at else played)
    in_time = month == played.replace(day=1)
    return FinalWith(month, played, None if in_time else grace_ends(federation, played))
