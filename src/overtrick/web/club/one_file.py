"""One file that came in: download it, change what was answered about it, and correct what its columns are."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.formats.limited.reader import Busy
from overtrick.formats.ranking_list.reading import FORMAT as RANKING_LIST
from overtrick.formats.reading import ListColumns
from overtrick.handbooks import worth
from overtrick.handbooks.facts import STATUS
from overtrick.register.competitions import answer_again, draft_store, event_facts, usual_answers
from overtrick.register.competitions.draft import ONLY_POINTS
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web import access
from overtrick.web.club import base, files
from overtrick.web.club.question_fields import FIGURES, SOURCE, AnswerChoice, QuestionField, unreadable
from overtrick.web.design.downloads import attached
from overtrick.web.design.fact_fields import kind_of
from overtrick.web.design.list_columns import column_fields, corrected_columns
from overtrick.web.design.mistakes import Mistake
from overtrick.web.file_reader import READER

#: What can be said about any file, and how it is called.
_ALWAYS = {
    "event": gettext_lazy("What the event is called"),
    "date": gettext_lazy("The first day of play"),
    "boards": gettext_lazy("How many boards everybody was to play"),
    "status": gettext_lazy("The status of the event"),
}
_YES_NO = ("yes", "no")
_COLUMNS = "columns"


@base.page()
def download(_request: HttpRequest, where: Organisation, upload: int) -> HttpResponse:
    """Send a file as it came in."""
    found = get_object_or_404(Upload, organisation=where, pk=upload)
    return attached(found.name, found.content)


@base.form(Action.UPLOAD)
def answers(request: HttpRequest, where: Organisation, upload: int) -> HttpResponse:
    """Show what was answered about a file, and read it again with other answers."""
    file = get_object_or_404(Upload.objects.select_related("organisation__federation"), organisation=where, pk=upload)
    sent = answer_again.submitted(file)
    before = answer_again.said(file, sent)
    columns = _columns(file, sent, before)
    event = _event(file, sent)
    elsewhere = _asked_elsewhere(event)
    said, mistakes = before, []
    if request.method == "POST":
        said = _given(request.POST, before, columns)
        mistakes = [Mistake(each.at, each.error) for each in _questions(where, said, sent, elsewhere) if each.error]
        if not mistakes:
            try:
                return _read_again(request, file, said, columns)
            except Busy:
                busy = _("We are reading many other files at the moment. Send this again in a minute.")
                mistakes = [Mistake("read-again", busy)]
    shown = {
        "upload": file,
        "submission": sent,
        "event": event,
        "event_kind": kind_of(*event_facts.event_of(event)) if event else None,
        "questions": _questions(where, said, sent, elsewhere),
        "columns": column_fields(columns, _chosen_columns(said)) if columns else [],
        "mistakes": mistakes,
    }
    return base.show(request, where, "one_file", shown, status=422 if mistakes else 200)


def _event(upload: Upload, sent: Submission | None) -> Submission | None:
    """Give the draft, or what counts, whose kind can be changed on a page of its own."""
    drafts = upload.submissions.filter(status=Submission.Status.DRAFT)
    found = drafts.select_related("event", "federation", "upload").first() or sent
    return found if found is not None and event_facts.can_be_changed(found) else None


def _asked_elsewhere(event: Submission | None) -> set[str]:
    """Name the words that only the page about the kind of event asks."""
    return {fact.word for fact in event_facts.event_of(event)[0].all_facts.values()} - set(_ALWAYS) if event else set()


def _columns(upload: Upload, sent: Submission | None, said: Mapping[str, str]) -> ListColumns | None:
    """Find what the columns were taken for; of a list that is submitted already, by reading it once more."""
    found = next((each.columns for each in draft_store.of_upload(upload) if each.columns), None)
    if found is not None or sent is None or sent.read_as != RANKING_LIST:
        return found
    try:
        readings = READER.read(upload.name, upload.content, _chosen_columns(said), {})
    except Busy:
        return None
    return next((each.columns for each in readings if each.columns), None)


def _questions(
    where: Organisation, said: Mapping[str, str], sent: Submission | None, elsewhere: set[str]
) -> list[QuestionField]:
    """Put what can be answered; what is submitted keeps its name, by which a correction finds it."""
    words = [word for word in _ALWAYS if not (sent and word == "event")]
    words += [word for word in said if word not in _ALWAYS and not word.startswith(f"{_COLUMNS} ")]
    words = [word for word in words if word not in elsewhere]
    edition = handbook.edition_on(where.federation, access.today())
    levels, status = worth.levels(edition), edition.all_facts.get(STATUS)
    found = []
    for word in words:
        value = said.get(word, "")
        listed = levels if word == STATUS else _YES_NO if word == ONLY_POINTS else ()
        shown = status.shown if status and word == STATUS else str
        choices = tuple(AnswerChoice(each, shown(each), each == value) for each in listed)
        if word == STATUS and choices:
            choices = (AnswerChoice("", _("As the file says"), not value), *choices)
        asks = str(_ALWAYS.get(word, word.removeprefix("facts ").capitalize()))
        hint = "" if choices or value else _("Leave it empty to take what the file says.")
        error = unreadable(word, value)
        found.append(QuestionField(word, "", f"answer {word}", asks, choices, value, hint, word in FIGURES, error))
    return found


def _chosen_columns(said: Mapping[str, str]) -> dict[str, str]:
    return {word.partition(" ")[2]: text for word, text in said.items() if word.startswith(f"{_COLUMNS} ")}


def _given(posted: QueryDict, before: Mapping[str, str], columns: ListColumns | None) -> dict[str, str]:
    """Take the answers of the form; what the form did not ask stays as it was."""
    typed_in = {name.removeprefix("answer "): str(value).strip() for name, value in posted.items()}
    said = {word: typed_in.get(word, text) for word, text in before.items() if not word.startswith(f"{_COLUMNS} ")}
    said |= {word: typed_in[word] for word in _ALWAYS if word in typed_in}
    if columns is not None:
        corrected = corrected_columns(posted.dict(), columns, _chosen_columns(before))
        said |= {f"{_COLUMNS} {word}": heading for word, heading in corrected.items()}
    return {word: text for word, text in said.items() if text}


def _read_again(
    request: HttpRequest,
    upload: Upload,
    said: Mapping[str, str],
    columns: ListColumns | None,
) -> HttpResponse:
    actor, at = access.actor(request), access.now()
    given = answer_again.answers(SOURCE, said)
    drafts = answer_again.read_again(upload, given, said, actor, at, READER.read)
    chosen = given.named(_COLUMNS)
    if columns is not None and chosen:
        usual_answers.remember_columns(upload.organisation, columns.headings, chosen, actor, at)
    if all(each.before for each in drafts):
        messages.success(request, _("Nothing was changed."))
    return redirect(files.address(upload.organisation_id, [upload.pk]))
