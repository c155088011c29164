"""What the pages of the laboratory share: the way to them, and what they say where it is not installed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.web import access
from overtrick.web.lab import shelf
from overtrick.web.lab.shelf import Kept
from overtrick.web.office.confirm_form import Crumb

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def equipped(view: View[P]) -> View[P]:
    """Say what to install where the laboratory is not."""

    @functools.wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs) if shelf.installed() else render(request, "lab/missing.html")

    return shown


def way() -> list[Crumb]:
    """Give the way to the proposals."""
    return [Crumb(_("Proposals"), reverse("office-proposals"))]


def kept_or_404(request: HttpRequest, number: int) -> Kept:
    """Find a proposal."""
    found = shelf.proposal(access.federation(request), number)
    if found is None:
        raise Http404
    return found
