"""The trophy of the year and the award of each rank group (1.7)."""

from __future__ import annotations

import pytest

from overtrick.handbooks.abf.e2024 import annual_awards, ranks
from overtrick.handbooks.honours import YearOfPlay
from tests.handbooks.abf.records import BOOK, book_with


@pytest.mark.clause("abf", "1.7.2")
def test_the_trophy_goes_to_the_most_points_whoever_won_them() -> None:
    years = [YearOfPlay("Ann", 5000, "Life"), YearOfPlay("Bob", 7000, "Grand", foreign=True)]
    assert annual_awards.trophy(years).players == ("Bob",)
    assert annual_awards.trophy([*years, YearOfPlay("Cy", 7000)]).players == ("Bob", "Cy")
    assert annual_awards.trophy([YearOfPlay("Di", 0, "Life")]).players == ()


@pytest.mark.clause("abf", "1.7.3/1")
def test_each_rank_is_a_group_but_silver_and_gold_grand_are_one() -> None:
    groups = {rank: annual_awards.group(BOOK, rank) for rank in ranks.names(BOOK)}
    assert groups["Silver Grand"] == groups["Gold Grand"]
    assert len(set(groups.values())) == 20
    assert annual_awards.group(BOOK, "") == ""


@pytest.mark.clause("abf", "1.7.3/1")
def test_emerald_and_diamond_can_be_put_with_silver_and_gold() -> None:
    other = book_with(annual_award_of_the_highest_ranks="with Silver and Gold Grand")
    groups = {annual_awards.group(other, rank) for rank in ranks.names(other) if "Grand" in rank}
    assert groups == {"Grand", "Silver and Gold Grand"}
    assert len({annual_awards.group(BOOK, rank) for rank in ranks.names(BOOK) if "Grand" in rank}) == 4


@pytest.mark.clause("abf", "1.7.3/1")
def test_a_group_is_won_by_the_most_points_of_those_who_began_the_year_in_it() -> None:
    years = [
        YearOfPlay("Ann", 900, "Silver Grand"),
        YearOfPlay("Bob", 800, "Gold Grand"),
        YearOfPlay("Cy", 9000, "Gold Grand", foreign=True),
        YearOfPlay("Di", 700, "Local"),
        YearOfPlay("Ed", 9000),
    ]
    won = {each.group: each.players for each in annual_awards.awards(BOOK, years)}
    assert won["Silver and Gold Grand"] == ("Ann",)
    assert won["Local"] == ("Di",)
    assert sum(map(len, won.values())) == 2


@pytest.mark.clause("abf", "1.7.3/2")
@pytest.mark.parametrize(
    ("rank", "abroad", "may"),
    [
        ("National", "National", False),
        ("National", "Grand", False),
        ("National", "Bronze State", True),
        ("Silver National", "Silver National", False),
        ("Life", "Grand", True),
        ("National", "", True),
    ],
)
def test_who_moved_here_wins_no_group_below_life_that_was_reached_before(rank: str, abroad: str, may: bool) -> None:
    found = annual_awards.may_win(BOOK, YearOfPlay("Ann", 500, rank, rank_abroad=abroad))
    assert found.holds is may
    assert found.working.clause == ("1.7.3/1" if may else "1.7.3/2")
