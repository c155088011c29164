"""Stores drafts between upload and submission with all they are worth, so that showing one only reads."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.formats.reading import Note
from overtrick.register import sql
from overtrick.register.competitions import draft_record, event_store, reconcile, versions
from overtrick.register.competitions.assess import edition_for
from overtrick.register.competitions.draft import ONLY_POINTS, Draft, SentFile, answers_of, written
from overtrick.register.competitions.dues import sentence
from overtrick.register.competitions.fingerprint import made_of
from overtrick.register.competitions.match import SAID, Matched, match, seated, seated_each, told_apart
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


class KeptFile(NamedTuple):
    """What came of a file, and what was answered when it was last read, by the word of the question."""

    drafts: list[Draft]
    answers: dict[str, str]


def of_upload(upload: Upload) -> list[Draft]:
    """Tell what came of a file, as it is kept: what is submitted by now came before."""
    return of_uploads([upload])[upload.pk].drafts


def answers_to(upload: Upload) -> dict[str, str]:
    """Give what was answered when a file was last read, by the word of the question."""
    return _answers(upload.drafts.order_by("pk").first())


def of_uploads(uploads: Sequence[Upload]) -> dict[int, KeptFile]:
    """Tell what came of each of some files, by their numbers; so many queries for all of them."""
    kept: dict[int | None, list[StoredDraft]] = defaultdict(list)
    for row in StoredDraft.objects.filter(upload__in=uploads).select_related(*_WITH_DRAFTS).order_by("pk"):
        kept[row.upload_id].append(row)
    submissions = Submission.objects.filter(upload__in=uploads).select_related("competition", "submitted_by")
    sent: dict[int | None, list[Submission]] = defaultdict(list)
    for each in submissions.filter(status__in=(*COUNTING, Status.REPLACED)).order_by("pk"):
        sent[each.upload_id].append(each)
    # Drafts of an earlier version of this program are not worked out yet.
    older: dict[int | None, list[Submission]] = defaultdict(list)
    for each in submissions.filter(status=Status.DRAFT, draft__isnull=True).select_related("competition__organisation"):
        older[each.upload_id].append(each)
    counting = _counting(row for rows in kept.values() for row in rows)
    found = {}
    for upload in uploads:
        drafts = [_draft(row, upload, counting) for row in kept[upload.pk]]
        known = {each.before.pk for each in drafts if each.before}
        latest = {each.file: each for each in sent[upload.pk] if each.pk not in known}
        drafts += [Draft(each.file, upload, before=each) for each in latest.values()]
        drafts += [Draft(each.file, upload, each) for each in older[upload.pk]]
        answers = _answers(next(iter(kept[upload.pk]), None))
        found[upload.pk] = KeptFile(drafts or [Draft(upload.name, upload)], answers)
    return found


_WITH_DRAFTS = (
    "submission__competition__organisation",
    "submission__event",
    "submission__federation",
    "submission__submitted_by",
    "before__competition",
    "before__submitted_by",
)


def _answers(row: StoredDraft | None) -> dict[str, str]:
    if row is None:
        return {}
    found = {f"{word} {name}".strip(): said for _source, word, name, said in row.answers}
    return found if row.points_only is None else found | {ONLY_POINTS: "yes" if row.points_only else "no"}


def _counting(rows: Iterable[StoredDraft]) -> dict[int, Submission]:
    """Give the last version that counts of each competition of which a draft is another version."""
    again = {row.submission.competition_id for row in rows if row.submission and row.submission.version > 1}
    counting = Submission.objects.filter(competition__in=again, status__in=COUNTING) if again else ()
    return {each.competition_id: each for each in sorted(counting, key=lambda each: each.version)}


def _draft(row: StoredDraft, upload: Upload, counting: Mapping[int, Submission]) -> Draft:
    again = row.submission is not None and row.submission.version > 1
    kept = row.findings
    return Draft(
        row.file,
        upload,
        row.submission,
        draft_record.problems_of(kept),
        draft_record.questions_of(kept),
        draft_record.notes_of(kept),
        row.before,
        counting.get(row.submission.competition_id) if again and row.submission else None,
        answers=answers_of(row.answers),
        columns=draft_record.columns_of(kept),
    )


def changed_by_answers(submission: Submission) -> list[PointsChange]:
    """Give what the last answers changed in a draft: who has more points than before them, and who has fewer."""
    rows = sql.rows("select findings from competitions_storeddraft where submission_id = %s", submission.pk)
    return draft_record.since_of(json.loads(rows[0][0])) if rows else []


def notes_of(submission: Submission) -> list[Note]:
    """Give what the reader noted on the file of a draft."""
    return notes_of_each([submission]).get(submission.pk, [])


def notes_of_each(submissions: Sequence[Submission]) -> dict[int, list[Note]]:
    """Give what the reader noted on the files of some drafts, by their numbers."""
    among, value = sql.among([each.pk for each in submissions])
    rows = sql.rows(f"select submission_id, findings from competitions_storeddraft where submission_id {among}", value)  # noqa: S608
    return {submission: draft_record.notes_of(json.loads(found)) for submission, found in rows}


def stored(submission: Submission, at: datetime) -> Worked | None:
    """Give what a draft is worth, as it is kept; None where it has to be worked out."""
    return stored_each([submission], at).get(submission.pk)


def stored_each(submissions: Sequence[Submission], at: datetime) -> dict[int, Worked]:
    """Give what each of some drafts is worth, by their numbers; those that have to be worked out are left out."""
    among, value = sql.among([each.pk for each in submissions])
    rows = sql.rows(f"select submission_id, worked from competitions_storeddraft where submission_id {among}", value)  # noqa: S608
    kept = {submission: worked for submission, worked in rows if worked}
    seated = seated_each([each for each in submissions if each.pk in kept])
    return {
        each.pk: draft_record.read(kept[each.pk], each, seated[each.pk], at.date())
        for each in submissions
        if each.pk in kept
    }


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
    terms = [sentence(worked.dues or ()), _exceeded(worked), _version(worked)]
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
        Term("Fee", sentence(before.dues or ()), sentence(now.dues or ())),
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
