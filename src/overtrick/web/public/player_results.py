"""What everybody may see of a player's results: events with place and points, places in figures, and partners.

Partners who hide are not named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.people import sight
from overtrick.register.records.record_lines import RecordLine, Rows, lines
from overtrick.web.design.tables import Cell, Figures
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_filters import place

_FIRST_THREE = 3
#: So many results stand on a page, and so many partners are named.
PAGE, _MOST_PARTNERS = 25, 6


class WonPoints(NamedTuple):
    """Points of one colour."""

    points: str
    colour: str
    units: int


class PlayedResult(NamedTuple):
    """One event of a player: where they came, with whom, and what it brought."""

    competition: int
    event: str
    club: str
    played: date
    place: str
    first: int  #: the place as a number; 0: none is known
    partners: tuple[str, ...]
    won: tuple[WonPoints, ...]


class Together(NamedTuple):
    """A partner, and how they did together."""

    name: str
    events: int
    won: int
    in_first_three: int


class PlaceFigures(NamedTuple):
    """How often a player came where."""

    events: int
    won: int
    in_first_three: int
    with_points: int


def hidden_partners(record: Rows) -> tuple[str, ...]:
    """Name the partners in a record who hide, or may be somebody who does."""
    names = {name for line in lines(record) for name in _split(line.partners)}
    return tuple(sorted(sight.like_somebody_hidden(names)))


def results(every: Iterable[RecordLine], points: PointsWriter, hidden: Collection[str]) -> list[PlayedResult]:
    """Put the lines of a record together event by event, the latest first; what was taken back is left out."""
    events: dict[int, list[RecordLine]] = {}
    for line in every:
        if line.competition and line.counts:
            events.setdefault(line.competition, []).append(line)
    return [_result(members, points, hidden) for members in events.values()]


def _result(members: Sequence[RecordLine], points: PointsWriter, hidden: Collection[str]) -> PlayedResult:
    sums: dict[str, int] = {}
    for line in members:
        if line.colour:
            sums[line.colour] = sums.get(line.colour, 0) + line.units
    last = members[0]
    named = tuple(_("Hidden player") if name in hidden else name for name in _split(last.partners))
    won = tuple(WonPoints(points.show(colour, units), colour, units) for colour, units in sums.items())
    return PlayedResult(last.competition, last.event, last.club, last.played, place(last), last.place, named, won)


def _split(partners: str) -> list[str]:
    return partners.split(", ") if partners else []


def place_figures(played: Sequence[PlayedResult]) -> PlaceFigures:
    """Count events, wins and places among the first three."""
    return PlaceFigures(
        len(played),
        sum(each.first == 1 for each in played),
        sum(0 < each.first <= _FIRST_THREE for each in played),
        sum(bool(each.won) for each in played),
    )


def partners(played: Iterable[PlayedResult]) -> list[Together]:
    """List with whom a player played most; those who hide are together on one line."""
    events: dict[str, list[PlayedResult]] = {}
    for each in played:
        for name in dict.fromkeys(each.partners):
            events.setdefault(name, []).append(each)
    found = []
    for name, together in events.items():
        figures = place_figures(together)
        found.append(Together(name, figures.events, figures.won, figures.in_first_three))
    return sorted(found, key=lambda each: (-each.events, each.name))[:_MOST_PARTNERS]


def table(played: Iterable[PlayedResult], points: PointsWriter) -> tuple[list[str], list[list[Cell]]]:
    """Give the results as a table to download: a row for each event and colour."""
    columns = [_("Played"), _("Event"), _("Club"), _("Partner"), _("Place"), _("Colour"), Figures(_("Points"))]
    rows = []
    for each in played:
        before = [
            Cell(each.played),
            Cell(each.event, link=reverse("event", args=[each.competition])),
            Cell(each.club),
            Cell(", ".join(each.partners)),
            Cell(each.place),
        ]
        for won in each.won or (WonPoints("0", "", 0),):
            figure = Decimal(points.colours[won.colour].show(won.units)) if won.colour else Decimal(0)
            rows.append([*before, Cell(won.colour), Cell(figure)])
    return columns, rows
