"""A chart of points over time: one line for each colour, in steps, with its name at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.web.design.markup import fill, fill_each

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _FOOT = 84, 92, 16, 40
_LINES = 4
#: Words at the ends of lines keep so far from each other.
_APART = 24
_ROUND = (1, 2, 5, 10)
_THOUSANDS, _LONG = ",000", 5
_FEW_YEARS, _MANY_YEARS = 2, 5


class Steps(NamedTuple):
    """A colour's way: what it was before the first day, and what it was from each day on."""

    colour: str
    before: int
    days: Sequence[tuple[date, int]]

    @property
    def last(self) -> int:
        """What it is now."""
        return self.days[-1][1] if self.days else self.before


def steps(ways: Sequence[Steps], first: date, last: date, shown: Callable[[int], str], says: str) -> SafeString:
    """Draw the ways of some colours from one day to another."""
    values = [0, *(value for way in ways for value in (way.before, *(each for _day, each in way.days)))]
    most, least = max(values), min(values)
    gap = _gap(most - least)
    top, foot = max(-(-most // gap) * gap, gap), least // gap * gap
    whole = max((last - first).days, 1)

    def across(day: date) -> float:
        return _LEFT + (day - first).days / whole * (_WIDTH - _LEFT - _RIGHT)

    def up(value: float) -> float:
        return _HEIGHT - _FOOT - (value - foot) / (top - foot) * (_HEIGHT - _TOP - _FOOT)

    grid = fill_each(
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="label side" x="{}" y="{}">{}</text>',
        (
            (
                _LEFT,
                _WIDTH - _RIGHT,
                f"{up(value):.1f}",
                f"{up(value):.1f}",
                _LEFT - 10,
                f"{up(value) + 5:.1f}",
                _short(shown(value)),
            )
            for value in range(foot, top + 1, gap)
        ),
    )
    return fill(
        '<svg class="chart steps" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}</svg>',
        _WIDTH,
        _HEIGHT,
        says,
        grid,
        _years(first, last, across),
        fill_each('<path class="way way-{}" d="{}"/>', ((w.colour, _path(w, across, up)) for w in ways)),
        _ends(ways, up),
    )


def _short(written: str) -> str:
    """Write 400,000 as 400k: the side of a chart is narrow."""
    return f"{written.removesuffix(_THOUSANDS)}k" if written.endswith(_THOUSANDS) and len(written) > _LONG else written


def _gap(most: int) -> int:
    """Find a round distance of the lines, so that the highest value fits under the topmost."""
    wanted = max(-(-most // _LINES), 1)
    power = 1
    while power * 10 < wanted:
        power *= 10
    return next(each * power for each in _ROUND if each * power >= wanted)


def _years(first: date, last: date, across: Callable[[date], float]) -> SafeString:
    begins = [date(year, 1, 1) for year in range(first.year + 1, last.year + 1)]
    if len(begins) < _FEW_YEARS:
        begins = [date(year, month, 1) for year in range(first.year, last.year + 1) for month in (1, 4, 7, 10)]
    begins = [day for day in begins if first <= day <= last]
    many = len(begins) > _MANY_YEARS
    return fill_each(
        '<line class="tick" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="label{}" x="{}" y="{}">{}</text>',
        (
            (
                *(f"{across(day):.1f}", f"{across(day):.1f}", _HEIGHT - _FOOT, _HEIGHT - _FOOT + 6),
                " every-other" if many and at % 2 else "",
                *(f"{across(day):.1f}", _HEIGHT - _FOOT + 24, _day_text(day)),
            )
            for at, day in enumerate(begins)
        ),
    )


def _day_text(day: date) -> str:
    return str(day.year) if day.month == 1 else date_format(day, "M")


def _path(way: Steps, across: Callable[[date], float], up: Callable[[float], float]) -> str:
    parts = [f"M{_LEFT} {up(way.before):.1f}"]
    for day, value in way.days:
        parts.append(f"H{across(day):.1f}V{up(value):.1f}")
    return "".join([*parts, f"H{_WIDTH - _RIGHT}"])


def _ends(ways: Sequence[Steps], up: Callable[[float], float]) -> SafeString:
    """Write each colour's word where its line ends; words that would touch move up."""
    placed: list[tuple[str, float]] = []
    lowest = _HEIGHT - _FOOT + 5.0
    for way in sorted(ways, key=lambda each: each.last):
        y = min(up(way.last) + 5, lowest)
        placed.append((way.colour, y))
        lowest = y - _APART
    return fill_each(
        '<text class="end end-{}" x="{}" y="{}">{}</text>',
        ((colour, _WIDTH - _RIGHT + 8, f"{y:.1f}", _(colour.capitalize())) for colour, y in placed),
    )
