"""Send results: files are read while somebody waits, or in the queue. Nothing counts until it is submitted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import usual_answers
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.tasks import receive_files
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order
from overtrick.web import access
from overtrick.web import request_limits as limits
from overtrick.web.club import base, files
from overtrick.web.design.mistakes import Mistake
from overtrick.web.file_reader import READER

#: So many files, and so many bytes, are read while somebody waits; more goes into the queue.
FEW_FILES = 5
SOON_READ = 1_000_000


@base.form(Action.UPLOAD)
def upload(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Take files in; what each became is shown on the next page."""
    if "forget" in request.POST:
        usual_answers.forget_all(where, access.actor(request), access.now())
        messages.success(request, _("We will ask you again."))
        return redirect("club-upload", where.pk)
    usual = usual_answers.of(where)
    if request.method != "POST":
        return base.show(request, where, "upload", {"usual": usual})
    sent: MultiValueDict[str, UploadedFile[bytes]] = request.FILES
    chosen = sent.getlist("files")
    wrong = list(_wrong(chosen))
    if wrong:
        shown = {"mistakes": [Mistake("files", each) for each in wrong], "wrong": wrong, "usual": usual}
        return base.show(request, where, "upload", shown | {"again": bool(chosen)}, status=422)
    if _is_long(chosen):
        return redirect("task", _queued(request, where, chosen).pk)
    kept = []
    try:
        for each in chosen:
            name, content = each.name or "", each.read()
            drafts = receive(where, name, content, access.actor(request), access.now(), reader=READER.read)
            kept += [draft.upload.pk for draft in drafts[:1]]
    except Busy:
        return redirect("task", _queued(request, where, chosen).pk)
    return redirect(files.address(where.pk, kept))


def _wrong(chosen: Sequence[UploadedFile[bytes]]) -> Iterator[str]:
    """Say what is wrong with the choice of files."""
    if not chosen:
        yield _("Choose a results file, for example the USEBIO file that your scoring program wrote")
    if len(chosen) > limits.MOST_FILES:
        yield _("Choose at most %d files at a time; send the others afterwards") % limits.MOST_FILES
    for each in chosen:
        if (each.size or 0) > limits.LARGEST_FILE:
            yield _("%s is larger than 20 MB. Results files are smaller: check that it is the right one") % each.name


def _is_long(chosen: Sequence[UploadedFile[bytes]]) -> bool:
    """Say whether to read these files would keep somebody waiting; what is in a zip is ten times as long."""
    sizes = [(each.size or 0) * (10 if (each.name or "").lower().endswith(".zip") else 1) for each in chosen]
    return len(chosen) > FEW_FILES or sum(sizes) > SOON_READ


def _queued(request: HttpRequest, where: Organisation, chosen: Sequence[UploadedFile[bytes]]) -> Task:
    count = len(chosen)
    title = ngettext("Read %(count)d file of %(club)s", "Read %(count)d files of %(club)s", count)
    at = access.now()
    order = Order(
        where.federation,
        access.actor(request),
        at,
        title % {"count": count, "club": where},
        files=((each.name or "", _whole(each)) for each in chosen),
    )
    return receive_files.add(order, organisation=where.pk, at=at.isoformat())


def _whole(file: UploadedFile[bytes]) -> bytes:
    file.seek(0)
    content: bytes = file.read()
    return content
