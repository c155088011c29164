"""The first page of the office: what waits for somebody and what falls due, the oldest first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.web import calendar_list
from overtrick.web.office import decorators
from overtrick.web.office.first_steps import first_steps
from overtrick.web.office.menu import ROOMS


@decorators.page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits and what falls due soon."""
    calendar = calendar_list.rows(request, None)
    return render(
        request, "office/home.html", {"calendar": calendar, "first_steps": first_steps(), "every_room": ROOMS}
    )
