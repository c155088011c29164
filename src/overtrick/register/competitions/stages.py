"""How far the results of each club are in a month: what is expected, was sent, waits, was returned or is final."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from overtrick.engine.days import Period
from overtrick.register.competitions import held_credits, missing_sessions
from overtrick.register.competitions.models import Submission
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import ClosedPosting
from overtrick.register.organisations.affiliation import affiliated_on
from overtrick.register.organisations.models import Organisation
from overtrick.register.programme import plans

Status = Submission.Status


class Progress(StrEnum):
    """How far an event has come; each is in one of these, by the last version that was sent."""

    EXPECTED = "expected"  #: a usual session or planned event of which nothing came, or a file that is not submitted
    SENT = "sent"  #: its points are provisional
    HELD = "held"  #: above what was authorised, or some of its points wait for somebody
    WAITING = "waiting"  #: for approval
    RETURNED = "returned"  #: to the club, which has to correct it
    FINAL = "final"  #: its month is closed


class ClubMonth(NamedTuple):
    """The events of a club in a month by how far they have come."""

    organisation: Organisation
    counts: Mapping[Progress, int]
    oldest: date | None  #: the first day of which nothing was submitted
    overdue: int  #: by so many days the results of that day are late; 0: they are not

    def has(self, stage: Progress) -> bool:
        """Say whether something has come just so far."""
        return self.counts.get(stage, 0) > 0


class _Sent(NamedTuple):
    """A version of an event."""

    organisation: int
    begins: date
    stage: Progress


def by_club(federation: Federation, month: Period, on: date, within: Collection[int] | None = None) -> list[ClubMonth]:
    """List the clubs, those who sent something else too, with the events of a month; a few queries for them all."""
    counts: dict[int, Counter[Progress]] = {}
    missing: dict[int, list[date]] = {}
    for each in _sent(month, within):
        counts.setdefault(each.organisation, Counter())[each.stage] += 1
        if each.stage is Progress.EXPECTED:
            missing.setdefault(each.organisation, []).append(each.begins)
    asked = min(on, month.last + plans.GRACE)
    for organisation, gaps in missing_sessions.missing_in(within, asked).items():
        days = [gap.day for gap in gaps if month.first <= gap.day <= month.last]
        if days:
            counts.setdefault(organisation, Counter())[Progress.EXPECTED] += len(days)
            missing.setdefault(organisation, []).extend(days)
    for planned in plans.without_results(on, within, month):
        counts.setdefault(planned.organisation_id, Counter())[Progress.EXPECTED] += 1
        missing.setdefault(planned.organisation_id, []).append(planned.ends)
    rows = Organisation.objects.filter(
        Q(pk__in=list(counts)) | Q(kind=Organisation.Kind.CLUB, pk__in=affiliated_on(month.last))
    )
    if within is not None:
        rows = rows.filter(pk__in=within)
    found = []
    for club in rows.select_related("parent").order_by("name", "pk"):
        oldest = min(missing.get(club.pk, ()), default=None)
        found.append(ClubMonth(club, counts.get(club.pk, {}), oldest, _overdue(federation, oldest, on)))
    return found


def _overdue(federation: Federation, day: date | None, on: date) -> int:
    if day is None:
        return 0
    due = day + timedelta(days=federation.ways(day).results_due_days)
    return max((on - due).days, 0)


def _sent(month: Period, within: Collection[int] | None) -> Iterator[_Sent]:
    """Give the last version of each event; a draft says nothing of an event that was sent before."""
    rows = Submission.objects.filter(competition__begins__range=month).exclude(status=Status.REPLACED)
    if within is not None:
        rows = rows.filter(competition__organisation__in=within)
    held = held_credits.waiting().filter(submission=OuterRef("pk")).order_by()
    closed = ClosedPosting.objects.filter(posting__submission=OuterRef("pk"))
    last: dict[int, tuple[int, _Sent]] = {}
    for competition, organisation, begins, version, status, kept_back, some_held, final in rows.values_list(
        "competition",
        "competition__organisation",
        "competition__begins",
        "version",
        "status",
        "held_back",
        Exists(held),
        Exists(closed),
    ):
        stage = _stage(Status(status), held=bool(kept_back) or some_held, final=final)
        # A draft comes before any version that was sent, whatever its number.
        order = 0 if stage is Progress.EXPECTED else version
        if competition not in last or last[competition][0] <= order:
            last[competition] = order, _Sent(organisation, begins, stage)
    yield from (each for _order, each in last.values())


def _stage(status: Submission.Status, *, held: bool, final: bool) -> Progress:
    if status is Status.DRAFT:
        return Progress.EXPECTED
    if status is Status.RETURNED:
        return Progress.RETURNED
    if held:
        return Progress.HELD
    if status is Status.SUBMITTED:
        return Progress.WAITING
    return Progress.FINAL if final else Progress.SENT
