"""The page of an event: the whole ranking with scores and awards, its matches, what counts, and earlier versions."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.event import Event
from overtrick.engine.explain import together
from overtrick.formats.awards_json import points as writer
from overtrick.formats.tables import Sheet, as_csv, as_xlsx
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Assessment
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.papers.layout import Lines
from overtrick.register.records.played_event import (
    event_of,
    lists_worth_points,
    pending_contestants,
    played_event,
)
from overtrick.web import parameters
from overtrick.web.design import papers
from overtrick.web.design.downloads import attached
from overtrick.web.design.page_frame import framed, parts
from overtrick.web.design.working import as_html, on_paper
from overtrick.web.player.own_record import points
from overtrick.web.public import event_paper
from overtrick.web.public.event_changes import version_changes
from overtrick.web.public.event_lists import EventLists, ResultLine, ResultList, table
from overtrick.web.public.event_names import EventNames
from overtrick.web.public.event_rows import joined, rows
from overtrick.web.public.file_boards import has_boards
from overtrick.web.public.shown_event import Decision, PointsLine, ShownEvent
from overtrick.web.response_cache import for_everybody


@require_safe
@for_everybody
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an event, or send its lists as a file."""
    shown = _shown(request, pk)
    form = request.GET.get("as", "")
    if form in ("csv", "xlsx"):
        return _file(request, shown, form)
    if papers.is_pdf(request):
        made = event_paper.paper(shown, only_points(request, shown))
        return papers.sent(request, _name(shown), [made], shown.version.submission.begins)
    played, written = shown.played, points(request)
    pending = pending_contestants(shown.version) if played.pending else set()
    old = shown.version.number != played.version.number
    asked = f"?version={shown.version.number}" if old else ""
    context = {
        "event": played,
        "competition": played.competition,
        "version": shown.version,
        "edition": event_store.edition_of(shown.version.assessment).title if shown.version.assessment else "",
        "more": asked.replace("?", "&"),
        "old": old,
        "stages": [
            {
                "heading": stage.heading,
                "facts": stage.facts,
                "lists": [(each, rows(each, pk, asked, pending)) for each in stage.lists],
                "rounds": stage.rounds,
                "bracket": stage.bracket,
                "tables": stage.tables,
            }
            for stage in shown.stages
        ],
        "only_points": only_points(request, shown),
        "versions": version_changes(played.versions, shown.names, written),
        "boards": has_boards(played.version.submission),
        "address": request.build_absolute_uri(request.path),
    }
    return framed(request, parts("public/event.html", context))


def only_points(request: HttpRequest, shown: ShownEvent) -> list[PointsLine]:
    """List points that were sent without results."""
    written = points(request)
    return [
        PointsLine(shown.names.who(shown.version.seats, each.who), written.show(each.colour, each.units), each.colour)
        for each in (shown.version.credits if shown.event is None else ())
    ]


def _shown(request: HttpRequest, pk: int) -> ShownEvent:
    """Read an event and the version that is asked for: the one that counts, unless another is named."""
    played = played_event(pk)
    if played is None:
        raise Http404
    asked = parameters.whole(request.GET.get("version", "")) or played.version.number
    version = next((each for each in played.versions if each.number == asked), None)
    if version is None:
        raise Http404
    found = event_of(version)
    names = EventNames(request, played.versions, found)
    worth = lists_worth_points(version)
    stages = EventLists(found, version, worth, names, points(request)).stages() if found else []
    return ShownEvent(played, version, found, names, tuple(stages))


def _file(request: HttpRequest, shown: ShownEvent, form: str) -> HttpResponse:
    columns, lines = table(shown.stages, points(request))
    content = as_csv(columns, lines) if form == "csv" else as_xlsx(Sheet(_("Results"), columns, lines))
    return attached(f"{_name(shown)}.{form}", content)


def _name(shown: ShownEvent) -> str:
    return f"{shown.version.submission.begins} {shown.played.competition.name}"


@require_safe
@vary_on_headers("HX-Request")
@for_everybody
def why(request: HttpRequest, pk: int, listed: int, line: int) -> HttpResponse:
    """Show why a contestant has these points, or none; inside the event or as a page of its own."""
    shown = _shown(request, pk)
    found = _line(shown, listed, line)
    kept = shown.version.assessment
    if found is None or kept is None:
        raise Http404
    inside = bool(request.headers.get("HX-Request"))
    decisions = _decisions(shown, kept, found[1])
    context = {
        "event": shown.played,
        "competition": shown.played.competition,
        "version": shown.version,
        "line": found[1],
        "names": joined(found[1].players),
        "listed": found[0],
        "inside": inside,
        "edition": event_store.edition_of(kept).title,
        "decisions": decisions,
    }
    if papers.is_pdf(request):
        made = event_paper.why_paper(shown, context, decisions)
        return papers.sent(request, _name(shown), [made], shown.version.submission.begins)
    return render(request, "public/event_working.html" if inside else "public/event_why.html", context)


def _line(shown: ShownEvent, listed: int, number: int) -> tuple[ResultList, ResultLine] | None:
    for stage in shown.stages:
        for each in stage.lists:
            if each.number == listed and 0 < number <= len(each.lines):
                return each, each.lines[number - 1]
    return None


def _decisions(shown: ShownEvent, kept: Assessment, line: ResultLine) -> list[Decision]:
    """Work the event out again, and take from it what concerns a contestant; none if that gives something else."""
    try:
        made = event_store.worked_out_again(kept)
    except event_store.NotAsKept:
        return []
    edition = event_store.edition_of(kept)
    every: list[Award | Refusal] = [*made.awards, *made.refusals]
    mine = [each for each in every if (each.stage, each.field, each.contestant) == tuple(line.key)]
    found = []
    for first, _names in together(mine):
        same = [each for each in mine if each.working is first.working]
        who = " & ".join(shown.names.who(shown.version.seats, _named(each)).text for each in same)
        show = writer(edition, first)
        working = as_html(first.working, show, kept.handbook, edition.name)
        colour = getattr(first, "colour", "")
        hide = _hiding(shown)
        found.append(
            Decision(
                who,
                show(getattr(first, "units", 0)),
                colour,
                mark_safe(hide(str(working), escape)),  # noqa: S308 - escaped before, and so is what is put in
                _with_words(on_paper(first.working, show), hide),
            )
        )
    return found


def _named(decision: Award | Refusal) -> Named:
    return named(decision.contestant, decision.player)


def _hiding(shown: ShownEvent) -> Callable[..., str]:
    """Leave out of a working the names of those who hide, and of contestants that are called after them."""
    names = shown.names
    called = {each: names.text(each) for each in _contestants(shown.event)}
    other = {each: told for each, told in called.items() if told != each}
    other |= {each: _("Hidden player") for each in names.written}

    def hide(text: str, written: Callable[[str], str] = str) -> str:
        for name in sorted(other, key=len, reverse=True):
            text = text.replace(written(name), written(other[name]))
        return text

    return hide


def _with_words(lines: Lines, hide: Callable[..., str]) -> Lines:
    return lines._replace(rows=[[hide(row[0]), *row[1:]] for row in lines.rows])


def _contestants(event: Event | None) -> set[str]:
    stages = event.stages if event else ()
    return {each.name for stage in stages for field in stage.fields for each in field.contestants}
