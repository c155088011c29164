"""Sends results: the bytes of a file are the body. The same bytes again change nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix
from django.utils.translation import gettext as _
from ninja.params.models import Query

from overtrick.api.admission import call_of
from overtrick.api.answers import Keep, written
from overtrick.api.bodies import LARGEST_FILE, LARGEST_JSON, json_body, taken
from overtrick.api.codes import Code
from overtrick.api.operations import get, post, put
from overtrick.api.organisations import Number, organisation
from overtrick.api.parameters import Id, OneOf, Words
from overtrick.api.problems import ApiProblem, of_problem
from overtrick.api.public.awards import Answer, read_answers
from overtrick.api.results import reading
from overtrick.api.results.places import GROUP, upload
from overtrick.api.results.records import FileRecord, file_record
from overtrick.formats.answers import Answers
from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import answer_again, draft_store, submit_all
from overtrick.register.competitions.models import Upload
from overtrick.register.competitions.read import kept_before, receive
from overtrick.register.competitions.tasks import receive_files
from overtrick.register.competitions.versions import PassedBy
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.tasks.models import Task
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
#: So many seconds a call waits for a file to be read, and so many at most.
_USUAL_WAIT, _LONGEST_WAIT = 10, 30
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
    errors=(Code.ANSWERS, Code.EVENT, Code.CHANGED_SINCE),
)
def send_file(
    request: HttpRequest,
    number: Number,
    answer: Annotated[list[Answer], Query([])],
    name: Annotated[str, Words(200)] = "file",
    submit: Annotated[str, OneOf(("clear", "no"))] = "no",
) -> HttpResponse:
    """Send a results file. Nothing counts until it is submitted.

    The bytes of the file are the body. ``answer=status:club`` answers what the file leaves open, as often as needed.
    ``submit=clear`` submits each event at once that leaves nothing open: no problem, no question, every player
    certain, no earlier version. The same bytes with the same answers change nothing: 200 and the first reference.
    The call waits up to 10 seconds until the file is read, or as many as ``Prefer: wait=5`` says, 30 at most. A file
    that takes longer is 202: ``Location`` says what became of it, and the same call again submits what is clear.
    """
    where = organisation(request, number, Action.UPLOAD)
    texts = read_answers(answer)
    given = _readable(texts)
    content = taken(request, LARGEST_FILE)
    sent = _Sent(where, name, content, texts, given, submits=submit == "clear")
    for _round in range(_ROUNDS - 1):
        with suppress(PassedBy):  # the same file came at once, and its draft took the place of ours: look again
            return _take(request, sent)
    return _take(request, sent)


class _Sent(NamedTuple):
    """A file as it was sent."""

    where: Organisation
    name: str
    content: bytes
    texts: Mapping[str, str]
    given: Answers
    submits: bool


def _take(request: HttpRequest, sent: _Sent) -> HttpResponse:
    where, name, content, texts, given, submits = sent
    known = kept_before(where, content)
    if known is not None and _is_kept(known, texts):
        return _answered(request, _as_kept(request, where, name, content, known), submits=submits)
    wait = _wait(request)
    if wait and not _is_long(name, content):
        with suppress(Busy):
            return _answered(request, _read(request, where, name, content, texts, given), submits=submits)
    queued = _later(request, where, name, content, texts)
    found = reading.waited(queued, wait)
    if found is None:
        return _reading(queued, name, where)
    return _answered(request, _Taken(found), submits=submits)


class _Taken(NamedTuple):
    """A file that is kept, and whether it came before."""

    file: Upload
    before: bool = False


def _read(
    request: HttpRequest, where: Organisation, name: str, content: bytes, texts: Mapping[str, str], given: Answers
) -> _Taken:
    at = call_of(request).at
    placed = answer_again.placed(texts)
    drafts = receive(where, name, content, access.actor(request), at, given, placed, READER.read)
    kept = drafts[0].upload
    return _Taken(kept, before=kept.uploaded_at != at)


def _as_kept(request: HttpRequest, where: Organisation, name: str, content: bytes, known: Upload) -> _Taken:
    """Take a file as it was read before; one whose drafts were thrown away is read again."""
    drafts = draft_store.of_upload(known)
    if all(each.before or each.submission or each.problems or each.questions for each in drafts):
        return _Taken(known, before=True)
    return _read(request, where, name, content, {}, Answers())


def _is_kept(known: Upload, texts: Mapping[str, str]) -> bool:
    """Say whether a file was read with these very answers; without any, those it was read with count."""
    return not texts or texts == answer_again.said(known, answer_again.submitted(known))


def _answered(request: HttpRequest, taken_in: _Taken, *, submits: bool) -> HttpResponse:
    file, before = taken_in
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


def _wait(request: HttpRequest) -> int:
    """Read how many seconds the caller waits."""
    wanted = _WAIT.search(request.META.get("HTTP_PREFER", ""))
    return _USUAL_WAIT if wanted is None else min(int(wanted[1]), _LONGEST_WAIT)


def _is_long(name: str, content: bytes) -> bool:
    """Say whether a file is left to the queue; what is in a zip is ten times as long."""
    return len(content) * (10 if name.lower().endswith(".zip") else 1) > SOON_READ


def _later(request: HttpRequest, where: Organisation, name: str, content: bytes, texts: Mapping[str, str]) -> Task:
    """Put a file into the queue, once."""
    at = call_of(request).at
    said = [[SOURCE, word, text] for word, text in texts.items()]
    digest = hashlib.sha256(content + repr(sorted(said)).encode()).hexdigest()[:32]
    title = _("Read %(name)s of %(club)s") % {"name": name, "club": where}
    order = Order(where.federation, access.actor(request), at, title, reading.key(where.pk, digest), [(name, content)])
    return receive_files.add(order, organisation=where.pk, at=at.isoformat(), said=said)


def _reading(queued: Task, name: str, where: Organisation) -> HttpResponse:
    record = FileRecord(queued.pk, name, where.number, "reading", None, None, [])
    headers = {"Retry-After": str(_READ_BY), "Location": f"{get_script_prefix()}api/v1/readings/{queued.pk}"}
    return written(record, HTTPStatus.ACCEPTED, headers)


@get(
    "/readings/{id}",
    FileRecord,
    GROUP,
    keep=Keep.NEVER,
    scope=Scope.RESULTS_WRITE,
    statuses=(200, 202),
    errors=[Code.EVENT],
)
def file_being_read(request: HttpRequest, id: Id) -> HttpResponse:  # noqa: A002 - the name in the address
    """Say how far the reading of a file is that was answered with 202: still 202, or what came of the file.

    As long as the file is being read, ``id`` is that of the reading; then it is that of the file.
    """
    queued = reading.of_program(id)
    where = access.organisation(request, reading.organisation_of(queued), Action.UPLOAD)
    found = reading.outcome(queued)
    if found is None:
        return _reading(queued, reading.name_of(queued), where)
    at = call_of(request).at
    found.organisation = where
    return written(
        file_record(found, received([found], {}, at), at.date()), headers={"Content-Location": _address(found)}
    )


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
    errors=(Code.ANSWERS, Code.CHANGED_SINCE),
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
