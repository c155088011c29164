"""The first page of the office: what waits for somebody and what falls due, the oldest first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.web import calendar_list
from overtrick.web.office import decorators, last_checks
from overtrick.web.office.first_steps import first_steps
from overtrick.web.office.menu import open_floors


@decorators.page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits and what falls due soon."""
    context = {
        "calendar": calendar_list.rows(request, None),
        "first_steps": first_steps(),
        "every_floor": open_floors(request),
        "checks": last_checks.lines(),
    }
    return render(request, "office/home.html", context)
