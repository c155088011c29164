"""Submits a draft as it stands. If something changed since it was worked out, the difference is shown first.

Each of these is one transaction: the book, the held credits, the status and the audit change together or not at all.
What an organisation may not issue by itself is refused with the clause, or waits for whoever may allow it; the office
may let it through. What is above an authorised total of points waits for approval in any case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import NamedTuple

from django.core.exceptions import ObjectDoesNotExist

from overtrick.formats.answers import Answers
from overtrick.formats.reading import Note
from overtrick.handbooks.submission import Decider, Objection
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import draft_store, further_stage, join, news, objections
from overtrick.register.competitions import submission_findings as findings
from overtrick.register.competitions.discard import discard_draft
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.draft_store import Since
from overtrick.register.competitions.dues import sentence
from overtrick.register.competitions.models import COUNTING, Competition, Seat, Submission
from overtrick.register.competitions.post import let_go, post
from overtrick.register.competitions.read import ANYWHERE, NO_ANSWERS, keep_upload, read
from overtrick.register.competitions.versions import Placed, elsewhere, hold_results, place_of, received
from overtrick.register.competitions.work_out import Worked, beyond_quota, under, with_dues, with_objections
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.posting import Posted
from overtrick.register.messages import kinds
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.organisations.roles import is_office
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current
from overtrick.register.webhooks.types import EventType

Status = Submission.Status
_SUBMITTED = (
    *("status", "replaces_id", "submitted_by_id", "submitted_at", "late", "decided_at", "fee"),
    *("held_back", "held_for", "objections"),
)

NOTHING_SAID: Mapping[str, str] = MappingProxyType({})

_COMPETITION = Swift(Competition)
_FEDERATION = Swift(Federation)
_SUBMISSION = Swift(Submission)


class WouldReplace(Refused):
    """Another version counts already, and nobody said that this one takes its place."""


class Changed(Refused):
    """The draft is worth something else than when somebody looked at it."""

    def __init__(self, since: Since) -> None:
        """Say so, and keep what differs."""
        what = "what differs" if since else "them"
        super().__init__(
            "The awards have changed since you looked.", f"Check {what}, then submit again.", code="changed-since"
        )
        self.since = since


class SentElsewhere(Refused):
    """Another organisation has submitted the same results since they were drafted."""


class NotSetApart(Refused):
    """It cannot be made another event."""


class QuotaUsedUp(Refused):
    """The organisation has run as many such events in the year as the handbook allows."""


class NotTheirs(Refused):
    """The points of the event are not for this organisation to issue, or the event is not for it to name."""


class Outcome(NamedTuple):
    """What was done."""

    submission: Submission
    posted: Posted | None = None
    held: int = 0  #: credits that wait for somebody
    again: bool = False  #: it was done before; nothing was changed
    beyond: str = ""  #: the quota beyond which the office let it
    declared: str = ""  #: what whoever submitted declared
    let: str = ""  #: what the organisation may not do by itself, and the office let through
    answered: Sequence[str] = ()  #: what was answered to what must be, with its code

    @property
    def told(self) -> trail.Change:
        """What the audit keeps of it."""
        return {
            "status": self.submission.status,
            "posting": self.posted.posting if self.posted else None,
            "entries": len(self.posted.entries) if self.posted else 0,
            "held": self.held,
            **({"beyond quota": self.beyond} if self.beyond else {}),
            **({"declared": self.declared} if self.declared else {}),
            **({"let through": self.let} if self.let else {}),
            **({"answers": list(self.answered)} if self.answered else {}),
        }


def take_in(
    organisation: Organisation,
    name: str,
    content: bytes,
    actor: User,
    at: datetime,
    answers: Answers = NO_ANSWERS,
    placed: Placed = ANYWHERE,
    *,
    replace: bool = False,
    said: Mapping[str, str] = NOTHING_SAID,
) -> list[tuple[Draft, Outcome | None]]:
    """Receive a file and submit what is in it, in one transaction; no outcome where something stands in its way."""
    found = read(organisation, name, content, actor, at, answers, placed)
    if found.before:
        return [(draft, None) for draft in found.before]
    with transactions.atomic():
        found = keep_upload(found)
        drafts = [draft_store.keep_submission(draft, found.sent) for draft in found.drafts()]
        draft_store.keep_findings([draft for draft in drafts if draft.submission is None], found.sent)
        return [
            (draft, _submit_draft(draft, draft.submission, actor, at, replace=replace, said=said))
            if draft.submission
            else (draft, None)
            for draft in drafts
        ]


def _submit_draft(
    draft: Draft, submission: Submission, actor: User, at: datetime, *, replace: bool, said: Mapping[str, str]
) -> Outcome:
    return submit(submission, actor, at, replace=replace, worked=draft.worked, notes=draft.notes, said=said)


def submit(
    submission: Submission,
    actor: User,
    at: datetime,
    *,
    replace: bool = False,
    worked: Worked | None = None,
    notes: Sequence[Note] | None = None,
    seen: str = "",
    declared: str = "",
    said: Mapping[str, str] = NOTHING_SAID,
) -> Outcome:
    """Submit a draft: its points are posted, provisionally; those of a file of points wait for the office.

    ``worked`` is what the draft was just worked out to be, in the same transaction, and ``notes`` those on its file.
    Otherwise it is taken as it is kept, or worked out again if something has changed; if that makes a difference, it is
    shown and not submitted. ``said`` answers what must be answered: see ``submission_findings``.
    ``seen`` is the fingerprint of the terms that somebody looked at: a colleague may have changed the draft since.
    ``declared`` is what the handbook asks an organiser to declare; the audit keeps it.
    """
    need(actor, Action.SUBMIT, submission.competition.organisation, at)
    # Whoever has just worked it out is in a transaction already, and nothing is written before it is refused.
    with transactions.atomic(savepoint=worked is None):
        before = None
        if worked is None:  # otherwise they are held since the draft was made
            hold_results(submission.competition.organisation, submission)
        if worked is None or submission.version > 1:
            submission, before = locked(submission)
        if submission.status != Status.DRAFT:
            return Outcome(submission, again=True)
        if before is not None and not replace and not further_stage.only_adds(before, submission):
            refused: Refused = _would_replace(before)
        else:
            since = None
            if worked is None:
                _refuse_if_sent_elsewhere(submission)
                worked, since = draft_store.up_to_date(submission, at)
                if since is None and seen and seen != draft_store.terms_of(worked):
                    since = Since()
            if since is None:
                worked = worked._replace(submission=submission, under=None)
                worked = worked._replace(under=under(worked))
                beyond = _let_beyond_quota(worked, before, actor, at)
                worked = _unless_refused(with_objections(worked), actor, at)
                worked = with_dues(worked) if worked.dues is None else worked
                notes = draft_store.notes_of(submission) if notes is None else notes
                office = is_office(actor, at.date())
                asked = findings.to_answer(findings.listed(worked, notes), office=office)
                answered = findings.answer(submission, asked, said, actor, at)
                outcome = Outcome(submission, beyond=beyond, declared=declared, answered=answered)
                return _submit(worked, before, actor, at, outcome, office=office)
            refused = Changed(since)
    raise refused


def _would_replace(before: Submission) -> WouldReplace:
    return WouldReplace(
        f"{received(before)}, with other results.",
        "Say whether this corrects it or is another event.",
        code="would-replace-results",
    )


def _let_beyond_quota(worked: Worked, before: Submission | None, actor: User, at: datetime) -> str:
    """See that the organisation may run one more such event; the office may let it, and which quota it is is told.

    Handbooks count several events as one where no results tell that they belong together, and grant more on request.
    """
    found = beyond_quota(worked, before)
    if found is None:
        return ""
    if is_office(actor, at.date()):
        return found.says
    raise QuotaUsedUp(
        f"{worked.submission.competition.organisation.name} may run so many events of this kind in a year: "
        f"{found.says}. They are all used.",
        "Enter it as what it is, or ask the office, which may submit it all the same.",
        code="quota-used-up",
    )


def _unless_refused(worked: Worked, actor: User, at: datetime) -> Worked:
    """Refuse what nobody below the office can allow."""
    refused = [each for each in worked.objections if each.decider is Decider.NOBODY]
    if not refused or is_office(actor, at.date()):
        return worked
    where = worked.submission.competition.organisation.name
    raise NotTheirs(
        f"{where} may not submit this event as it is. {objections.sentence(refused)}",
        "Change what kind of event it was, or ask whoever ran it to send it.",
        code="event-not-theirs-to-submit",
    )


def _refuse_if_sent_elsewhere(submission: Submission) -> None:
    """See that no other organisation submitted the same results since; what counted before was said to be separate."""
    same = submission.competition.submissions.exclude(pk=submission.pk).filter(sha256=submission.sha256)
    if submission.version > 1 and same.exists():
        return
    found = elsewhere(submission.competition.organisation, submission, submission.file)
    if found is not None:
        raise SentElsewhere(found.found, found.remedy, code="sent-elsewhere")


def _submit(
    worked: Worked, before: Submission | None, actor: User, at: datetime, outcome: Outcome, *, office: bool
) -> Outcome:
    submission = worked.submission
    left = objections.to_allow(submission, worked.objections, before, worked.credits.units)
    waits = [each for each in left if not office or each.code == objections.ABOVE_AUTHORISED]
    if before is not None:
        submission.replaces = before
        before.status = Status.REPLACED
        before.save(update_fields=["status"])
    join.keep(submission, under(worked), at)
    submission.status = Status.SUBMITTED
    submission.submitted_by, submission.submitted_at = actor, at
    move(submission.competition, submission.begins)
    submission.late = worked.late
    _hold(submission, worked.objections, waits)
    submission.fee = sentence(worked.dues or ())
    if not submission.unposted and submission.federation.ways(at.date()).approval == Federation.Approval.NOBODY:
        submission.status, submission.decided_at = Status.APPROVED, at
    _SUBMISSION.update(submission, *_SUBMITTED)
    sql.run("delete from competitions_storeddraft where submission_id = %s", submission.pk)
    let = objections.sentence(each for each in worked.objections if each not in waits)
    outcome = outcome._replace(submission=submission, let=let)
    if not submission.unposted:
        outcome = outcome._replace(posted=post(worked, actor, at), held=len(worked.credits.held))
    elif before is not None:
        let_go(submission.competition, f"replaced by version {submission.version}")
    news.event(EventType.HELD if submission.unposted else EventType.ACCEPTED, submission, at)
    if outcome.held:
        news.event(EventType.HELD, submission, at)
    if before is not None:
        news.event(EventType.REPLACED, before, at)
    if submission.unposted:
        news.to_decide(submission, actor, at)
    if submission.held_back:
        news.about_submission(kinds.SUBMISSION_HELD, submission, actor, at, submission.held_back)
    elif before is not None:
        news.about_submission(kinds.SUBMISSION_CORRECTED, submission, actor, at)
    trail.record(actor, "submission.submit", submission, {"status": Status.DRAFT}, outcome.told, at=at)
    return outcome


def _hold(submission: Submission, found: Sequence[Objection], waits: Sequence[Objection]) -> None:
    """Let a submission wait for whoever may allow it; that of the office only if it is above what was authorised."""
    submission.held_back = objections.sentence(waits)[:300]
    submission.held_for = objections.decider(waits) or ""
    submission.objections = objections.kept(found)


def reopen(submission: Submission, actor: User, at: datetime) -> Submission:
    """Open a new version of what was submitted, to say who somebody in it is; or give the draft that is there."""
    need(actor, Action.SUBMIT, submission.competition.organisation, at)
    with transactions.atomic():
        submission, _before = locked(submission)
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
        submission.reason, submission.late = "", False
        submission.held_back, submission.held_for, submission.objections = "", "", []
        submission.save(force_insert=True)
        for seat in seats:
            seat.pk, seat.submission = None, submission
        Seat.objects.bulk_create(seats)
        draft_store.work_again(submission, at)
        trail.record(actor, "submission.reopen", submission, None, {"of": old}, at=at)
    return submission


def reopen_replaced(made: Draft, actor: User, at: datetime) -> Draft:
    """Let a version come again that another one replaced, where an event is what it was before; else change nothing.

    It comes as a new version, in the place of any draft: the one that replaced it counts until that is submitted.
    """
    if made.before is None or made.before.status != Status.REPLACED:
        return made
    with transactions.atomic():
        for old in made.before.competition.submissions.filter(status=Status.DRAFT):
            discard_draft(old, actor, at)
        return made._replace(submission=reopen(made.before, actor, at), before=None)


def set_apart(draft: Submission, actor: User, at: datetime) -> Submission:
    """Make a draft one of another event of the same name and day, where it looked like a correction."""
    need(actor, Action.SUBMIT, draft.competition.organisation, at)
    with transactions.atomic():
        fresh, _before = locked(draft)
        if fresh.status != Status.DRAFT:
            raise NotSetApart(
                "Only a draft can become a separate event.",
                "Give the event another name, and send it again.",
                code="not-a-draft",
            )
        old = fresh.competition
        place = place_of(old.organisation, old.name, fresh.begins, Placed(separate=True))
        place.competition.save()
        fresh.competition, fresh.version = place.competition, 1
        fresh.save(update_fields=["competition", "version"])
        draft_store.work_again(fresh, at)
        trail.record(actor, "submission.set apart", fresh, {"competition": old.pk}, None, at=at)
    return fresh


def move(competition: Competition, begins: date) -> None:
    """Let a competition be on the day that the version that counts has it: by that day the next one finds it."""
    if competition.begins != begins:
        competition.begins = begins
        competition.save(update_fields=["begins"])


def locked(submission: Submission) -> tuple[Submission, Submission | None]:
    """Hold the competition, so that two versions of it do not pass each other; the version that counts now."""
    try:
        competition = _COMPETITION.held(submission.competition_id, current())
        fresh = _SUBMISSION.held(submission.pk, current())
    except ObjectDoesNotExist:  # somebody threw the draft away, or the same file came again in its place
        raise Changed(Since()) from None
    competition.organisation = submission.competition.organisation
    fresh.competition, fresh.federation = competition, _FEDERATION.found(fresh.federation_id)
    if fresh.event_id == submission.event_id:  # an event never changes
        fresh.event = submission.event
    if fresh.version == 1 and fresh.status == Status.DRAFT:
        return fresh, None
    others = Submission.objects.filter(competition=submission.competition_id, status__in=COUNTING).exclude(pk=fresh.pk)
    return fresh, others.select_related("competition", "submitted_by").order_by("version").last()
