"""A ranking is worked out by its method; small sessions by hand, and the laws that hold for all."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.scoring import (
    IndividualLine,
    Method,
    TravellerLine,
    boards_played,
    rank_individuals,
    rank_pairs,
    worths,
)
from overtrick.formats.scoring.imps import Outliers, cross_imps, datum, imps
from overtrick.formats.scoring.matchpoints import matchpoints, neuberg, top

AVERAGE_PLUS = (Fraction(3, 5), Fraction(2, 5))


def _board(board: str, *scores: int) -> list[TravellerLine]:
    return [TravellerLine(board, f"N{at}", f"E{at}", score) for at, score in enumerate(scores, 1)]


# --- Match points ------------------------------------------------------------------------------------------------


def test_two_match_points_for_a_result_beaten_and_one_for_an_equal_one() -> None:
    # 420 beats three (6); the two 170s beat one and tie with one (3 each); −50 beats none.
    assert matchpoints([170, 420, -50, 170]) == {420: 6, 170: 3, -50: 0}


def test_a_session_is_ranked_by_percentage() -> None:
    # Board 1: 420, 170, −50 → 4, 2, 0 of 4. Board 2: 100, 100, −90 → 3, 3, 0 of 4.
    values = rank_pairs(_board("1", 420, 170, -50) + _board("2", 100, 100, -90), Method.MATCHPOINTS)
    assert values["N1"] == Fraction(100 * 7, 8)
    assert values["N2"] == Fraction(100 * 5, 8)
    assert values["N3"] == 0
    assert values["E1"] == Fraction(100 * 1, 8)
    assert values["E3"] == 100


def test_a_board_played_less_often_is_scaled_by_neuberg() -> None:
    # Four results were expected and two obtained: the better has 4 × (2 + 1) ÷ 2 − 1 = 5 of 6, the other 1.
    lines = [*_board("1", 420, 170, 140, 110), *_board("2", 420, 170)]
    of_two = [worth.ns for worth in worths(lines, Method.MATCHPOINTS) if worth.line.board == "2"]
    assert of_two == [5, 1]


def test_an_adjusted_score_is_a_share_of_the_whole_top_and_the_others_are_scaled() -> None:
    # Three results stood to be obtained: the top is 4, average plus 2.4 and average minus 1.6. The two real results
    # become 3 × (2 + 1) ÷ 2 − 1 = 3.5 and 0.5.
    lines = [TravellerLine("1", "N1", "E1", None, AVERAGE_PLUS), *_board("1", 0, 420, 170)[1:]]
    found = [(worth.ns, worth.ew) for worth in worths(lines, Method.MATCHPOINTS)]
    assert found == [
        (Fraction(12, 5), Fraction(8, 5)),
        (Fraction(7, 2), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(7, 2)),
    ]


def test_a_board_that_was_not_played_counts_for_nobody() -> None:
    lines = [*_board("1", 420, 170), TravellerLine("2", "N1", "E1")]
    assert rank_pairs(lines, Method.MATCHPOINTS) == rank_pairs(lines[:2], Method.MATCHPOINTS)
    assert boards_played(lines) == {"N1": 1, "E1": 1, "N2": 1, "E2": 1}


def test_a_result_that_stands_alone_is_an_average() -> None:
    assert rank_pairs(_board("1", 420), Method.MATCHPOINTS) == {"N1": 50, "E1": 50}


def test_no_results_rank_nobody() -> None:
    assert all(rank_pairs([], method) == {} for method in Method)


# --- IMPs and points ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 0), (10, 0), (20, 1), (-40, -1), (50, 2), (430, 10), (590, 11), (-600, -12), (3990, 23), (4000, 24), (9, 0)],
)
def test_a_difference_is_worth_imps_by_the_laws(difference: int, expected: int) -> None:
    assert imps(difference) == expected


def test_cross_imps_compare_with_every_other_result() -> None:
    # 620 against 170 (450: 10) and −100 (720: 12); 170 against −100 (270: 7).
    lines = _board("1", 620, 170, -100)
    found = rank_pairs(lines, Method.CROSS_IMPS)
    assert [2 * found[name] for name in ("N1", "N2", "N3", "E1")] == [22, -3, -19, -22]


def test_average_plus_is_two_imps_for_each_comparison() -> None:
    lines = [*_board("1", 620, 170, -100), TravellerLine("1", "N4", "E4", None, AVERAGE_PLUS)]
    assert rank_pairs(lines, Method.CROSS_IMPS)["N4"] == 2
    assert rank_pairs(lines, Method.BUTLER)["N4"] == 2


@pytest.mark.parametrize(
    ("scores", "outliers", "expected"),
    [
        ([100, 110], Outliers.NONE, 110),  # 105, the five away from nought
        ([-100, -110], Outliers.NONE, -110),
        ([100, 110, 110], Outliers.NONE, 110),  # 106⅔
        ([110, 140, 170, 1100], Outliers.ONE_EACH_END, 160),  # (140 + 170) ÷ 2 = 155
        ([110, 140, 1100], Outliers.ONE_EACH_END, 450),  # three are too few to leave any out
    ],
)
def test_a_datum_is_the_mean_to_the_nearest_ten(scores: list[int], outliers: Outliers, expected: int) -> None:
    assert datum(scores, outliers) == expected


def test_butler_compares_with_the_datum() -> None:
    # (420 + 450 + 170 − 50) ÷ 4 = 247.5, so 250: 170 → 5 IMPs, 200 → 5, −80 → −2, −300 → −7.
    found = rank_pairs(_board("1", 420, 450, 170, -50), Method.BUTLER)
    assert [found[name] for name in ("N1", "N2", "N3", "N4")] == [5, 5, -2, -7]
    # Without 450 and −50: (420 + 170) ÷ 2 = 295, so 300: 120 → 3, 150 → 4, −130 → −4, −350 → −8.
    found = rank_pairs(_board("1", 420, 450, 170, -50), Method.BUTLER_WITHOUT_EXTREMES)
    assert [found[name] for name in ("N1", "N2", "N3", "N4")] == [3, 4, -4, -8]


def test_point_a_board_is_two_for_the_better_result() -> None:
    lines = [*_board("1", 420, 170), *_board("2", 100, 100)]
    found = rank_pairs(lines, Method.POINT_A_BOARD)
    assert found == {"N1": 3, "E1": 1, "N2": 1, "E2": 3}


def test_total_points_add_the_scores() -> None:
    lines = [*_board("1", 420, 170), *_board("2", -100, 50), TravellerLine("3", "N1", "E2", None, AVERAGE_PLUS)]
    assert rank_pairs(lines, Method.TOTAL_POINTS) == {"N1": 320, "E1": -320, "N2": 220, "E2": -220}


def test_in_an_individual_both_partners_take_the_result() -> None:
    lines = [
        IndividualLine("1", "a", "b", "c", "d", 420),
        IndividualLine("1", "e", "f", "g", "h", 170),
        IndividualLine("2", "a", "c", "b", "d", -50),
        IndividualLine("2", "e", "g", "f", "h", -50),
    ]
    found = rank_individuals(lines, Method.MATCHPOINTS)
    # a: 2 and 1 of 4; b: 2 and 1; c: 0 and 1.
    assert [found[name] for name in "abce"] == [75, 75, 25, 25]


# --- Laws --------------------------------------------------------------------------------------------------------

SCORES = st.lists(st.integers(-760, 760).map(lambda tens: tens * 10), min_size=1, max_size=30)


@given(SCORES)
def test_the_match_points_of_a_board_are_half_the_top_for_each_table(scores: list[int]) -> None:
    points = matchpoints(scores)
    assert 2 * sum(points[score] for score in scores) == top(len(scores)) * len(scores)


@given(SCORES, st.integers(0, 10))
def test_neuberg_keeps_the_average_and_changes_nothing_where_nothing_is_missing(scores: list[int], more: int) -> None:
    points = matchpoints(scores)
    results, expected = len(scores), len(scores) + more
    scaled = [neuberg(points[score], results, expected) for score in scores]
    assert sum(scaled) / results == Fraction(top(expected), 2)
    assert all(0 <= each <= top(expected) for each in scaled)
    assert all(neuberg(points[score], results, results) == points[score] for score in scores)


@given(SCORES)
def test_cross_imps_are_those_of_every_comparison_and_add_to_nothing(scores: list[int]) -> None:
    found = cross_imps(scores)
    assert found == {ours: sum(imps(ours - theirs) for theirs in scores) for ours in scores}
    assert sum(found[score] for score in scores) == 0


@given(SCORES, st.sampled_from(Method))
def test_a_better_score_is_never_worth_less(scores: list[int], method: Method) -> None:
    lines = _board("1", *scores)
    by_score = sorted((line.score or 0, worth.ns) for line, worth in zip(lines, worths(lines, method), strict=True))
    values = [value for _score, value in by_score]
    assert values == sorted(values)


@given(SCORES, st.sampled_from(Method))
def test_equal_scores_are_a_tie(scores: list[int], method: Method) -> None:
    lines = _board("1", *scores, scores[0])
    values = rank_pairs(lines, method)
    assert values["N1"] == values[f"N{len(scores) + 1}"]


@pytest.mark.parametrize("method", Method)
def test_ten_thousand_results_of_a_board_are_compared_at_once(method: Method) -> None:
    lines = _board("1", *((at * 7919) % 15200 - 7600 for at in range(10_000)))
    began = time.process_time()
    rank_pairs(lines, method)
    assert time.process_time() - began < 5  # comparing each with each would be a hundred million comparisons
