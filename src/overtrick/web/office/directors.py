"""Every director of the federation: searched by name, number and level, and as a file."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.formats.names import plain
from overtrick.register.directors import accredit, lookup
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity
from overtrick.web import access, parameters
from overtrick.web.club.directors import shown_to
from overtrick.web.office import decorators


@decorators.page
def directors(request: HttpRequest) -> HttpResponse:
    """List all accreditations; words of a name, a number or a level narrow the list."""
    levels = accredit.levels(access.federation(request), access.today())
    if not levels:
        raise Http404
    asked = plain(parameters.search(request.GET, "q"))
    listed = [
        each
        for each in lookup.every()
        if asked in plain(f"{identity.kept(each.player)} {each.player.number} {each.level}")
    ]
    table = shown_to(request, listed)
    kinds = {each.by for each in levels}
    givers = Organisation.objects.filter(kind__in=kinds).order_by("kind", "name")
    context = {"table": table, "asked": request.GET.get("q", ""), "givers": givers}
    return table.download(request) or render(request, "office/directors.html", context)
