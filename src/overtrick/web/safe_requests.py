"""Middleware: GET and HEAD run read-only, and a request that waits too long to write is asked to try again."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from overtrick.register import transactions

_SAFE = ("GET", "HEAD")
#: After so many seconds most writers are done.
_COME_BACK = 30


class SafeRequests:
    """Runs GET and HEAD in a read-only transaction; others begin their own."""

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
