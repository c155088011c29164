"""Ranks, what is missing, and the day they were reached (2.4, 2.6)."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.ranks import DatedPoints, Holding
from overtrick.engine.working import as_text, cited
from overtrick.handbooks.ebu.e2024 import ranks
from overtrick.handbooks.examples import Example
from overtrick.handbooks.family import ranks as family
from overtrick.handbooks.family.written import master_points
from tests.handbooks.ebu.records import BOOK, of_kind

MINIMA = [
    (str(name), int(total), int(green)) for example in of_kind("rank minima") for name, total, green in example.rows
]
NAMES = [name for name, _total, _green in MINIMA]


def _least(total: int, green: int) -> Holding:
    return ranks.holding(local=total - green * 100, green=green * 100)


def _rank(held: Holding) -> str:
    return ranks.standing(BOOK, held).rank


def _names(most: int) -> list[str]:
    return [rank.name for rank in ranks.ladder(BOOK, most)]


@pytest.mark.clause("ebu", "2.6.2", "2.6.2 (table 1)", "2.6.2 (table 2)", "2.6.2 (table 3)", "2.6.2 (table 4)")
@pytest.mark.parametrize(("name", "total", "green"), MINIMA, ids=NAMES)
def test_a_rank_is_reached_with_its_minima_and_not_with_one_unit_less_of_any(name: str, total: int, green: int) -> None:
    held = _least(total, green)
    reached = ranks.standing(BOOK, held)
    assert reached.rank == name, as_text(reached.working, master_points)
    order = _names(total)
    for colour in ("local", "green"):
        if held.units[colour]:
            below = _rank(held.plus({colour: -1}))
            assert not below or order.index(below) < order.index(name)


@pytest.mark.clause("ebu", "2.6.2")
def test_the_ranks_are_listed_in_the_printed_order() -> None:
    listed = _names(200000)
    assert [name for name in listed if name in NAMES] == NAMES


@pytest.mark.parametrize("example", of_kind("holdings"), ids=str)
def test_points_of_every_colour_count_together(example: Example) -> None:
    held = ranks.holding(**example.given)
    assert family.total(BOOK, held).value == example.expect["master_points"]
    if "green_replaced" in example.expect:
        assert family.instead(BOOK, "blue", held.units["blue"]).value == example.expect["green_replaced"]


@pytest.mark.clause("ebu", "2.4.2(b)")
@pytest.mark.parametrize(("blue", "green"), [(0, 0), (2, 0), (3, 1), (14999, 4999), (15000, 5000), (90000, 5000)])
def test_three_blue_stand_in_for_one_green_up_to_50(blue: int, green: int) -> None:
    assert family.instead(BOOK, "blue", blue).value == green


@pytest.mark.clause("ebu", "2.4.2(b)", "2.6.2 (table 3)")
def test_blue_alone_leads_to_premier_regional_master_and_no_further() -> None:
    assert _rank(ranks.holding(local=5000, blue=15000)) == "Premier Regional Master"
    assert _rank(ranks.holding(local=5000, blue=14999)) == "Regional Master"
    assert _rank(ranks.holding(local=200000, blue=100000)).endswith("Premier Regional Master")


@pytest.mark.clause("ebu", "2.4.2(b)", "2.6.2 (table 4)")
def test_blue_fills_what_a_senior_rank_lacks_of_green_and_counts_in_the_total_too() -> None:
    assert _rank(ranks.holding(local=7500, green=7500, blue=15000)) == "National Master"  # 125 green, 30 000 in all
    assert _rank(ranks.holding(local=7499, green=7500, blue=15000)) != "National Master"
    assert _rank(ranks.holding(green=145000, blue=15000)) == "Premier Grand Master"
    assert _rank(ranks.holding(green=145000, blue=14997)) == "**** Grand Master"


@pytest.mark.clause("ebu", "2.6.2", "2.6.2 (table 2)")
def test_ten_green_points_stand_above_any_number_of_stars_without() -> None:
    assert _rank(ranks.holding(local=99000)) == "***** Tournament Master"
    assert _rank(ranks.holding(local=4000, green=1000)) == "Premier Master"
    assert _names(99000).index("Premier Master") > _names(99000).index("***** Tournament Master")


@pytest.mark.clause("ebu", "2.6.2 (table 1)", "2.6.2 (table 2)")
def test_some_families_of_stars_end_and_others_do_not() -> None:
    assert _rank(ranks.holding(local=39999)) == "***** Master"
    assert _rank(ranks.holding(local=38999, green=1000)) == "***** Premier Master"
    assert _rank(ranks.holding(local=159999)) == "11-star Tournament Master"
    assert _rank(ranks.holding(local=109999)) == "6-star Tournament Master"


@pytest.mark.clause("ebu", "2.6.2 (table 4)")
def test_the_most_senior_rank_has_no_next_one() -> None:
    standing = ranks.standing(BOOK, ranks.holding(green=200000))
    assert (standing.rank, standing.following, standing.to_win) == ("Premier Grand Master", "", ())


@pytest.mark.clause("ebu", "2.6.2")
def test_nobody_has_a_rank_below_100_points() -> None:
    standing = ranks.standing(BOOK, ranks.holding(local=99))
    assert (standing.rank, standing.following) == ("", "Local Master")
    assert [(part.words, part.units) for part in standing.to_win] == [("in total", 1)]
    assert standing.working.says == "No rank yet"


@pytest.mark.clause("ebu", "2.6.1", "2.6.2 (table 2)")
def test_what_is_missing_is_told_for_the_next_rank_and_for_the_one_that_green_keeps_away() -> None:
    standing = ranks.standing(BOOK, ranks.holding(local=4344, green=725, blue=275))
    assert (standing.rank, standing.following) == ("Master", "Advanced Master")
    text = as_text(standing.working, master_points)
    assert "Missing for Advanced Master: 2156 of any colour" in text
    # 10.00 - 7.25 - 2.75/3, the fraction dropped; 8.25 blue are 2.75 green
    assert "Missing for Premier Master: 1.84 green points, or 5.50 blue in their place" in text
    assert {"2.6.1", "2.4.2(b)", "2.6.2 (table 2)"} <= set(cited(standing.working))


@pytest.mark.clause("ebu", "2.4.2(b)")
@pytest.mark.parametrize(
    ("blue", "green", "instead"), [(0, 5000, 15000), (0, 5001, None), (275, 184, 550), (15000, 1, None), (2, 1, 1)]
)
def test_blue_does_in_place_of_missing_green_as_far_as_50_in_all(blue: int, green: int, instead: int | None) -> None:
    held = ranks.counted(BOOK, ranks.holding(blue=blue))
    assert family.instead_of_what_is_missing(BOOK, held, green) == instead


@pytest.mark.clause("ebu", "2.6.2 (table 4)")
def test_green_points_that_are_missing_fill_the_total_as_well() -> None:
    standing = ranks.standing(BOOK, ranks.holding(local=30000, green=7500))  # 37 500 with 75 green
    assert (standing.rank, standing.following) == ("National Master", "Premier National Master")
    assert [(part.words, part.units) for part in standing.to_win] == [("green", 2500)]


@pytest.mark.clause("ebu", "2.6.2")
def test_a_rank_is_reached_on_the_day_its_last_point_counts_and_stays() -> None:
    credited = [
        DatedPoints(date(2025, 3, 1), "local", 60),
        DatedPoints(date(2025, 3, 8), "local", 40),
        DatedPoints(date(2025, 4, 1), "local", -50),
        DatedPoints(date(2025, 5, 1), "blue", 3000),
        DatedPoints(date(2025, 6, 1), "local", 2000),
    ]
    reached = ranks.promotions(BOOK, ranks.holding(), credited)
    assert [(each.rank.name, each.day) for each in reached] == [
        ("Local Master", date(2025, 3, 8)),
        ("County Master", date(2025, 5, 1)),
        ("Premier Master", date(2025, 6, 1)),  # 30 blue stand in for the 10 green
    ]


@pytest.mark.clause("ebu", "2.6.2")
@pytest.mark.parametrize(
    ("on", "rank"), [(date(2025, 3, 7), ""), (date(2025, 3, 8), "Local Master"), (None, "Club Master")]
)
def test_the_rank_of_a_day_counts_what_was_credited_up_to_it(on: date | None, rank: str) -> None:
    credited = [DatedPoints(date(2025, 3, 8), "local", 100), DatedPoints(date(2025, 9, 8), "green", 100)]
    assert ranks.rank_of(BOOK, ranks.holding(), on, credited).rank == rank


@pytest.mark.parametrize("local", [0, 20_000, 999_999, 1_048_576, 3_000_000, 40_000_000])
def test_the_name_of_a_rank_is_the_same_without_the_working_however_much_somebody_has(local: int) -> None:
    for green in (0, 15_000):
        held = ranks.holding(local=local, green=green)
        assert ranks.name_of(BOOK, held) == ranks.standing(BOOK, held).rank


@pytest.mark.clause("ebu", "2.4.2(a)", "2.4.2(d)", "2.4.3", "3.3.1")
def test_online_points_of_old_are_local_and_so_is_what_names_no_colour() -> None:
    assert ranks.counts_as(BOOK, "online") == ranks.counts_as(BOOK) == "local"
    assert ranks.counts_as(BOOK, "green") == "green"


@pytest.mark.clause("ebu", "2.4.3 p2")
@pytest.mark.parametrize(
    ("kind", "points", "shown"), [("green", 1, 100), ("blue", 1, 100), ("local", 7, 7), ("online", 7, 7)]
)
def test_a_record_shows_green_and_blue_as_master_points(kind: str, points: int, shown: int) -> None:
    assert ranks.in_master_points(BOOK, kind, points).value == shown


HELD = st.integers(min_value=0, max_value=160000)
ORDER = _names(700000)


@pytest.mark.clause("ebu", "2.6.2")
@given(HELD, HELD, HELD, st.sampled_from(["local", "blue", "green"]), st.integers(min_value=0, max_value=20000))
def test_more_points_never_lower_a_rank(local: int, blue: int, green: int, colour: str, more: int) -> None:
    held = ranks.holding(local=local, blue=blue, green=green)
    before, after = (["", *ORDER].index(_rank(each)) for each in (held, held.plus({colour: more})))
    assert before <= after


@pytest.mark.clause("ebu", "2.6.2")
@given(HELD, HELD, HELD)
def test_the_points_that_are_missing_make_the_next_rank(local: int, blue: int, green: int) -> None:
    held = ranks.holding(local=local, blue=blue, green=green)
    standing = ranks.standing(BOOK, held)
    for part in standing.to_win:
        colour = "green" if part.words == "green" else "local"
        held = held.plus({colour: part.units})
    if standing.following:
        assert ["", *ORDER].index(_rank(held)) >= ["", *ORDER].index(standing.following)
