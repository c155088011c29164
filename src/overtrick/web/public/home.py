"""The first page; that of the demonstration lets everybody look around as somebody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from overtrick.register.demo.accounts import PASSWORD, SLUG, log_ins
from overtrick.register.federations.models import Federation


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what there is."""
    federation: Federation | None = getattr(request, "federation", None)
    demo = federation is not None and federation.slug == SLUG and not request.user.is_authenticated
    return render(request, "public/home.html", {"log_ins": log_ins() if demo else (), "password": PASSWORD})
