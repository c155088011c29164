"""Decisions about a submission: approve it, return it with a reason, or reverse it.

Entries stay in the book, and beside each one that was wrong the entry that reverses it.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from overtrick.handbooks.pending import not_due
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import approval_queue, charge, event_store, news, post, reconcile
from overtrick.register.competitions.credits import Credits, credits_of, won_before
from overtrick.register.competitions.match import seated
from overtrick.register.competitions.models import COUNTING, Assessment, Competition, Submission
from overtrick.register.competitions.submit import Outcome, locked, move
from overtrick.register.competitions.work_out import work_out
from overtrick.register.errors import Refused
from overtrick.register.messages import kinds
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.webhooks.types import EventType

Status = Submission.Status
_NOTHING = Credits((), ())


class NotWaiting(Refused):
    """It is not waiting for a decision."""


class NoReason(Refused):
    """What was held is approved only with a reason."""


class NothingCounts(Refused):
    """No version of the event counts."""


class Reversed(NamedTuple):
    """What was reversed."""

    versions: int
    entries: int


def approve(submission: Submission, actor: User, at: datetime, reason: str = "") -> Outcome:
    """Approve a submission; what was not posted yet is posted now. What was held is approved with a reason."""
    _need_to_decide(submission, actor, at)
    with transactions.atomic():
        submission, _before = locked(submission)
        if submission.status == Status.APPROVED:
            return Outcome(submission, again=True)
        _waiting(submission, "approved")
        if submission.held_back and not reason.strip():
            raise NoReason(
                f"This submission is held: {submission.held_back}",
                "Say why it may be approved. The reason is kept.",
                code="reason-missing",
            )
        submission.status, submission.decided_by, submission.decided_at = Status.APPROVED, actor, at
        submission.reason = reason.strip()[:500]
        submission.save(update_fields=["status", "decided_by", "decided_at", "reason"])
        outcome = Outcome(submission)
        if submission.unposted:
            worked = work_out(submission, seated(submission), at)
            outcome = Outcome(submission, post.post(worked, actor, at), len(worked.credits.held))
        released = kinds.SUBMISSION_RELEASED if submission.unposted else kinds.SUBMISSION_APPROVED
        news.about_submission(released, submission, actor, at)
        if submission.unposted:
            news.event(EventType.RELEASED, submission, at)
            news.event(EventType.ACCEPTED, submission, at)
        if outcome.held:
            news.event(EventType.HELD, submission, at)
        told = {"status": Status.SUBMITTED}
        trail.record(actor, "submission.approve", submission, told, outcome.told, submission.reason, at=at)
    return outcome


def send_back(submission: Submission, actor: User, at: datetime, reason: str) -> Outcome:
    """Return a submission with a reason: its credits are reversed, and the version it replaced counts again."""
    _need_to_decide(submission, actor, at)
    if not reason.strip():
        raise NotWaiting(
            "There is no reason.", "Say what is wrong, so that the sender can correct it.", code="reason-missing"
        )
    with transactions.atomic():
        submission, _before = locked(submission)
        if submission.status == Status.RETURNED:
            return Outcome(submission, again=True)
        if submission.status not in COUNTING:
            _waiting(submission, "returned")
        told = {"status": submission.status}
        submission.status, submission.decided_by, submission.decided_at = Status.RETURNED, actor, at
        submission.reason = reason.strip()[:500]
        submission.save(update_fields=["status", "decided_by", "decided_at", "reason"])
        post.let_go(submission.competition, f"version {submission.version} was returned")
        again = submission.replaces  # counts again
        outcome = _restore(submission, actor, at)
        news.about_submission(kinds.SUBMISSION_RETURNED, submission, actor, at, submission.reason)
        news.event(EventType.RETURNED, submission, at)
        if again is not None:
            waits = again.unposted and again.status == Status.SUBMITTED
            news.event(EventType.HELD if waits else EventType.ACCEPTED, again, at)
        trail.record(actor, "submission.return", submission, told, outcome.told, reason, at=at)
    return outcome


def _restore(submission: Submission, actor: User, at: datetime) -> Outcome:
    """Reverse the credits of a returned version; if it had replaced another, that one counts again."""
    reason = f"Version {submission.version} was returned: {submission.reason}"[:500]
    before = submission.replaces
    if before is None:
        return _taken_back(submission, actor, at, reason)
    submission.replaces = None
    submission.save(update_fields=["replaces"])
    before.status = Status.APPROVED if before.decided_at else Status.SUBMITTED
    before.save(update_fields=["status"])
    move(submission.competition, before.begins)
    posted = posted_version(before)
    if posted is None:
        return _taken_back(submission, actor, at, reason)
    credited, assessment = _worth(posted, at)
    if posted.pk != before.pk:
        credited = Credits(credited.posted, ())
    done = post.post_credits(posted, credited, assessment, actor, at, reason)
    charge.charge_again(posted, actor, at, reason=reason)
    return Outcome(submission, done, len(credited.held))


def _taken_back(submission: Submission, actor: User, at: datetime, reason: str) -> Outcome:
    """Reverse everything that an event brought and cost: no version of it counts any more."""
    done = post.post_credits(submission, _NOTHING, None, actor, at, reason)
    charge.reverse_submission(submission.competition, actor, at, reason)
    return Outcome(submission, done)


def posted_version(version: Submission | None) -> Submission | None:
    """Give the version whose points the book has: while one waits for approval, those of the version before it."""
    while version is not None and version.unposted and version.decided_at is None:
        version = version.replaces
    return version


def _worth(version: Submission, at: datetime) -> tuple[Credits, Assessment | None]:
    """Say what a version was worth when it was posted, whatever the federation has chosen since."""
    last = version.assessments.order_by("pk").last()
    if last is None:
        worked = work_out(version, seated(version), at)
        return worked.credits, post.keep(worked, at) if worked.assessment else None
    awards = event_store.awards_of(last)
    book = event_store.edition_of(last).book(version.begins, last.settings or None)
    pending = not_due(book, event_store.event_of(last.event), awards)
    won = won_before(awards, version.begins)
    credited = credits_of(won, seated(version), version.begins, at.date(), pending)
    return credited, post.keep_again(last, at)


def reverse_event(competition: Competition, actor: User, at: datetime, reason: str) -> Reversed:
    """Reverse everything that an event brought, whichever version it came from; it can be submitted again."""
    need(actor, Action.CORRECT, competition.organisation, at)
    with transactions.atomic():
        entries = len(reconcile.counted(competition))
        versions = 0
        # A version that is returned lets the one before it count again: go on until none does.
        while (counts := competition.submissions.filter(status__in=COUNTING).order_by("version").last()) is not None:
            send_back(counts, actor, at, reason)
            versions += 1
        if not versions:
            raise NothingCounts(
                f"No results of {competition} count.",
                "They were reversed before, or never submitted.",
                code="no-results-count",
            )
    return Reversed(versions, entries)


def _need_to_decide(submission: Submission, actor: User, at: datetime) -> None:
    need(actor, approval_queue.action(submission, at.date()), submission.competition.organisation, at)


def _waiting(submission: Submission, wanted: str) -> None:
    if submission.status != Status.SUBMITTED:
        found = f"{submission.competition}, version {submission.version}, is {submission.status}."
        raise NotWaiting(found, f"Only what was submitted can be {wanted}.", code="submission-not-waiting")
