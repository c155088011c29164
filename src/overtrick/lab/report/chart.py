"""A chart as SVG: two bars for each group, before and after. It prints, and needs no script."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT = 720, 260
_TOP, _FOOT = 34, 28
_WIDEST = 26


class Pair(NamedTuple):
    """What a group gets before and after."""

    label: str
    before: Decimal
    after: Decimal


def pairs(shown: Sequence[Pair], says: str) -> str:
    """Draw two bars for each group; ``says`` is the sentence for those who hear the page."""
    tallest = max((max(each.before, each.after) for each in shown), default=Decimal(0)) or Decimal(1)
    room = _WIDTH / max(len(shown), 1)
    width = min(room * 0.36, _WIDEST)
    every = max(1, -(-len(shown) // 12))  # labels of many would run into each other
    drawn = []
    for at, each in enumerate(shown):
        middle = (at + 0.5) * room
        title = escape(f"{each.label}: {each.before} before, {each.after} after")
        bars = (
            _bar("before", middle - width - 1, width, each.before / tallest),
            _bar("after", middle + 1, width, each.after / tallest),
        )
        label = ""
        if at % every == 0:
            label = f'<text x="{middle:.1f}" y="{_HEIGHT - 9}">{escape(each.label)}</text>'
        drawn.append(f"<g><title>{title}</title>{''.join(bars)}{label}</g>")
    foot = _HEIGHT - _FOOT
    key = (
        '<rect class="before" x="4" y="4" width="14" height="14"/><text class="key" x="24" y="16">Before</text>'
        '<rect class="after" x="104" y="4" width="14" height="14"/><text class="key" x="124" y="16">After</text>'
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(says)}">{key}'
        f'<line x1="0" x2="{_WIDTH}" y1="{foot}" y2="{foot}"/>{"".join(drawn)}</svg>'
    )


def _bar(name: str, left: float, width: float, share: Decimal) -> str:
    height = float(share) * (_HEIGHT - _TOP - _FOOT)
    top = _HEIGHT - _FOOT - height
    return f'<rect class="{name}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/>'
