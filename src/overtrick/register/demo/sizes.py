"""Sizes of the invented federation: presets, and the shapes of clubs and sessions.

Shapes are tables of whole numbers: a formula with logarithms would not give the same federation on every machine.
"""

from __future__ import annotations

from overtrick.handbooks import edition as editions
from overtrick.handbooks import season
from overtrick.handbooks.season import Size

#: Tiny is for trying something out, lively for a look around. Grown has one club with 250 nights in a year.
_INVENTED = {
    "tiny": Size(80, 3, 1, 60),
    "lively": Size(100, 3, 1, 120),
    "grown": Size(1_500, 4, 2, 480),
    "small": Size(1_200, 30, 3, 2_000),
}


def sizes() -> dict[str, Size]:
    """Give every size by its name: invented ones, and those of federations whose handbook tells how large they are."""
    seasons = {name: season.of(editions.get(name).latest) for name in editions.names()}
    return {**_INVENTED, **{name: each.size for name, each in seasons.items() if each.size is not None}}


#: Log-normal shapes in thousandths of the median, in twenty equal parts: clubs (sigma 1.24) and sessions (sigma 0.45).
CLUB_SHAPE = (
    88, 168, 240, 314, 392, 477, 570, 674, 791, 925, 1081, 1264, 1485, 1755, 2098, 2552, 3186, 4164, 5960, 11363,
)  # fmt: skip
SESSION_SHAPE = (
    414, 523, 596, 657, 712, 764, 815, 866, 918, 972, 1029, 1089, 1154, 1227, 1309, 1405, 1523, 1678, 1911, 2416,
)  # fmt: skip

#: Pairs at the median session.
PAIRS = 13


def spread(total: int, count: int, least: int = 1) -> list[int]:
    """Part a number among clubs as their sizes go; the largest first, none below the least, and it adds up."""
    weights = [_weight(at, count) for at in reversed(range(count))]
    rest = total - least * count
    parts = [least + rest * weight // sum(weights) for weight in weights]
    for at in range(total - sum(parts)):
        parts[at] += 1
    return parts


def _weight(at: int, count: int) -> int:
    """Read a club's size from the shape, between two of its points in proportion."""
    step, between = divmod((2 * at + 1) * 1_000 * (len(CLUB_SHAPE) - 1) // (2 * count), 1_000)
    low, high = CLUB_SHAPE[step], CLUB_SHAPE[step + 1]
    return low + (high - low) * between // 1_000
