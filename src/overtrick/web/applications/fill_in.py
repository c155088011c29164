"""Fills an application in: the form of its questions, kept as a draft and sent when everything is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict
from django.utils.datastructures import MultiValueDict

from overtrick.handbooks import questions
from overtrick.handbooks.applications import Kind
from overtrick.register.applications import cases, draft, send
from overtrick.register.applications.draft import LARGEST_PAPER, File
from overtrick.register.applications.models import Application
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.web import access
from overtrick.web.design.question_form import QuestionForm

SEND = "send"


def blank(kind: Kind, handbook: str, known: QueryDict) -> QuestionForm:
    """Begin a form with what the address tells already, such as the event that was planned."""
    told, _wrong = draft.read(kind.questions, {name: str(said) for name, said in known.items()}, {})
    return _form(kind, handbook, told)


def form_of(application: Application, handbook: str) -> QuestionForm:
    """Give the form of a draft."""
    return _form(cases.kind_of(application), handbook, application.answers)


def begin(request: HttpRequest, whose: Organisation | Player, kind: Kind) -> Application:
    """Begin a draft; what was typed is kept by ``take``."""
    return draft.begin(whose, kind.name, {}, actor=access.actor(request), at=access.now())


def take(request: HttpRequest, application: Application, handbook: str) -> QuestionForm | None:
    """Keep what was posted, and send it where that was the button; None: all is well, otherwise what to put right."""
    kind, signed = cases.kind_of(application), access.acting(request)
    whole = QuestionForm(kind.questions, handbook, application.answers, request.POST, request.FILES)
    mistakes = draft.answer(application, whole.typed(), _papers(request), **signed)
    shown = _form(kind, handbook, application.answers, request.POST, request.FILES)
    shown.is_valid()
    shown.refuse({name: says for name, says in mistakes.items() if name not in shown.errors})
    if request.POST.get("do") == SEND:
        shown.ask_for(each for each in draft.missing(application) if each.name not in shown.errors)
    if shown.errors or whole.errors:
        return shown
    if request.POST.get("do") == SEND:
        send.send(application, **signed)
    return None


def _form(
    kind: Kind,
    handbook: str,
    told: Mapping[str, str],
    posted: QueryDict | None = None,
    files: MultiValueDict[str, UploadedFile[Any]] | None = None,
) -> QuestionForm:
    return QuestionForm(questions.relevant(kind.questions, told), handbook, told, posted, files)


def _papers(request: HttpRequest) -> dict[str, File]:
    """Read the files that were sent, none further than it may be long."""
    return {
        name: File(file.name or "", file.read(LARGEST_PAPER + 1))
        for name, file in request.FILES.items()
        if not isinstance(file, list)
    }
