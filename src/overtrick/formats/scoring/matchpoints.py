"""How many match points is a result worth? Two for each result beaten, one for each equalled."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def top(results: int) -> int:
    """Give the most match points a board can bring when it has that many results."""
    return 2 * max(results - 1, 0)


def matchpoints(scores: Sequence[int]) -> dict[int, int]:
    """Give North-South's match points for every score on the board; East-West have the rest of the top."""
    times = Counter(scores)
    ordered = sorted(times)
    at_most = accumulate(times[score] for score in ordered)
    # Of those at most as good, the equal ones give one point and the rest two; a score is not compared with itself.
    return {score: 2 * (upto - times[score]) + times[score] - 1 for score, upto in zip(ordered, at_most, strict=True)}


def neuberg(points: int, results: int, expected: int) -> Fraction:
    """Give match points out of few results the worth they have among the expected number (Neuberg's formula).

    With as many results as expected nothing changes. With one result alone it is an average.
    """
    if results == expected:
        return Fraction(points)
    return Fraction(expected * (points + 1), results) - 1
