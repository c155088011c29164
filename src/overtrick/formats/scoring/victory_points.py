"""How many victory points is a match worth? By scales whose figures can be worked out from a published rule.

Scales that are only a printed table are left out until the table itself can be laid beside the code.
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from overtrick.engine.event import Word

_EXACT = Context(prec=40)
_HUNDREDTH = 100


class VictoryPoints(Word):
    """A scale that turns the margin of a match into victory points for both sides."""

    WBF_CONTINUOUS = "WBF continuous 20-0"  #: the World Bridge Federation's of 2013, to 0.01
    WON_OR_LOST = "2 for a win"  #: two for a win, one for a draw


def victory_points(margin: int, boards: int, scale: VictoryPoints) -> tuple[Fraction, Fraction]:
    """Give the victory points of both sides of a match of so many boards; the margin is the first side's, in IMPs."""
    if boards < 1:
        raise ValueError("a match has at least one board")
    if scale is VictoryPoints.WON_OR_LOST:
        ours = Fraction((margin > 0) - (margin < 0) + 1)
        return ours, 2 - ours
    more = Fraction(_wbf_hundredths(abs(margin), boards), _HUNDREDTH)
    return (more, 20 - more) if margin > 0 else (20 - more, more)


@lru_cache(maxsize=4096)
def _wbf_hundredths(margin: int, boards: int) -> int:
    """Give the winners' victory points in hundredths, halves up.

    The scale is 10 + 10 × (1 − R^(margin ÷ most)) ÷ (1 − R), where R is the third power of the golden section, that is
    √5 − 2, and 15 × √boards is the most that counts. Printed tables move a few of these figures by 0.01, so that no IMP
    is worth more than the one before it; that is not done here.
    """
    if margin * margin >= 15 * 15 * boards:
        return 20 * _HUNDREDTH
    fall = _EXACT.subtract(_EXACT.sqrt(Decimal(5)), Decimal(2))
    most = _EXACT.multiply(Decimal(15), _EXACT.sqrt(Decimal(boards)))
    left = _EXACT.power(fall, _EXACT.divide(Decimal(margin), most))
    won = _EXACT.divide(_EXACT.subtract(Decimal(1), left), _EXACT.subtract(Decimal(1), fall))
    hundredths = _EXACT.multiply(_EXACT.add(Decimal(1), won), Decimal(10 * _HUNDREDTH))
    return int(_EXACT.add(hundredths, Decimal("0.5")))
