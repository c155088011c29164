"""What waits for an organisation, and what falls due."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web.calendar_list import calendar_page
from overtrick.web.club import base


@base.page(Action.UPLOAD)
def calendar(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the calendar, or give it as a file."""
    page = calendar_page(request, where)
    if isinstance(page, HttpResponse):
        return page
    return base.show(request, where, "calendar", {"page": page, "table": page.table})
