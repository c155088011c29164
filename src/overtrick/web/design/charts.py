"""Charts as SVG made on the server: they print, need no script, and have a table beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from overtrick.web.design.markup import fill, fill_each

_WIDTH, _HEIGHT = 720, 240
_LEFT, _TOP, _FOOT = 8, 26, 26
_WIDEST = 64


class Bar(NamedTuple):
    """One bar: what stands under it, how high it is, and what is written on it."""

    label: str
    value: float
    shown: str


def bars(bars_shown: Sequence[Bar], says: str) -> SafeString:
    """Draw a bar for each value; ``says`` is the sentence for those who hear the page."""
    tallest = max((each.value for each in bars_shown), default=0) or 1
    room = (_WIDTH - 2 * _LEFT) / max(len(bars_shown), 1)
    width = min(room * 0.72, _WIDEST)
    #: Figures on every bar would run into each other where there are many.
    every = max(1, round(len(bars_shown) / 16))
    drawn = fill_each(
        '<g><title>{}: {}</title><rect x="{}" y="{}" width="{}" height="{}" rx="3"/>{}</g>',
        (
            (
                each.label,
                each.shown,
                *_box(at, each.value / tallest, room, width),
                _words(at, each, room, tallest, every),
            )
            for at, each in enumerate(bars_shown)
        ),
    )
    return fill(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<line class="axis" x1="0" x2="{}" y1="{}" y2="{}"/>{}</svg>',
        _WIDTH,
        _HEIGHT,
        says,
        _WIDTH,
        _HEIGHT - _FOOT,
        _HEIGHT - _FOOT,
        drawn,
    )


def _box(at: int, share: float, room: float, width: float) -> tuple[str, str, str, str]:
    height = share * (_HEIGHT - _TOP - _FOOT)
    left = _LEFT + at * room + (room - width) / 2
    return f"{left:.1f}", f"{_HEIGHT - _FOOT - height:.1f}", f"{width:.1f}", f"{height:.1f}"


def _words(at: int, each: Bar, room: float, tallest: float, every: int) -> SafeString | str:
    if at % every:
        return ""
    middle = f"{_LEFT + (at + 0.5) * room:.1f}"
    top = f"{_HEIGHT - _FOOT - each.value / tallest * (_HEIGHT - _TOP - _FOOT) - 7:.1f}"
    return fill(
        '<text class="value" x="{}" y="{}">{}</text><text class="label" x="{}" y="{}">{}</text>',
        middle,
        top,
        each.shown,
        middle,
        _HEIGHT - 7,
        each.label,
    )
