"""Where the awards of every stage stop growing with the field, on both sides of the limit (4.2 to 4.4)."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import pytest

from tests.handbooks.scba.support import asked, units

#: The stage, its boards and those of a match, the most that its winner gets at Club status, and the tables at which
#: that is reached: where two winners share a field, where there is one, in an individual.
STAGES = [
    ("qualifying", 36, 0, 180, (36, 30, 30)),
    ("qualifying", 36, 6, 180, (40, 33, None)),
    ("final", 24, 0, 300, (65, 55, 55)),
    ("final", 36, 6, 300, (60, 50, None)),
    ("consolation", 24, 0, 180, (40, 33, 33)),
    ("consolation", 36, 6, 180, (36, 30, None)),
    ("third-final", 24, 0, 108, (24, 20, 20)),
    ("third-final", 36, 6, 108, (22, 18, None)),
]
READERS = (("pairs", 2), ("pairs", 1), ("individual", 1))


def _cases() -> list[tuple[str, int, int, int, str, int, int]]:
    return [
        (stage, boards, match_boards, most, play, winners, reached)
        for stage, boards, match_boards, most, tables in STAGES
        for (play, winners), reached in zip(READERS, tables, strict=True)
        if reached is not None
    ]


def _top(stage: str, tables: int, **more: Any) -> int:  # noqa: ANN401 - any answer
    """Ask what the winner of a stage gets that is read at so many tables."""
    if stage == "final":
        return units(asked(stage, tables=tables, original_tables=tables, **more))[0]
    if stage == "qualifying":
        return units(asked(stage, tables=tables, **more))[0]
    # A consolation of half the tables stands beside finals of its size: it is read at so many (4.3.4).
    own = tables // 2
    others: dict[str, Any] = {"main_tables": own} | ({"second_tables": own} if stage == "third-final" else {})
    original = own + own * len(others) + 3 * (tables - own)
    return units(asked(stage, tables=own, original_tables=original, **others, **more))[0]


@pytest.mark.clause("scba", "4.2.1", "4.2.2", "4.3.6", "4.3.7", "4.4.6", "4.4.7")
@pytest.mark.parametrize(("stage", "boards", "match_boards", "most", "play", "winners", "reached"), _cases())
def test_the_maximum_of_a_stage_is_reached_at_its_size_and_then_grows_with_the_square_root(
    stage: str, boards: int, match_boards: int, most: int, play: str, winners: int, reached: int
) -> None:
    given: dict[str, Any] = {"boards": boards, "match_boards": match_boards, "play": play, "winners": winners}
    assert _top(stage, reached - 1, **given) <= most
    assert _top(stage, reached, **given) == most
    square = Fraction(most * most * (reached + 1), reached)
    root = isqrt(square.numerator // square.denominator)
    assert _top(stage, reached + 1, **given) == root + (root * root < square)
