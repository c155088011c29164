"""The list of what came of files: questions are answered, clear events submitted together, the rest thrown away."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import discard, draft_store, likely_players, submit_all, usual_answers
from overtrick.register.competitions.likely_players import LikelyPlayer
from overtrick.register.competitions.models import COUNTING, HeldCredit, Submission, Upload
from overtrick.register.competitions.read import reread
from overtrick.register.competitions.submit_all import Left, Seen
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.ranks import close_month, late_files
from overtrick.web import access, parameters
from overtrick.web import request_limits as limits
from overtrick.web.club import base, question_fields, who_is_who
from overtrick.web.club.preview import who_decides
from overtrick.web.club.question_fields import Given
from overtrick.web.club.received import FileList, received
from overtrick.web.design.mistakes import Mistake
from overtrick.web.file_reader import READER

#: So many events are submitted at one go; a zip may hold more, which come afterwards.
MOST_AT_ONCE = 50


def address(organisation: int, uploads: Sequence[int], page: str = "club-files") -> str:
    """Give the address of the page that shows what came of files."""
    query = urlencode([("file", pk) for pk in dict.fromkeys(uploads)])
    return f"{reverse(page, args=[organisation])}?{query}"


@base.form(Action.UPLOAD)
def files(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what came of files, and do what a button of the list says."""
    uploads = _uploads(where, request.GET.getlist("file"))
    if request.method != "POST":
        return _show(request, where, received(uploads, {}, access.now()))
    said = {each.pk: question_fields.given(each, request.POST) for each in uploads}
    pressed = next((act for button, act in _BUTTONS.items() if button in request.POST), None)
    if pressed:  # a question that another button leaves open is no error
        said = {pk: each._replace(asked=frozenset()) for pk, each in said.items()}
    usual = [_keep(request, each, said[each.pk]) for each in uploads]
    for each in uploads:
        _answer(request, each, said[each.pk], again=any(usual))
    found = received(uploads, said, access.now())
    if found.errors or (found.questions and not pressed):
        return _show(request, where, found)
    if pressed:
        return pressed(request, where, found)
    return redirect(_onward(where, found, request.get_full_path()))


def _show(request: HttpRequest, where: Organisation, found: FileList, left: Sequence[Left] = ()) -> HttpResponse:
    clear = found.clear[:MOST_AT_ONCE]
    shown = {
        "list": found,
        "likely": [
            (each, who_is_who.likely(where, each.player, each.name), f"{each.seats[0].pk}:{each.player.pk}")
            for each in _likely(found)
        ],
        "mistakes": [Mistake(each.at, each.error) for each in found.errors] + [_left(each, found) for each in left],
        "at_once": len(clear) if len(clear) > 1 else 0,
        "only": len(found.drafts) == 1 and len(found.files) == 1,
        "again": bool(found.files) and len(found.before) == len(found.items),
    }
    return base.show(request, where, "files", shown, status=422 if found.errors or left else 200)


def _left(each: Left, found: FileList) -> Mistake:
    """Say why an event was not submitted, with its line in the list; a colleague may have thrown it away."""
    listed = any(item.draft.submission and item.draft.submission.pk == each.draft.pk for item in found.drafts)
    return Mistake(f"draft-{each.draft.pk}" if listed else "", f"{each.draft.competition.name}: {each.why}")


def _uploads(where: Organisation, wanted: Sequence[str]) -> list[Upload]:
    numbers = [each for each in map(parameters.whole, wanted[: limits.MOST_FILES]) if each is not None]
    found = Upload.objects.filter(organisation=where).defer("packed").in_bulk(numbers)
    if not found:
        raise Http404
    for each in found.values():
        each.organisation = where
    return [found[pk] for pk in dict.fromkeys(numbers) if pk in found]


def _keep(request: HttpRequest, upload: Upload, said: Given) -> bool:
    """Keep that files which name somebody else are ours; what is answered about one event is not kept."""
    where, kept = upload.organisation, False
    if said.answers.problems or said.texts == draft_store.answers_to(upload):
        return False
    for question in (each for draft in draft_store.of_upload(upload) for each in draft.questions):
        answer = said.texts.get(question.word, "")
        if question.of_an_organisation and answer == where.name:
            usual_answers.remember(where, question, answer, access.actor(request), access.now())
            kept = True
    return kept


def _answer(request: HttpRequest, upload: Upload, said: Given, *, again: bool) -> None:
    """Read a file again if what somebody has answered can be read, or if an answer to another file settles it."""
    settled = again and any(
        each.of_an_organisation for draft in draft_store.of_upload(upload) for each in draft.questions
    )
    changed = said.texts and said.texts != draft_store.answers_to(upload)
    if (changed or settled) and not said.answers.problems:
        try:
            reread(upload, said.answers, access.actor(request), access.now(), said.placed, READER.read)
        except Busy:
            found = _("We are reading many other files at the moment, so your answers are not saved.")
            raise Refused(found, _("Go back and send them again in a minute."), code="too-many-requests") from None


def _onward(where: Organisation, found: FileList, here_again: str) -> str:
    """Go on with the only draft there is; with several, back to the list of them."""
    items = found.items
    if len(items) == 1 and items[0].draft.submission:
        name = "club-players" if items[0].unsaid else "club-preview"
        return reverse(name, args=[where.pk, items[0].draft.submission.pk])
    return here_again


def _submit(request: HttpRequest, where: Organisation, found: FileList) -> HttpResponse:
    """Submit what is clear, as it was shown; what has changed since stays in the list."""
    shown = dict(each.split(":", 1) for each in request.POST.getlist("seen") if ":" in each)
    wanted = [Seen(draft, shown[str(draft.pk)]) for draft, _terms in found.seen() if str(draft.pk) in shown]
    sent = submit_all.submit_all(wanted[:MOST_AT_ONCE], access.actor(request), access.now())
    if sent.left or not sent.submitted:
        return _show(request, where, received(found.uploads, {}, access.now()), sent.left)
    return redirect(address(where.pk, [each.pk for each in found.uploads], "club-files-done"))


def _likely(found: FileList) -> list[LikelyPlayer]:
    return likely_players.likely([each.draft.submission for each in found.drafts if each.draft.submission])


def _accept(request: HttpRequest, _where: Organisation, found: FileList) -> HttpResponse:
    """Take the likely players that were shown; somebody else who became likely meanwhile was not seen."""
    shown = set(request.POST.getlist("likely"))
    wanted = [each for each in _likely(found) if f"{each.seats[0].pk}:{each.player.pk}" in shown]
    count = likely_players.accept(wanted, access.actor(request), access.now())
    says = ngettext("We have noted who %(count)d player is.", "We have noted who %(count)d players are.", count)
    messages.success(request, says % {"count": count})
    return redirect(request.get_full_path())


def _throw_away(request: HttpRequest, where: Organisation, found: FileList) -> HttpResponse:
    """Throw away what was not submitted of the files that the button names."""
    named = {each for text in request.POST.getlist("away") for each in text.split(",")}
    chosen = [each for each in found.uploads if str(each.pk) in named]
    for each in chosen:
        discard.discard_file(each, access.actor(request), access.now())
    count = len(chosen)
    says = ngettext("%(count)d file is thrown away.", "%(count)d files are thrown away.", count)
    if chosen:
        messages.success(request, says % {"count": count})
    left = [each.pk for each in found.uploads if each not in chosen]
    return redirect(address(where.pk, left) if left else reverse("club-desk", args=[where.pk]))


#: What the buttons of the list do besides answering its questions.
_BUTTONS = {"submit": _submit, "accept": _accept, "away": _throw_away}


@base.page(Action.SUBMIT)
def done(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Confirm what was submitted of several files, and say what is left to do."""
    uploads = _uploads(where, request.GET.getlist("file"))
    rows = Submission.objects.filter(upload__in=uploads, competition__organisation=where, status__in=COUNTING)
    sent = list(rows.select_related("competition", "federation").order_by("begins", "pk"))
    if not sent:
        return redirect(address(where.pk, [each.pk for each in uploads]))
    found = received(uploads, {}, access.now())
    final = max(map(late_files.final_with, sent), key=lambda each: (each.month, each.played))
    open_files = [each.upload.pk for each in found.files if each.questions or each.problems]
    open_files += [each.draft.upload.pk for each in found.drafts]
    shown = {
        "sent": sent,
        "posted": not all(each.unposted for each in sent),
        "held": HeldCredit.objects.filter(
            submission__in=sent, released__isnull=True, dropped="", pending=False
        ).count(),
        "decides": next((words for each in sent if (words := who_decides(each))), ""),
        "fees": list(dict.fromkeys(each.fee for each in sent if each.fee)),
        "final": final,
        "final_from": close_month.opens(where.federation, final.month),
        "open": len(set(open_files)),
        "back": address(where.pk, open_files),
    }
    return base.show(request, where, "files_done", shown)
