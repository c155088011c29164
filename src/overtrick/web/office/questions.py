"""Questions of players about their awards: how long each has waited, and who has it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.handbooks.record import QueryDesk
from overtrick.register.people import sight
from overtrick.register.queries import desks
from overtrick.register.queries.models import Query
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Figures, LongTable
from overtrick.web.event_search import fits
from overtrick.web.office import decorators, formatting
from overtrick.web.player.queries import desk_words

#: Which questions are listed, and what that is called.
_CHOICES = {
    "waiting": gettext_lazy("Waiting for the office"),
    "below": gettext_lazy("Waiting for others"),
    "player": gettext_lazy("Waiting for the player"),
    "closed": gettext_lazy("Closed"),
}
_MOST = 1_000


@decorators.page
def questions(request: HttpRequest) -> HttpResponse:
    """List the questions, the one that has waited longest first; narrowed by words."""
    chosen = request.GET.get("which", "")
    chosen = chosen if chosen in _CHOICES else "waiting"
    rows = Query.objects.select_related("player", "submission__competition__organisation")
    if chosen == "closed":
        rows = rows.filter(closed_at__isnull=False).order_by("-closed_at", "-pk")
    elif chosen == "waiting":
        rows = desks.on_office_desk()
    else:
        rows = rows.filter(closed_at__isnull=True, waits_for_player=chosen == "player").order_by("heard_at", "pk")
        rows = rows if chosen == "player" else rows.exclude(desk__in=("", QueryDesk.OFFICE))
    asked = parameters.search(request.GET, "q")
    table = _table(request, rows, asked)
    context = {"table": table, "chosen": chosen, "choices": _CHOICES.items(), "asked": asked}
    return table.download(request) or render(request, "office/questions.html", context)


def _words(query: Query) -> str:
    return f"{query.about} {sight.for_office(query.player)} {query.player.number} {_club(query)}"


def _club(query: Query) -> str:
    return str(query.submission.competition.organisation) if query.submission else ""


def _table(request: HttpRequest, rows: QuerySet[Query], asked: str) -> LongTable[Query]:
    columns = [
        _("About"),
        _("Player"),
        _("Club"),
        _("Who has it"),
        _("Asked on"),
        _("Last message"),
        Figures(_("Waited")),
    ]
    today = access.today()

    def cells(some: Sequence[Query]) -> list[list[Cell]]:
        return [
            [
                Cell(each.about, english(each.about), reverse("query", args=[each.pk])),
                Cell(str(sight.for_office(each.player))),
                Cell(_club(each)),
                Cell(desk_words(each)),
                Cell(each.asked_at.date(), formatting.day(each.asked_at.date())),
                Cell(each.heard_at.date(), formatting.day(each.heard_at.date())),
                _waited(each, today),
            ]
            for each in some
            if fits(asked, _words(each))
        ]

    return LongTable(_("Questions"), columns, rows, cells, request, _MOST)


def _waited(query: Query, today: date) -> Cell:
    if query.closed_at:
        return Cell(None)
    days = (today - query.heard_at.date()).days
    return Cell(days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
