"""Changes what kind of event it was: the status and the facts of a draft, or of what was submitted.

They are changed as answers about the file are: the file is read again with them, and the draft worked out once more.
What contradicts itself, or leaves something open, is told and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from overtrick.engine.event import Event
from overtrick.formats.answers.changing import changed_facts
from overtrick.formats.event_file.reading import FORMAT as EVENT_FILE
from overtrick.handbooks.edition import Edition
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.competitions import draft_store, event_store, reconcile, stated_facts
from overtrick.register.competitions.assess import edition_for
from overtrick.register.competitions.draft import Draft, answers_of
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.competitions.read import FileReader, keep_upload, read
from overtrick.register.competitions.submit import reopen_replaced
from overtrick.register.competitions.versions import Placed
from overtrick.register.errors import Refused
from overtrick.register.programme.models import PlannedEvent

_PROGRAMME = stated_facts.PROGRAMME


class CannotBeChanged(Refused):
    """There is no file to be read again."""


def can_be_changed(submission: Submission) -> bool:
    """Say whether the kind of event can be changed by answers: a file of one event, not replaced by another version."""
    if submission.status == Submission.Status.REPLACED or submission.event_id is None:
        return False
    # Without the bytes of the file, which come with its row.
    rows = sql.rows("select events from competitions_upload where id = %s", submission.upload_id)
    return bool(rows) and rows[0][0] <= 1


def event_of(submission: Submission) -> tuple[Edition, Event]:
    """Give the event of a submission as it was read, after the edition that governs it."""
    if submission.event is None:
        raise CannotBeChanged(
            "This file has points and no results.", "Send a file with the results.", code="points-without-results"
        )
    return edition_for(submission.federation, submission.begins), event_store.event_of(submission.event)


def change(
    submission: Submission,
    wanted: Mapping[str, str],
    source: str,
    actor: User,
    at: datetime,
    reader: FileReader | None = None,
) -> Draft:
    """Work an event out with other facts, by their names; a draft with problems or questions is not kept.

    ``source`` says where the answers were given. What does not matter any more is taken back. What was so in a version
    that another one replaced comes again as a new version.
    """
    edition, event = event_of(submission)
    upload = submission.upload
    if upload is None or not can_be_changed(submission):
        why = "The kind of this event cannot be changed here."
        raise CannotBeChanged(
            why, "Send the file of this event by itself, and change it there.", code="kind-of-event-fixed"
        )
    own = submission.read_as == EVENT_FILE
    changed = changed_facts(edition, event, wanted, own=own)
    if not changed:
        return Draft(submission.file, upload, submission)
    return _read_again(submission, upload, _answers(submission, changed, source), actor, at, reader)


def tell_again(
    submission: Submission, planned: PlannedEvent, actor: User, at: datetime, reader: FileReader | None = None
) -> Draft | None:
    """Work an event out as somebody has planned it, and no more with what another plan told.

    None: the file has other events too, and what the plan tells is shown beside the results.
    """
    if submission.upload is None or not can_be_changed(submission):
        return None
    edition, event = event_of(submission)
    changed = changed_facts(edition, event, stated_facts.of_plan(planned), own=submission.read_as == EVENT_FILE)
    said = [row for row in _answers(submission, changed, _PROGRAMME) if row[0] != _PROGRAMME or row[1] in changed]
    return _read_again(submission, submission.upload, said, actor, at, reader)


def _read_again(
    submission: Submission,
    upload: Upload,
    said: Sequence[Sequence[str]],
    actor: User,
    at: datetime,
    reader: FileReader | None,
) -> Draft:
    """Read a file with other answers; a draft with problems or questions is not kept."""
    answers = answers_of(said)
    # It stays the event that it is, though it may have the name and day of another; and results it has.
    placed = Placed(submission.competition, points_only=False)
    whose, name, content = upload.organisation, upload.name, upload.content
    found = read(whose, name, content, actor, at, answers, placed, reader, complete=True)
    if found.before:
        # The same file may have been sent as another event too: what that one was is nothing to this one.
        (same,) = found.before
        ours = same.before is not None and same.before.competition_id == submission.competition_id
        return reopen_replaced(same, actor, at) if ours else same
    with transactions.atomic():
        (made,) = found.drafts()
        made = reopen_replaced(made, actor, at)
        if made.submission is None or made.worked is None:
            return made
        before = draft_store.stored(submission, at) if submission.status == Submission.Status.DRAFT else None
        if before is not None:
            made = made._replace(since=reconcile.changes_since(before.credits, made.worked.credits))
        found = keep_upload(found)
        return draft_store.keep([made], found.sent)[0]


def _answers(submission: Submission, changed: Mapping[str, str], source: str) -> list[list[str]]:
    """Put the changed answers in the place of those that were given."""
    kept = [row for row in submission.answers if f"{row[1]} {row[2]}".strip() not in changed]
    return [*kept, *([source, word, "", said] for word, said in changed.items() if said)]
