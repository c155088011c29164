"""The choice of language, in a link at the foot of every page. The browser remembers it."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from overtrick.web import parameters


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
