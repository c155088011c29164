"""Middleware: what the office refuses is told in its words, wherever a page has no place of its own for it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.register.errors import Refused


class ToldRefusals:
    """Answers with what was found and what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; only a refusal is looked at here."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Tell a refusal; every other error is a mistake of ours."""
        if not isinstance(exception, Refused):
            return None
        return render(request, "422.html", {"refusal": exception}, status=422)
