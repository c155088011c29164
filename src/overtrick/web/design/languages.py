"""The choice of language, in a link at the foot of every page. The browser remembers it."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe


@require_safe
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the choice in a cookie, and go back to where one was."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    back = request.GET.get("next", "")
    allowed = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    answer = redirect(back if back and allowed else reverse("home"))
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return answer
