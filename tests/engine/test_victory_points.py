"""Victory points follow their scale."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.victory_points import VictoryPoints, most_drawn, read_scale, victory_points, widest_draw

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


DISCRETE = VictoryPoints.WBF_DISCRETE


@pytest.mark.parametrize(
    ("margin", "boards", "expected"),
    # The continuous figure, to the nearest whole: 10.35 and 10.71, 10.49 and 10.73; 0.5 is 11
    [(0, 12, 10), (1, 12, 10), (2, 12, 11), (1, 24, 10), (2, 25, 10), (3, 25, 11), (52, 12, 20), (-2, 12, 9)],
)
def test_the_discrete_scale_is_the_continuous_one_in_whole_points(margin: int, boards: int, expected: int) -> None:
    assert victory_points(margin, boards, DISCRETE) == (Fraction(expected), Fraction(20 - expected))


@given(st.integers(0, 40), st.integers(1, 64))
def test_a_match_is_drawn_up_to_the_largest_margin_of_ten_all(margin: int, boards: int) -> None:
    level = victory_points(margin, boards, DISCRETE)[0] == 10
    assert level == (margin <= most_drawn(boards))
    assert not level or margin <= widest_draw(boards)


@pytest.mark.parametrize(
    ("written", "at_12", "at_6"),
    [
        ("WBF discrete 20-0", 1, 0),
        ("20-point discrete", 1, 0),
        ("discrete", 1, 0),
        ("WBF continuous", 0, 0),
        ("Continuous 20-0", 0, 0),
        ("2 for a win", 0, 0),
        ("0-2, 3-5, 6+", 2, 2),
        ("0, 1-2, 3-4", 0, 0),
        ("0-1: 10-10, 2-4: 11-9", 1, 1),
        ("0-3 15:15, 4-6 16:14", 3, 3),
        ("12 boards: 0-2, 3-6; 6 boards: 0-1, 2-3", 2, 1),
        ("12 boards: 0-2; 0-1, 2-3", 2, 1),
        ("12 boards: 0-2, 3-6", 2, None),
    ],
)
def test_a_scale_is_known_by_its_name_or_by_its_rows(written: str, at_12: int, at_6: int | None) -> None:
    scale = read_scale(written)
    assert scale is not None
    assert (scale.most_drawn(12), scale.most_drawn(6)) == (at_12, at_6)


@pytest.mark.parametrize(
    "written",
    ["", "WBF", "by feel", "1-2, 3-4", "0-1, 3-4", "0-2, 2-4", "0-1: 11-9, 2-4: 12-8", "x boards: 0-1", "0-1;"],
)
def test_what_is_no_scale_is_not_taken_for_one(written: str) -> None:
    assert read_scale(written) is None
