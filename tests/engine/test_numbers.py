"""Exact numbers and the roundings that handbooks name."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.numbers import down, exact, exp, half_even, half_up, many, ratio, show, sqrt, to_step, up

FRACTIONS = st.fractions(min_value=-1000, max_value=1000, max_denominator=720)


@pytest.mark.parametrize(
    ("value", "upward", "downward", "half_upward", "half_to_even"),
    [
        (Fraction(5, 2), 3, 2, 3, 2),
        (Fraction(7, 2), 4, 3, 4, 4),
        (Fraction(-5, 2), -2, -3, -2, -2),
        (Fraction(121, 2), 61, 60, 61, 60),
        (Fraction(1, 3), 1, 0, 0, 0),
        (7, 7, 7, 7, 7),
    ],
)
def test_each_rounding_goes_its_own_way(
    value: Fraction | int, upward: int, downward: int, half_upward: int, half_to_even: int
) -> None:
    assert (up(value), down(value), half_up(value), half_even(value)) == (upward, downward, half_upward, half_to_even)


@given(FRACTIONS)
def test_rounding_moves_a_figure_by_less_than_one(value: Fraction) -> None:
    assert 0 <= up(value) - value < 1
    assert 0 <= value - down(value) < 1
    assert abs(half_up(value) - value) <= Fraction(1, 2)
    assert abs(half_even(value) - value) <= Fraction(1, 2)


def test_a_multiple_of_the_step_stays_and_anything_above_goes_up() -> None:
    quarter = Fraction(1, 4)
    assert to_step(Fraction(3, 2), quarter, up) == Fraction(3, 2)
    assert to_step(Fraction(151, 100), quarter, up) == Fraction(7, 4)
    assert to_step(Fraction(101, 50), Fraction(1, 2), up) == Fraction(5, 2)


def test_a_root_that_is_a_fraction_is_exact() -> None:
    # A decimal root of 100/36 = 2.777… is a hair above 5/3, and 180 × it would round up to 301 instead of 300.
    assert sqrt(Fraction(100, 36)) == Fraction(5, 3)
    assert up(180 * sqrt(ratio(100, 36))) == 300
    assert sqrt(Fraction(64, 36)) == Fraction(4, 3)
    assert sqrt(4) == 2


@given(st.integers(min_value=1, max_value=10**6), st.integers(min_value=1, max_value=10**3))
def test_a_root_squared_is_the_number_to_forty_five_digits(over: int, under: int) -> None:
    value = Fraction(over, under)
    assert abs(sqrt(value) ** 2 - value) <= value / 10**45


def test_the_exponential_agrees_with_its_published_digits() -> None:
    # e = 2.71828 18284 59045 23536 02874 71352 66249 77572 …
    digits = Fraction(Decimal("2.7182818284590452353602874713526624977572"))
    assert abs(exp(1) - digits) < Fraction(1, 10**39)
    assert exp(0) == 1


@pytest.mark.parametrize(
    ("written", "read"),
    [("18", 18), ("0.75", Fraction(3, 4)), ("3/2", Fraction(3, 2)), ("1 1/2", Fraction(3, 2)), (7, 7)],
)
def test_figures_are_read_as_people_write_them(written: str | int, read: Fraction | int) -> None:
    assert exact(written) == read


@pytest.mark.parametrize("written", ["", "one", "1 2", "1/0/2", "1 1/2 3"])
def test_what_is_no_figure_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        exact(written)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (15, "15"),
        (Fraction(9, 2), "4.5"),
        (Fraction(1, 3), "1/3"),
        (Fraction(7, 3), "2 1/3"),
        (Fraction(-1, 4), "-0.25"),
    ],
)
def test_figures_are_written_for_people(value: Fraction | int, shown: str) -> None:
    assert show(value) == shown


def test_a_figure_without_end_is_cut_and_says_so() -> None:
    # 100 × √(40/25) = 126.4911…
    assert show(100 * sqrt(ratio(40, 25))) == "126.491…"


@pytest.mark.parametrize(
    ("number", "thing", "written"),
    [
        (1, "match", "1 match"),
        (0, "match", "0 matches"),
        (2, "bye of a series", "2 byes of a series"),
        (Fraction(9, 2), "table", "4.5 tables"),
    ],
)
def test_things_are_counted_in_words(number: Fraction | int, thing: str, written: str) -> None:
    assert many(number, thing) == written


def test_a_power_that_is_next_to_nothing_adds_nothing() -> None:
    assert exp(-12_500 * 998) == 0
    assert exp(-100) > 0
    assert exp(Fraction(-1, 2)) == Fraction(exp(Fraction(-1, 2)))


def test_a_figure_with_thousands_of_decimals_is_written_short() -> None:
    assert show(Fraction(1, 10**50_000)) == "0.000…"
    assert show(Fraction(1, 10**6)) == "0.000001"
