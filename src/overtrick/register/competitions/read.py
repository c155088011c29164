"""Takes a file in: stores its bytes and reads them once, into a draft or a list of problems.

Nothing is posted here. What was submitted from the same file is not even read again.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.formats import recognise
from overtrick.formats.answers import Answers, apply, together
from overtrick.formats.reading import Reading
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import draft_store, usual_answers
from overtrick.register.competitions.draft import Desk, Draft, SentFile, answers_of, written
from overtrick.register.competitions.models import COUNTING, Competition, Submission, Upload
from overtrick.register.competitions.versions import Placed, received
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import NotAllowed, need
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current

Status = Submission.Status

_ORGANISATION = Swift(Organisation)
_UPLOAD = Swift(Upload)
_SUBMISSION = Swift(Submission)
_COMPETITION = Swift(Competition)

#: What was sent from a file, with the events.
_SENT = f"""
    select {_SUBMISSION.columns()}, {_COMPETITION.columns()} from competitions_submission
    join competitions_competition on competitions_competition.id = competition_id
    where upload_id = %s and status {{}} order by competitions_submission.id
"""  # noqa: S608 - our own names

#: How hard a file is packed: to 7 % of its size; to 6 % takes more than twice the time.
_PACKED = 3

NO_ANSWERS = Answers()
ANYWHERE = Placed()


#: Reads a file, with what its columns are and the answers; pages and tasks give one that does it in another process.
FileReader = Callable[[str, bytes, Mapping[str, str], Mapping[str, str]], list[Reading]]


class Read(NamedTuple):
    """A file that was read, and is not kept yet; or what was submitted from it before."""

    sent: SentFile
    readings: Sequence[Reading] = ()
    before: Sequence[Draft] = ()

    def drafts(self) -> list[Draft]:
        """Make a draft of each event; nothing is kept."""
        return Desk(self.sent).drafts(self.readings)


def receive(
    organisation: Organisation,
    name: str,
    content: bytes,
    actor: User,
    at: datetime,
    answers: Answers = NO_ANSWERS,
    placed: Placed = ANYWHERE,
    reader: FileReader | None = None,
) -> list[Draft]:
    """Take a file in: one draft for each event in it, or the problems and open questions. All of it is kept."""
    found = read(organisation, name, content, actor, at, answers, placed, reader)
    if found.before:
        return list(found.before)
    with transactions.atomic():
        found = keep_upload(found)
        return draft_store.keep(found.drafts(), found.sent)


def read(
    organisation: Organisation,
    name: str,
    content: bytes,
    actor: User,
    at: datetime,
    answers: Answers = NO_ANSWERS,
    placed: Placed = ANYWHERE,
    reader: FileReader | None = None,
    *,
    complete: bool = False,
) -> Read:
    """Read a file; nothing is kept.

    ``complete``: these are all the answers, and what was answered before is taken back.
    """
    need(actor, Action.UPLOAD, organisation, at)
    if placed.competition is not None and placed.competition.organisation_id != organisation.pk:
        found = f"{placed.competition} is not an event of {organisation}."
        raise NotAllowed(found, "Choose one of its events.", code="not-an-event-of-theirs")
    sha256 = hashlib.sha256(content).hexdigest()
    upload = _earlier_upload(organisation, sha256)
    if upload is not None and not answers.given and not complete:
        answers, placed = _said_before(upload, placed)
    before = _all_came_before(upload, answers) if upload is not None and not placed.separate else []
    upload = upload or Upload(
        federation=organisation.federation,
        organisation=organisation,
        name=name[:255],
        sha256=sha256,
        packed=zlib.compress(content, _PACKED),
        uploaded_by=actor,
        uploaded_at=at,
    )
    sent = SentFile(organisation, upload, actor, at, answers, placed)
    if before:
        return Read(sent, before=before)
    read_as = reader or recognise.read
    listed = read_as(name, content, answers.named("columns"), answers.texts())
    if not answers.named("columns"):
        usual = usual_answers.columns_of(organisation, listed)
        if usual.given:
            answers = together([usual, answers])
            sent = sent._replace(answers=answers)
            listed = read_as(name, content, answers.named("columns"), answers.texts())
    # Of several events each has only those facts answered that it asks: a blue Monday makes no blue Tuesday.
    for_each = answers if len(listed) == 1 else answers.without_facts()
    return Read(sent, [apply(reading, for_each) for reading in listed])


def keep_upload(found: Read) -> Read:
    """Keep the bytes of a file that was read; one that is there already is kept once."""
    sent = found.sent
    # One file of an organisation at a time: two that are the same must not both be the first.
    _ORGANISATION.held(sent.organisation.pk, current())
    if sent.upload.pk:
        return found
    same = _earlier_upload(sent.organisation, sent.upload.sha256)
    if same is not None:
        return found._replace(sent=sent._replace(upload=same))
    sent.upload.events = len(found.readings)
    _UPLOAD.insert(sent.upload)
    told = {"name": sent.upload.name, "sha256": sent.upload.sha256}
    trail.record(sent.actor, "upload.receive", sent.upload, None, told, at=sent.at)
    return found


def kept_before(organisation: Organisation, content: bytes) -> Upload | None:
    """Give the file that came before with the same bytes."""
    return _earlier_upload(organisation, hashlib.sha256(content).hexdigest())


def _earlier_upload(organisation: Organisation, sha256: str) -> Upload | None:
    """Find a file that came before; most have not, and the database says so quickly."""
    rows = sql.rows(
        f"select {_UPLOAD.columns()} from competitions_upload "  # noqa: S608 - our own names
        "where federation_id = %s and organisation_id = %s and sha256 = %s",
        organisation.federation_id,
        organisation.pk,
        sha256,
    )
    return _UPLOAD.made(rows[0], organisation=organisation) if rows else None


def reread(
    upload: Upload,
    answers: Answers,
    actor: User,
    at: datetime,
    placed: Placed = ANYWHERE,
    reader: FileReader | None = None,
) -> list[Draft]:
    """Read a file that is kept again, with more of its questions answered."""
    return receive(upload.organisation, upload.name, upload.content, actor, at, answers, placed, reader)


def _said_before(upload: Upload, placed: Placed) -> tuple[Answers, Placed]:
    """Give what was answered the last time the same file came, whether or not it became a draft."""
    draft = upload.drafts.order_by("pk").first()
    if draft is not None and placed.points_only is None:
        placed = placed._replace(points_only=draft.points_only)
    last = draft if draft and draft.answers else upload.submissions.exclude(answers=[]).order_by("pk").last()
    return answers_of(last.answers) if last else NO_ANSWERS, placed


def _all_came_before(upload: Upload, answers: Answers) -> list[Draft]:
    """Find what was submitted from this very file with these very answers; nothing if any of it is still to do."""
    said = written(answers)
    one_of, statuses = sql.among([str(each) for each in (*COUNTING, Status.REPLACED)])
    listed = [_submission(row, upload) for row in sql.rows(_SENT.format(one_of), upload.pk, statuses)]
    latest = list({each.file: each for each in listed if each.answers == said}.values())
    if not latest or len(latest) < upload.events:
        return []
    return [Draft(each.file, upload, before=each) for each in latest]


def _submission(row: sql.Row, upload: Upload) -> Submission:
    own = len(_SUBMISSION.names)
    return _SUBMISSION.made(row[:own], upload=upload, competition=_COMPETITION.made(row[own:]))


def said_before(before: Submission) -> str:
    """Say when and by whom the same came first, and what became of it."""
    after = before.replaced_by.exclude(status=Status.RETURNED).order_by("version").first()
    since = f"; version {after.version} replaced it" if after else ""
    return f"{received(before)}{since}. Nothing was changed."
