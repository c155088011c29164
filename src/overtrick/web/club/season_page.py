"""The page of a season event: its bracket or table, what is to be submitted, and the points with their state."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine.assessment import Award
from overtrick.engine.event import Contest, Ended, Play
from overtrick.formats.awards_json import points as writer
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import HeldCredit, Seat, Submission
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.ledger.models import Entry
from overtrick.register.seasons import bracket, ladder_table, league_table
from overtrick.register.seasons.grown_event import SERIES, grown
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Fixture, Notebook, read
from overtrick.web.design.brackets import (
    Bracket,
    BracketRound,
    ShownTable,
    Tie,
    ended,
    round_heading,
    shown_tables,
)
from overtrick.web.design.brackets import bracket as drawn
from overtrick.web.design.tables import Cell, Figures, Places, Table
from overtrick.web.design.working import as_html, clause_link

PENDING, HELD, PROVISIONAL, FINAL = "pending", "held", "provisional", "final"


class SeasonPoints(NamedTuple):
    """Points of a contestant, or of some of its players: how far they have come, and why."""

    contestant: str
    names: str
    points: str
    colour: str
    state: str
    due: str  #: when they fall due
    clause: SafeString | str
    working: SafeString


class ShownFixture(NamedTuple):
    """A match of a league."""

    tie: Tie
    drawn: bool


class ShownDay(NamedTuple):
    """Matches of a league that were noted together."""

    day: date
    fixtures: tuple[ShownFixture, ...]


def bracket_of(season: SeasonEvent, *, change: bool) -> Bracket | None:
    """Draw a knock-out; matches that can be changed lead there."""
    notes = read(season.notes)
    steps = bracket.course(notes.entrants, notes.rounds)
    rounds = []
    for number, (this, left) in enumerate(zip(notes.rounds, steps, strict=True)):
        ties = [_tie(season, each, (number, at), change=change) for at, each in enumerate(this.fixtures)]
        ties += [Tie((name, ""), (name, "")) for name in this.byes]
        name = bracket.round_name(len(left.before), number + 1)
        rounds.append(BracketRound(round_heading(name, number + 1), tuple(ties)))
    return drawn(rounds) if rounds else None


def _tie(season: SeasonEvent, fixture: Fixture, place: tuple[int, int], *, change: bool) -> Tie:
    link = reverse("club-season-match", args=[season.organisation_id, season.pk, *place]) if change else ""
    said = ended(Ended(fixture.ended)) if fixture.decided else ""
    return Tie(fixture.sides, fixture.sides, fixture.scores, fixture.winner, said, not fixture.decided, link)


def matches_of(season: SeasonEvent, *, change: bool) -> list[ShownDay]:
    """List the matches of a league, the latest first."""
    notes = read(season.notes)
    found = []
    for number, this in enumerate(notes.rounds):
        fixtures = [
            ShownFixture(_tie(season, each, (number, at), change=change), each.decided and not each.winner)
            for at, each in enumerate(this.fixtures)
        ]
        found.append(ShownDay(this.day, tuple(fixtures)))
    return found[::-1]


def tables_of(season: SeasonEvent) -> list[ShownTable]:
    """Draw the table of each division of a league."""
    event = grown(season)
    return shown_tables(league_table.tables(event.stages[0]), str) if event else []


def ladder_of(season: SeasonEvent, request: HttpRequest) -> Table:
    """Draw the table of a ladder."""
    rows = [
        [
            Cell(int(row.place.rstrip("=")) if row.place else None, row.place or "–"),
            Cell(row.name),
            Cell(row.results),
            Cell(row.average),
            Cell(row.total),
        ]
        for row in ladder_table.table(read(season.notes))
    ]
    headings = [Places(_("Place")), _("Names"), Figures(_("Results")), Figures(_("Average")), Figures(_("Best total"))]
    return Table(season.name, headings, rows, request)


def sheet_of(season: SeasonEvent) -> tuple[list[str], list[list[str | int | Decimal | None]]]:
    """Give the matches or the results of a season as one table to download."""
    notes = read(season.notes)
    if Contest(season.contest) in SERIES:
        columns = [_("Day"), _("Game"), _("Names"), _("Score")]
        return columns, [
            [each.day.isoformat(), each.name, name, Decimal(score)]
            for each in notes.games
            for name, score in each.scores
        ]
    columns = [_("Round"), _("Day"), _("Side"), _("Score"), _("Against"), _("Score"), _("Winner"), _("Ended")]
    rows: list[list[str | int | Decimal | None]] = []
    for number, this in enumerate(notes.rounds, 1):
        for each in this.fixtures:
            one, other = (Decimal(score) if score else None for score in each.scores)
            said = each.ended if each.decided else ""
            rows.append([number, this.day.isoformat(), each.sides[0], one, each.sides[1], other, each.winner, said])
        rows += [[number, this.day.isoformat(), name, None, _("bye"), None, name, ""] for name in this.byes]
    return columns, rows


# --- Points ------------------------------------------------------------------------------------------------------


def points_of(counting: Submission | None) -> list[SeasonPoints]:
    """Give the points of the version that counts, each with its state and its working."""
    kept = counting.assessments.select_related("event").order_by("pk").last() if counting else None
    if counting is None or kept is None:
        return []
    try:
        made = event_store.worked_out_again(kept)
    except event_store.NotAsKept:
        return []
    edition = event_store.edition_of(kept)
    waits = _waits(counting)
    final = _final(counting)
    states = [_state(at, each, waits, final) for at, each in enumerate(made.awards)]
    found = []
    for _key, group in groupby(zip(made.awards, states, strict=True), key=_same):
        members = list(group)
        first, (state, wait) = members[0]
        show = writer(edition, first)
        why = as_html(first.working, show, kept.handbook, edition.name)
        due = (wait.why, clause_link(wait.clause, kept.handbook)) if wait else ("", "")
        names = " & ".join(award.player.name for award, _state in members)
        found.append(SeasonPoints(first.contestant, names, show(first.units), first.colour, state, *due, why))
    order = (PENDING, HELD, PROVISIONAL, FINAL)
    return sorted(found, key=lambda each: order.index(each.state))


_AwardState = tuple[str, HeldCredit | None]


def _same(award: tuple[Award, _AwardState]) -> tuple[object, ...]:
    """Put the players of a contestant together who have the same for the same reason, in the same state."""
    won, (state, _wait) = award
    return won.contestant, won.stage, won.field, won.colour, won.units, won.working, state


def _waits(counting: Submission) -> dict[int, HeldCredit]:
    rows = counting.held.filter(released__isnull=True, dropped="", award__isnull=False)
    return {each.award: each for each in rows if each.award is not None}


def _final(counting: Submission) -> set[tuple[Named, str, int]]:
    """Say whose points are final: who, of which colour and how many.

    An entry that a later version leaves as it is belongs to the assessment of an earlier one, so it is known by these.
    Of several that are alike, all have to be final.
    """
    entries = Entry.objects.filter(
        posting__submission__competition=counting.competition_id, corrects__isnull=True, corrected_by__isnull=True
    )
    booked: dict[int, dict[tuple[str, int], bool]] = {}
    for player, colour, units, closed in entries.values_list("player_id", "colour", "units", "posting__closed"):
        of_player = booked.setdefault(player, {})
        of_player[colour, units] = of_player.get((colour, units), True) and closed is not None
    seats: Iterable[Seat] = counting.seats.filter(player__isnull=False)
    return {
        (Named(each.contestant, each.name, each.number), *won)
        for each in seats
        for won, final in booked.get(each.player_id or 0, {}).items()
        if final
    }


def _state(at: int, award: Award, waits: dict[int, HeldCredit], final: set[tuple[Named, str, int]]) -> _AwardState:
    wait = waits.get(at)
    if wait is not None:
        return (PENDING if wait.pending else HELD), wait
    who = named(award.contestant, award.player)
    return (FINAL if (who, award.colour, award.units) in final else PROVISIONAL), None


def play_of(notes: Notebook) -> Play:
    """Say what competes."""
    return Play(notes.plan.play)


def noted(notes: Notebook) -> int:
    """Count what was noted: results of matches, or games."""
    return sum(each.decided for each in notes.fixtures) + len(notes.games)
