"""Approves many submissions at one go: those of which nobody needs to look at anything by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.competitions import event_store, reconcile, submission_findings
from overtrick.register.competitions.decide import approve
from overtrick.register.competitions.match import Matched, seated_each
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.submit_all import Reason, reasons
from overtrick.register.competitions.work_out import Worked
from overtrick.register.errors import Refused

#: So many are worked out and approved at one go; the others come afterwards.
MOST_AT_ONCE = 20


class Doubt(StrEnum):
    """Why whoever decides should look at a submission by itself, beside what a sender is asked about."""

    CLAIMS = "claims"  #: the file gives somebody other points
    ONLY_POINTS = "only points"  #: nobody can work them out again
    HELD_BACK = "held back"  #: more than was authorised
    CHANGED = "changed"  #: worked out today, somebody has other points than the book says
    UNREADABLE = "unreadable"  #: it cannot be worked out today


class Looked(NamedTuple):
    """A submission that waits, what it is worth, and why it should be looked at by itself; no reason: it is clear."""

    submission: Submission
    worked: Worked | None
    doubts: Sequence[Doubt | Reason]


class Decided(NamedTuple):
    """What became of one that was to be approved."""

    submission: Submission
    again: bool = False  #: it was approved before
    why: Refused | None = None  #: why it was not


class NotClear(Refused):
    """It has to be looked at by itself."""


def look_at_each(submissions: Sequence[Submission], at: datetime) -> list[Looked]:
    """Look at many, of which it is looked up together who is who."""
    who = seated_each(submissions)
    return [look(each, at, who[each.pk]) for each in submissions]


def look(submission: Submission, at: datetime, who: Sequence[Matched] | None = None) -> Looked:
    """Work a submission out once more, and find what speaks against approving it unseen."""
    if submission.event_id is None:
        return Looked(submission, None, (Doubt.ONLY_POINTS,))
    if submission.held_back:
        return Looked(submission, None, (Doubt.HELD_BACK,))
    try:
        worked = preview(submission, at, who)
    except (Refused, event_store.NotAsKept):
        return Looked(submission, None, (Doubt.UNREADABLE,))
    found = submission_findings.to_answer(submission_findings.listed(worked))
    known = submission_findings.answers_to(submission) if found else {}
    doubts: list[Doubt | Reason] = list(reasons(worked, [each for each in found if each.key not in known]))
    if submission.replaces_id is not None and Reason.CORRECTION not in doubts:
        doubts.append(Reason.CORRECTION)
    if worked.comparison is not None and worked.comparison.differing:
        doubts.append(Doubt.CLAIMS)
    if reconcile.changes(submission.competition, worked.credits):
        doubts.append(Doubt.CHANGED)
    return Looked(submission, worked, doubts)


def approve_all(submissions: Iterable[Submission], actor: User, at: datetime) -> list[Decided]:
    """Approve each that is clear still; the others are left as they are, and each is told by itself."""
    return [_approve(each, actor, at) for each in submissions]


def _approve(submission: Submission, actor: User, at: datetime) -> Decided:
    try:
        if submission.status == Submission.Status.SUBMITTED and look(submission, at).doubts:
            raise NotClear(
                "Something has changed since you looked.", "Look at this submission by itself.", code="changed-since"
            )
        return Decided(submission, approve(submission, actor, at).again)
    except Refused as why:
        return Decided(submission, why=why)
