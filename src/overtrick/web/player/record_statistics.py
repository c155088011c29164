"""What a record says about its player: partners, club nights, this year against last, the way to the next rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.engine.ranks import RankStanding
from overtrick.register.records.record_lines import RecordLine
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_filters import partners_of

#: Whoever played fewer nights together is not compared: one good night is not a partnership.
FEWEST_NIGHTS = 3
#: So many partners and club nights are listed.
LISTED = 5
#: The pace is that of so many days.
YEAR = 365
#: A rank that is further away is not foretold.
_FARTHEST = 50 * YEAR
_MANY_MONTHS = 24
_WON = 3  #: places that are counted


class Night(NamedTuple):
    """An event of the record, with all that it brought, whatever the colour."""

    played: date
    club: str
    partners: tuple[str, ...]
    place: int
    units: int


class Together(NamedTuple):
    """All nights of one kind, for example with one partner."""

    name: str
    nights: int
    points: str
    a_night: str


class YearSoFar(NamedTuple):
    """A year, or the part of it up to a day."""

    words: str
    nights: int
    points: str
    a_night: str
    placed: int  #: how often first, second or third


class Pace(NamedTuple):
    """When the next rank is reached if nothing changes."""

    gained: str  #: in the last twelve months, of the points that are missing most
    missing: str
    months: int
    reached: date

    @property
    def years(self) -> int:
        """So many years, where months would be too many to count; 0 where they are not."""
        return (self.months + 6) // 12 if self.months >= _MANY_MONTHS else 0


def nights(lines: Iterable[RecordLine]) -> list[Night]:
    """Put the lines of each event together; what was taken back, brought along or entered by hand is none."""
    found: dict[int, Night] = {}
    for line in lines:
        if not line.counts or not line.submission:
            continue
        before = found.get(line.competition)
        units = line.units + (before.units if before else 0)
        place = min(filter(None, (line.place, before.place if before else 0)), default=0)
        found[line.competition] = Night(line.played, line.club, tuple(partners_of(line)), place, units)
    return list(found.values())


def partners(played: Sequence[Night], points: PointsWriter) -> list[Together]:
    """List the partners, who brought most points a night first."""
    return _together(((name, night) for night in played for name in night.partners), points)


def club_nights(played: Sequence[Night], points: PointsWriter) -> list[Together]:
    """List the days of the week at each club, the best first."""

    def named(night: Night) -> str:
        return _("%(weekday)s at %(club)s") % {"weekday": date_format(night.played, "l"), "club": night.club}

    return _together(((named(night), night) for night in played if night.club), points)


def _together(sorted_by: Iterable[tuple[str, Night]], points: PointsWriter) -> list[Together]:
    found: dict[str, list[int]] = {}
    for name, night in sorted_by:
        found.setdefault(name, []).append(night.units)
    enough = [(name, units) for name, units in found.items() if len(units) >= FEWEST_NIGHTS]
    enough.sort(key=lambda each: (-sum(each[1]) / len(each[1]), each[0]))
    return [
        Together(name, len(units), points.show("", sum(units)), points.show("", _divided(sum(units), len(units))))
        for name, units in enough[:LISTED]
    ]


def _divided(units: int, count: int) -> int:
    """Divide by the nights, to the nearest whole unit."""
    return (2 * units + count) // (2 * count) if count else 0


def years(played: Sequence[Night], points: PointsWriter, today: date) -> list[YearSoFar]:
    """Compare this year with last year up to the same day, and with all of it."""
    last = today.year - 1

    def up_to_the_same_day(day: date) -> bool:
        return day.year == last and (day.month, day.day) <= (today.month, today.day)

    return [
        _year(_("%(year)d so far") % {"year": today.year}, played, points, lambda day: day.year == today.year),
        _year(_("%(year)d up to the same day") % {"year": last}, played, points, up_to_the_same_day),
        _year(_("All of %(year)d") % {"year": last}, played, points, lambda day: day.year == last),
    ]


def _year(words: str, played: Sequence[Night], points: PointsWriter, counts: Callable[[date], bool]) -> YearSoFar:
    chosen = [night for night in played if counts(night.played)]
    units = sum(night.units for night in chosen)
    placed = sum(1 for night in chosen if 1 <= night.place <= _WON)
    a_night = points.show("", _divided(units, len(chosen)))
    return YearSoFar(words, len(chosen), points.show("", units), a_night, placed)


def pace(standing: RankStanding, lines: Sequence[RecordLine], points: PointsWriter, today: date) -> Pace | None:
    """Say when the next rank comes at the pace of the last twelve months; None where that cannot be said.

    Each requirement has its own pace, by the colours that count for it; the slowest decides.
    """
    since = today - timedelta(days=YEAR)
    recent = [line for line in lines if line.submission and since < line.played <= today]
    slowest: tuple[int, Pace] | None = None
    for each in standing.missing:
        if not each.missing:
            continue
        colours = each.minimum.colours
        gained = sum(line.units for line in recent if line.colour in colours)
        if gained <= 0:
            return None
        days = -(-each.missing * YEAR // gained)
        if days > _FARTHEST:
            return None
        if slowest is None or days > slowest[0]:
            shown = points.of(colours, gained), points.of(colours, each.missing)
            slowest = days, Pace(*shown, -(-days * 12 // YEAR), today + timedelta(days=days))
    return slowest[1] if slowest else None
