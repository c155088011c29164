"""Why a player has these points, or none: the event worked out again from what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from overtrick.engine.assessment import Award, Refusal
from overtrick.formats.awards_json import points as writer
from overtrick.register.competitions import event_store
from overtrick.register.competitions.match import SURE
from overtrick.register.competitions.models import Assessment, Seat
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.ledger.models import Entry
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.people.identity import Person
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.register.scoping import current
from overtrick.web.design.working import as_html
from overtrick.web.player import record_filters
from overtrick.web.player.own_record import me, points


class Working(NamedTuple):
    """How an award came about, by which edition; no steps where they cannot be shown."""

    edition: str = ""
    steps: tuple[SafeString, ...] = ()


def line_of(records: Sequence[int], *, entry: int = 0, submission: int = 0) -> RecordLine | None:
    """Find a line of a person's record: an entry, or an event that brought nothing."""
    for line in lines_of(records):
        if (entry and line.entry == entry) or (submission and not line.entry and line.submission == submission):
            return line
    return None


def own_line(request: HttpRequest, entry: int, submission: int) -> tuple[Person, RecordLine]:
    """Give a line of the own record; a line of somebody else's is not there."""
    mine = me(request)
    line = line_of(mine.records, entry=entry, submission=submission) if mine else None
    if mine is None or line is None:
        raise Http404
    return mine, line


def working_of(line: RecordLine, records: Sequence[int]) -> Working:
    """Work the event of a line out again, and take from it what concerns the player."""
    try:
        return _awarded(line.corrects or line.entry) if line.entry else _nothing(line.submission, records)
    except event_store.NotAsKept:
        return Working()


def _awarded(entry: int) -> Working:
    found = Entry.objects.select_related("assessment__event").get(pk=row_id(current().pk, entry))
    if found.assessment is None or found.award is None:
        return Working()
    award = event_store.worked_out_again(found.assessment).awards[found.award]
    return _working(found.assessment, [award])


def _nothing(submission: int, records: Sequence[int]) -> Working:
    seats = Seat.objects.filter(submission=submission, player__in=records, match__in=SURE)
    mine = {Named(each.contestant, each.name, each.number) for each in seats}
    kept = Assessment.objects.select_related("event").filter(submission=submission).order_by("pk").last()
    if kept is None:
        return Working()
    refusals = event_store.worked_out_again(kept).refusals
    return _working(kept, [each for each in refusals if named(each.contestant, each.player) in mine])


def _working(kept: Assessment, decisions: Sequence[Award | Refusal]) -> Working:
    edition = event_store.edition_of(kept)
    told = {
        id(each.working): as_html(each.working, writer(edition, each), kept.handbook, edition.name)
        for each in decisions
    }
    return Working(edition.title, tuple(told.values()))


@login_required
@require_safe
@vary_on_headers("HX-Request")
def why(request: HttpRequest, entry: int = 0, submission: int = 0) -> HttpResponse:
    """Show the working of one line; inside the record or as a page of its own."""
    mine, line = own_line(request, entry, submission)
    inside = bool(request.headers.get("HX-Request"))
    shown = record_filters.shown(line, points(request))
    context = {"shown": shown, "working": working_of(line, mine.records), "inside": inside}
    return render(request, "player/working.html" if inside else "player/why.html", context)
