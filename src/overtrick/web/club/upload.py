"""Send results: files are read, and open questions are asked. Nothing counts until it is submitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.engine.assessment import Problem
from overtrick.formats.answers import TOLD
from overtrick.formats.limited.reader import Busy
from overtrick.formats.reading import Note
from overtrick.register.competitions import draft_store, match
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.competitions.read import receive, reread, said_before
from overtrick.register.competitions.tasks import receive_files
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web import request_limits as limits
from overtrick.web.club import base, question_fields
from overtrick.web.club.question_fields import Given, QuestionField
from overtrick.web.file_reader import READER

#: So many files, and so many bytes, are read while somebody waits; more goes into the queue.
FEW_FILES = 5
SOON_READ = 1_000_000


class Item(NamedTuple):
    """What came of one event of a file."""

    draft: Draft
    unsaid: int  #: players of whom somebody has to say who they are
    before: str  #: when and by whom the same came first

    @property
    def event(self) -> Submission | None:
        """The submission it became, now or before."""
        return self.draft.submission or self.draft.before


class Received(NamedTuple):
    """One file on the page."""

    upload: Upload
    items: list[Item]
    questions: list[QuestionField]
    problems: Sequence[Problem]
    notes: Sequence[Note]
    answered: list[tuple[str, str]]  #: fields that are answered, to be sent along with the rest


@base.form(Action.UPLOAD)
def upload(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Take files in; what each became is shown on the next page."""
    if request.method != "POST":
        return base.show(request, where, "upload")
    sent: MultiValueDict[str, UploadedFile[bytes]] = request.FILES
    files = sent.getlist("files")
    error = ""
    if not files:
        error = _("Choose a results file, for example the USEBIO file that your scoring program wrote")
    elif len(files) > limits.MOST_FILES:
        error = _("Choose at most %d files at a time; send the others afterwards") % limits.MOST_FILES
    large = [each.name for each in files if (each.size or 0) > limits.LARGEST_FILE]
    if large:
        error = _("%s is larger than 20 MB. Results files are smaller: check that it is the right one") % large[0]
    if error:
        return base.show(request, where, "upload", {"error": error}, status=422)
    if _is_long(files):
        return redirect("task", _queued(request, where, files).pk)
    kept = []
    try:
        for each in files:
            name, content = each.name or "", each.read()
            drafts = receive(where, name, content, access.actor(request), access.now(), reader=READER.read)
            kept += [draft.upload.pk for draft in drafts[:1]]
    except Busy:
        return redirect("task", _queued(request, where, files).pk)
    return redirect(address(where.pk, kept))


def _is_long(files: Sequence[UploadedFile[bytes]]) -> bool:
    """Say whether to read these files would keep somebody waiting; what is in a zip is ten times as long."""
    sizes = [(each.size or 0) * (10 if (each.name or "").lower().endswith(".zip") else 1) for each in files]
    return len(files) > FEW_FILES or sum(sizes) > SOON_READ


def _queued(request: HttpRequest, where: Organisation, files: Sequence[UploadedFile[bytes]]) -> Task:
    count = len(files)
    title = ngettext("Read %(count)d file of %(club)s", "Read %(count)d files of %(club)s", count)
    at = access.now()
    order = Order(
        where.federation,
        access.actor(request),
        at,
        title % {"count": count, "club": where},
        files=((each.name or "", _whole(each)) for each in files),
    )
    return receive_files.add(order, organisation=where.pk, at=at.isoformat())


def _whole(file: UploadedFile[bytes]) -> bytes:
    file.seek(0)
    content: bytes = file.read()
    return content


def address(organisation: int, uploads: Sequence[int]) -> str:
    """Give the address of the page that shows what came of files."""
    query = urlencode([("file", pk) for pk in dict.fromkeys(uploads)])
    return f"{reverse('club-files', args=[organisation])}?{query}"


@base.form(Action.UPLOAD)
def files(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what came of files: problems, questions, and the drafts to look at."""
    uploads = _uploads(where, request.GET.getlist("file"))
    said: dict[int, Given] = {}
    if request.method == "POST":
        said = {each.pk: question_fields.given(each, request.POST) for each in uploads}
        for each in uploads:
            _answer(request, each, said[each.pk])
    received = [_received(each, said.get(each.pk)) for each in uploads]
    left = [question for each in received for question in each.questions]
    if request.method == "POST" and not left:
        return redirect(_onward(where, received, request.get_full_path()))
    drafts = [item for each in received for item in each.items if item.draft.submission]
    shown = {
        "received": received,
        "questions": left,
        "errors": [each for each in left if each.error],
        "drafts": drafts,
        "only": drafts[0] if len(drafts) == 1 and len(received) == 1 else None,
        "again": bool(received) and all(item.before for each in received for item in each.items),
    }
    return base.show(request, where, "files", shown, status=422 if shown["errors"] else 200)


def _uploads(where: Organisation, wanted: Sequence[str]) -> list[Upload]:
    numbers = [each for each in map(parameters.whole, wanted[: limits.MOST_FILES]) if each is not None]
    found = Upload.objects.filter(organisation=where).select_related("organisation__federation").in_bulk(numbers)
    if not found:
        raise Http404
    return [found[pk] for pk in dict.fromkeys(numbers) if pk in found]


def _answer(request: HttpRequest, upload: Upload, said: Given) -> None:
    """Read a file again if somebody has answered something, and what is answered can be read."""
    if said.texts and not said.answers.problems and said.texts != draft_store.answers_to(upload):
        try:
            reread(upload, said.answers, access.actor(request), access.now(), said.placed, READER.read)
        except Busy:
            found = _("We are reading many other files at the moment, so your answers are not saved.")
            raise Refused(found, _("Go back and send them again in a minute.")) from None


def _received(upload: Upload, said: Given | None) -> Received:
    drafts = draft_store.of_upload(upload)
    questions = [question for draft in drafts for question in draft.questions]
    left = question_fields.asked(upload, questions, said)
    answered = draft_store.answers_to(upload) | (said.texts if said else {})
    return Received(
        upload,
        [_item(draft) for draft in drafts],
        left,
        [problem for draft in drafts for problem in draft.problems],
        [note for draft in drafts for note in draft.notes if note.code not in TOLD],
        question_fields.answered(upload, left, answered),
    )


def _item(draft: Draft) -> Item:
    unsaid = match.unsaid(draft.submission) if draft.submission else 0
    return Item(draft, unsaid, said_before(draft.before) if draft.before else "")


def _onward(where: Organisation, received: Sequence[Received], here_again: str) -> str:
    """Go on with the only draft there is; with several, back to the list of them."""
    items = [item for each in received for item in each.items]
    if len(items) == 1 and items[0].draft.submission:
        name = "club-players" if items[0].unsaid else "club-preview"
        return reverse(name, args=[where.pk, items[0].draft.submission.pk])
    return here_again
