"""Ranks, what is missing, the day they were reached, and the One Thousand Club (1.8, 1.9)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from overtrick.engine.ranks import DatedPoints, Holding
from overtrick.engine.working import as_text, cited
from overtrick.handbooks.abf.e2024 import ranks
from overtrick.handbooks.abf.e2024.written import points
from overtrick.handbooks.examples import Example
from tests.handbooks.abf.records import BOOK, of_kind


def _units(held: Holding) -> dict[str, int]:
    return dict(held.units)


def _least(total: int, both: int, gold: int) -> Holding:
    """Hold exactly the minima of a rank, given in whole points."""
    red = max(both - gold, 0)
    return ranks.holding(green=(total - red - gold) * 100, red=red * 100, gold=gold * 100)


@pytest.mark.parametrize("example", of_kind("rank minima"), ids=str)
def test_a_rank_is_reached_with_its_minima_and_not_with_a_hundredth_less_of_any(example: Example) -> None:
    assert [row[0] for row in example.rows] == ranks.names(BOOK)
    for name, order, *minima in example.rows:
        total, both, gold = (int(each) for each in minima)
        held = _least(total, both, gold)
        assert ranks.order(BOOK, str(name)) == order
        assert ranks.requirements(BOOK, str(name)).met(held)
        reached = ranks.standing(BOOK, held)
        assert reached.rank == name, as_text(reached.working, points)
        assert f"1.8/{name}" in cited(reached.working)
        for colour in ("green", "red", "gold"):
            if held.units[colour]:
                below = ranks.standing(BOOK, held.plus({colour: -1}))
                assert ranks.order(BOOK, below.rank) < int(order)


@pytest.mark.parametrize("example", of_kind("allowance"), ids=str)
def test_red_points_from_before_gold_lower_two_minima_and_never_the_total(example: Example) -> None:
    old = example.given["red_before_1982"] * 100
    for name in example.given["ranks"]:
        printed, lowered = ranks.requirements(BOOK, name), ranks.requirements(BOOK, name, old)
        less = [max(each.units - off * 100, 0) for each, off in zip(printed.minima, _less(example), strict=True)]
        assert [each.units for each in lowered.minima] == less
        assert ranks.allowance(BOOK, name, old).value == example.expect["gold_less"] * 100
        assert ranks.allowance(BOOK, name, old).clause == example.clauses[0]


def _less(example: Example) -> list[int]:
    return [example.expect[each] for each in ("total_less", "red_and_gold_less", "gold_less")]


@pytest.mark.clause("abf", "1.8 note 1", "1.8/Life")
def test_the_allowance_stops_at_nothing() -> None:
    assert ranks.requirements(BOOK, "Life", 17500).minima[2].units == 0
    assert ranks.requirements(BOOK, "Life", 15000).minima[2].units == 0
    assert ranks.requirements(BOOK, "Life", 14999).minima[2].units == Fraction(1, 5)


@pytest.mark.clause("abf", "1.8 note 1", "1.8 note 2")
def test_an_old_player_is_a_life_master_without_gold_and_the_working_says_why() -> None:
    held = ranks.holding(green=15500, red=14500, red_before_1982=17500)
    standing = ranks.standing(BOOK, held)
    assert standing.rank == "Life"
    text = as_text(standing.working, points)
    assert "20 % of 175.00 red points won before 1982" in text
    assert "30.00 gold less 35.00: 0.00" in text
    assert ranks.standing(BOOK, held._replace(of_which={})).rank == "Bronze National"


@pytest.mark.clause("abf", "1.8 note 1")
def test_ranks_below_life_have_no_allowance() -> None:
    assert ranks.allowance(BOOK, "Silver National", 100000).value == 0
    assert ranks.requirements(BOOK, "Silver National", 100000) == ranks.requirements(BOOK, "Silver National")


@pytest.mark.clause("abf", "1.8/Bronze Regional", "1.8/State")
@pytest.mark.parametrize(
    ("green", "red", "rank"),
    [(10000, 0, "Bronze Regional"), (2500, 2500, "State"), (10000, 2499, "Bronze Regional"), (7500, 2500, "State")],
)
def test_the_highest_listed_rank_counts_though_a_lower_one_asks_for_more(green: int, red: int, rank: str) -> None:
    assert ranks.standing(BOOK, ranks.holding(green=green, red=red)).rank == rank


@pytest.mark.clause("abf", "1.8")
def test_nobody_below_two_points_has_a_rank() -> None:
    standing = ranks.standing(BOOK, ranks.holding(green=199))
    assert (standing.rank, standing.following) == ("", "Graduate")
    assert [each.missing for each in standing.missing] == [1]
    assert standing.working.says == "No rank yet"


@pytest.mark.clause("abf", "1.8/Diamond Grand")
def test_nothing_is_missing_at_the_top() -> None:
    standing = ranks.standing(BOOK, ranks.holding(green=200000, red=800000, gold=500000))
    assert (standing.rank, standing.following, standing.missing, standing.to_win) == ("Diamond Grand", "", (), ())


@pytest.mark.clause("abf", "1.8/Life")
def test_what_is_missing_is_told_by_colour_and_gold_counts_for_all_three() -> None:
    # Life asks for 300 in total, 180 red and gold, 30 gold; here are 300, 160, 5
    standing = ranks.standing(BOOK, ranks.holding(green=14000, red=15500, gold=500))
    assert standing.rank == "Silver National"
    assert [each.missing for each in standing.missing] == [0, 2000, 2500]
    assert [(each.colours, each.units) for each in standing.to_win] == [(ranks.GOLD, 2500)]


@pytest.mark.clause("abf", "1.8/Grand")
def test_points_of_any_colour_fill_what_gold_and_red_leave_open() -> None:
    # Grand asks for 1000, 700, 200; here are 750, 450, 75: 125 gold, 125 red or gold; these make up the 250 in total
    standing = ranks.standing(BOOK, ranks.holding(green=30000, red=37500, gold=7500))
    assert standing.rank == "Gold Life"
    assert [each.units for each in standing.to_win] == [12500, 12500]
    fewer = ranks.standing(BOOK, ranks.holding(green=25000, red=42500, gold=7500))
    assert [(each.words, each.units) for each in fewer.to_win] == [
        ("gold", 12500),
        ("red and gold", 7500),
        ("in total", 5000),
    ]
    assert "125.00 gold, 75.00 red or gold, 50.00 of any colour" in fewer.working.because[-1].says


@pytest.mark.clause("abf", "1.8")
def test_a_rank_is_reached_on_the_day_whose_credits_complete_it() -> None:
    opening = ranks.holding(green=4900)
    credited = [
        DatedPoints(date(2024, 5, 3), "red", 2499),
        DatedPoints(date(2024, 5, 2), "green", 100),
        DatedPoints(date(2024, 6, 9), "red", 1),
        DatedPoints(date(2024, 6, 10), "red", -1),
        DatedPoints(date(2024, 6, 11), "red", 1),
    ]
    reached = ranks.promotions(BOOK, opening, credited)
    assert [(each.rank.name, each.day) for each in reached] == [
        ("Regional", date(2024, 5, 2)),
        ("State", date(2024, 6, 9)),
    ]
    assert _units(reached[1].holding) == {"green": 5000, "red": 2500, "gold": 0}


@pytest.mark.clause("abf", "1.8")
def test_all_credits_of_a_day_count_together_and_a_rank_may_be_skipped() -> None:
    credited = [DatedPoints(date(2024, 5, 2), "green", 1000), DatedPoints(date(2024, 5, 2), "gold", 600)]
    reached = ranks.promotions(BOOK, ranks.holding(), credited)
    assert [each.rank.name for each in reached] == ["Local"]
    assert ranks.promotions(BOOK, ranks.holding(green=200), []) == ()


@pytest.mark.clause("abf", "1.9")
@pytest.mark.parametrize(("green", "red", "member"), [(99_999, 0, False), (100_000, 0, True), (60_000, 40_000, True)])
def test_a_thousand_points_of_any_colour_make_a_member_of_the_one_thousand_club(
    green: int, red: int, member: bool
) -> None:
    assert ranks.thousand_club(BOOK).met(ranks.holding(green=green, red=red)) is member
