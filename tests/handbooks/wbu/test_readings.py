"""Where the Welsh handbook can be read in two ways: both readings, as the settings choose."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from overtrick.engine.assessment import Award
from overtrick.engine.event import Play, Player, Series
from overtrick.engine.working import FACTOR, step
from overtrick.handbooks.family import ladders, matches
from overtrick.handbooks.gold import Performance
from overtrick.handbooks.wbu.e2020 import gold, residue
from tests.handbooks.wbu.support import DAY, EDITION, asked, units


@pytest.mark.clause("wbu", "4.1.1.3 formula")
@pytest.mark.parametrize(
    ("chosen", "tables", "first"),
    [
        ("exact", 35, [119, 114]),  # 100 × √(35 ÷ 25) is 118.32; × 23/24 is 113.39
        ("from a whole maximum", 35, [119, 115]),  # 119 × 23/24 is 114.04
        ("exact", 25, [100, 95]),  # there is nothing to round at the tables that reach it
        ("from a whole maximum", 25, [100, 95]),
    ],
)
def test_steps_past_the_maximum_go_from_its_exact_value_or_from_the_whole_one(
    chosen: str, tables: int, first: list[int]
) -> None:
    found = asked("pairs", chosen={"steps_past_the_maximum": chosen}, tables=tables, boards=24)
    assert units(found)[:2] == first


@pytest.mark.clause("wbu", "4.1.1.3 formula")
@pytest.mark.parametrize(
    ("chosen", "first"),
    [
        ("exact", 506),  # 100 × 4 × √(40 ÷ 25) is 505.96
        ("from a whole maximum", 508),  # 127 at Club, times 4
    ],
)
def test_a_whole_maximum_is_that_of_a_club_before_the_status(chosen: str, first: int) -> None:
    found = asked("pairs", chosen={"steps_past_the_maximum": chosen}, tables=40, boards=24, status="national")
    assert units(found)[0] == first


@pytest.mark.clause("wbu", "4.1.1.3 max")
@pytest.mark.parametrize(
    ("chosen", "tables", "places"),
    [
        ("no", 28, [70, 60, 50, 40, 30, 20, 10]),
        ("no", 29, [75, 66, 57, 47, 38, 29, 19, 10]),
        ("yes", 28, [70, 60, 50, 40, 30, 20, 10]),
        ("yes", 29, [80, 70, 60, 50, 40, 30, 20, 10]),
        ("yes", 30, [80, 70, 60, 50, 40, 30, 20, 10]),
    ],
)
def test_the_maximum_holds_at_29_tables_or_the_scale_passes_it(chosen: str, tables: int, places: list[int]) -> None:
    assert units(asked("teams", chosen={"scale_past_its_maximum": chosen}, tables=tables, boards=14)) == places


def test_one_winner_pairs_never_pass_the_maximum() -> None:
    for chosen in ("no", "yes"):
        found = asked("pairs", chosen={"scale_past_its_maximum": chosen}, tables=25, boards=24)
        assert units(found)[0] == 100


@pytest.mark.clause("wbu", "3.5 min local")
@pytest.mark.parametrize(
    ("chosen", "kind", "winners", "least"),
    [
        ("pairs", "teams", {}, 6),
        ("the whole column", "teams", {}, 10),
        ("pairs", "pairs", {"winners": 2}, 10),
        ("the whole column", "pairs", {"winners": 2}, 10),
        ("the whole column", "pairs", {"winners": 1}, 6),
    ],
)
def test_the_least_award_of_10_is_for_pairs_or_for_the_whole_column(
    chosen: str, kind: str, winners: dict[str, int], least: int
) -> None:
    found = asked(kind, chosen={"minimum_of_the_scale": chosen}, tables=200, boards=24, **winners)
    assert units(found)[-1] == least


@pytest.mark.clause("wbu", "3.5 min local")
@pytest.mark.parametrize(
    ("chosen", "total", "paid"),
    [
        ("times the status", 11, 12),
        ("times the status", 12, 12),
        ("times the status", 0, 0),
        ("at every status", 5, 6),
        ("at every status", 9, 9),
    ],
)
def test_the_least_total_of_an_event_is_6_times_the_status_or_6(chosen: str, total: int, paid: int) -> None:
    book = EDITION.book(DAY, {"least_of_an_event": chosen})
    area = step("Area status", 2, FACTOR)
    assert matches.event_floor(book, step("won", total), area).value == paid


def _award(stage: str, colour: str, units: int) -> Award:
    return Award(Player("Ado Bem", "900001"), "Bem", stage, "", 1, 1, colour, units, step("won", units))


@pytest.mark.clause("wbu", "4.2.1.1 C")
@pytest.mark.parametrize(
    ("chosen", "left"),
    [("whole event", []), ("stage by stage", [20])],  # 120 + 40 against 1.00 + 0.60; or 120 against 1.00 alone
)
def test_what_remains_is_of_the_whole_event_or_of_each_stage(chosen: str, left: list[int]) -> None:
    book = EDITION.book(DAY, {"local_remainder": chosen})
    green = [_award("qualifying", "green", 100), _award("final", "green", 60)]
    local = [_award("qualifying", "local", 120), _award("final", "local", 40)]
    assert [each.units for each in residue.beside(book, green, local, "4.2.1.1 C")] == left
    plenty = [*local, _award("final", "local", 30)]
    more = {"whole event": [30], "stage by stage": [20, 10]}[chosen]
    assert [each.units for each in residue.beside(book, green, plenty, "4.2.1.1 C")] == more


@pytest.mark.clause("wbu", "4.1.6 table")
@pytest.mark.parametrize(
    ("chosen", "average", "awards"),
    [
        ("up", "8.5", 4),
        ("down", "8.5", 2),
        ("up", "8.4", 2),
        ("down", "8.6", 4),
        ("up", "17.5", 6),
        ("down", "17.5", 4),
    ],
)
def test_an_average_that_ends_in_a_half_goes_up_or_down(chosen: str, average: str, awards: int) -> None:
    book = EDITION.book(DAY, {"ladder_halves": chosen})
    assert ladders.number_of_awards(book, Play.PAIRS, Series(12, 8, Decimal(average))).value == awards


@pytest.mark.clause("wbu", "2.7.3 award")
@pytest.mark.parametrize(("chosen", "gold_points"), [("nearest", 100), ("up", 101)])
def test_gold_goes_to_the_nearest_hundredth_or_up(chosen: str, gold_points: int) -> None:
    book = EDITION.book(DAY, {"gold_rounded": chosen})
    assert gold.original(book, Performance(date(2021, 1, 5), 502)).value == gold_points  # 5.02 ÷ 5 is 1.004
