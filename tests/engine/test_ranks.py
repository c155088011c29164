"""Holdings, minima and the fewest points to the next rank, whatever the federation."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.ranks import (
    DatedPoints,
    Finder,
    Holding,
    Minimum,
    Rank,
    Shortfall,
    days_reached,
    held_on,
    highest,
    shortfalls,
    to_win,
)

LOW = Rank("Low", (Minimum("in total", ("white", "black"), 10),), "1")
ODD = Rank("Odd", (Minimum("in total", ("white", "black"), 40),), "2")
HIGH = Rank("High", (Minimum("in total", ("white", "black"), 20), Minimum("black", ("black",), 5)), "3")
RANKS = [LOW, ODD, HIGH]


@pytest.mark.parametrize(
    ("white", "black", "at"), [(9, 0, -1), (10, 0, 0), (0, 10, 0), (15, 5, 2), (40, 4, 1), (40, 5, 2)]
)
def test_the_highest_listed_rank_that_is_met_counts(white: int, black: int, at: int) -> None:
    assert highest(RANKS, Holding({"white": white, "black": black})) == at


def test_many_holdings_are_named_as_each_alone() -> None:
    finder = Finder(RANKS)
    for white in range(50):
        for black in range(50):
            held = Holding({"white": white, "black": black})
            at = highest(RANKS, held)
            assert finder.name(held) == (RANKS[at].name if at >= 0 else "")


def test_a_holding_adds_colours_it_did_not_have_and_keeps_what_is_apart() -> None:
    held = Holding({"white": 3}, {"old": 2}).plus({"black": 4}).plus({"white": -1})
    assert held == Holding({"white": 2, "black": 4}, {"old": 2})
    assert held.of(("white", "black", "green")) == 6


amounts = st.integers(min_value=0, max_value=60)


@given(white=amounts, black=amounts)
def test_the_points_to_win_are_enough_and_one_fewer_is_not(white: int, black: int) -> None:
    held = Holding({"white": white, "black": black})
    parts = to_win(shortfalls(HIGH, held))
    won = held
    for part in parts:
        won = won.plus({part.colours[0]: part.units})
    assert HIGH.met(won)
    for part in parts:
        assert not HIGH.met(won.plus({part.colours[0]: -1}))


def test_nothing_is_to_be_won_for_minima_that_are_met() -> None:
    assert to_win([Shortfall(LOW.minima[0], 12, 0)]) == ()
    assert to_win([]) == ()


@given(st.lists(st.tuples(st.integers(1, 28), st.sampled_from(["white", "black"]), st.integers(0, 20))))
def test_promotions_only_go_up_and_end_at_the_rank_of_the_whole(listed: list[tuple[int, str, int]]) -> None:
    credited = [DatedPoints(date(2024, 2, day), colour, units) for day, colour, units in listed]
    reached = days_reached(RANKS, Holding({}), credited)
    order = [RANKS.index(each.rank) for each in reached]
    assert order == sorted(set(order))
    assert [each.day for each in reached] == sorted({each.day for each in reached})
    total = Holding({})
    for each in credited:
        total = total.plus({each.colour: each.units})
    assert (order[-1] if order else -1) == highest(RANKS, total)


def test_a_holding_on_a_day_has_what_was_credited_up_to_it() -> None:
    credited = [DatedPoints(date(2025, 1, 2), "white", 5), DatedPoints(date(2025, 1, 1), "black", 3)]
    opening = Holding({"white": 1})
    assert held_on(opening, credited, date(2024, 12, 31)) == opening
    assert held_on(opening, credited, date(2025, 1, 1)).units == {"white": 1, "black": 3}
    assert held_on(opening, credited, None).units == {"white": 6, "black": 3}


def test_points_that_stand_in_for_others_bring_the_promotion_forward() -> None:
    credited = [DatedPoints(date(2025, 1, 1), "white", 30)]

    def whitened(held: Holding) -> Holding:
        return held._replace(units={**held.units, "black": held.units.get("white", 0) // 6})

    assert [each.rank.name for each in days_reached(RANKS, Holding({}), credited)] == ["Low"]
    (reached,) = days_reached(RANKS, Holding({}), credited, whitened)
    assert (reached.rank.name, reached.holding.units) == ("High", {"white": 30})
