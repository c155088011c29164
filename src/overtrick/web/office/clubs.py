"""Every club and how far its results of a month are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from overtrick.register.competitions.stages import ClubMonth
from overtrick.web.office import decorators
from overtrick.web.stage_table import stage_page


@decorators.page
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs of the federation by stage."""
    page = stage_page(request, None, _waiting)
    return page.table.download(request) or render(request, "office/clubs.html", {"page": page, "table": page.table})


def _waiting(club: ClubMonth) -> str:
    return f"{reverse('office-inbox')}?club={club.organisation.pk}"
