"""Records that may be one person: merge them, or say that they are two people."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.errors import Refused
from overtrick.register.membership import doubles as register
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office import decorators, formatting
from overtrick.web.office.members_year import crumbs
from overtrick.web.office.player_lookup import sides_of

_A_PAGE = 20


@decorators.page
def doubles(request: HttpRequest) -> HttpResponse:
    """List the pairs that nobody has looked at, the likeliest first."""
    found = register.queue()
    rows = [
        [
            formatting.player_cell(each.first),
            Cell(each.first.number),
            formatting.player_cell(each.second),
            Cell(each.second.number),
            Cell(", ".join(each.reasons)),
        ]
        for each in found
    ]
    columns = [_("Player"), _("Number"), _("Other player"), _("Other number"), _("Why")]
    table = Table(_("Possible doubles"), columns, rows, request)
    if (file := table.download(request)) is not None:
        return file
    pages = Paginator(found, _A_PAGE)
    shown = pages.get_page(parameters.whole(request.GET.get("page", "")) or 1)
    beside = iter(sides_of([(player, ()) for each in shown for player in (each.first, each.second)]))
    pairs = [(each, next(beside), next(beside), ", ".join(each.reasons)) for each in shown]
    count = ngettext("%(count)s pair to look at", "%(count)s pairs to look at", len(found)) % {"count": len(found)}
    context = {"pairs": pairs, "page": shown, "count": count, "table": table, "crumbs": crumbs()}
    return render(request, "office/doubles.html", context)


@decorators.act
def apart(request: HttpRequest, first: str, second: str) -> HttpResponse:
    """Remember that two records are two people."""
    try:
        register.tell_apart(first, second, **access.signed(request))
    except Refused as why:
        messages.error(request, english(why))
    else:
        messages.success(request, _("They are two people. We will not show this pair again."))
    return redirect("office-doubles")
