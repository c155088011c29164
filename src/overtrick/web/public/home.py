"""The front page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the doors."""
    return render(request, "public/home.html")
