"""A player's statement: every credit of a year or of all years in one table, to print or download."""

from __future__ import annotations

from collections.abc import Collection
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
from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Lines, Words
from overtrick.register.papers.layout import Column as PaperColumn
from overtrick.register.papers.render import Paper
from overtrick.register.people.identity import Person
from overtrick.register.player_proofs import Asked
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.web.access import federation, today
from overtrick.web.design import papers
from overtrick.web.design.downloads import attached
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.parameters import whole_number
from overtrick.web.player import record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter, me, points, points_by
from overtrick.web.player.record import no_record
from overtrick.web.player.record_facts import RecordFacts, known
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
    table = Table(_title(whose.number), _columns(), rows, request)
    if papers.is_pdf(request):
        year = form[0].chosen
        made = _paper(whose, federation(request).name, year, table.on_paper(), _head_words(request))
        return papers.sent(request, f"{table.title} {year}".strip(), [made])
    context = {
        "player": mine.player,
        "number": whose.number,
        "table": table,
        "forms": FORMS,
        "form": form[:1],
        "totals": record_summary.totals(record_summary.holdings(whose.held), written),
        "rank": record_summary.rank(whose, written),
        "today": today(),
        "on_every_page": _on_every_page(whose),
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


def statement_paper(whose: Person, year: int, on: date, head: str, hidden: Collection[str] = ()) -> Paper | None:
    """Make the statement of somebody for a batch: of a year, or of all years; None where there is nothing in it.

    ``hidden`` are the names of partners that the office, which reads the batch, does not know.
    """
    written = points_by(whose.player.federation.handbook)
    lines = [_without(line, hidden) for line in lines_of(whose.records) if not year or line.played.year == year]
    if not lines:
        return None
    columns = [PaperColumn(each, isinstance(each, Figures)) for each in _columns()]
    rows = Lines(columns, [[papers.plain_text(cell.text) for cell in _row(line, written)] for line in lines])
    return _paper(known(whose, on), whose.player.federation.name, str(year or ""), rows, head)


def _without(line: RecordLine, hidden: Collection[str]) -> RecordLine:
    names = record_filters.partners_of(line)
    if not any(name in hidden for name in names):
        return line
    return line._replace(partners=", ".join(_("Hidden player") if name in hidden else name for name in names))


def _paper(whose: RecordFacts, federation_name: str, year: str, lines: Lines, head: str) -> Paper:
    """Write the statement as the page does."""
    written = points_by(whose.handbook)
    rank, number = record_summary.rank(whose, written).name, _number(whose)
    totals = [
        (each.final, _total_words(each)) for each in record_summary.totals(record_summary.holdings(whose.held), written)
    ]
    only = _("The table shows %(year)s only. The totals are those of all years.") % {"year": year} if year else ""
    blocks: list[Block] = [Words(only, soft=True)] if only else []
    blocks += [lines] if lines.rows else [Words(_("There is nothing in this record yet."))]
    blocks += [Words(head, soft=True)] if head else []
    return document(
        "statement",
        Document(
            whose.name,
            blocks,
            f"{federation_name} · {_day(whose)}",
            f"{number} · {rank}" if rank else number,
            totals,
            _on_every_page(whose),
        ),
    )


def _total_words(total: record_summary.Total) -> str:
    more = _("%(points)s provisional") % {"points": total.provisional} if total.provisional else ""
    return " · ".join(filter(None, (_(total.colour.capitalize()), more)))


def _title(number: str) -> str:
    return _("Statement of %(number)s") % {"number": number}


def _columns() -> list[str]:
    columns = [_("Day"), _("Event"), _("Club"), _("Partner"), _("Place"), _("Colour")]
    return [*columns, Figures(_("Points")), _("Standing")]


def _head_words(request: HttpRequest) -> str:
    head = publish.last(Log.Kind.BOOK, federation(request))
    return papers.head_words(head, request.build_absolute_uri(reverse("book")))


def _on_every_page(whose: RecordFacts) -> str:
    """Say whose statement it is, for the second page of a paper too."""
    return " · ".join((whose.name, _number(whose), _day(whose)))


def _number(whose: RecordFacts) -> str:
    return _("Number %(number)s") % {"number": whose.number}


def _day(whose: RecordFacts) -> str:
    return _("Statement of %(day)s") % {"day": date_format(whose.day, "j F Y")}


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
