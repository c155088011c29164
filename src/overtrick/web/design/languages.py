"""The language of a page: as chosen in the link at the foot of every page, or else as the browser asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from overtrick.web import parameters


class PageLanguage:
    """Django middleware: what ``LocaleMiddleware`` does, without languages in addresses, which it looks for twice."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the language that is wanted."""
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        translation.activate(wanted_language(chosen, request.META.get("HTTP_ACCEPT_LANGUAGE", "")))
        request.LANGUAGE_CODE = translation.get_language()
        answer = self._get_response(request)
        patch_vary_headers(answer, ("Accept-Language",))
        answer.headers.setdefault("Content-Language", translation.get_language())
        return answer


@lru_cache(maxsize=500)
def wanted_language(chosen: str, accepted: str) -> str:
    """Find the language for a choice and for what a browser accepts, as Django does."""
    asked = HttpRequest()
    asked.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    asked.META = {"HTTP_ACCEPT_LANGUAGE": accepted}
    return translation.get_language_from_request(asked)


@require_safe
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the choice in a cookie, and go back to where one was."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    answer = HttpResponseRedirect(parameters.onward(request, request.GET.get("next", ""), "home"))
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return answer
