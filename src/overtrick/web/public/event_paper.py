"""The results of an event on paper, with what each contestant won; and why a contestant has these points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.register.competitions import event_store
from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Column, Heading, Lines, Words
from overtrick.register.papers.render import Paper
from overtrick.register.records.played_event import pending_contestants
from overtrick.web.design import papers
from overtrick.web.design.brackets import ShownTable, Tie
from overtrick.web.design.tables import table_paper
from overtrick.web.public.event_lists import ResultLine, ResultList, ShownMatch, ShownStage
from overtrick.web.public.shown_event import Decision, PointsLine, ShownEvent


def paper(shown: ShownEvent, only_points: Sequence[PointsLine]) -> Paper:
    """Write the results as the page shows them."""
    blocks: list[Block] = []
    if shown.version.number != shown.played.version.number:
        said = _("This is version %(number)s. A later version replaced it.") % {"number": shown.version.number}
        blocks.append(Words(said))
    if shown.played.waiting:
        blocks.append(Words(_("A correction of this event is waiting for approval.")))
    blocks += papers.as_facts("public/event_state.html", _state(shown))
    pending = pending_contestants(shown.version) if shown.played.pending else set()
    for at, stage in enumerate(shown.stages):
        blocks += _stage(stage, pending, first=at == 0)
    if only_points:
        columns = [Column(_("Name")), Column(_("Colour")), Column(_("Points"), figures=True)]
        rows = [[each.name.text, _(each.colour.capitalize()), each.points] for each in only_points]
        blocks.append(Lines(columns, rows))
    return table_paper(shown.played.competition.name, blocks, "results", eyebrow=_eyebrow(shown))


def _eyebrow(shown: ShownEvent) -> str:
    begins = date_format(shown.version.submission.begins, "j F Y")
    return f"{shown.played.competition.organisation} · {begins}"


def _state(shown: ShownEvent) -> dict[str, object]:
    kept = shown.version.assessment
    edition = event_store.edition_of(kept).title if kept else ""
    return {"event": shown.played, "edition": edition, "on_paper": True}


def _stage(stage: ShownStage, pending: set[str], *, first: bool) -> Iterator[Block]:
    if stage.heading or first:
        yield Heading(stage.heading or _("Results"))
    if stage.facts:
        yield Words(stage.facts, soft=True)
    for table in stage.tables:
        yield from _league(table)
    for listing in stage.lists:
        if listing.heading:
            yield Heading(listing.heading)
        yield _list(listing, pending)
    for each in stage.rounds:
        yield from _round(each.heading, [_match(match) for match in each.matches], each.byes)
    for drawn in stage.bracket.rounds if stage.bracket else ():
        met = [_tie(each) for each in drawn.ties if not each.bye]
        yield from _round(drawn.heading, met, [each.sides[0] for each in drawn.ties if each.bye])


def _league(table: ShownTable) -> Iterator[Block]:
    if table.heading:
        yield Heading(table.heading)
    columns = [Column(_("Place"), figures=True), Column(_("Team"))]
    words = (_("Played"), _("Won"), _("Drawn"), _("Lost"), _("Score"))
    columns += [Column(each, figures=True) for each in words]
    rows = []
    for each in table.rows:
        counts = (each.row.played, each.row.won, each.row.drawn, each.row.lost)
        rows.append([str(each.row.place), each.name, *map(str, counts), each.score])
    yield Lines(columns, rows)


def _list(listing: ResultList, pending: set[str]) -> Lines:
    columns = [Column(_("Place"), figures=True), Column(_("Names"))]
    columns += [Column(_("Section"))] if listing.sectioned else []
    columns += [Column(_("Score"), figures=True)] if listing.scored else []
    columns += [Column(_("Points"), figures=True)] if listing.worth else []
    return Lines(columns, [_line(listing, each, pending) for each in listing.lines])


def _line(listing: ResultList, line: ResultLine, pending: set[str]) -> list[str]:
    names = " & ".join(each.text for each in line.players)
    cells = [line.place, f"{line.team}: {names}" if line.team else names]
    cells += [line.section] if listing.sectioned else []
    cells += [line.score] if listing.scored else []
    if listing.worth:
        won = [" ".join(filter(None, (each.points, _(each.colour.capitalize()), each.whose))) for each in line.won] or [
            "0"
        ]
        cells.append("\n".join([*won, *([_("pending")] if line.key.contestant in pending else [])]))
    return cells


def _match(match: ShownMatch) -> list[str]:
    one, other = (_side(side, won=won) for side, won in zip(match.sides, match.won, strict=True))
    return [one, match.scores[0], other, match.scores[1]]


def _tie(tie: Tie) -> list[str]:
    (one, score, won), (other, against, lost) = tie.lines
    shown = _side(other, won=lost)
    return [_side(one, won=won), score, f"{shown} ({tie.ended})" if tie.ended else shown, against]


def _side(name: str, *, won: bool) -> str:
    return f"{name} ({_('Won')})" if won else name


def _round(heading: str, rows: list[list[str]], byes: Sequence[str]) -> Iterator[Block]:
    yield Heading(heading)
    columns = [Column(_("Side")), Column(_("Score"), figures=True)]
    columns += [Column(_("Against")), Column(_("Score"), figures=True)]
    yield Lines(columns, rows)
    if byes:
        yield Words(f"{_('Byes:')} {', '.join(byes)}")


def why_paper(shown: ShownEvent, context: Mapping[str, object], decisions: Sequence[Decision]) -> Paper:
    """Write why a contestant has these points, as the page does."""
    blocks: list[Block] = []
    for each in decisions:
        won = f"{each.points} {_(each.colour.capitalize())}" if each.colour else _("no points")
        blocks += [Words(f"{each.names}: {won}"), each.lines]
    if not decisions:
        blocks.append(Words(_("The handbook gives this contestant nothing here, and refuses nothing.")))
    blocks.append(Words(str(context["edition"]), soft=True))
    lead = papers.as_words("public/event_why_lead.html", context)
    title = f"{shown.played.competition.name}: {_('Why these points?')}"
    return document("working", Document(title, blocks, _eyebrow(shown), lead))
