"""Reads a file that is kept once more, with other answers; of what was submitted from it that makes a correction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from overtrick.formats.answers import Answers, typed
from overtrick.register.accounts.models import User
from overtrick.register.competitions import draft_store
from overtrick.register.competitions.draft import ONLY_POINTS, Draft, answers_of
from overtrick.register.competitions.models import COUNTING, Submission, Upload
from overtrick.register.competitions.read import FileReader, reread
from overtrick.register.competitions.versions import Placed

_ONLY = {"yes": True, "no": False}


def submitted(upload: Upload) -> Submission | None:
    """Give the version that counts or was returned, if the file is one event that was submitted."""
    rows = (
        upload.submissions.filter(status__in=(*COUNTING, Submission.Status.RETURNED))
        .select_related("competition", "event", "federation", "upload")
        .order_by("version")
    )
    found = {each.competition_id: each for each in rows}
    return next(iter(found.values())) if len(found) == 1 else None


def said(upload: Upload, sent: Submission | None) -> dict[str, str]:
    """Give what was answered about a file, by the word of the question."""
    found = draft_store.answers_to(upload)
    if not found and sent is not None:
        found = {f"{each.word} {each.name}".strip(): each.written for each in answers_of(sent.answers).given}
    return found


def answers(source: str, texts: Mapping[str, str]) -> Answers:
    """Read answers; those that cannot be read are among its problems."""
    return typed((source, word, text) for word, text in texts.items() if word != ONLY_POINTS)


def placed(texts: Mapping[str, str], sent: Submission | None = None) -> Placed:
    """Say where a file goes: to the event that was submitted from it, and whether it only adds points."""
    return Placed(sent.competition if sent else None, points_only=_ONLY.get(texts.get(ONLY_POINTS, "")))


def read_again(
    upload: Upload,
    given: Answers,
    texts: Mapping[str, str],
    actor: User,
    at: datetime,
    reader: FileReader,
) -> list[Draft]:
    """Read it with these answers in place of all earlier ones."""
    return reread(upload, given, actor, at, placed(texts, submitted(upload)), reader)
