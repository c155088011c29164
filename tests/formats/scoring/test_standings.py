"""Places follow from exact values, and are shown to two decimals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.engine.event import Scoring
from overtrick.formats.scoring import METHODS, RankedLine, standings


def test_equal_values_share_the_best_place_they_reach() -> None:
    found = standings({"a": Fraction(1, 3), "b": Fraction(2, 3), "c": Fraction(2, 6), "d": Fraction(0)})
    assert [(each.key, each.place) for each in found] == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


def test_values_that_only_look_equal_do_not_tie() -> None:
    found = standings({"a": Fraction(50001, 1000), "b": Fraction(50)})
    assert [(each.place, str(each.shown)) for each in found] == [(1, "50.00"), (2, "50.00")]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(Fraction(1, 3), "0.33"), (Fraction(2, 3), "0.67"), (Fraction(1, 200), "0.01"), (Fraction(-1, 200), "-0.01"),
     (Fraction(-7), "-7.00"), (Fraction(0), "0.00"), (Fraction(100), "100.00")],
)  # fmt: skip
def test_a_value_is_shown_to_two_decimals_with_halves_away_from_nought(value: Fraction, shown: str) -> None:
    assert str(RankedLine("a", 1, value).shown) == shown


def test_the_methods_are_called_as_in_the_event_file() -> None:
    assert set(METHODS) <= set(Scoring)
