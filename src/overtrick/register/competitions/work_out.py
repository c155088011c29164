"""Works out a submission once: its awards, whose they are, the charge and the quota. The draft keeps the result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.engine import assessment as engine
from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.engine.findings import Finding
from overtrick.engine.working import Step
from overtrick.formats.compare import Comparison, compare
from overtrick.handbooks import submission as charges
from overtrick.handbooks.edition import Book, Edition
from overtrick.register.competitions import claims, event_store, licence_check, reconcile
from overtrick.register.competitions.assess import Assessed, assess, edition_for, settings_for
from overtrick.register.competitions.credits import Credits, credits_of, won
from overtrick.register.competitions.due import not_due
from overtrick.register.competitions.licence_check import Leave
from overtrick.register.competitions.match import Matched
from overtrick.register.competitions.models import COUNTING, StoredEvent, Submission
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.errors import Refused
from overtrick.register.programme.quota_year import quota_year


class CannotBeAssessed(Refused):
    """What was a good draft is none any more."""


class Worked(NamedTuple):
    """A submission worked out: what submitting needs, and what somebody wants to see before."""

    submission: Submission
    edition: Edition
    settings: dict[str, str]
    assessment: engine.Assessment | None  #: none for a file of points
    event: StoredEvent | None  #: as it was assessed, with who was suspended; None: not kept yet
    seated: Sequence[Matched]
    credits: Credits
    fee: Step | None  #: none where the handbook has no rule
    due: date  #: the last day on which the results are in time
    late: bool
    comparison: Comparison | None = None  #: none where the file claims nothing
    quota: Finding | None = None  #: none where there is no limit
    leave: Leave | None = None  #: none where it needs no licence, as far as the results tell
    replaces: Submission | None = None  #: the version that counts now
    changes: Sequence[PointsChange] = ()  #: who gains and who loses against that version

    @property
    def unsure(self) -> tuple[Matched, ...]:
        """Everybody of whom somebody has to say who it is."""
        return tuple(each for each in self.seated if not each.sure)


def work_out(
    submission: Submission, seated: Sequence[Matched], at: datetime, assessed: Assessed | None = None
) -> Worked:
    """Work out what submitting needs; ``assessed`` is what the handbook has made of the event just now."""
    federation, begins = submission.federation, submission.begins
    edition = edition_for(federation, begins)
    if submission.event is None:
        settings = settings_for(federation, edition, begins)
        points = claims.points_of(submission.claims, begins)
        book = edition.book(begins, settings or None)
        fee = charges.of(edition).fee_of_points(book)
        credited = credits_of(points, seated, begins, at.date())
        due = due_day(submission, None)
        return Worked(submission, edition, settings, None, None, seated, credited, fee, due, at.date() > due)
    assessed = assessed or assess(federation, event_store.event_of(submission.event), seated)
    if assessed.assessment.problems:
        problem = assessed.assessment.problems[0]
        raise CannotBeAssessed(problem.found, problem.remedy)
    awards = assessed.assessment.awards
    pending = not_due(assessed.book, assessed.event, awards)
    credited = credits_of(won(awards, begins), seated, begins, at.date(), pending)
    due = due_day(submission, assessed.event.last_day)
    return Worked(
        submission,
        assessed.edition,
        assessed.settings,
        assessed.assessment,
        submission.event if assessed.as_read else None,
        seated,
        credited,
        charges.of(assessed.edition).fee(assessed.book, assessed.event, credited.units),
        due,
        at.date() > due,
    )


def with_outlook(worked: Worked) -> Worked:
    """Add what somebody wants to see before submitting: other claims, quota, licence, who gains and who loses."""
    submission, made = worked.submission, worked.assessment
    competition = submission.competition
    replaces = None
    if submission.version > 1:
        others = competition.submissions.filter(status__in=COUNTING).exclude(pk=submission.pk)
        replaces = others.select_related("submitted_by").order_by("version").last()
    changes = reconcile.changes(competition, worked.credits) if replaces else ()
    if made is None:
        return worked._replace(replaces=replaces, changes=changes)
    book = worked.edition.book(submission.begins, worked.settings or None)
    whose = organiser(competition.organisation, submission.begins, competition.pk)
    return worked._replace(
        comparison=compare(made, claims.claims_of(submission.claims), worked.edition) if submission.claims else None,
        quota=charges.of(worked.edition).quota(book, whose, made.event),
        leave=licence_check.leave(submission, made.event, worked.credits.units, whose),
        replaces=replaces,
        changes=changes,
    )


class UsedUp(NamedTuple):
    """A quota of which nothing is left, and the year for which it is."""

    quota: charges.Quota
    year: Period

    @property
    def says(self) -> str:
        """Name it, with how many there are and the clause."""
        allowed = self.quota.allowed
        return self.quota.what if allowed is None else f"{self.quota.what}, {int(allowed.value)} (§ {allowed.clause})"


def beyond_quota(worked: Worked, before: Submission | None) -> UsedUp | None:
    """Give the quota that one more such event goes beyond; None where ``before``, which counts, goes beyond it too.

    What was let through can still be corrected; but not into another year, nor into an event of another quota.
    """
    made, submission = worked.assessment, worked.submission
    if made is None:
        return None
    found = _used_up(submission, made.event, worked.edition, worked.settings, worked.quota)
    if found is None or before is None or before.event is None:
        return found
    edition = edition_for(before.federation, before.begins)
    settings = settings_for(before.federation, edition, before.begins)
    earlier = _used_up(before, event_store.event_of(before.event), edition, settings)
    same = earlier is not None and (earlier.year, earlier.quota.what) == (found.year, found.quota.what)
    return None if same else found


def _used_up(
    submission: Submission, event: Event, edition: Edition, settings: dict[str, str], quota: Finding | None = None
) -> UsedUp | None:
    """Give the quota of the year that an event goes beyond; ``quota`` is what the handbook has said of it already."""
    rules = charges.of(edition)
    book = edition.book(submission.begins, settings or None)
    whose = organiser(submission.competition.organisation, submission.begins, submission.competition_id)
    found = quota or rules.quota(book, whose, event)
    if found is None or found.holds is not False:
        return None
    so_far, with_it = rules.quotas(book, whose), rules.quotas(book, _with(whose, event))
    for then, now in zip(so_far, with_it, strict=True):
        # An event of several sessions may take more than what is left.
        beyond = then.allowed is not None and now.used > max(then.used, int(then.allowed.value))
        if beyond and not _is_excepted(rules, book, whose, then):
            return UsedUp(then, quota_year(submission.competition.organisation, submission.begins))
    return None


def _with(whose: charges.Organiser, event: Event) -> charges.Organiser:
    """Count an event among those that were run: as what it was planned, or as its results tell."""
    if whose.planned is None:
        others = whose.so_far()
        return whose._replace(so_far=lambda: [*others, event])
    plans, own = whose.plans(), whose.planned._replace(results=(event,))
    return whose._replace(plans=lambda: [*plans, own])


def _is_excepted(rules: charges.Rules, book: Book, whose: charges.Organiser, quota: charges.Quota) -> bool:
    """Say whether the office lets the event be held beyond this quota: as it was planned, it takes of the same one."""
    own = whose.planned
    if own is None or not own.excepted:
        return False
    plans = whose.plans()
    with_plan = rules.quotas(book, whose._replace(plans=lambda: [*plans, own]))
    before = {each.what: each.planned for each in rules.quotas(book, whose)}
    return any(each.what == quota.what and each.planned > before[each.what] for each in with_plan)


def held_back(worked: Worked) -> str:
    """Say why a submission has to wait for whoever authorised its points; empty: it need not."""
    if worked.assessment is None or not any(each.colour for each in charges.of(worked.edition).licences):
        return ""
    found = licence_check.leave(worked.submission, worked.assessment.event, worked.credits.units)
    if found is None or not found.exceeded or found.total is None:
        return ""
    return f"Authorisation {found.licence}: {found.total.working.says}"[:300]


def due_day(submission: Submission, last_day: date | None) -> date:
    """Give the last day on which results are in time, by the settings of the day of play."""
    days = submission.federation.ways(submission.begins).results_due_days
    return (last_day or submission.begins) + timedelta(days=days)
