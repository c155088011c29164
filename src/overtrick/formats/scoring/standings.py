"""Who came where, once everybody's result is known? Places by exact values, and the values as a list shows them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.scoring.ranking import Method

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

#: How the event file calls the methods, for whoever answers how the boards were scored.
METHODS: Mapping[str, Method] = {
    "matchpoints": Method.MATCHPOINTS,
    "cross-imps": Method.CROSS_IMPS,
    "butler": Method.BUTLER_WITHOUT_EXTREMES,
    "total points": Method.TOTAL_POINTS,
}

_HUNDREDTHS = 100


class RankedLine(NamedTuple):
    """One line of a ranking: who, where, and with how much."""

    key: str
    place: int
    value: Fraction

    @property
    def shown(self) -> Decimal:
        """The value to two decimals, halves away from nought; ties are decided before and not by it."""
        double = 2 * _HUNDREDTHS * abs(self.value)
        hundredths = (double.numerator // double.denominator + 1) // 2
        return Decimal(hundredths if self.value >= 0 else -hundredths).scaleb(-2)


def standings(values: Mapping[str, Fraction]) -> list[RankedLine]:
    """Rank by value, best first; equal values share the best place they reach (1, 2, 2, 4)."""
    ordered = sorted(values.items(), key=lambda item: item[1], reverse=True)
    found: list[RankedLine] = []
    for at, (key, value) in enumerate(ordered, 1):
        place = found[-1].place if found and found[-1].value == value else at
        found.append(RankedLine(key, place, value))
    return found
