"""Begins an application, keeps answers and papers, and says what is still missing."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePath
from typing import NamedTuple

from overtrick.handbooks import questions
from overtrick.handbooks.applications import EVENT, FIRST_DAY, LAST_DAY, Kind
from overtrick.handbooks.questions import Answers, Question, Takes
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases
from overtrick.register.applications.access import need_applicant, need_player
from overtrick.register.applications.models import Application, Paper
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

State = Application.State
OPEN = (State.DRAFT, State.ASKED_BACK)
#: A scan of a few pages has one megabyte.
LARGEST_PAPER = 5_000_000
#: What a paper may be, by its first bytes. A file that is none of these and is text is text.
_KINDS = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"PK\x03\x04", "application/zip"),  # also documents and spreadsheets of office programs
)
_ACCEPTED = "Send a PDF, a picture (PNG or JPEG), a document or a plain text."
_AUDITED = ("answers", "title", "first_day", "last_day")


class NotOpen(Refused):
    """The application was sent, or is decided."""


class NoPaper(Refused):
    """The file cannot be taken as a paper."""


class File(NamedTuple):
    """A file as it came."""

    name: str
    content: bytes


def begin(
    whose: Organisation | Player, name: str, told: Mapping[str, str], *, actor: User, at: datetime
) -> Application:
    """Begin an application, filled in with what is known already: answers in the form that is kept."""
    organisation = whose if isinstance(whose, Organisation) else None
    player = whose if isinstance(whose, Player) else None
    if player is None:
        need(actor, Action.SUBMIT, organisation, at)
    else:
        need_player(player, actor, at)
    kind = cases.kind_for(organisation, name, at.date())
    known = {each.name: told[each.name] for each in kind.questions if told.get(each.name)}
    with transactions.atomic():
        made = Application(
            federation=current(),
            kind=kind.name,
            organisation=organisation,
            player=player,
            begun_by=actor,
            begun_at=at,
            answers=known,
            **_head(kind, known),
        )
        made.save()
        trail.record(actor, "application.begin", made, None, trail.values_of(made, *_AUDITED), at=at)
    return made


def answer(
    application: Application,
    typed: Mapping[str, str],
    papers: Mapping[str, File] | None = None,
    *,
    actor: User,
    at: datetime,
) -> dict[str, str]:
    """Keep what was typed and handed in, and give what could not be kept: a sentence for each such question.

    What is right is kept all the same: a draft may be incomplete, and a file need not be chosen twice.
    """
    with transactions.atomic():
        held = locked(application)
        need_applicant(held, actor, at)
        kind = cases.kind_of(held)
        told, mistakes = read(kind.questions, typed, held.answers)
        for name, file in (papers or {}).items():
            asked = next((each for each in kind.questions if each.name == name and each.takes is Takes.PAPER), None)
            if asked is None:
                continue
            try:
                told[name] = _attach(held, name, file, actor, at).name
            except NoPaper as refused:
                mistakes[name] = str(refused)
        wrong = _days(told)
        mistakes.update(wrong)
        told = {name: said for name, said in told.items() if said and name not in wrong}
        if told != held.answers:
            changed = trail.changed(held, *_AUDITED, answers=told, **_head(kind, told))
            trail.record(actor, "application.answer", held, *changed, at=at)
        application.refresh_from_db()
    return mistakes


def read(
    asked: tuple[Question, ...], typed: Mapping[str, str], before: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Turn what was typed into answers as they are kept, over those from before; and what is wrong, by question."""
    told, mistakes = dict(before), {}
    for each in asked:
        if each.takes is Takes.PAPER or each.name not in typed:
            continue
        try:
            told[each.name] = each.kept(typed[each.name])
        except ValueError as error:
            mistakes[each.name] = str(error)
    return told, mistakes


def remove_paper(application: Application, name: str, *, actor: User, at: datetime) -> None:
    """Take a paper out of an application that is still open."""
    with transactions.atomic():
        held = locked(application)
        need_applicant(held, actor, at)
        for paper in held.papers.filter(question=name):
            trail.record(actor, "application.remove_paper", held, {"paper": paper.name}, None, at=at)
            paper.delete()
        told = {key: said for key, said in held.answers.items() if key != name}
        changed = trail.changed(held, *_AUDITED, answers=told)
        trail.record(actor, "application.answer", held, *changed, at=at)


def discard(application: Application, *, actor: User, at: datetime) -> None:
    """Throw a draft away that was never sent."""
    with transactions.atomic():
        held = locked(application)
        need_applicant(held, actor, at)
        if held.state != State.DRAFT:
            raise NotOpen("This application was sent before.", "Withdraw it instead.", code="application-sent")
        trail.record(actor, "application.discard", held, trail.values_of(held, *_AUDITED), None, at=at)
        for paper in held.papers.all():
            paper.delete()
        held.delete()


def locked(application: Application) -> Application:
    """Lock an application that can still be changed."""
    held = Application.objects.select_for_update(no_key=True, of=("self",)).get(pk=application.pk)
    if held.state not in OPEN:
        raise NotOpen(
            "This application was sent and cannot be changed.",
            "Withdraw it, or wait for the answer.",
            code="application-sent",
        )
    return held


def missing(application: Application) -> list[Question]:
    """List everything that must be told and is not."""
    return questions.missing(cases.kind_of(application).questions, application.answers)


def _attach(application: Application, question: str, file: File, actor: User, at: datetime) -> Paper:
    """Keep a file byte for byte in the place of the one before."""
    digest = hashlib.sha256(file.content).hexdigest()
    before = application.papers.filter(question=question).first()
    if before is not None and before.sha256 == digest:
        return before
    kind = kind_of_file(file)
    if before is not None:
        before.delete()
    made = Paper.objects.create(
        application=application,
        question=question,
        name=PurePath(file.name.replace("\\", "/")).name[-255:] or "paper",
        content_type=kind,
        size=len(file.content),
        sha256=digest,
        packed=zlib.compress(file.content),
        added_by=actor,
        added_at=at,
    )
    trail.record(actor, "application.paper", application, None, {"paper": made.name, "sha256": digest}, at=at)
    return made


def kind_of_file(file: File) -> str:
    """Say what a file is by its bytes; refuse one that is empty, too large or of another kind."""
    if not file.content:
        raise NoPaper(f"{file.name} is empty.", "Choose the file again.", code="file-empty")
    if len(file.content) > LARGEST_PAPER:
        raise NoPaper(
            f"{file.name} is larger than {LARGEST_PAPER // 1_000_000} MB.",
            "Send a smaller copy.",
            code="file-too-large",
        )
    for head, kind in _KINDS:
        if file.content.startswith(head):
            return kind
    try:
        text = file.content.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text or text.lstrip()[:1] == "<":  # a page of the web could run something
        raise NoPaper(f"{file.name} is of a kind that we cannot take.", _ACCEPTED, code="file-kind-not-taken")
    return "text/plain"


def _head(kind: Kind, told: Mapping[str, str]) -> dict[str, object]:
    """Say what an application is about, in the columns that lists show."""
    answers = Answers(told)
    first = answers.day(FIRST_DAY)
    return {
        "title": (told.get(EVENT) or kind.title)[:300],
        "first_day": first,
        "last_day": answers.day(LAST_DAY) or first,
        "deadline": kind.sent_by(first) if first else None,
    }


def _days(told: Mapping[str, str]) -> dict[str, str]:
    answers = Answers(told)
    first, last = answers.day(FIRST_DAY), answers.day(LAST_DAY)
    if first is not None and last is not None and last < first:
        return {LAST_DAY: "The last day is before the first day."}
    return {}
