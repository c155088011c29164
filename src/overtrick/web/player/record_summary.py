"""The top of a record: totals, the rank, what is missing for the next, the years."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.engine.ranks import RankStanding, Shortfall
from overtrick.register import sql
from overtrick.register.ledger.models import Posting
from overtrick.register.records.record_lines import RecordLine
from overtrick.web.design.points_chart import Steps, steps
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_facts import RecordFacts

_TEN_YEARS = 10
_OPENING = Posting.Kind.OPENING
#: A bar is drawn in hundredths.
_WHOLE = 100


class Total(NamedTuple):
    """Points of one colour: what is final, and what is still provisional."""

    colour: str
    final: str
    provisional: str  #: empty if there are none


class Bar(NamedTuple):
    """One requirement of the next rank."""

    words: str
    held: str
    asked: str
    missing: str  #: empty if it is met
    share: int  #: of a hundred


class Rank(NamedTuple):
    """Where a player stands."""

    name: str
    since: date | None
    following: str
    bars: tuple[Bar, ...]
    to_win: str  #: in words
    beyond: str = ""  #: why nothing is known of higher ranks


class Year(NamedTuple):
    """What was won in a calendar year, and what it came to."""

    year: int
    won: tuple[str, ...]  #: by colour
    total: str
    units: int


class PointsOverTime(NamedTuple):
    """Points over time."""

    chart: SafeString
    says: str
    colours: tuple[str, ...]
    years: tuple[Year, ...]
    best_year: Year | None
    best_event: RecordLine | None
    best_points: str


Held = dict[str, tuple[int, int]]  #: by colour: what is final, and what there is in all


def holdings(rows: Iterable[sql.Row]) -> Held:
    """Add up what is final and what is held in all, by colour."""
    found: Held = {}
    for colour, final, units in rows:
        before = found.get(colour, (0, 0))
        found[colour] = before[0] + final, before[1] + units
    return found


def totals(held: Held, points: PointsWriter) -> tuple[Total, ...]:
    """Write the totals; a colour that nobody has yet is there with nothing."""
    found = []
    for colour in points.colours:
        final, units = held.get(colour, (0, 0))
        more = points.show(colour, units - final) if units != final else ""
        found.append(Total(colour, points.show(colour, final), f"+{more}" if units > final else more))
    return tuple(found)


def rank(whose: RecordFacts, points: PointsWriter) -> Rank:
    """Say which rank final points give, since when, and what is missing."""
    ladder = whose.ladder
    final = {colour: final for colour, (final, _all) in holdings(whose.held).items()}
    standing = ladder.standing(ladder.holding(final, dict(whose.parts)))
    reached = min((day for name, day in whose.promoted if name == standing.rank), default="")
    since = date.fromisoformat(reached) if reached else None
    bars = tuple(_bar(each, points) for each in standing.missing)
    beyond = standing.beyond.says if standing.beyond else ""
    return Rank(standing.rank, since, standing.following, bars, _to_win(standing, points), beyond)


def _bar(each: Shortfall, points: PointsWriter) -> Bar:
    asked = int(each.minimum.units)
    share = min(each.held * _WHOLE // asked, _WHOLE) if asked > 0 else _WHOLE
    of = each.minimum.colours
    missing = points.of(of, each.missing) if each.missing else ""
    return Bar(_words(each.minimum.words), points.of(of, each.held), points.of(of, asked), missing, max(share, 0))


def _words(words: str) -> str:
    return _("points in total") if words == "in total" else _("%(words)s points") % {"words": words}


def _to_win(standing: RankStanding, points: PointsWriter) -> str:
    parts = []
    for each in standing.to_win:
        every = all(name in each.colours for name in points.colours)
        shown = points.of(each.colours, each.units)
        parts.append(
            _("%(points)s points of any colour") % {"points": shown}
            if every
            else _("%(points)s %(words)s points") % {"points": shown, "words": each.words}
        )
    return _(" and ").join(parts)


def course(lines: Sequence[RecordLine], points: PointsWriter, today: date, colour: str = "") -> PointsOverTime:
    """Draw the points of the last ten years, all colours or one, with a table by year."""
    chosen = [name for name in points.colours if name == colour or not colour]
    with_some = tuple(name for name in chosen if any(line.colour == name for line in lines)) or tuple(chosen[:1])
    dated = sorted((line for line in lines if line.units), key=lambda line: line.played)
    first = _first(dated, today)
    ways = [_way(name, dated, first) for name in with_some]
    years = tuple(_years(dated, with_some, points, first, today, colour))
    best = max((year for year in years if year.units > 0), key=lambda year: year.units, default=None)
    event = _best_event(line for line in lines if line.colour in with_some)
    says = _says(ways, points, first, today)
    chart = steps(
        ways, first, max(today, dated[-1].played) if dated else today, lambda units: points.show(colour, units), says
    )
    best_points = points.show(event.colour, event.units) if event else ""
    return PointsOverTime(chart, says, with_some, years, best, event, best_points)


def _first(dated: Sequence[RecordLine], today: date) -> date:
    """Begin ten years ago, or with the year of the first points."""
    earliest = date(today.year - _TEN_YEARS, 1, 1)
    played = [line.played for line in dated if line.event and line.kind != _OPENING]
    return max(earliest, date(played[0].year, 1, 1)) if played else date(today.year, 1, 1)


def _way(colour: str, dated: Iterable[RecordLine], first: date) -> Steps:
    won: dict[date, int] = {}
    before = 0
    for line in dated:
        if line.colour != colour:
            continue
        if line.played < first or line.kind == _OPENING:
            before += line.units
        else:
            won[line.played] = won.get(line.played, 0) + line.units
    sums = accumulate(won.values(), initial=before)
    next(sums)
    return Steps(colour, before, tuple(zip(won, sums, strict=True)))


def _years(
    dated: Iterable[RecordLine], colours: Sequence[str], points: PointsWriter, first: date, today: date, colour: str
) -> Iterable[Year]:
    won: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for line in dated:
        if line.kind != _OPENING:
            won[line.played.year][line.colour] += line.units
    for year in range(today.year, first.year - 1, -1):
        parts = [won[year][name] for name in colours]
        shown = tuple(points.show(name, units) for name, units in zip(colours, parts, strict=True))
        yield Year(year, shown, points.show(colour, sum(parts)), sum(parts))


def _best_event(lines: Iterable[RecordLine]) -> RecordLine | None:
    won = [line for line in lines if line.counts and line.submission and line.units > 0]
    return max(won, key=lambda line: (line.units, line.played), default=None)


def _says(ways: Sequence[Steps], points: PointsWriter, first: date, today: date) -> str:
    """Tell in a sentence what the chart shows."""
    won = [
        f"{points.show(way.colour, way.last - way.before)} {_(way.colour)}" for way in ways if way.last != way.before
    ]
    count = today.year - first.year + 1
    span = ngettext("In the last year", "In the last %(count)d years", count) % {"count": count}
    if first.year == today.year:
        span = _("This year")
    if not won:
        return _("%(span)s this record gained no points.") % {"span": span}
    return _("%(span)s this record gained %(won)s points.") % {"span": span, "won": _(" and ").join(won)}
