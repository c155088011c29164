"""Charts as SVG: what groups get before and after. They print, need no script, and can be read on a phone.

Colours and type are attributes, which a style sheet overrides; on paper there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from typing import NamedTuple

_WIDTH = 420
_KEY = 30
_TYPE = 'font-family="Libertinus Serif" font-size="14"'
_FILL = {"before": "#8a8f98", "after": "#0b5a43"}
#: Of a row: its label, a bar, and the gap below both bars.
_LABEL, _BAR, _GAP = 20, 15, 12
#: Figures stand at the right of bars.
_FIGURES = 96
_COLUMNS, _FOOT, _TOP = 200, 40, 22
_WIDEST = 22
#: Labels of the first and the last column are wider than the column.
_SIDE = 12


class Pair(NamedTuple):
    """What a group gets before and after."""

    label: str
    before: Decimal
    after: Decimal


def rows(shown: Sequence[Pair], says: str, unit: str = "") -> str:
    """Draw a row for each group: its name, and two bars with their figures."""
    most = _tallest(shown)
    drawn = []
    top = _KEY
    for each in shown:
        parts = [_text(each.label, 0, top + 14, "label")]
        for at, (name, value) in enumerate((("before", each.before), ("after", each.after))):
            y = top + _LABEL + at * _BAR
            long = float(max(value, Decimal()) / most) * (_WIDTH - _FIGURES)
            parts.append(_rect(name, 0, y, long, _BAR - 2))
            parts.append(_text(f"{value:,}{unit}", long + 6, y + 12, "figure"))
        drawn.append(f"<g>{''.join(parts)}</g>")
        top += _LABEL + 2 * _BAR + _GAP
    return _svg(top - _GAP + 4, says, "".join(drawn))


def columns(shown: Sequence[Pair], says: str) -> str:
    """Draw two columns for each group, in the order of time."""
    most = _tallest(shown)
    room = (_WIDTH - 2 * _SIDE) / max(len(shown), 1)
    width = min(room * 0.4, _WIDEST)
    every = max(1, -(-len(shown) // 12))  # labels of many would run into each other
    top, foot = _KEY + _TOP, _KEY + _TOP + _COLUMNS
    drawn = [
        f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{foot}" y2="{foot}" stroke="#b5b5b5"/>',
        f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{top}" y2="{top}" stroke="#b5b5b5" stroke-dasharray="2 4"/>',
        _text(f"{most:,}", 0, top - 6, "figure"),
    ]
    for at, each in enumerate(shown):
        middle = _SIDE + (at + 0.5) * room
        parts = [f"<title>{escape(f'{each.label}: {each.before:,} before, {each.after:,} after')}</title>"]
        for name, left, value in (("before", middle - width - 1, each.before), ("after", middle + 1, each.after)):
            tall = float(max(value, Decimal()) / most) * _COLUMNS
            parts.append(_rect(name, left, foot - tall, width, tall))
        if at % every == 0:
            word, _space, under = each.label.partition(" ")
            parts.append(_text(word, middle, foot + 17, "label middle", "middle"))
            if under and (at == 0 or word == "Jan"):
                parts.append(_text(under, middle, foot + 34, "label middle", "middle"))
        drawn.append(f"<g>{''.join(parts)}</g>")
    return _svg(foot + _FOOT, says, "".join(drawn))


def _tallest(shown: Sequence[Pair]) -> Decimal:
    return max((max(each.before, each.after) for each in shown), default=Decimal()) or Decimal(1)


def _svg(height: float, says: str, drawn: str) -> str:
    key = "".join(
        _rect(name, left, 4, 14, 14) + _text(name.capitalize(), left + 20, 16, "label")
        for name, left in (("before", 0), ("after", 90))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart pairs" viewBox="0 0 {_WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(says)}">{key}{drawn}</svg>'
    )


def _rect(name: str, left: float, top: float, width: float, height: float) -> str:
    return (
        f'<rect class="{name}" fill="{_FILL[name]}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}"/>'
    )


def _text(words: str, left: float, base: float, name: str, anchor: str = "start") -> str:
    return f'<text class="{name}" {_TYPE} text-anchor="{anchor}" x="{left:.1f}" y="{base:.1f}">{escape(words)}</text>'
