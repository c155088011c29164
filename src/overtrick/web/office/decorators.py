"""Decorators that let only the federation's office in, or its auditors too."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from overtrick.web import access

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def _only_the_office(view: View[P]) -> View[P]:
    @functools.wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        access.federation(request)
        access.needs_office(request)
        return view(request, *args, **kwargs)

    return login_required(never_cache(shown))


def page(view: View[P]) -> View[P]:
    """A page of the office that changes nothing."""
    return require_safe(_only_the_office(view))


def _also_auditors(view: View[P]) -> View[P]:
    @functools.wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        access.federation(request)
        if request.method == "POST":
            access.needs_office(request)
        access.needs_auditor(request)
        return view(request, *args, **kwargs)

    return login_required(never_cache(shown))


def audited(view: View[P]) -> View[P]:
    """A page about money that changes nothing: for the office, and for auditors."""
    return require_safe(_also_auditors(view))


def audited_form(view: View[P]) -> View[P]:
    """A page about money with a form: the office fills it in, auditors see it."""
    return require_http_methods(["GET", "HEAD", "POST"])(_also_auditors(view))


def form(view: View[P]) -> View[P]:
    """A page of the office with a form that does something."""
    return require_http_methods(["GET", "HEAD", "POST"])(_only_the_office(view))


def act(view: View[P]) -> View[P]:
    """A button of the office."""
    return require_POST(_only_the_office(view))
