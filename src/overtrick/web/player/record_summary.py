"""The top of a record: totals, the rank, what is missing for the next, the years."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import accumulate
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.engine.marks import clause_mark
from overtrick.engine.ranks import Minimum, RankStanding, Shortfall
from overtrick.register import sql
from overtrick.register.ledger.models import Posting
from overtrick.register.records.record_lines import RecordLine
from overtrick.web.design.colour_words import asked_words, colour_word
from overtrick.web.design.points_chart import Steps, steps
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_facts import RecordFacts

_TEN_YEARS = 10
_ONE_YEAR = timedelta(days=365)
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
    counted: tuple[str, ...] = ()  #: why a bar may show more than the points of its colour


class Year(NamedTuple):
    """What was won in a calendar year, or in a month of one, and what it came to."""

    year: int
    words: str  #: what the table calls it
    won: tuple[str, ...]  #: by colour
    total: str
    units: int


class PointsOverTime(NamedTuple):
    """Points over time."""

    chart: SafeString
    says: str
    before: str  #: the points the record had when the chart begins; empty if none
    begins: date
    one_year: bool
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


def standing_of(whose: RecordFacts) -> RankStanding:
    """Find the rank that final points give, and what the next one lacks."""
    final = {colour: final for colour, (final, _all) in holdings(whose.held).items()}
    return whose.ladder.standing(whose.ladder.holding(final, dict(whose.parts)), whose.held_before)


def rank(whose: RecordFacts, points: PointsWriter) -> Rank:
    """Say which rank final points give, since when, and what is missing."""
    standing = standing_of(whose)
    reached = min((day for name, day, _edition in whose.promoted if name == standing.rank), default="")
    since = date.fromisoformat(reached) if reached else None
    bars = tuple(_bar(each, points) for each in standing.missing)
    beyond = standing.beyond.says if standing.beyond else ""
    counted = tuple(f"{each.says} ({clause_mark(each.clause)})" for each in standing.counted)
    return Rank(standing.rank, since, standing.following, bars, _to_win(standing, points), beyond, counted)


def _bar(each: Shortfall, points: PointsWriter) -> Bar:
    asked = int(each.minimum.units)
    share = min(each.held * _WHOLE // asked, _WHOLE) if asked > 0 else _WHOLE
    of = each.minimum.colours
    missing = points.of(of, each.missing) if each.missing else ""
    return Bar(_words(each.minimum), points.of(of, each.held), points.of(of, asked), missing, max(share, 0))


def _words(minimum: Minimum) -> str:
    if minimum.words == "in total":
        return _("points in total")
    return _("%(words)s points") % {"words": asked_words(minimum.words, minimum.colours)}


def _to_win(standing: RankStanding, points: PointsWriter) -> str:
    parts = []
    for each in standing.to_win:
        every = all(name in each.colours for name in points.colours)
        shown = points.of(each.colours, each.units)
        parts.append(
            _("%(points)s points of any colour") % {"points": shown}
            if every
            else _("%(points)s %(words)s points") % {"points": shown, "words": asked_words(each.words, each.colours)}
        )
    return _(" and ").join(parts)


def course(
    lines: Sequence[RecordLine], points: PointsWriter, today: date, colour: str = "", *, one_year: bool = False
) -> PointsOverTime:
    """Draw what was gained in ten years or in one, all colours or one, with a table by year or month.

    The chart begins with nothing: on top of all that somebody brought along, a season would be a flat line.
    """
    chosen = [name for name in points.colours if name == colour or not colour]
    with_some = tuple(name for name in chosen if any(line.colour == name for line in lines)) or tuple(chosen[:1])
    dated = sorted((line for line in lines if line.units), key=lambda line: line.played)
    first = today - _ONE_YEAR if one_year else _first(dated, today)
    ways = [_way(name, dated, first) for name in with_some]
    before = [
        (name, sum(line.units for line in dated if line.colour == name and _is_before(line, first)))
        for name in with_some
    ]
    by_year = tuple(_years(dated, with_some, points, _first(dated, today), today, colour))
    rows = tuple(_months(dated, with_some, points, first, today, colour)) if one_year else by_year
    best = max((year for year in by_year if year.units > 0), key=lambda year: year.units, default=None)
    event = _best_event(line for line in lines if line.colour in with_some)
    says = _says(ways, points, first, today, one_year=one_year)
    if any(not line.final for line in dated if line.colour in with_some):
        says = " ".join([says, _("Provisional points are included here.")])
    if scale := _scale([way.colour for way in ways if way.last], points):
        says = f"{says} {scale}"
    last = max(today, dated[-1].played) if dated else today
    chart = steps(ways, first, last, lambda units: points.show(colour, units), says)
    best_points = points.show(event.colour, event.units) if event else ""
    had = _(" and ").join(f"{points.show(name, units)} {colour_word(name)}" for name, units in before if units)
    return PointsOverTime(chart, says, had, first, one_year, with_some, rows, best, event, best_points)


def _first(dated: Sequence[RecordLine], today: date) -> date:
    """Begin ten years ago, or with the year of the first points."""
    earliest = date(today.year - _TEN_YEARS, 1, 1)
    played = [line.played for line in dated if line.event and line.kind != _OPENING]
    return max(earliest, date(played[0].year, 1, 1)) if played else date(today.year, 1, 1)


def _is_before(line: RecordLine, first: date) -> bool:
    return line.played < first or line.kind == _OPENING


def _way(colour: str, dated: Iterable[RecordLine], first: date) -> Steps:
    won: dict[date, int] = {}
    for line in dated:
        if line.colour == colour and not _is_before(line, first):
            won[line.played] = won.get(line.played, 0) + line.units
    return Steps(colour, 0, tuple(zip(won, accumulate(won.values()), strict=True)))


_Won = dict[tuple[int, int], dict[str, int]]  #: by year and month (0: the whole year), then by colour


def _won(dated: Iterable[RecordLine], first: date) -> _Won:
    won: _Won = defaultdict(lambda: defaultdict(int))
    for line in dated:
        if not _is_before(line, first):
            for month in (0, line.played.month):
                won[line.played.year, month][line.colour] += line.units
    return won


def _years(
    dated: Iterable[RecordLine], colours: Sequence[str], points: PointsWriter, first: date, today: date, colour: str
) -> Iterable[Year]:
    won = _won(dated, first)
    for year in range(today.year, first.year - 1, -1):
        yield _year(won[year, 0], year, str(year), colours, points, colour)


def _months(
    dated: Iterable[RecordLine], colours: Sequence[str], points: PointsWriter, first: date, today: date, colour: str
) -> Iterable[Year]:
    won = _won(dated, first)
    for at in range(today.year * 12 + today.month - 1, first.year * 12 + first.month - 2, -1):
        month = date(at // 12, at % 12 + 1, 1)
        words = date_format(month, "F Y")
        yield _year(won[month.year, month.month], month.year, words, colours, points, colour)


def _year(
    won: dict[str, int], year: int, words: str, colours: Sequence[str], points: PointsWriter, colour: str
) -> Year:
    parts = [won[name] for name in colours]
    shown = tuple(points.show(name, units) for name, units in zip(colours, parts, strict=True))
    return Year(year, words, shown, points.show(colour, sum(parts)), sum(parts))


def _best_event(lines: Iterable[RecordLine]) -> RecordLine | None:
    won = [line for line in lines if line.counts and line.submission and line.units > 0]
    return max(won, key=lambda line: (line.units, line.played), default=None)


def _listed(words: Sequence[str]) -> str:
    """Write a list as one says it: 12 local, 0.72 blue and 2.21 green."""
    return _(" and ").join(filter(None, (", ".join(words[:-1]), words[-1])))


def _scale(colours: Sequence[str], points: PointsWriter) -> str:
    """Say how colours that are counted in other units share one chart; nothing where all count alike."""
    units = {name: points.colours[name].units for name in colours}
    least = min(units, key=lambda name: units[name], default="")
    others = [colour_word(name) for name in units if units[name] != units[least]]
    many = max(units.values(), default=1) // units[least] if least else 1
    if not others or any(each not in (units[least], many * units[least]) for each in units.values()):
        return ""
    told = {"colours": _(" or ").join(others), "many": many, "least": colour_word(least)}
    return _("One %(colours)s point is drawn as high as %(many)d %(least)s points.") % told


def _says(ways: Sequence[Steps], points: PointsWriter, first: date, today: date, *, one_year: bool) -> str:
    """Tell in a sentence what the chart shows."""
    won = [f"{points.show(way.colour, way.last)} {colour_word(way.colour)}" for way in ways if way.last]
    count = today.year - first.year + 1
    span = ngettext("In the last year", "In the last %(count)d years", count) % {"count": count}
    if one_year:
        span = _("In the last 12 months")
    elif first.year == today.year:
        span = _("This year")
    if not won:
        return _("%(span)s this record gained no points.") % {"span": span}
    return _("%(span)s this record gained %(won)s points.") % {"span": span, "won": _listed(won)}
