"""Middleware: calls of the API go their own short way, past everything that pages need and programs do not.

There is no session, no cookie, no form and no log-in here. What is the same as for pages is the same code: read-only
GET and HEAD, the federation in front of the address, the language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import ResolverMatch, URLPattern, URLResolver, get_resolver
from django.urls.exceptions import Resolver404
from django.utils import translation

from overtrick.api import problems
from overtrick.api.admission import READ, enter, with_limits
from overtrick.register import transactions
from overtrick.web import request_limits as limits
from overtrick.web.design.languages import wanted_language
from overtrick.web.middleware import MARK, InFederation

ADDRESSES = "overtrick.api.urls"
PREFIX, ROOT = "/api/", "/api/v1/"
_SAFE = ("GET", "HEAD")
_NUL = "\0"
_VARY = "Authorization, Accept, Accept-Language"
#: What a script on another site may read besides the body.
_EXPOSED = "Content-Language, ETag, Link, RateLimit, RateLimit-Policy, Retry-After"
#: What such a script may send: no token.
_SENT = "Accept, Accept-Language, If-None-Match"
_A_DAY = "86400"


class ApiCalls:
    """Django middleware: answer everything below ``/api/`` but the page that explains it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._answer = InFederation(_view)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a call; every other address is a page's."""
        if not is_call(request.path_info):
            return self._get_response(request)
        request.COOKIES = {}
        translation.activate(wanted_language("", request.META.get("HTTP_ACCEPT_LANGUAGE", "")))
        try:
            answer = self._admitted(request)
        except Exception as error:  # noqa: BLE001 - whatever it is, a program gets one shape
            answer = problems.of_exception(request, error)
        if answer.status_code >= HTTPStatus.BAD_REQUEST and answer.headers["Content-Type"] != problems.MEDIA_TYPE:
            answer = problems.of_answer(request, answer)
        return _with_headers(request, answer)

    def _admitted(self, request: HttpRequest) -> HttpResponse:
        refused = request.META.get(limits.REFUSED_BODY)
        if refused is not None:
            raise problems.of_status(int(refused))
        request.get_host()  # raises for a name that is not ours
        if _NUL in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        if request.method not in _SAFE:
            return self._answer(request)
        with transactions.read_only():
            return self._answer(request)


def is_call(path: str) -> bool:
    """Say whether an address is the API's, with a federation in front or not; ``/api/`` itself is a page."""
    if path.startswith(MARK):
        path = path[max(path.find("/", len(MARK)), 0) :]
    return path.startswith(PREFIX) and path != PREFIX


def _view(request: HttpRequest) -> HttpResponse:
    """Find the operation and let it answer; a call that no operation takes is counted like any other."""
    found = _resolved(request.path_info)
    if found is None:
        enter(request, None, READ)
        raise Http404
    request.resolver_match = found
    answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        return answer
    if request.method == "OPTIONS":
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Allow": f"{answer.headers['Allow']}, OPTIONS"})
    enter(request, None, READ)
    return answer


def _resolved(path: str) -> ResolverMatch | None:
    """Find the operation of an address among those that begin with the same word."""
    if not path.startswith(ROOT):
        return None
    rest = path[len(ROOT) :]
    for each in _by_word().get(rest.partition("/")[0], ()):
        try:
            found = each.resolve(rest)
        except Resolver404:
            continue
        if found is not None:
            return found
    return None


@cache
def _by_word() -> dict[str, list[URLPattern]]:
    """Sort the addresses by their first word; Django would try all of them one after another."""
    found: dict[str, list[URLPattern]] = {}
    for calls in get_resolver(ADDRESSES).url_patterns:
        for each in calls.url_patterns if isinstance(calls, URLResolver) else ():
            if isinstance(each, URLPattern):
                found.setdefault(str(each.pattern).partition("/")[0], []).append(each)
    return found


def _with_headers(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Say what an answer depends on, and let scripts of other sites read what everybody may read."""
    headers = answer.headers
    headers["Vary"] = _VARY
    with_limits(request, answer)
    headers.setdefault("Content-Language", translation.get_language())
    reads = request.method in _SAFE or (request.method == "OPTIONS" and "GET" in headers.get("Allow", ""))
    if reads and "HTTP_AUTHORIZATION" not in request.META:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = _EXPOSED
        if request.method == "OPTIONS":
            headers["Access-Control-Allow-Methods"] = ", ".join(_SAFE)
            headers["Access-Control-Allow-Headers"] = _SENT
            headers["Access-Control-Max-Age"] = _A_DAY
    return answer
