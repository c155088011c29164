"""Posts an assessment: entries in the book, held credits, and the stored event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from overtrick.register.accounts.models import User
from overtrick.register.competitions import charge, event_store, news, reconcile
from overtrick.register.competitions.credits import Credit, Credits
from overtrick.register.competitions.further_stage import adds_stages
from overtrick.register.competitions.models import Assessment, Competition, HeldCredit, Submission
from overtrick.register.competitions.reconcile import EventDifference
from overtrick.register.competitions.signals import worked_out
from overtrick.register.competitions.work_out import Worked
from overtrick.register.errors import Refused
from overtrick.register.ledger import posting as ledger
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, Posted
from overtrick.register.raw_rows import Swift

_ASSESSMENT = Swift(Assessment)


class AsIf(Refused):
    """Points worked out by an edition that does not govern the event are never credited."""


def post(worked: Worked, actor: User, at: datetime) -> Posted | None:
    """Bring the book to what a submission says, whatever it says now."""
    submission = worked.submission
    assessment = None
    if worked.assessment is not None:
        assessment = keep(worked, at)
        worked_out.send(None, submission=submission, assessment=worked.assessment)
    grows = False
    if submission.version > 1:
        grows = _waiting(submission.competition).filter(pending=True).exists() or adds_stages(submission)
        let_go(submission.competition, f"replaced by version {submission.version}")
    posted = post_credits(submission, worked.credits, assessment, actor, at, grows=grows)
    if submission.version > 1:
        charge.charge_again(submission, actor, at, further=grows, reason=f"Version {submission.version}")
    else:
        charge.charge_submission(worked, actor, at)
    return posted


def post_credits(
    submission: Submission,
    wanted: Credits,
    assessment: Assessment | None,
    actor: User | None,
    at: datetime,
    reason: str = "",
    *,
    grows: bool = False,
) -> Posted | None:
    """Post the difference between what the book says of a competition and what it should say; hold what is held.

    An event ``grows`` if points of it were pending or stages to come: those that are due now correct nothing.
    """
    now = reconcile.counted(submission.competition) if submission.version > 1 or reason else []
    hold(submission, assessment, wanted.held)
    hold(submission, assessment, wanted.pending, pending=True)
    if wanted.held:
        news.points_held(submission, wanted.held, actor, at)
    change = reconcile.difference(now, wanted.posted)
    return post_difference(submission, change, assessment, actor, at, reason, grows=grows)


def post_difference(
    submission: Submission,
    change: EventDifference,
    assessment: Assessment | None,
    actor: User | None,
    at: datetime,
    reason: str = "",
    *,
    grows: bool = False,
) -> Posted | None:
    """Post what makes the book right; nothing where it is right already."""
    if not change.wrong and not change.missing:
        return None
    first = not change.wrong and (grows or (not change.right and submission.version == 1))
    kind = Posting.Kind.SUBMISSION if first else Posting.Kind.CORRECTION
    new = NewPosting(
        submission.federation_id, kind, at.date(), actor.pk if actor else None, None, reason, submission.pk
    )
    made = assessment.pk if assessment else None
    entries = [
        NewEntry(
            each.player, each.colour, each.units, each.played, each.stage[:200], made, each.award if made else None
        )
        for each in change.missing
    ]
    wrong = ledger.reversals(new.federation, (each.entry for each in change.wrong))
    posted = ledger.post(new, [*wrong, *entries])
    if not first:
        news.points_corrected(submission, change, posted.posting, actor, at)
    return posted


def hold(
    submission: Submission, assessment: Assessment | None, held: Iterable[Credit], *, pending: bool = False
) -> None:
    """Keep points that wait or are pending, and points that are lost, with the reason."""
    rows = [
        HeldCredit(
            federation=submission.federation,
            submission=submission,
            assessment=assessment,
            player_id=each.player or None,
            contestant=each.who.contestant,
            name=each.who.name,
            number=each.who.number,
            stage=each.stage[:200],
            colour=each.colour,
            units=each.units,
            played=each.played,
            award=each.award,
            why=each.why[:300],
            clause=each.clause,
            dropped=each.why[:300] if each.lost else "",
            pending=pending,
        )
        for each in held
    ]
    if rows:  # most files have none, and Django takes long to write nothing
        HeldCredit.objects.bulk_create(rows)


def let_go(competition: Competition, why: str) -> int:
    """Give up what earlier versions still hold; how many credits that were."""
    return _waiting(competition).update(dropped=why[:300])


def _waiting(competition: Competition) -> QuerySet[HeldCredit]:
    return HeldCredit.objects.filter(submission__competition=competition, released__isnull=True, dropped="")


def keep(worked: Worked, at: datetime) -> Assessment:
    """Keep an assessment for good; one by an edition that does not govern the event is refused."""
    submission, made = worked.submission, worked.assessment
    if made is None or made.as_if:
        raise AsIf(
            made.as_if if made else "There are no results.",
            "Nothing was credited.",
            code="edition-does-not-govern" if made else "no-results-count",
        )
    event = worked.event or event_store.keep_event(event_store.stored(submission.federation, made.event))
    awards = event_store.kept_awards(made)
    handbook, edition = worked.edition.handbook.name, worked.edition.name
    return _ASSESSMENT.insert(
        Assessment(
            federation=submission.federation,
            submission=submission,
            handbook=handbook,
            edition=edition,
            settings=worked.settings,
            event=event,
            awards=awards,
            sha256=event_store.digest(handbook, edition, worked.settings, event.sha256, awards),
            made_at=at,
        )
    )


def keep_again(assessment: Assessment, at: datetime) -> Assessment:
    """Keep the same assessment once more: an award is posted once by each, and its entries were reversed."""
    return Assessment.objects.create(
        federation_id=assessment.federation_id,
        submission_id=assessment.submission_id,
        handbook=assessment.handbook,
        edition=assessment.edition,
        settings=assessment.settings,
        event_id=assessment.event_id,
        awards=assessment.awards,
        sha256=assessment.sha256,
        made_at=at,
    )
