"""Enter an event by hand. The form becomes an event file, which is then read like any other."""

from __future__ import annotations

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.engine.event import Play
from overtrick.formats import event_file as event_files
from overtrick.formats.answers import typed as read_typed
from overtrick.handbooks import forms, record
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.forms import FACT
from overtrick.register.competitions import event_store
from overtrick.register.competitions.discard import discard_draft
from overtrick.register.competitions.listed_events import nameable
from overtrick.register.competitions.match import NotADraft, unsaid
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.versions import Placed
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.seasons.models import SeasonEvent
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.by_hand import (
    errors,
    event_file,
    facts_asked,
    findings,
    from_event,
    limits,
    page,
    sheet,
    typed,
    words,
)
from overtrick.web.club.by_hand.findings import FormFindings
from overtrick.web.club.by_hand.sheet import Sheet
from overtrick.web.club.by_hand.words import HandField
from overtrick.web.design.fact_fields import left_out_words
from overtrick.web.design.fragment_cache import kept

_NOTHING = FormFindings()


@base.form(Action.UPLOAD)
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Ask what kind of event it was, then its results."""
    edition = _edition(where)
    form = forms.form_for(edition, request.GET.get("kind", ""))
    if form is None:
        return base.show(request, where, "by_hand_kinds", {"groups": page.groups(edition)})
    if request.method == "POST":
        return _take(request, where, typed.typed(where, form, request.POST), None)
    play = request.GET.get("play", "")
    winners = parameters.whole(request.GET.get("winners", "")) or 1
    blank = sheet.blank(form, _usual_status(where, edition), Play(play) if play in form.play else None, winners)
    return _show(request, where, blank)


@base.form(Action.UPLOAD)
def again(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Change an event that was entered by hand, or came in an event file."""
    before = base.submission_of(where, submission)
    if SeasonEvent.objects.filter(competition=before.competition_id).exists():
        raise Http404  # it is drawn from the notes of its season, which would not know of the change
    found = _sheet_of(before)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _show(request, where, found, before=before)
    return _take(request, where, typed.typed(where, found.form, request.POST), before)


def can_be_changed(submission: Submission) -> bool:
    """Say whether the form by hand can hold what was submitted."""
    if submission.event is None or submission.read_as != event_file.FORMAT:
        return False
    edition = _edition(submission.competition.organisation)
    return _form_holds(submission.event.text, edition.handbook.name, edition.name)


@kept
def _form_holds(words: str, handbook_name: str, edition_name: str) -> bool:
    """Say whether the form can hold an event; to find that out takes longer than the rest of a page."""
    event = event_files.read("", words.encode()).event
    edition = event_store.edition_named(handbook_name, edition_name)
    return event is not None and from_event.sheet_of(event, edition) is not None


def _sheet_of(submission: Submission) -> Sheet | None:
    if submission.event is None:
        return None
    return from_event.sheet_of(event_store.event_of(submission.event), _edition(submission.competition.organisation))


def _edition(where: Organisation) -> Edition:
    return handbook.edition_on(where.federation, access.today())


def _take(request: HttpRequest, where: Organisation, filled: Sheet, before: Submission | None) -> HttpResponse:
    other_shape = request.POST.get("shape", filled.shape) != filled.shape
    reshaped = sheet.in_new_shape(filled) if other_shape else filled
    if not limits.fits(reshaped):
        return _show(request, where, limits.narrowed(filled), _too_large(), before)
    filled = reshaped
    if not facts_asked.asks_status(filled, _edition(where)):
        filled = filled._replace(texts={**filled.texts, "status": ""})
    if "more" in request.POST:
        longer = sheet.with_more(filled, request.POST["more"])
        if not limits.fits(longer):
            return _show(request, where, filled, _too_large(), before)
        filled = longer
    asked_only = other_shape or "more" in request.POST or "look" in request.POST
    wrong = _NOTHING if asked_only else FormFindings(errors.errors(filled, _edition(where)))
    if wrong or asked_only:
        return _show(request, where, filled, wrong, before)
    return _keep(request, where, filled, before)


def _keep(request: HttpRequest, where: Organisation, filled: Sheet, before: Submission | None) -> HttpResponse:
    """Read the form as the event file that it is; it becomes a draft, or what is open is told on the form."""
    sent = before is not None and before.status != Submission.Status.DRAFT
    placed = Placed(competition=before.competition) if sent and before else Placed()
    day = read_typed([("", "date", filled.texts["date"])]).get("date")
    if sent and before and day and day.value != before.competition.begins:
        told = _(
            "You cannot change the day of an event that was submitted. Ask for the event to be returned, then "
            "enter it again"
        )
        return _show(request, where, filled, FormFindings({"date": told}), before)
    name = f"{filled.texts['event']} {filled.texts['date']}.json"
    content = event_file.event_file(filled, where)
    (draft,) = receive(where, name, content, access.actor(request), access.now(), placed=placed)
    if draft.before:
        return redirect("club-submission", where.pk, draft.before.pk)
    if draft.submission is None:
        return _show(request, where, filled, findings.found(filled, draft.problems, draft.questions), before)
    if before and not sent and before.competition_id != draft.submission.competition_id:
        # Somebody may have submitted it meanwhile, or thrown it away: then it stays as it is.
        with suppress(NotADraft, Submission.DoesNotExist):
            discard_draft(before, access.actor(request), access.now())
    follows = "club-players" if unsaid(draft.submission) else "club-preview"
    return redirect(follows, where.pk, draft.submission.pk)


def _offered(where: Organisation, field: HandField) -> HandField:
    """Offer the listed events that an organisation may name, and say if others are left out."""
    edition = _edition(where)
    fact = edition.all_facts.get(field.answer.removeprefix(f"{words.ANSWER}{FACT}")) if field.names else None
    if fact is None:
        return field
    found = nameable(where, edition, fact, access.today())
    left_out = left_out_words(where, found) if found.left_out else ""
    return field._replace(names=found.names, hint=f"{field.hint} {left_out}".strip())


def _too_large() -> FormFindings:
    return FormFindings(others=[_("The form cannot hold so much. Nothing was saved. Send a file instead.")])


def _show(
    request: HttpRequest,
    where: Organisation,
    filled: Sheet,
    found: FormFindings = _NOTHING,
    before: Submission | None = None,
) -> HttpResponse:
    shown = page.shown(filled, found, _edition(where))
    for listed in ("fields", "options"):
        shown[listed] = [(_offered(where, each), *rest) for each, *rest in shown[listed]]
    return base.show(request, where, "by_hand", {**shown, "before": before}, status=422 if found else 200)


def _usual_status(where: Organisation, edition: Edition) -> str:
    """Take the status that events of such an organisation usually have; it can be changed."""
    return record.ways(edition).status.get(where.kind, "")
