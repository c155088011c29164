"""Victory points follow their scale."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.scoring import VictoryPoints, victory_points

WBF = VictoryPoints.WBF_CONTINUOUS


@pytest.mark.parametrize(
    ("margin", "boards", "expected"),
    [
        (0, 16, "10"),
        (1, 16, "10.31"),  # R^(1/60) = 0.97623; 10 + 10 × 0.02377 ÷ 0.76393 = 10.311
        (15, 16, "13.97"),  # R^(1/4) = 0.69703; 10 + 10 × 0.30297 ÷ 0.76393 = 13.966
        (30, 16, "16.73"),  # R^(1/2) = 0.48587; 10 + 10 × 0.51413 ÷ 0.76393 = 16.730
        (60, 16, "20"),
        (59, 16, "19.92"),  # R^(59/60) = 0.24182; 10 + 10 × 0.75818 ÷ 0.76393 = 19.925
        (500, 16, "20"),
        (-30, 16, "3.27"),
        (1, 20, "10.28"),  # R^(1/67.08) = 0.97871; 10 + 10 × 0.02129 ÷ 0.76393 = 10.279
        (2, 20, "10.55"),  # R^(2/67.08) = 0.95787; 10 + 10 × 0.04213 ÷ 0.76393 = 10.551
    ],
)
def test_the_continuous_scale(margin: int, boards: int, expected: str) -> None:
    ours, theirs = victory_points(margin, boards, WBF)
    assert (ours, theirs) == (Fraction(expected), 20 - Fraction(expected))


@given(st.integers(-200, 200), st.integers(1, 64))
def test_the_sides_share_twenty_and_a_larger_margin_is_never_worth_less(margin: int, boards: int) -> None:
    ours, theirs = victory_points(margin, boards, WBF)
    assert ours + theirs == 20
    assert victory_points(-margin, boards, WBF) == (theirs, ours)
    assert victory_points(margin + 1, boards, WBF)[0] >= ours


@pytest.mark.parametrize(("margin", "expected"), [(7, [2, 0]), (0, [1, 1]), (-1, [0, 2])])
def test_two_for_a_win(margin: int, expected: list[int]) -> None:
    assert list(victory_points(margin, 8, VictoryPoints.WON_OR_LOST)) == expected


def test_a_match_has_boards() -> None:
    with pytest.raises(ValueError, match="at least one board"):
        victory_points(3, 0, WBF)
