"""Middleware that finds the federation of a page: the only one, or the one the address names.

An installation with several federations has an address for each: ``/@slug/`` in front. Every address that a page gives
carries it on, and every query below sees that federation's rows only.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import set_script_prefix

from overtrick.register import sql
from overtrick.register.federations.models import Federation
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import scope

MARK = "/@"
_WHOLE = Swift(Federation)
_ALL = f"select {_WHOLE.columns()} from {_WHOLE.table}"  # noqa: S608 - our own names


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
