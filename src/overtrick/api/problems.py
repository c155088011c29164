"""The one shape of every 4xx and 5xx: ``application/problem+json`` (RFC 9457), with all that is wrong at once."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus

import msgspec
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.urls import get_script_prefix
from django.utils.translation import gettext as _

from overtrick.api.codes import KNOWN_AS, Code, meaning_of
from overtrick.engine.assessment import Problem
from overtrick.formats.limited.reader import Busy
from overtrick.register import transactions
from overtrick.register.errors import Refused

MEDIA_TYPE = "application/problem+json"
#: After so many seconds most writers are done.
COME_BACK = 30
_LOG = logging.getLogger("django.request")
_ENCODER = msgspec.json.Encoder()


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong: what was found, what to do, and where it stands."""

    code: str
    found: str
    remedy: str
    file: str
    line: int | None
    element: list[str | int]


class ProblemDetails(msgspec.Struct, frozen=True):
    """Why a call was not done."""

    type: str  #: opens the page that explains the code
    code: str
    title: str
    status: int
    problems: list[Finding]
    reference: str | None  #: of a mistake of ours, as the office's log has it


class ApiProblem(Exception):
    """A call is not done, and this is why."""

    def __init__(self, code: str, problems: Iterable[Finding] = (), headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.code = code  #: one of ``Code``, or that of a refusal
        self.problems = list(problems)
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """The status of the answer."""
        return meaning_of(self.code).status


def finding(code: str, found: str, remedy: str, *element: str | int) -> Finding:
    """Say what is wrong with something that is in no file."""
    return Finding(code, found, remedy, "", None, list(element))


def one(code: Code, found: str, remedy: str) -> ApiProblem:
    """Refuse a call for one reason, which has no code of its own."""
    return ApiProblem(code, [finding(code, found, remedy)])


def of_problem(problem: Problem) -> Finding:
    """Tell a problem of an event or a file."""
    where = [*problem.path]
    return Finding(problem.code, problem.found, problem.remedy, problem.file, problem.line or None, where)


def of_exception(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer for whatever went wrong; only a mistake of ours is logged."""
    known = told(error)
    if known is not None:
        return answer(request, known)
    got_request_exception.send(sender=None, request=request)
    _LOG.error("%s: %s", "Internal Server Error", request.path, exc_info=error, extra={"request": request})
    reference = str(getattr(request, "reference", ""))
    found = _("We made a mistake. The log has it under the reference %(reference)s.") % {"reference": reference}
    return answer(request, one(Code.INTERNAL, found, _("Tell the office this reference.")), reference)


def of_answer(request: HttpRequest, given: HttpResponse) -> HttpResponse:
    """Put an error that Django or ninja answered into our shape; its headers stay."""
    code = _BY_STATUS.get(given.status_code, Code.UNREADABLE)
    made = answer(request, ApiProblem(code))
    for name, value in given.items():
        if name not in ("Content-Type", "Content-Length"):
            made.headers.setdefault(name, value)
    return made


def answer(request: HttpRequest, problem: ApiProblem, reference: str | None = None) -> HttpResponse:
    """Write a problem."""
    meaning = meaning_of(problem.code)
    details = ProblemDetails(
        type=request.build_absolute_uri(address(problem.code)) if _has_host(request) else address(problem.code),
        code=problem.code,
        title=str(meaning.title),
        status=meaning.status,
        problems=problem.problems or [finding(problem.code, str(meaning.says), str(meaning.do))],
        reference=reference,
    )
    made = HttpResponse(_ENCODER.encode(details), status=meaning.status, content_type=MEDIA_TYPE)
    made.headers["Cache-Control"] = "no-store"
    if problem.code == Code.BUSY:
        made.headers["Retry-After"] = str(COME_BACK)
    if meaning.status == HTTPStatus.UNAUTHORIZED:
        made.headers["WWW-Authenticate"] = "Bearer"
    for name, value in problem.headers.items():
        made.headers[name] = value
    return made


def address(code: str) -> str:
    """Name the page that explains a code."""
    return f"{get_script_prefix()}help/api/problems/{code}"


def _has_host(request: HttpRequest) -> bool:
    try:
        request.get_host()
    except SuspiciousOperation:
        return False
    return True


def told(error: Exception) -> ApiProblem | None:
    """Say in our words what somebody else's exception means; None: it is a mistake of ours."""
    if isinstance(error, ApiProblem):
        return error
    if isinstance(error, Refused):
        return ApiProblem(KNOWN_AS.get(error.code, error.code), [finding(error.code, error.found, error.remedy)])
    if isinstance(error, Busy) or transactions.is_busy(error):
        return ApiProblem(Code.BUSY)
    for kind, code in _KINDS:
        if isinstance(error, kind):
            return ApiProblem(code)
    return None


#: What Django raises, and the code for it; the first that fits.
_KINDS: tuple[tuple[type[Exception], Code], ...] = (
    (Http404, Code.NOT_FOUND),
    (PermissionDenied, Code.NOT_ALLOWED),
    (RequestDataTooBig, Code.TOO_LARGE),
    (UnreadablePostError, Code.UNREADABLE),
    (BadRequest, Code.UNREADABLE),
    (SuspiciousOperation, Code.UNREADABLE),
)

#: The code for a status that came without one.
_BY_STATUS: dict[int, Code] = {
    HTTPStatus.NOT_FOUND: Code.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: Code.METHOD,
    HTTPStatus.FORBIDDEN: Code.NOT_ALLOWED,
    HTTPStatus.UNAUTHORIZED: Code.TOKEN_MISSING,
    HTTPStatus.REQUEST_TIMEOUT: Code.TOO_SLOW,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Code.TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: Code.MEDIA_TYPE,
    HTTPStatus.SERVICE_UNAVAILABLE: Code.BUSY,
}


def of_status(status: int) -> ApiProblem:
    """Say what a status means that the web server gave before we were asked."""
    return ApiProblem(_BY_STATUS.get(status, Code.UNREADABLE))
