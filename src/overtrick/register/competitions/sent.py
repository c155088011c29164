"""Finds submissions: by the reference that people quote, and an organisation's in the order in which they came."""

from __future__ import annotations

import re
from datetime import date

from django.db.models import Q

from overtrick.engine import assessment as engine
from overtrick.handbooks.edition import Edition
from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Submission
from overtrick.register.ledger.models import Closing
from overtrick.register.organisations.models import Organisation

_REFERENCE = re.compile(r"([1-9][0-9]{0,17})-([1-9][0-9]{0,8})")
_RELATED = ("competition__organisation__federation", "event", "federation", "upload", "replaces", "submitted_by")


def by_reference(written: str) -> Submission | None:
    """Find a submission by its reference."""
    found = _REFERENCE.fullmatch(written.strip())
    if found is None or int(found[1]) > sql.LARGEST:
        return None
    rows = Submission.objects.select_related(*_RELATED).defer("upload__packed")
    return rows.filter(competition=int(found[1]), version=int(found[2])).first()


def latest(
    organisation: Organisation, limit: int, *, status: str = "", since: date | None = None, before: int | None = None
) -> list[Submission]:
    """List what an organisation has sent, the last first; ``since`` a day: sent or decided on it or later."""
    rows = Submission.objects.filter(competition__organisation=organisation).select_related(*_RELATED)
    if status:
        rows = rows.filter(status=status)
    if since is not None:
        rows = rows.filter(Q(submitted_at__date__gte=since) | Q(decided_at__date__gte=since) | Q(submitted_at=None))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows.defer("upload__packed").order_by("-pk")[:limit])


def final_in(submission: Submission) -> date | None:
    """Give the month that made a submission final; None: it is not."""
    closing = Closing.objects.filter(postings__posting__submission=submission).order_by("-month").first()
    return closing.month if closing else None


def assessed(submission: Submission) -> tuple[engine.Assessment, Edition] | None:
    """Work the awards of a submission out again as they were kept, with the working of each."""
    kept = submission.assessments.select_related("event").order_by("pk").last()
    return None if kept is None else (event_store.worked_out_again(kept), event_store.edition_of(kept))


def versions(submission: Submission) -> list[Submission]:
    """Give all versions of the same results, the first one first."""
    return list(submission.competition.submissions.order_by("version"))
