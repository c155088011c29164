"""A player's record: the rank, what is missing for the next, points over time, and every credit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from overtrick.register.records.record_lines import RecordLine, Rows, lines, rows_of, waiting
from overtrick.web.access import actor, today
from overtrick.web.design.fragment_cache import kept
from overtrick.web.design.page_frame import Parts, framed, parts
from overtrick.web.player import record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter, me, points_by
from overtrick.web.player.record_facts import RecordFacts, known
from overtrick.web.player.record_rows import rows, year_rows

#: What an address calls a chart of one year.
ONE_YEAR = "year"


@login_required
@require_safe
@vary_on_headers("HX-Request")
def record(request: HttpRequest) -> HttpResponse:
    """Show the record of whoever is logged in. It is read anew each time, and laid out anew if it has changed."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    lines_read = rows_of(mine.records)
    asked = request.META.get("QUERY_STRING", "")
    if request.headers.get("HX-Request"):
        return HttpResponse(_credits(lines_read, mine.player.federation.handbook, asked))
    return framed(request, _page(known(mine, today(), actor(request).pk), lines_read, asked))


@kept
def _page(whose: RecordFacts, record: Rows, asked: str) -> Parts:
    """Lay out the page."""
    written = points_by(whose.handbook)
    every, waits = lines(record), waiting(record)
    shown = _lines_shown(every, whose.handbook, QueryDict(asked))
    top: dict[str, object] = {
        "player": whose,
        "unread": whose.unread,
        "pays": whose.pays,
        "totals": record_summary.totals(record_summary.holdings(whose.held), written),
        "rank": record_summary.rank(whose, written),
        "waiting": [(each, written.show(each.colour, each.units)) for each in waits if not each.pending],
        "pending": [(each, written.show(each.colour, each.units)) for each in waits if each.pending],
    }
    if every:
        course = _course(every, written, whose, shown)
        top |= {"course": course, "years": year_rows(course.years, with_total=len(course.colours) > 1)}
    return parts("player/record.html", shown | top)


def _course(
    every: Sequence[RecordLine], written: PointsWriter, whose: RecordFacts, shown: dict[str, Any]
) -> record_summary.PointsOverTime:
    return record_summary.course(every, written, whose.day, shown["colour"], one_year=bool(shown["span"]))


@kept
def _credits(record: Rows, handbook: str, asked: str) -> str:
    """Lay out the lines alone, for a page that is there."""
    shown = _lines_shown(lines(record), handbook, QueryDict(asked))
    return render_to_string("player/credits.html", shown | {"inside": True})


def _lines_shown(every: Sequence[RecordLine], handbook: str, asked: QueryDict) -> dict[str, Any]:
    """Choose the lines that are asked for."""
    written = points_by(handbook)
    form = record_filters.choices(every, written, asked)
    page = record_filters.page(record_filters.chosen(every, form), written, asked)
    return {
        "form": form,
        "colour": next(each.chosen for each in form if each.name == "colour"),
        "span": ONE_YEAR if asked.get("span") == ONE_YEAR else "",
        "filtered": any(each.chosen for each in form),
        "page": page,
        "rows": rows(page.months, written.colours),
    }


def no_record(request: HttpRequest) -> HttpResponse:
    """Say that the account has no record here, and what to do about it."""
    return render(request, "player/no_record.html", status=404)
