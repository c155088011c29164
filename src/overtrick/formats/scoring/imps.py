"""How many IMPs is a difference worth? And those of a pair against the field, or against a datum."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from overtrick.engine.event import Word

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Law 78B of the Laws of Duplicate Bridge: the difference from which 1, 2, 3 … 24 IMPs are won.
STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip

#: What 60 % is worth where results are IMPs; other shares in proportion. The usual regulation for pairs.
AVERAGE_PLUS = 2
_PLUS = Fraction(1, 10)
_HALF = Fraction(1, 2)


class Outliers(Word):
    """Which results a datum leaves out."""

    NONE = "none"
    ONE_EACH_END = "one at each end"  #: the best and the worst result, where at least four were obtained


_FEWEST_WITH_OUTLIERS = 4


def imps(difference: int) -> int:
    """Turn a difference of points into IMPs, with its sign."""
    won = bisect_right(STEPS, abs(difference))
    return won if difference > 0 else -won


def adjusted_imps(share: Fraction) -> Fraction:
    """Give the IMPs of an adjusted score: nothing for an average, two for average plus."""
    return (share - _HALF) / _PLUS * AVERAGE_PLUS


def cross_imps(scores: Sequence[int]) -> dict[int, int]:
    """Give North-South's IMPs against all the other results of the board, for every score on it.

    The IMPs of a difference are the number of steps it reaches. So it is enough to count, for each step, the results
    that are at least that much worse or better.
    """
    times = Counter(scores)
    ordered = sorted(times)
    upto = [0, *accumulate(times[score] for score in ordered)]
    every = upto[-1]
    return {
        score: sum(
            upto[bisect_right(ordered, score - step)] - (every - upto[bisect_left(ordered, score + step)])
            for step in STEPS
        )
        for score in ordered
    }


def datum(scores: Sequence[int], outliers: Outliers) -> int:
    """Take the mean of the results, without outliers, to the nearest ten; a five goes away from nought."""
    ordered = sorted(scores)
    out = 1 if outliers is Outliers.ONE_EACH_END and len(ordered) >= _FEWEST_WITH_OUTLIERS else 0
    kept = ordered[out : len(ordered) - out]
    # In tens, times two, so that a half is a whole number.
    total, tens = abs(sum(kept)), 10 * len(kept)
    rounded = 10 * ((2 * total + tens) // (2 * tens))
    return rounded if sum(kept) >= 0 else -rounded
