"""What waits for the office, and what falls due."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.web.calendar_list import calendar_page
from overtrick.web.office import decorators


@decorators.page
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the calendar, or give it as a file."""
    page = calendar_page(request, None)
    if isinstance(page, HttpResponse):
        return page
    return render(request, "office/calendar.html", {"page": page, "table": page.table})
