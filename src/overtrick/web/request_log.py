"""A record in the log for every request, and the reference that the error page shows."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from overtrick.register import logs

_log = logging.getLogger(logs.REQUESTS)


class RequestLog:
    """Django middleware: give each request a reference, and tell how it was answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and write the record."""
        request.reference = logs.new_reference()  # type: ignore[attr-defined]
        began = time.perf_counter()
        answer = self._get_response(request)
        if _log.isEnabledFor(logging.INFO):
            _log.info("request", extra={"facts": _facts(request, answer, time.perf_counter() - began)})
        return answer


def _facts(request: HttpRequest, answer: HttpResponse, seconds: float) -> dict[str, object]:
    # Only whoever was looked up for the page is named: the log asks the database nothing.
    user = getattr(request, "_cached_user", None)
    return {
        "reference": request.reference,  # type: ignore[attr-defined]
        "method": request.method,
        "path": logs.shown_path(request.path),
        "status": answer.status_code,
        "ms": round(seconds * 1000, 1),
        "user": user.pk if user is not None else None,
        "address": request.META.get("REMOTE_ADDR", ""),
    }


def server_error(request: HttpRequest) -> HttpResponse:
    """Show the page for our own mistakes; the log has the traceback under the same reference."""
    return HttpResponse(render_to_string("500.html", {"reference": getattr(request, "reference", "")}), status=500)
