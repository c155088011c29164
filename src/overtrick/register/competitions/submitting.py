"""How does a draft become points? Submitted, approved by whom the federation says, or returned with a reason.

Each of these is one transaction: the book, the held credits, the status and the audit change together or not at all.
What is above an authorised total of points waits for approval in any case.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from overtrick.formats.answers import Answers
from overtrick.register.audit import trail
from overtrick.register.competitions import claimed, event_store, licence_check, posted
from overtrick.register.competitions.assessing import assess, keep, keep_again
from overtrick.register.competitions.credits import Credits, credits_of, won, won_before
from overtrick.register.competitions.drafts import Draft, Placed, Prepared
from overtrick.register.competitions.matching import Matched
from overtrick.register.competitions.models import COUNTING, Assessment, Competition, Seat, Submission
from overtrick.register.competitions.named_players import Named
from overtrick.register.competitions.receiving import receive
from overtrick.register.competitions.signals import worked_out
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

if TYPE_CHECKING:
    from datetime import date, datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.ledger.posting import Posted
    from overtrick.register.organisations.models import Organisation

Status = Submission.Status
_SUBMITTED = ("status", "replaces", "submitted_by", "submitted_at", "late", "decided_at", "held_back")
_NO_ANSWERS = Answers()
_ANYWHERE = Placed()


class WouldReplace(Refused):
    """Another version counts already, and nobody said that this one takes its place."""


class CannotBeAssessed(Refused):
    """What was a good draft is none any more."""


class NotWaiting(Refused):
    """It is not waiting for a decision."""


class Outcome(NamedTuple):
    """What was done."""

    submission: Submission
    posted: Posted | None = None
    held: int = 0  #: credits that wait for somebody
    again: bool = False  #: it was done before; nothing was changed


class Reckoned(NamedTuple):
    """A submission worked out: whose points are whose, and the assessment that says so."""

    credits: Credits
    assessment: Assessment | None


def seated(submission: Submission) -> list[Matched]:
    """Give who is who in a submission."""
    listed = submission.seats.select_related("player__federation", "player__kept__federation").order_by("pk")
    return [
        Matched(
            Named(each.contestant, each.name, each.number),
            Seat.Match(each.match),
            (each.player.kept or each.player) if each.player else None,
            _why(each),
        )
        for each in listed
    ]


def _why(seat: Seat) -> str:
    if seat.match == Seat.Match.DOUBTFUL and seat.player:
        return f"the number {seat.number} is that of {seat.player}, a quite different name"
    if seat.match == Seat.Match.DOUBTFUL:
        return f"{seat.number} cannot be a number: a digit is wrong"
    if seat.match == Seat.Match.NO_MEMBER:
        return "so says whoever sent the results"
    if seat.match == Seat.Match.LEFT_OPEN:
        return "whoever sent the results does not know"
    if seat.match == Seat.Match.PROBABLE:
        return "only the name is like one in the register"
    return f"nobody has the number {seat.number}" if seat.number else "no number is given"


def take_in(
    organisation: Organisation,
    name: str,
    content: bytes,
    actor: User,
    at: datetime,
    answers: Answers = _NO_ANSWERS,
    placed: Placed = _ANYWHERE,
    *,
    replace: bool = False,
) -> list[tuple[Draft, Outcome | None]]:
    """Receive a file and submit what is in it, in one transaction; no outcome where something stands in its way."""
    with transaction.atomic():
        return [
            (draft, submit(draft.submission, actor, at, replace=replace, prepared=draft.prepared))
            if draft.submission
            else (draft, None)
            for draft in receive(organisation, name, content, actor, at, answers, placed)
        ]


def submit(
    submission: Submission, actor: User, at: datetime, *, replace: bool = False, prepared: Prepared | None = None
) -> Outcome:
    """Submit a draft: its points are posted, provisionally; those of a file of points wait for the office.

    ``prepared`` is what the draft was just worked out to be, in the same transaction.
    """
    need(actor, Action.SUBMIT, submission.competition.organisation, at)
    with transaction.atomic():
        before = None
        if prepared is None:
            submission, before = _locked(submission)
        if submission.status != Status.DRAFT:
            return Outcome(submission, again=True)
        if before is not None and not replace:
            found = f"{before.competition} of {before.competition.begins} came on {before.submitted_at:%d %B %Y}"
            by = f" from {before.submitted_by.username}" if before.submitted_by else ""
            raise WouldReplace(f"{found}{by}, with other results.", "Say that this corrects it, or is another event.")
        if before is not None:
            submission.replaces = before
            before.status = Status.REPLACED
            before.save(update_fields=["status"])
        submission.status = Status.SUBMITTED
        submission.submitted_by, submission.submitted_at = actor, at
        _move(submission.competition, submission.begins)
        submission.late = at.date() > results_due(submission)
        submission.held_back = licence_check.held_back(
            submission, lambda: prepared.seated if prepared else seated(submission)
        )
        if not submission.unposted and _approval(submission, at) == Federation.Approval.NOBODY:
            submission.status, submission.decided_at = Status.APPROVED, at
        submission.save(update_fields=_SUBMITTED)
        outcome = Outcome(submission)
        if not submission.unposted:
            outcome = _post(submission, actor, at, prepared)
        elif before is not None:
            posted.let_go(submission.competition, f"replaced by version {submission.version}")
        trail.record(actor, "submission.submit", submission, {"status": Status.DRAFT}, _told(outcome), at=at)
    return outcome


def approve(submission: Submission, actor: User, at: datetime) -> Outcome:
    """Approve a submission; the points of a file of points are posted now."""
    _need_to_decide(submission, actor, at)
    with transaction.atomic():
        submission, _before = _locked(submission)
        if submission.status == Status.APPROVED:
            return Outcome(submission, again=True)
        _waiting(submission, "approved")
        submission.status, submission.decided_by, submission.decided_at = Status.APPROVED, actor, at
        submission.save(update_fields=["status", "decided_by", "decided_at"])
        outcome = Outcome(submission)
        if submission.unposted:
            outcome = _post(submission, actor, at)
        trail.record(actor, "submission.approve", submission, {"status": Status.SUBMITTED}, _told(outcome), at=at)
    return outcome


def send_back(submission: Submission, actor: User, at: datetime, reason: str) -> Outcome:
    """Return a submission with a reason: its credits are reversed, and the version it replaced counts again."""
    _need_to_decide(submission, actor, at)
    if not reason.strip():
        raise NotWaiting("There is no reason.", "Say what is wrong, so that it can be put right.")
    with transaction.atomic():
        submission, _before = _locked(submission)
        if submission.status == Status.RETURNED:
            return Outcome(submission, again=True)
        if submission.status not in COUNTING:
            _waiting(submission, "returned")
        told = {"status": submission.status}
        submission.status, submission.decided_by, submission.decided_at = Status.RETURNED, actor, at
        submission.reason = reason.strip()[:500]
        submission.save(update_fields=["status", "decided_by", "decided_at", "reason"])
        posted.let_go(submission.competition, f"version {submission.version} was returned")
        outcome = _restore(submission, actor, at)
        trail.record(actor, "submission.return", submission, told, _told(outcome), reason, at=at)
    return outcome


def reopen(submission: Submission, actor: User, at: datetime) -> Submission:
    """Open a new version of what was submitted, to say who somebody in it is; or give the draft that is there."""
    need(actor, Action.SUBMIT, submission.competition.organisation, at)
    with transaction.atomic():
        submission, _before = _locked(submission)
        versions = submission.competition.submissions.order_by("version")
        draft = versions.filter(status=Status.DRAFT).first()
        if draft is not None:
            return draft
        seats = list(submission.seats.all())
        old = submission.pk
        submission.pk = None
        submission.version = max(versions.values_list("version", flat=True)) + 1
        submission.status, submission.replaces = Status.DRAFT, None
        submission.submitted_by = submission.submitted_at = submission.decided_by = submission.decided_at = None
        submission.reason, submission.late, submission.held_back = "", False, ""
        submission.save(force_insert=True)
        for seat in seats:
            seat.pk, seat.submission = None, submission
        Seat.objects.bulk_create(seats)
        trail.record(actor, "submission.reopen", submission, None, {"of": old}, at=at)
    return submission


def reckon(submission: Submission, at: datetime, prepared: Prepared | None = None) -> Reckoned:
    """Work a submission out, and keep the assessment."""
    people = prepared.seated if prepared else seated(submission)
    day = submission.begins
    if submission.event is None:
        return Reckoned(credits_of(claimed.points_of(submission.claims), people, day, at.date()), None)
    assessed = (
        prepared.assessed if prepared else assess(submission.federation, event_store.event_of(submission.event), people)
    )
    if assessed.assessment.problems:
        problem = assessed.assessment.problems[0]
        raise CannotBeAssessed(problem.found, problem.remedy)
    assessment = keep(submission, assessed, at)
    worked_out.send(None, submission=submission, assessment=assessed.assessment)
    return Reckoned(credits_of(won(assessed), people, day, at.date()), assessment)


def _as_it_was(submission: Submission, at: datetime) -> Reckoned:
    """Take what a version that counts again was worth then, whatever the federation has chosen since."""
    last = submission.assessments.order_by("pk").last()
    if last is None:
        return reckon(submission, at)
    credited = credits_of(won_before(event_store.awards_of(last)), seated(submission), submission.begins, at.date())
    return Reckoned(credited, keep_again(last, at))


def _post(submission: Submission, actor: User, at: datetime, prepared: Prepared | None = None) -> Outcome:
    """Bring the book to what a submission says, whatever it says now."""
    reckoned = reckon(submission, at, prepared)
    now = posted.standing(submission.competition) if submission.version > 1 else []
    change = posted.difference(now, reckoned.credits.posted)
    done = posted.bring_about(submission, change, reckoned.assessment, actor, at)
    if submission.version > 1:
        posted.let_go(submission.competition, f"replaced by version {submission.version}")
    posted.hold(submission, reckoned.assessment, reckoned.credits.held)
    return Outcome(submission, done, len(reckoned.credits.held))


def _restore(submission: Submission, actor: User, at: datetime) -> Outcome:
    """Take the credits of a returned version back; if it had replaced another, that one counts again."""
    reason = f"Version {submission.version} was returned: {submission.reason}"[:500]
    before = submission.replaces
    if before is None:
        change = posted.difference(posted.standing(submission.competition), ())
        return Outcome(submission, posted.bring_about(submission, change, None, actor, at, reason))
    submission.replaces = None
    submission.save(update_fields=["replaces"])
    before.status = Status.APPROVED if before.decided_at else Status.SUBMITTED
    before.save(update_fields=["status"])
    _move(submission.competition, before.begins)
    if before.unposted and before.status == Status.SUBMITTED:
        change = posted.difference(posted.standing(submission.competition), ())
        return Outcome(submission, posted.bring_about(submission, change, None, actor, at, reason))
    reckoned = _as_it_was(before, at)
    change = posted.difference(posted.standing(submission.competition), reckoned.credits.posted)
    done = posted.bring_about(before, change, reckoned.assessment, actor, at, reason)
    posted.hold(before, reckoned.assessment, reckoned.credits.held)
    return Outcome(submission, done, len(reckoned.credits.held))


def results_due(submission: Submission) -> date:
    """Give the last day on which results are in time, by the ways of the day of play."""
    last = event_store.event_of(submission.event).last_day if submission.event else None
    days = submission.federation.ways(submission.begins).results_due_days
    return (last or submission.begins) + timedelta(days=days)


def _approval(submission: Submission, at: datetime) -> str:
    """Say who approves what is submitted, or decided, at a moment."""
    return submission.federation.ways(at.date()).approval


def _move(competition: Competition, begins: date) -> None:
    """Let a competition be on the day that the version that counts has it: by that day the next one finds it."""
    if competition.begins != begins:
        competition.begins = begins
        competition.save(update_fields=["begins"])


def _locked(submission: Submission) -> tuple[Submission, Submission | None]:
    """Hold the competition, so that two versions of it do not pass each other; the version that counts now."""
    Competition.objects.select_for_update(no_key=True).get(pk=submission.competition_id)
    related = (
        *("federation", "competition__organisation", "event", "submitted_by"),
        *("replaces__event", "replaces__federation", "replaces__competition"),
    )
    fresh = Submission.objects.select_related(*related).get(pk=submission.pk)
    others = Submission.objects.filter(competition=submission.competition_id, status__in=COUNTING).exclude(pk=fresh.pk)
    return fresh, others.select_related("competition", "submitted_by").order_by("version").last()


def _need_to_decide(submission: Submission, actor: User, at: datetime) -> None:
    office = submission.kind == Submission.Kind.POINTS or _approval(submission, at) == Federation.Approval.OFFICE
    need(actor, Action.CORRECT if office else Action.APPROVE, submission.competition.organisation, at)


def _waiting(submission: Submission, wanted: str) -> None:
    if submission.status != Status.SUBMITTED:
        found = f"{submission.competition}, version {submission.version}, is {submission.status}."
        raise NotWaiting(found, f"Only what was submitted can be {wanted}.")


def _told(outcome: Outcome) -> trail.Change:
    return {
        "status": outcome.submission.status,
        "posting": outcome.posted.posting if outcome.posted else None,
        "entries": len(outcome.posted.entries) if outcome.posted else 0,
        "held": outcome.held,
    }
