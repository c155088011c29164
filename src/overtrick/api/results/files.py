"""Sends results: the bytes of a file are the body. The same bytes again change nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix
from django.utils.translation import gettext as _
from ninja.params.models import Query

from overtrick.api.admission import call_of
from overtrick.api.answers import Keep, written
from overtrick.api.bodies import LARGEST_FILE, LARGEST_JSON, json_body, taken
from overtrick.api.codes import Code
from overtrick.api.operations import get, post, put
from overtrick.api.parameters import OneOf, Words
from overtrick.api.problems import ApiProblem, of_problem
from overtrick.api.public.awards import Answer, read_answers
from overtrick.api.results.places import GROUP, Id, OrganisationNumber, organisation, upload
from overtrick.api.results.records import FileRecord, file_record
from overtrick.formats.answers import Answers
from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import answer_again, draft_store, submit_all
from overtrick.register.competitions.models import Upload
from overtrick.register.competitions.read import kept_before, receive
from overtrick.register.competitions.tasks import receive_files
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.tasks.queue import Order
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.club.files import MOST_AT_ONCE
from overtrick.web.club.received import received
from overtrick.web.club.upload import SOON_READ
from overtrick.web.file_reader import READER

#: Where an answer was given, as the notes of a file and the audit tell it.
SOURCE = "the program that sent it"
#: Seconds after which a file in the queue has probably been read.
_READ_BY = 15
#: So often clear events are submitted that were read again meanwhile: the same file may come twice at once.
_ROUNDS = 3
_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?([0-9]{1,4})", re.IGNORECASE)
_BYTES = {"type": "string", "format": "binary"}


@post(
    "/organisations/{number}/files",
    FileRecord,
    GROUP,
    scope=Scope.RESULTS_WRITE,
    largest=LARGEST_FILE,
    body={"application/octet-stream": _BYTES},
    statuses=(200, 201, 202),
    waits=True,
)
def send_file(
    request: HttpRequest,
    number: OrganisationNumber,
    answer: Annotated[list[Answer], Query([])],
    name: Annotated[str, Words(200)] = "file",
    submit: Annotated[str, OneOf(("clear", "no"))] = "no",
) -> HttpResponse:
    """Send a results file. Nothing counts until it is submitted.

    The bytes of the file are the body. ``answer=status:club`` answers what the file leaves open, as often as needed.
    ``submit=clear`` submits each event at once that leaves nothing open: no problem, no question, every player
    certain, no earlier version. The same bytes with the same answers change nothing: 200 and the first reference.
    A large file, or any with ``Prefer: wait=0``, is read later: 202, and the same call says what came of it.
    """
    where = organisation(request, number, Action.UPLOAD)
    texts = read_answers(answer)
    given = _readable(texts)
    content = taken(request, LARGEST_FILE)
    known = kept_before(where, content)
    if known is None or not _is_kept(known, texts):
        if _is_long(request, name, content):
            return _later(request, where, name, content, texts)
        try:
            known, before = _read(request, where, name, content, texts, given)
        except Busy:
            return _later(request, where, name, content, texts)
    else:
        known, before = _as_kept(request, where, name, content, known)
    return _answered(request, known, before=before, submits=submit == "clear")


def _read(
    request: HttpRequest, where: Organisation, name: str, content: bytes, texts: Mapping[str, str], given: Answers
) -> tuple[Upload, bool]:
    at = call_of(request).at
    placed = answer_again.placed(texts)
    drafts = receive(where, name, content, access.actor(request), at, given, placed, READER.read)
    kept = drafts[0].upload
    return kept, kept.uploaded_at != at


def _as_kept(
    request: HttpRequest, where: Organisation, name: str, content: bytes, known: Upload
) -> tuple[Upload, bool]:
    """Take a file as it was read before; one whose drafts were thrown away is read again."""
    drafts = draft_store.of_upload(known)
    if all(each.before or each.submission or each.problems or each.questions for each in drafts):
        return known, True
    return _read(request, where, name, content, {}, Answers())


def _is_kept(known: Upload, texts: Mapping[str, str]) -> bool:
    """Say whether a file was read with these very answers; without any, those it was read with count."""
    return not texts or texts == answer_again.said(known, answer_again.submitted(known))


def _answered(request: HttpRequest, file: Upload, *, before: bool, submits: bool) -> HttpResponse:
    actor, at = access.actor(request), call_of(request).at
    found = received([file], {}, at)
    done: frozenset[int] = frozenset()
    for _round in range(_ROUNDS if submits else 0):
        if not found.seen():
            break
        sent = submit_all.submit_all(found.seen()[:MOST_AT_ONCE], actor, at)
        done |= {each.pk for each in sent.submitted if each.submitted_at == at and each.submitted_by == actor}
        found = received([file], {}, at)
        if not sent.left:
            break
    record = file_record(file, found, at.date(), again=before, by_itself=done)
    status = HTTPStatus.OK if before else HTTPStatus.CREATED
    return written(record, status, {"Location": _address(file)})


def _address(file: Upload) -> str:
    return f"{get_script_prefix()}api/v1/files/{file.pk}"


def _readable(texts: Mapping[str, str]) -> Answers:
    given = answer_again.answers(SOURCE, texts)
    if given.problems:
        raise ApiProblem(Code.ANSWERS, [of_problem(each) for each in given.problems])
    return given


def _is_long(request: HttpRequest, name: str, content: bytes) -> bool:
    """Say whether to read a file takes longer than the caller waits; what is in a zip is ten times as long."""
    wanted = _WAIT.search(request.META.get("HTTP_PREFER", ""))
    if wanted and int(wanted[1]) == 0:
        return True
    return len(content) * (10 if name.lower().endswith(".zip") else 1) > SOON_READ


def _later(
    request: HttpRequest, where: Organisation, name: str, content: bytes, texts: Mapping[str, str]
) -> HttpResponse:
    """Put a file into the queue, once."""
    at = call_of(request).at
    said = [[SOURCE, word, text] for word, text in texts.items()]
    digest = hashlib.sha256(content + repr(sorted(said)).encode()).hexdigest()[:32]
    title = _("Read %(name)s of %(club)s") % {"name": name, "club": where}
    key = f"api file {where.pk} {digest}"
    order = Order(where.federation, access.actor(request), at, title, key, [(name, content)])
    receive_files.add(order, organisation=where.pk, at=at.isoformat(), said=said)
    record = FileRecord(None, name, where.number, "reading", None, None, [])
    return written(record, HTTPStatus.ACCEPTED, {"Retry-After": str(_READ_BY)})


@get("/files/{id}", FileRecord, GROUP, keep=Keep.MINUTE, scope=Scope.RESULTS_WRITE)
def file(request: HttpRequest, id: Id) -> FileRecord:  # noqa: A002 - the name in the address
    """Say what came of a file: for each event its problems, questions, players who are not certain, and its state."""
    found, at = upload(request, id, Action.UPLOAD), call_of(request).at
    return file_record(found, received([found], {}, at), at.date())


@put(
    "/files/{id}/answers",
    FileRecord,
    GROUP,
    scope=Scope.RESULTS_WRITE,
    largest=LARGEST_JSON,
    takes=dict[str, str],
)
def answer_file(request: HttpRequest, id: Id) -> FileRecord:  # noqa: A002
    """Answer what a file leaves open, by the words of the event file: ``{"status": "club"}``.

    An answer replaces an earlier one to the same word; an empty one takes it back.
    """
    found, at = upload(request, id, Action.UPLOAD), call_of(request).at
    said = answer_again.said(found, answer_again.submitted(found)) | json_body(request, dict[str, str])
    texts = {word: text.strip() for word, text in said.items() if text.strip()}
    answer_again.read_again(found, _readable(texts), texts, access.actor(request), at, READER.read)
    return file_record(found, received([found], {}, at), at.date())
