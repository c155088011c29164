"""Events that have a page, the latest first; narrowed by part of a name, a club or a month."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.competitions.models import Competition
from overtrick.register.records.played_event import events_in_book
from overtrick.web import parameters
from overtrick.web.access import federation, today
from overtrick.web.design.page_frame import framed, parts
from overtrick.web.design.tables import Cell, LongTable
from overtrick.web.event_search import matching
from overtrick.web.response_cache import for_everybody

#: So many are listed; a search finds the others, and the file has them all.
_MOST = 100
#: Without a search those of so many days.
_RECENT = 365


@require_safe
@for_everybody
def events(request: HttpRequest) -> HttpResponse:
    """List events; without a search those of the last year."""
    federation(request)
    asked = parameters.search(request.GET, "q")
    rows = events_in_book()
    rows = matching(rows, asked) if asked else rows.filter(begins__gte=today() - timedelta(_RECENT))
    found = event_table(request, _("Events"), rows.order_by("-begins", "-pk"), _MOST)
    context = {"table": found, "asked": asked, "most": _MOST, "full": found.full}
    return found.download(request) or framed(request, parts("public/events.html", context))


def event_table(
    request: HttpRequest, title: str, rows: QuerySet[Competition], most: int, *, whose: bool = True
) -> LongTable[Competition]:
    """Put events into a table, with those who ran them or without."""
    columns = [_("Event"), _("Played"), *([_("Run by")] if whose else [])]

    def cells(some: Sequence[Competition]) -> list[list[Cell]]:
        return [
            [
                Cell(each.name, link=reverse("event", args=[each.pk])),
                Cell(each.begins),
                *([_organiser(each)] if whose else []),
            ]
            for each in some
        ]

    return LongTable(title, columns, rows, cells, request, most)


def _organiser(event: Competition) -> Cell:
    return Cell(str(event.organisation), link=reverse("organisation", args=[event.organisation_id]))
