"""What came of a file? Kept as it is, read, everybody in it looked up: a draft, or what stands in its way.

Nothing is posted here. The same file again is not even read.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING

from django.db import transaction

from overtrick.formats import recognise
from overtrick.formats.answers import Answers, apply
from overtrick.register.audit import trail
from overtrick.register.competitions.drafts import Draft, Placed, Prepared, Sent, answers_of, written
from overtrick.register.competitions.laying_out import Desk
from overtrick.register.competitions.models import COUNTING, Competition, Submission, Upload
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import NotAllowed, need

if TYPE_CHECKING:
    from datetime import datetime

    from overtrick.register.accounts.models import User

__all__ = [
    "Draft",
    "NotSetApart",
    "Placed",
    "Prepared",
    "answers_of",
    "look_again",
    "receive",
    "reread",
    "said_before",
    "set_apart",
]

Status = Submission.Status

_NO_ANSWERS = Answers()
_ANYWHERE = Placed()


class NotSetApart(Refused):
    """It cannot be made another event."""


def receive(
    organisation: Organisation,
    name: str,
    content: bytes,
    actor: User,
    at: datetime,
    answers: Answers = _NO_ANSWERS,
    placed: Placed = _ANYWHERE,
) -> list[Draft]:
    """Take a file in: one draft for each event in it, or the problems and open questions."""
    need(actor, Action.UPLOAD, organisation, at)
    if placed.competition is not None and placed.competition.organisation_id != organisation.pk:
        found = f"{placed.competition} is not an event of {organisation}."
        raise NotAllowed(found, "Choose one of its own.")
    sha256 = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        # One file of an organisation at a time: two that are the same must not both be the first.
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        upload = Upload.objects.filter(organisation=organisation, sha256=sha256).first()
        if upload is not None and not answers.given:
            answers = _said_before(upload)
        if upload is not None and not placed.separate:
            again = _all_came_before(upload, answers)
            if again:
                return again
        read = recognise.read(name, content, answers.named("columns"), answers.texts())
        readings = [apply(reading, answers) for reading in read]
        if upload is None:
            upload = Upload.objects.create(
                federation=organisation.federation,
                organisation=organisation,
                name=name[:255],
                sha256=sha256,
                packed=zlib.compress(content, 6),
                events=len(readings),
                uploaded_by=actor,
                uploaded_at=at,
            )
            trail.record(actor, "upload.receive", upload, None, {"name": name, "sha256": sha256}, at=at)
        desk = Desk(Sent(organisation, upload, actor, at, answers, placed))
        return [desk.draft(reading) for reading in readings]


def reread(upload: Upload, answers: Answers, actor: User, at: datetime, placed: Placed = _ANYWHERE) -> list[Draft]:
    """Read a file that is kept again, with more of its questions answered."""
    return receive(upload.organisation, upload.name, upload.content, actor, at, answers, placed)


def look_again(upload: Upload, answers: Answers, actor: User, at: datetime, placed: Placed = _ANYWHERE) -> list[Draft]:
    """Say what would come of a file that is kept, and change nothing.

    A draft that is made of it already is given as it stands in the register; one that is not is given without its
    submission, and with neither problems nor questions.
    """
    found = []
    with transaction.atomic():
        drafts = reread(upload, answers, actor, at, placed)
        transaction.set_rollback(True)
    for each in drafts:
        made = each.submission
        if made is not None:
            same = {"competition": made.competition_id, "sha256": made.sha256, "status": Status.DRAFT}
            made = upload.submissions.filter(**same).select_related("competition__organisation").first()
        found.append(each._replace(submission=made))
    return found


def set_apart(draft: Submission, actor: User, at: datetime) -> list[Draft]:
    """Make a draft one of another event of the same name and day, where it looked like a correction."""
    need(actor, Action.SUBMIT, draft.competition.organisation, at)
    with transaction.atomic():
        Competition.objects.select_for_update(no_key=True).get(pk=draft.competition_id)
        rows = Submission.objects.filter(pk=draft.pk, status=Status.DRAFT, upload__events=1)
        fresh = rows.select_related("upload__organisation__federation", "competition").first()
        if fresh is None or fresh.upload is None:
            found = "Only a draft of a file with one event can be set apart."
            raise NotSetApart(found, "Give the event another name, and send it again.")
        placed = Placed(separate=True, points_only=True if fresh.kind == Submission.Kind.POINTS else None)
        upload, answers = fresh.upload, answers_of(fresh)
        trail.record(actor, "submission.set apart", fresh, {"competition": fresh.competition_id}, None, at=at)
        fresh.delete()
        return reread(upload, answers, actor, at, placed)


def _said_before(upload: Upload) -> Answers:
    """Give what was answered the last time the same file came."""
    last = upload.submissions.exclude(answers=[]).order_by("pk").last()
    return answers_of(last) if last else _NO_ANSWERS


def _all_came_before(upload: Upload, answers: Answers) -> list[Draft]:
    """Find what was submitted from this very file with these very answers; nothing if any of it is still to do."""
    said = written(answers)
    listed = upload.submissions.filter(status__in=(*COUNTING, Status.REPLACED)).select_related(
        "competition", "submitted_by"
    )
    same = [each for each in listed.order_by("pk") if each.answers == said]
    latest = list({each.file: each for each in same}.values())
    if not latest or len(latest) < upload.events:
        return []
    return [Draft(each.file, upload, before=each) for each in latest]


def said_before(before: Submission) -> str:
    """Say when and by whom the same came first, and what became of it."""
    first = f"{before.competition} of {before.competition.begins} came on {before.submitted_at:%d %B %Y}"
    by = f" from {before.submitted_by.username}" if before.submitted_by else ""
    after = before.replaced_by.exclude(status=Status.RETURNED).order_by("version").first()
    since = f"; version {after.version} has replaced it since" if after else ""
    return f"{first}{by}{since}. Nothing was changed."
