"""Middleware: a form that was sent after the session had ended is not lost."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from overtrick.web import kept_form
from overtrick.web.accounts import log_in
from overtrick.web.accounts.log_in import LogIn


class KeepForms:
    """Django middleware: instead of sending somebody to the log-in page, show it with the form that they sent.

    After the log-in they see what they typed and send it with a button; then the view gets the form as it was.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; a form that needs a log-in is kept in the log-in page."""
        answer = self._get_response(request)
        if request.method != "POST" or not _asks_to_log_in(answer):
            return answer
        kept = kept_form.pack(request)
        if not kept:
            return answer
        page = log_in.page(request, LogIn(), kept=kept, status=403)
        add_never_cache_headers(page)
        return page

    def process_view(self, request: HttpRequest, view: object, _args: object, _kwargs: object) -> None:
        """Let a form that was kept be the one that is sent, at the address that it was for."""
        del view
        if request.method != "POST" or kept_form.FIELD not in request.POST:
            return
        found = kept_form.unpack(request.POST[kept_form.FIELD])
        if found is not None and found.address == request.get_full_path():
            found.put_into(request)


def _asks_to_log_in(answer: HttpResponse) -> bool:
    return answer.headers.get("Location", "").startswith(f"{reverse('log-in')}?next=")
