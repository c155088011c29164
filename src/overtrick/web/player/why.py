"""Why a player has these points, or none: the event worked out again from what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.numbers import Exact
from overtrick.engine.working import Step
from overtrick.formats.awards_json import points as writer
from overtrick.register.competitions import event_store
from overtrick.register.competitions.match import SURE
from overtrick.register.competitions.models import Assessment, Seat
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.federations import numbers
from overtrick.register.ledger.models import Entry
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Lines, Words
from overtrick.register.people.identity import Person
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.register.scoping import current
from overtrick.web.access import federation
from overtrick.web.design import papers
from overtrick.web.design.working import as_html, on_paper
from overtrick.web.player import record_filters
from overtrick.web.player.own_record import me, points


class Worked(NamedTuple):
    """A working, and how its figures are written."""

    step: Step
    points: Callable[[Exact], str]


class Working(NamedTuple):
    """How an award came about, by which edition; nothing where it cannot be shown."""

    edition: str = ""  #: its title
    handbook: str = ""
    edition_name: str = ""
    worked: tuple[Worked, ...] = ()

    @property
    def steps(self) -> list[SafeString]:
        """The workings as the page shows them."""
        return [as_html(each.step, each.points, self.handbook, self.edition_name) for each in self.worked]

    @property
    def lines(self) -> list[Lines]:
        """The same for a paper."""
        return [on_paper(each.step, each.points) for each in self.worked]


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
    told = {id(each.working): Worked(each.working, writer(edition, each)) for each in decisions}
    return Working(edition.title, kept.handbook, edition.name, tuple(told.values()))


@login_required
@require_safe
@vary_on_headers("HX-Request")
def why(request: HttpRequest, entry: int = 0, submission: int = 0) -> HttpResponse:
    """Show the working of one line; inside the record or as a page of its own."""
    mine, line = own_line(request, entry, submission)
    inside = bool(request.headers.get("HX-Request"))
    shown = record_filters.shown(line, points(request))
    context = {"shown": shown, "working": working_of(line, mine.records), "inside": inside}
    if papers.is_pdf(request):
        return _on_paper(request, mine, shown, working_of(line, mine.records))
    return render(request, "player/working.html" if inside else "player/why.html", context)


def _on_paper(request: HttpRequest, mine: Person, shown: record_filters.ShownLine, working: Working) -> HttpResponse:
    """Send the working as a PDF, in the words of the page."""
    context = {"shown": shown, "line": shown.line, "working": working, "on_paper": True}
    notes = [papers.as_words(f"player/{part}.html", context) for part in ("why_notes", "no_working")]
    blocks: list[Block] = [Words(each) for each in notes if each]
    blocks += working.lines
    blocks += [Words(working.edition, soft=True)] if working.edition else []
    number = numbers.written(federation(request), mine.player.number)
    paper = Document(
        papers.as_words("player/why_title.html", context),
        blocks,
        f"{mine.player} · {number}",
        papers.as_words("player/why_lead.html", context),
    )
    return papers.sent(request, f"{shown.line.played} {shown.event}", [document("working", paper)])
