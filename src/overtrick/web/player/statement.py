"""A player's statement: every credit of a year or of all years in one table, to print or download."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.register import player_proofs
from overtrick.register.heads import publish
from overtrick.register.heads.models import Log
from overtrick.register.player_proofs import Asked
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.web.access import federation, today
from overtrick.web.design.downloads import attached
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.parameters import whole_number
from overtrick.web.player import record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter, me, points
from overtrick.web.player.record import no_record
from overtrick.web.player.record_facts import known
from overtrick.web.player.record_file import FORMS


@login_required
@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    """Show the statement of whoever is logged in; the same as CSV and XLSX."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    written = points(request)
    lines = lines_of(mine.records)
    form = record_filters.choices(lines, written, request.GET)
    whose = known(mine, today())
    rows = [_row(line, written) for line in record_filters.chosen(lines, form)]
    columns = [_("Day"), _("Event"), _("Club"), _("Partner"), _("Place"), _("Colour")]
    columns += [Figures(_("Points")), _("Standing")]
    table = Table(_("Statement of %(number)s") % {"number": whose.number}, columns, rows, request)
    context = {
        "player": mine.player,
        "number": whose.number,
        "table": table,
        "forms": FORMS,
        "form": form[:1],
        "totals": record_summary.totals(record_summary.holdings(whose.held), written),
        "rank": record_summary.rank(whose, written),
        "today": today(),
        "on_every_page": _on_every_page(str(mine.player), whose.number),
        "head": publish.last(Log.Kind.BOOK, federation(request)),
        "proof": f"{reverse('statement-proof')}{f'?year={form[0].chosen}' if form[0].chosen else ''}",
        "book": request.build_absolute_uri(reverse("book")),
    }
    return table.download(request) or render(request, "player/statement.html", context)


@never_cache
@login_required
@require_safe
def proof(request: HttpRequest) -> HttpResponse:
    """Give the proof of a statement: its entries under the last head of the book, or under one by its number."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    year = whole_number(request, "year") or 0
    asked = Asked("statement", year=year if year <= date.max.year else 0)
    head = player_proofs.head_of(federation(request), whole_number(request, "head"))
    made = player_proofs.prove(mine, asked, head, today())
    return attached(f"statement-{mine.player.number}-head-{head.number}.json", made.written().encode())


def _on_every_page(name: str, number: str) -> str:
    """Say whose statement it is, for the second page of a paper too."""
    day = date_format(today(), "j F Y")
    return " · ".join((name, _("Number %(number)s") % {"number": number}, _("Statement of %(day)s") % {"day": day}))


def _row(line: RecordLine, written: PointsWriter) -> list[Cell]:
    shown = record_filters.shown(line, written)
    return [
        # Short days and no break inside: a line of the paper stays a line.
        Cell(line.played, date_format(line.played, "j\xa0M\xa0Y")),
        Cell(shown.event),
        Cell(line.club),
        Cell(line.partners),
        Cell(shown.place),
        Cell(_(line.colour.capitalize()) if line.colour else ""),
        Cell(written.exact(line.colour, line.units), shown.points),
        Cell(record_filters.standing(line)),
    ]
