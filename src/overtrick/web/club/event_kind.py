"""Change what kind of event it was: its status, its points, and whatever else the handbook asks about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import event_facts
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web import access
from overtrick.web.club import base
from overtrick.web.club.question_fields import SOURCE
from overtrick.web.design import fact_fields
from overtrick.web.design.mistakes import Mistake
from overtrick.web.file_reader import READER

_FACTS = "facts "


@base.form(Action.UPLOAD)
def event_kind(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Ask what matters; ``look`` only shows what else is asked, and saving works the draft out once more."""
    sent = base.submission_of(where, submission)
    if not event_facts.can_be_changed(sent):
        raise Http404
    edition, event = event_facts.event_of(sent)
    wanted = fact_fields.given(request.POST, edition)
    wrong: dict[str, str] = {}
    others: list[str] = []
    if request.method == "POST" and "look" not in request.POST:
        wrong = fact_fields.errors(edition, event, wanted)
        if not wrong:
            made, others = _changed(request, sent, wanted)
            if made is not None and (made.submission or made.before):
                return redirect(*_onward(request, where, sent, made))
            if made is not None:
                wrong, others = _found(edition.all_facts, made)
    fields = fact_fields.fields(edition, event, wanted, wrong)
    fields = fact_fields.for_organisation(fields, where, edition, event.begins)
    mistakes = [Mistake("", each) for each in others] + [
        Mistake(each.first_id, each.error) for each in fields if each.error
    ]
    shown = {
        "submission": sent,
        "edition": edition,
        "fields": fields,
        "mistakes": mistakes,
        "draft": sent.status == Submission.Status.DRAFT,
    }
    return base.show(request, where, "event_kind", shown, status=422 if wrong or others else 200)


def _changed(request: HttpRequest, sent: Submission, wanted: Mapping[str, str]) -> tuple[Draft | None, list[str]]:
    try:
        return event_facts.change(sent, wanted, SOURCE, access.actor(request), access.now(), READER.read), []
    except Busy:
        return None, [_("We are reading many other files at the moment. Send this again in a minute.")]
    except Refused as why:
        return None, [str(why)]


def _onward(request: HttpRequest, where: Organisation, sent: Submission, made: Draft) -> tuple[str, int, int]:
    if made.before is not None:
        messages.success(request, _("These are the results that were sent before. Nothing was changed."))
        return "club-submission", where.pk, made.before.pk
    new = made.submission or sent
    if new.pk == sent.pk:
        messages.success(request, _("Nothing was changed."))
    return "club-preview" if new.status == Submission.Status.DRAFT else "club-submission", where.pk, new.pk


def _found(known: Collection[str], made: Draft) -> tuple[dict[str, str], list[str]]:
    """Put what contradicts itself, and what is still open, beside the fact it is about; all else on top."""
    wrong: dict[str, str] = {}
    others = []
    for problem in made.problems:
        says = f"{problem.found} {problem.remedy}"
        name = _about(known, problem.path) or _about(known, problem.against or ())
        if name:
            wrong.setdefault(name, says)
        else:
            others.append(says)
    for question in made.questions:
        name = question.word.removeprefix(_FACTS)
        if name in known:
            wrong.setdefault(name, question.asks)
        else:
            others.append(f"{question.asks} {question.remedy}".strip())
    return wrong, others


def _about(known: Collection[str], path: tuple[str | int, ...]) -> str:
    return next((str(each) for each in reversed(path) if each in known), "")
