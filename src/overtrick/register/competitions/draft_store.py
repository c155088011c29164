"""Stores drafts between upload and submission with all they are worth, so that showing one only reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.competitions import draft_record, event_store, reconcile, versions
from overtrick.register.competitions.assess import edition_for
from overtrick.register.competitions.draft import ONLY_POINTS, Draft, SentFile, answers_of, written
from overtrick.register.competitions.fingerprint import made_of
from overtrick.register.competitions.match import SAID, Matched, match, seated, told_apart
from overtrick.register.competitions.models import COUNTING, Seat, StoredDraft, Submission, Upload
from overtrick.register.competitions.named_players import Named
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.competitions.work_out import Worked, with_outlook, work_out
from overtrick.register.raw_rows import Swift

Status = Submission.Status

_DRAFT = Swift(StoredDraft)


class Term(NamedTuple):
    """A sentence that is another one now."""

    what: str
    before: str
    now: str


class Since(NamedTuple):
    """What differs between a draft as somebody saw it and as it is now."""

    changes: Sequence[PointsChange] = ()
    terms: Sequence[Term] = ()

    def __bool__(self) -> bool:
        """Whether anything does."""
        return bool(self.changes or self.terms)


def keep(drafts: Iterable[Draft], sent: SentFile) -> list[Draft]:
    """Keep what came of a file, in place of what came of it before."""
    kept = [keep_submission(each, sent) for each in drafts]
    stay = [each.submission.pk for each in kept if each.submission]
    for old in sent.upload.submissions.filter(status=Status.DRAFT).exclude(pk__in=stay):
        versions.discard(old, sent.actor, sent.at)  # another day or name was answered: it is another event now
    keep_findings(kept, sent)
    return kept


def keep_findings(drafts: Iterable[Draft], sent: SentFile) -> None:
    """Keep what was found in a file and what it is worth, for whoever looks at it; what is submitted is left out."""
    sql.run("delete from competitions_storeddraft where upload_id = %s", sent.upload.pk)
    for each in drafts:
        row = StoredDraft(
            federation=sent.organisation.federation,
            upload=sent.upload,
            file=each.file[:300],
            submission=each.submission,
            before=each.before,
            answers=written(each.answers),
            points_only=sent.placed.points_only,
            findings=draft_record.findings(each.problems, each.questions, each.notes, each.columns, each.since),
        )
        if each.worked is not None:
            _write(row, with_outlook(each.worked), sent.at)
        _DRAFT.insert(row)


def keep_submission(draft: Draft, sent: SentFile) -> Draft:
    """Keep the submission of a draft and the event it is made of; nothing where there is none."""
    submission, worked = draft.submission, draft.worked
    if submission is None or worked is None:
        return draft
    if submission.event is not None:
        as_read = worked.event is not None
        submission.event = event_store.keep_event(submission.event)
        worked = worked._replace(event=submission.event if as_read else None)
    versions.keep_version(submission, draft.earlier, worked.seated, sent.actor, sent.at)
    return draft._replace(worked=worked)


def _write(row: StoredDraft, worked: Worked, at: datetime) -> None:
    event, made = worked.event, worked.assessment
    if event is None and made is not None:
        event = event_store.keep_event(event_store.stored(row.federation, made.event))
    row.worked = draft_record.written(worked, event)
    row.made_of = made_of(worked, at.date())


def of_upload(upload: Upload) -> list[Draft]:
    """Tell what came of a file, as it is kept: what is submitted by now came before."""
    rows = upload.drafts.select_related(
        "submission__competition__organisation",
        "submission__event",
        "submission__federation",
        "submission__submitted_by",
        "before__competition",
        "before__submitted_by",
    )
    found = [_draft(row, upload) for row in rows.order_by("pk")]
    known = {each.before.pk for each in found if each.before}
    sent = upload.submissions.filter(status__in=(*COUNTING, Status.REPLACED)).exclude(pk__in=known)
    latest = {each.file: each for each in sent.select_related("competition", "submitted_by").order_by("pk")}
    found += [Draft(each.file, upload, before=each) for each in latest.values()]
    # Drafts of an earlier version of this program are not worked out yet.
    older = upload.submissions.filter(status=Status.DRAFT, draft__isnull=True)
    found += [Draft(each.file, upload, each) for each in older.select_related("competition__organisation")]
    return found or [Draft(upload.name, upload)]


def answers_to(upload: Upload) -> dict[str, str]:
    """Give what was answered when a file was last read, by the word of the question."""
    row = upload.drafts.order_by("pk").first()
    if row is None:
        return {}
    found = {f"{word} {name}".strip(): said for _source, word, name, said in row.answers}
    return found if row.points_only is None else found | {ONLY_POINTS: "yes" if row.points_only else "no"}


def _draft(row: StoredDraft, upload: Upload) -> Draft:
    replaces = None
    if row.submission is not None and row.submission.version > 1:
        others = row.submission.competition.submissions.filter(status__in=COUNTING)
        replaces = others.order_by("version").last()
    kept = row.findings
    return Draft(
        row.file,
        upload,
        row.submission,
        draft_record.problems_of(kept),
        draft_record.questions_of(kept),
        draft_record.notes_of(kept),
        row.before,
        replaces,
        answers=answers_of(row.answers),
        columns=draft_record.columns_of(kept),
    )


def changed_by_answers(submission: Submission) -> list[PointsChange]:
    """Give what the last answers changed in a draft: who has more points than before them, and who has fewer."""
    row = StoredDraft.objects.filter(submission=submission).only("findings").first()
    return draft_record.since_of(row.findings) if row else []


def stored(submission: Submission, at: datetime) -> Worked | None:
    """Give what a draft is worth, as it is kept; None where it has to be worked out."""
    found = _stored_work(submission)
    return None if found is None else draft_record.read(found[0], submission, seated(submission), at.date())


def _stored_work(submission: Submission) -> tuple[str, str] | None:
    """Give what a draft is worth, as it is written down, and what that was made of."""
    rows = sql.rows(
        "select worked, made_of from competitions_storeddraft where submission_id = %s and worked <> ''", submission.pk
    )
    return (rows[0][0], rows[0][1]) if rows else None


def complete(submission: Submission, at: datetime) -> None:
    """Work a draft out once more if somebody has changed it."""
    if _stored_work(submission) is None:
        work_again(submission, at)


def up_to_date(submission: Submission, at: datetime) -> tuple[Worked, Since | None]:
    """Give what a draft is worth, worked out again only if what it was made of has changed; and what differs then."""
    found = _stored_work(submission)
    if found is None:
        return with_outlook(work_out(submission, seated(submission), at)), None
    before = draft_record.read(found[0], submission, (), at.date())  # nobody looks at who is who now
    if found[1] == made_of(before, at.date()):
        return before, None
    now = work_again(submission, at)
    return now, _since(before, now) or None


def terms_of(worked: Worked) -> str:
    """Give a fingerprint of what somebody agrees to who submits: the points, the fee, the licence and the quota."""
    points = sorted([*reconcile.sums(worked.credits).items(), *reconcile.pending_sums(worked.credits).items()])
    terms = [worked.fee.says if worked.fee else "", _exceeded(worked), _version(worked)]
    return event_store.fingerprint(json.dumps([points, terms, worked.quota and worked.quota.holds]))


def since_seen(draft: Draft, at: datetime) -> Since | None:
    """Say what differs from the draft of the same results that is kept, and that somebody may have looked at."""
    if draft.submission is None or draft.worked is None:
        return None
    for each in draft.earlier:
        before = stored(each, at) if each.sha256 == draft.submission.sha256 else None
        if before is not None:
            return _since(before, with_outlook(draft.worked)) or None
    return None


def work_again(submission: Submission, at: datetime) -> Worked:
    """Work a draft out again and keep it; who is who is looked up again where no officer has said it."""
    worked = with_outlook(work_out(submission, _seated_again(submission), at))
    row = StoredDraft.objects.filter(submission=submission).first()
    row = row or StoredDraft(federation=submission.federation, file=submission.file, submission=submission)
    _write(row, worked, at)
    row.save()
    submission.fee = worked.fee.says[:300] if worked.fee else ""
    submission.save(update_fields=["fee"])
    return worked


def _seated_again(submission: Submission) -> list[Matched]:
    before = seated(submission)
    unsaid = [each.who for each in before if each.match not in SAID]
    if not unsaid:
        return before
    edition = edition_for(submission.federation, submission.begins)
    found = {each.who: each for each in match(submission.competition.organisation, unsaid, edition)}
    now = [found.get(each.who, each) for each in before]
    if submission.event is not None:
        doubted = told_apart(event_store.event_of(submission.event), now)
        now = [old if old.match in SAID else new for old, new in zip(before, doubted, strict=True)]
    changed = {each.who: each for each, old in zip(now, before, strict=True) if each[1:3] != old[1:3]}
    rows = submission.seats.all() if changed else []
    for seat in rows:
        new = changed.get(Named(seat.contestant, seat.name, seat.number))
        if new is not None:
            seat.player, seat.match = new.player, Seat.Match(new.match)
            seat.save(update_fields=["player", "match"])
    return now


def _since(before: Worked, now: Worked) -> Since:
    listed = [
        Term("Fee", before.fee.says if before.fee else "", now.fee.says if now.fee else ""),
        Term("Licence", _exceeded(before), _exceeded(now)),
        Term("It replaces", _version(before), _version(now)),
    ]
    if (before.quota and before.quota.holds) != (now.quota and now.quota.holds):
        listed.append(Term("Quota", _quota(before), _quota(now)))
    terms = [each for each in listed if each.before != each.now]
    return Since(reconcile.changes_since(before.credits, now.credits), terms)


def _quota(worked: Worked) -> str:
    return worked.quota.working.says if worked.quota else ""


def _exceeded(worked: Worked) -> str:
    leave = worked.leave
    return leave.total.working.says if leave and leave.exceeded and leave.total else ""


def _version(worked: Worked) -> str:
    return f"version {worked.replaces.version}" if worked.replaces else ""
