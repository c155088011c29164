"""Throws away what was read and not submitted. The file stays as it came: sent again, it is read again."""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import versions
from overtrick.register.competitions.match import NotADraft
from overtrick.register.competitions.models import StoredDraft, Submission, Upload
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

Status = Submission.Status


def discard_file(upload: Upload, actor: User, at: datetime) -> None:
    """Throw away every draft of a file, its questions and its problems; what was submitted stays."""
    need(actor, Action.UPLOAD, upload.organisation, at)
    with transactions.atomic():
        for draft in upload.submissions.filter(status=Status.DRAFT).select_for_update():
            versions.discard(draft, actor, at)
        StoredDraft.objects.filter(upload=upload).delete()
        trail.record(actor, "upload.discard", upload, {"name": upload.name}, None, at=at)


def discard_draft(draft: Submission, actor: User, at: datetime) -> None:
    """Throw one draft away; an earlier version that counts goes on counting."""
    need(actor, Action.SUBMIT, draft.competition.organisation, at)
    with transactions.atomic():
        fresh = Submission.objects.select_for_update().get(pk=draft.pk)
        if fresh.status != Status.DRAFT:
            raise NotADraft(
                "This event is submitted already.",
                "Correct it, or ask the office to return it.",
                code="already-submitted",
            )
        StoredDraft.objects.filter(submission=fresh).delete()
        versions.discard(fresh, actor, at)
