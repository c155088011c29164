"""Middleware: the content security policy, what may be stored, read-only GET and HEAD, the federation, refusals.

An installation with several federations has an address for each: ``/@slug/`` in front. Every address that a page gives
carries it on, and every query below sees that federation's rows only.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import set_script_prefix

from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import scope
from overtrick.web import request_limits as limits

MARK = "/@"
_SAFE = ("GET", "HEAD")
_NUL = "\0"
#: After so many seconds most writers are done.
_COME_BACK = 30
_WHOLE = Swift(Federation)
_ALL = f"select {_WHOLE.columns()} from {_WHOLE.table}"  # noqa: S608 - our own names


class SamePolicy:
    """Django middleware: tell the browser what the page may load, as ``CONTENT_SECURITY_POLICY`` has it.

    No page has a policy or a nonce of its own, so django-csp need not make it again for each of them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with the policy."""
        answer = self._get_response(request)
        answer.headers[HEADER] = self._policy
        return answer


class NoStore:
    """Django middleware: let nobody store what was answered to somebody who is or was logged in.

    What says itself that everybody may store it, such as the crest, is left alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with a word for the browser and for whatever stands between."""
        answer = self._get_response(request)
        logged_in = settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in answer.cookies
        if logged_in and "public" not in answer.headers.get("Cache-Control", ""):
            answer.headers["Cache-Control"] = "private, no-store"
        return answer


class LimitedBodies:
    """Django middleware: say why the body of a request was not taken in. A body that is too large is not even read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; with a sentence where there is nothing to answer."""
        refused = request.META.get(limits.REFUSED_BODY)
        length = str(request.META.get("CONTENT_LENGTH") or "")
        if refused is None and length.isdecimal() and int(length[:20]) > limits.LARGEST_BODY:
            refused = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if refused is None:
            return self._get_response(request)
        shown = {"status": int(refused), "largest": limits.LARGEST_BODY // 1_000_000}
        headers = {"Connection": "close"}
        if refused == HTTPStatus.SERVICE_UNAVAILABLE:
            headers["Retry-After"] = str(_COME_BACK)
        return HttpResponse(render_to_string("body_refused.html", shown), status=refused, headers=headers)


class SafeRequests:
    """Django middleware: run GET and HEAD in a read-only transaction; others begin their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what the page noted on the way is written when it is done."""
        if request.method not in _SAFE:
            return self._get_response(request)
        with transactions.read_only():
            return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say that the office is busy, where somebody else holds the lock; every other error is a mistake of ours."""
        del request  # the page says nothing about whoever asks: it may not look anything up
        if not transactions.is_busy(exception):
            return None
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(_COME_BACK)})


class OnlyText:
    """Django middleware: refuse a character that no text has (NUL). One of the databases cannot keep it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer what is text."""
        sent = [request.path_info, request.META.get("QUERY_STRING", "").replace("%00", _NUL)]
        if request.method == "POST":
            sent += [text for name, values in request.POST.lists() for text in (name, *values)]
        if any(_NUL in text for text in sent):
            message = "what was sent holds a character that no text has"
            raise BadRequest(message)
        return self._get_response(request)


class ToldRefusals:
    """Django middleware: tell what the office refuses, wherever a page has no place of its own for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; only a refusal is looked at here."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say what was found and what to do; every other error is a mistake of ours."""
        if not isinstance(exception, Refused):
            return None
        return render(request, "422.html", {"refusal": exception}, status=422)


class InFederation:
    """Django middleware: find the federation, and let nothing of another one be seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer within the federation's scope."""
        federation = _named(request) or _federation("order by id limit 1")
        request.federation = federation  # type: ignore[attr-defined]
        if federation is None:
            return self._get_response(request)
        with scope(federation=federation):
            return self._get_response(request)


def _named(request: HttpRequest) -> Federation | None:
    if not request.path_info.startswith(MARK):
        return None
    slug, _slash, rest = request.path_info[len(MARK) :].partition("/")
    federation = _federation("where slug = %s", slug)
    if federation is None:
        raise Http404
    set_script_prefix(f"{MARK}{slug}/")
    request.path_info = f"/{rest}"
    return federation


def _federation(which: str, *values: sql.Value) -> Federation | None:
    """Read a federation past the ORM: every page begins with it. It is never kept, so that a change holds at once."""
    for row in sql.rows(f"{_ALL} {which}", *values):
        return _WHOLE.made(row)
    return None
