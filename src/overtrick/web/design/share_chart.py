"""A chart of how points are spread over members: the more of them to the left, the more points to the top."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _FOOT = 30, 30, 40, 40
#: Those with most are left out of the picture: beside them everybody else would be a flat line.
_SHOWN = 90


def curve(tops: Sequence[int], mine: tuple[int, int], shown: Callable[[int], str], says: str, you: str) -> SafeString:
    """Draw the points of the members from fewest to most, and a mark where one of them stands (percent, points)."""
    share, points = mine
    highest = max(tops[len(tops) * _SHOWN // 100 - 1], points, 1)

    def across(percent: float) -> float:
        return _LEFT + percent / 100 * (_WIDTH - _LEFT - _RIGHT)

    def up(value: int) -> float:
        return _HEIGHT - _FOOT - min(max(value, 0) / highest, 1) * (_HEIGHT - _TOP - _FOOT)

    seen = [(at, top) for at, top in enumerate(tops, 1) if top <= highest]
    line = " ".join(f"{across(100 * at / len(tops)):.1f},{up(top):.1f}" for at, top in seen)
    x, y = f"{across(share):.1f}", f"{up(points):.1f}"
    return format_html(
        '<svg class="chart steps spread" viewBox="0 0 {w} {h}" role="img" aria-label="{says}">'
        '<line class="axis" x1="{left}" x2="{right}" y1="{foot}" y2="{foot}"/>'
        '<text class="label side" x="{side}" y="{foot_text}">{none}</text>'
        '<text class="label side" x="{side}" y="{top_text}">{most}</text>'
        '<text class="label" x="{quarter}" y="{below}">25 %</text>'
        '<text class="label" x="{half}" y="{below}">50 %</text>'
        '<text class="label" x="{three}" y="{below}">75 %</text>'
        '<polyline class="way" points="{line}"/>'
        '<line class="tick" x1="{x}" x2="{x}" y1="{y}" y2="{foot}"/><circle class="you" cx="{x}" cy="{y}" r="8"/>'
        '<text class="value" x="{x}" y="{above}">{you}</text></svg>',
        w=_WIDTH,
        h=_HEIGHT,
        says=says,
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        foot=_HEIGHT - _FOOT,
        side=0,
        foot_text=_HEIGHT - _FOOT + 5,
        top_text=_TOP - 14,
        none=shown(0),
        most=shown(highest),
        quarter=across(25),
        half=across(50),
        three=across(75),
        below=_HEIGHT - _FOOT + 24,
        line=line,
        x=x,
        y=y,
        above=f"{max(up(points) - 14, 16):.1f}",
        you=you,
    )
