"""Works out a submission once: its awards, whose they are, the charges and the quota. The draft keeps the result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.engine import assessment as engine
from overtrick.engine.event import Event
from overtrick.engine.findings import Finding
from overtrick.formats.compare import Comparison, compare
from overtrick.handbooks import submission as charges
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due
from overtrick.handbooks.submission import Doubt, Objection
from overtrick.register.competitions import (
    claims,
    dues,
    event_store,
    join,
    licence_check,
    objections,
    reconcile,
    stated_facts,
)
from overtrick.register.competitions.assess import Assessed, assess, edition_for, settings_for
from overtrick.register.competitions.credits import Credits, credits_of, won
from overtrick.register.competitions.dues import Costs
from overtrick.register.competitions.entry_check import above_the_limit
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.licence_check import Leave
from overtrick.register.competitions.match import Matched, seated
from overtrick.register.competitions.models import COUNTING, StoredEvent, Submission
from overtrick.register.competitions.quota_check import UsedUp, used_up
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.errors import Refused


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
    on: date  #: the day for which it is told
    due: date  #: the last day on which the results are in time
    late: bool
    comparison: Comparison | None = None  #: none where the file claims nothing
    quota: Finding | None = None  #: none where there is no limit
    leave: Leave | None = None  #: none where it needs no licence, as far as the results tell
    replaces: Submission | None = None  #: the version that counts now
    changes: Sequence[PointsChange] = ()  #: who gains and who loses against that version
    objections: Sequence[Objection] = ()  #: what its organiser may not have posted by itself
    doubts: Sequence[Doubt] = ()  #: what is seldom so: whoever submits it says why it is
    dues: Sequence[Due] | None = None  #: what it costs; None: not worked out yet
    under: Under | None = None  #: plan, licences and who submits it, where somebody has looked
    costs: Costs | None = None  #: with the amounts behind the dues, where they were worked out just now

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
        credited = credits_of(points, seated, begins, at.date())
        due = due_day(submission, None)
        return Worked(submission, edition, settings, None, None, seated, credited, at.date(), due, at.date() > due)
    assessed = assessed or assess(federation, event_store.event_of(submission.event), seated)
    if assessed.assessment.problems:
        problem = assessed.assessment.problems[0]
        raise CannotBeAssessed(problem.found, problem.remedy, code="event-cannot-be-assessed")
    awards = assessed.assessment.awards
    credited = credits_of(won(awards, begins), seated, begins, at.date(), assessed.assessment.pending)
    due = due_day(submission, assessed.event.last_day)
    return Worked(
        submission,
        assessed.edition,
        assessed.settings,
        assessed.assessment,
        submission.event if assessed.as_read else None,
        seated,
        credited,
        at.date(),
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
    worked = with_dues(with_objections(worked))
    joined = under(worked)
    if made is None:
        return worked._replace(replaces=replaces, changes=changes)
    book = worked.edition.book(submission.begins, worked.settings or None)
    return worked._replace(
        comparison=compare(made, claims.claims_of(submission.claims), worked.edition) if submission.claims else None,
        quota=charges.of(worked.edition).quota(book, joined.whose(), made.event),
        leave=licence_check.leave(submission, made.event, worked.credits.units, joined),
        replaces=replaces,
        changes=changes,
    )


def with_dues(worked: Worked) -> Worked:
    """Add what a submission costs, for the points that are credited."""
    submission, made = worked.submission, worked.assessment
    points = dues.credited(worked.credits.posted)
    told = dues.submitted(submission, made.event if made else None, points, under(worked).whose(), worked.on)
    found = dues.costs(submission, worked.edition, worked.settings, told)
    return worked._replace(dues=(*found.dues, *found.late), costs=found)


def beyond_quota(worked: Worked, before: Submission | None) -> UsedUp | None:
    """Give the quota that one more such event goes beyond; None where ``before``, which counts, goes beyond it too.

    What was let through can still be corrected; but not into another year, nor into an event of another quota.
    """
    made, submission = worked.assessment, worked.submission
    if made is None:
        return None
    found = _used_up(submission, made.event, worked.edition, worked.settings, worked.quota, worked.under)
    if found is None or before is None or before.event is None:
        return found
    edition = edition_for(before.federation, before.begins)
    settings = settings_for(before.federation, edition, before.begins)
    earlier = _used_up(before, event_store.event_of(before.event), edition, settings)
    same = earlier is not None and (earlier.year, earlier.quota.what) == (found.year, found.quota.what)
    return None if same else found


def _used_up(
    submission: Submission,
    event: Event,
    edition: Edition,
    settings: dict[str, str],
    quota: Finding | None = None,
    joined: Under | None = None,
) -> UsedUp | None:
    """Give the quota of the year that an event goes beyond; ``quota`` is what the handbook has said of it already."""
    book = edition.book(submission.begins, settings or None)
    joined = joined or join.under(submission, event)
    found = quota or charges.of(edition).quota(book, joined.whose(), event)
    if found is None or found.holds is not False:
        return None
    return used_up(submission, edition, book, joined, event)


def with_objections(worked: Worked) -> Worked:
    """Add what stands against a submission now, or is doubted: a licence may have been granted since it was drafted."""
    submission, made, settings = worked.submission, worked.assessment, worked.settings
    edition, joined = worked.edition, under(worked)
    whose = joined.whose()
    if made is None:
        colours = (each.colour for each in (*worked.credits.posted, *worked.credits.held))
        against_points = objections.against_points(submission, edition, settings, colours, whose)
        return worked._replace(objections=against_points, under=joined)
    against = objections.against(submission, edition, settings, made.event, worked.credits.units, joined)
    book = edition.book(submission.begins, settings or None)
    doubts = [*charges.of(edition).doubts(book, whose, made.event), *stated_facts.doubts(joined, edition, made.event)]
    # What is kept of a draft says nothing of who is who: that is looked up where somebody asks.
    above = above_the_limit(edition, settings, made.event, lambda: worked.seated or seated(submission))
    if above is not None:
        doubts.append(Doubt("entrant-above-limit", above))
    return worked._replace(objections=tuple(against), doubts=tuple(doubts), under=joined)


def under(worked: Worked) -> Under:
    """Say what a submission is under, and who submits it, as the register has it now unless somebody has looked."""
    return worked.under or join.under(worked.submission, worked.assessment.event if worked.assessment else None)


def due_day(submission: Submission, last_day: date | None) -> date:
    """Give the last day on which results are in time, by the settings of the day of play."""
    days = submission.federation.ways(submission.begins).results_due_days
    return (last_day or submission.begins) + timedelta(days=days)
