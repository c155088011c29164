"""Messages: what the page before has to say, such as that something was saved. Most pages have none to look for."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.conf import settings
from django.contrib.messages.storage import default_storage
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject, empty


class SaidLater:
    """Django middleware: what ``MessageMiddleware`` does, only where something was said or somebody looks for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what nobody has read yet is kept for the next page."""
        request._messages = SimpleLazyObject(lambda: default_storage(request))  # type: ignore[attr-defined]  # noqa: SLF001 - Django's own place
        answer = self._get_response(request)
        if _looked_at(request):
            request._messages.update(answer)  # type: ignore[attr-defined]  # noqa: SLF001
        return answer


def messages(request: HttpRequest) -> Collection[object]:
    """Give what there is to say; whoever has no cookie for it was told nothing before."""
    kept_in = (CookieStorage.cookie_name, settings.SESSION_COOKIE_NAME)
    if not _looked_at(request) and not any(name in request.COOKIES for name in kept_in):
        return ()
    said: Collection[object] = getattr(request, "_messages", ())
    return said


def _looked_at(request: HttpRequest) -> bool:
    return getattr(getattr(request, "_messages", None), "_wrapped", empty) is not empty
