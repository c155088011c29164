"""The first page of the office: what waits for somebody and what falls due, the oldest first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.web import access, calendar_list
from overtrick.web.office import decorators, last_checks
from overtrick.web.office.first_steps import first_steps
from overtrick.web.office.menu import open_floors


@decorators.page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits and what falls due soon."""
    calendar = calendar_list.rows(request, None)
    told = {each.address for each in calendar}
    context = {
        "calendar": calendar,
        "first_steps": [each for each in first_steps(access.today()) if each.address not in told],
        "every_floor": open_floors(request),
        "checks": last_checks.lines(),
    }
    return render(request, "office/home.html", context)
