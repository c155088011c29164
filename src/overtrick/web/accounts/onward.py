"""Where to go after a log-in or a confirmation: to the page that was wanted, or on with a form that was kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from overtrick.web import kept_form, parameters


def wanted(request: HttpRequest) -> str:
    """Give the address that somebody wanted to go to."""
    return request.POST.get("next") or request.GET.get("next") or ""


def go(request: HttpRequest, kept: str = "") -> HttpResponse:
    """Go there, if it is one of our pages; where a form was kept, show what was typed and let them send it."""
    found = kept_form.unpack(kept)
    if found is None:
        return HttpResponseRedirect(parameters.onward(request, wanted(request), "desk"))
    shown = {"kept": kept, "kept_field": kept_form.FIELD, "form": found}
    answer = render(request, "accounts/kept_form.html", shown)
    add_never_cache_headers(answer)
    return answer


def resend(kept: str) -> HttpResponse | None:
    """Let the browser send a form that was kept to its own address at once, because its sender has just said so."""
    found = kept_form.unpack(kept)
    return None if found is None else HttpResponse(status=307, headers={"Location": found.address})
