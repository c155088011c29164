"""How many victory points is a match worth, and which are draws? By scales with a published rule, or by their rows."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine.event import Word
from overtrick.engine.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXACT = Context(prec=40)
_HUNDREDTH = 100


class VictoryPoints(Word):
    """A scale that turns the margin of a match into victory points for both sides."""

    WBF_CONTINUOUS = "WBF continuous 20-0"  #: the World Bridge Federation's of 2013, to 0.01
    WBF_DISCRETE = "WBF discrete 20-0"  #: likewise, in whole victory points
    WON_OR_LOST = "2 for a win"  #: two for a win, one for a draw


def victory_points(margin: int, boards: int, scale: VictoryPoints) -> tuple[Fraction, Fraction]:
    """Give the victory points of both sides of a match of so many boards; the margin is the first side's, in IMPs."""
    if boards < 1:
        raise ValueError("a match has at least one board")
    if scale is VictoryPoints.WON_OR_LOST:
        ours = Fraction((margin > 0) - (margin < 0) + 1)
        return ours, 2 - ours
    parts = 1 if scale is VictoryPoints.WBF_DISCRETE else _HUNDREDTH
    more = Fraction(_wbf(abs(margin), boards, parts), parts)
    return (more, 20 - more) if margin > 0 else (20 - more, more)


@lru_cache(maxsize=4096)
def _wbf(margin: int, boards: int, parts: int) -> int:
    """Give the winners' victory points in such parts of one, halves up.

    The scale is 10 + 10 × (1 − R^(margin ÷ most)) ÷ (1 − R), where R is the third power of the golden section, that is
    √5 − 2, and 15 × √boards is the most that counts. Printed tables move a few of these figures by one part, so that no
    IMP is worth more than the one before it; that is not done here.
    """
    if margin * margin >= 15 * 15 * boards:
        return 20 * parts
    fall = _EXACT.subtract(_EXACT.sqrt(Decimal(5)), Decimal(2))
    most = _EXACT.multiply(Decimal(15), _EXACT.sqrt(Decimal(boards)))
    left = _EXACT.power(fall, _EXACT.divide(Decimal(margin), most))
    won = _EXACT.divide(_EXACT.subtract(Decimal(1), left), _EXACT.subtract(Decimal(1), fall))
    worth = _EXACT.multiply(_EXACT.add(Decimal(1), won), Decimal(10 * parts))
    return int(_EXACT.add(worth, Decimal("0.5")))


# --- Draws -----------------------------------------------------------------------------------------------------------

_NAMED = re.compile(r"(?:(?:wbf|20[ -]points?|20-0) )?(continuous|discrete)(?: 20-0)?|(2 for a win)")
_OF_A_LENGTH = re.compile(r"\s*(?:([0-9]{1,3})\s*boards?\s*:)?(.*)")
_ROW = re.compile(
    r"\s*([0-9]{1,3})(?:\s*[-\u2013]\s*([0-9]{1,3})|\s*\+)?(?:\s*[:= ]\s*([0-9.]+)\s*[-:\u2013]\s*([0-9.]+))?\s*"
)


class Scale(NamedTuple):
    """A scale as far as draws go: one of a rule, or rows."""

    name: VictoryPoints | None = None
    draws: tuple[tuple[int, int], ...] = ()  #: the boards of a match, 0 for any, and the most IMPs of a draw

    def most_drawn(self, boards: int) -> int | None:
        """Give the largest margin in IMPs that is a draw over so many boards; None where no row tells it."""
        if self.name is None:
            own = dict(self.draws)
            return own.get(boards, own.get(0))
        return most_drawn(boards) if self.name is VictoryPoints.WBF_DISCRETE else 0


@lru_cache(maxsize=256)
def most_drawn(boards: int) -> int:
    """Give the largest margin that is 10-10 in whole victory points."""
    margin = 0
    while boards and victory_points(margin + 1, boards, VictoryPoints.WBF_DISCRETE)[0] == 10:  # noqa: PLR2004 - of 20
        margin += 1
    return margin


#: The victory points of a match add up to one of these; on the scale of 30 the winner has 25 at most.
_SUMS = ((20, 20), (30, 25))


def can_be_of_a_match(one: Decimal | int, two: Decimal | int) -> bool:
    """Say whether two scores can be the victory points of one match."""
    high, low, both = max(one, two), min(one, two), one + two
    if low < 0:
        return False
    return any(high <= most and (both == scale or (most < scale and high == most)) for scale, most in _SUMS)


def widest_draw(boards: int) -> int:
    """Give the largest margin that some scale in use may call level; older ones have wider rows than the WBF's."""
    return max(most_drawn(boards), boards // 8)


def read_scale(written: str) -> Scale | None:
    """Know a scale by its name, or by its rows: "0-1, 2-4, 5-7", for each length "12 boards: 0-1, 2-4"."""
    named = _NAMED.fullmatch(" ".join(written.casefold().split()))
    if named is not None:
        kind, won = named.groups()
        known = VictoryPoints.WBF_DISCRETE if kind == "discrete" else VictoryPoints.WBF_CONTINUOUS
        return Scale(VictoryPoints.WON_OR_LOST if won else known)
    draws = list(_rows(written))
    return None if None in draws else Scale(None, tuple(each for each in draws if each is not None))


def _rows(written: str) -> Iterator[tuple[int, int] | None]:
    """Give the draws of each length; rows that leave a margin out, or begin above 0, are no scale."""
    for part in written.split(";"):
        length = _OF_A_LENGTH.fullmatch(part)
        rows = [_ROW.fullmatch(each) for each in length.group(2).split(",")] if length else []
        found = [
            (int(row[1]), int(row[2] or row[1]), row[3] is None or row[3] == row[4]) for row in rows if row is not None
        ]
        joined = [low for low, _high, _level in found] == [0, *(high + 1 for _low, high, _level in found[:-1])]
        if length is None or len(found) < len(rows) or not joined or not found[0][2]:
            yield None
        else:
            yield int(length.group(1) or 0), found[0][1]
