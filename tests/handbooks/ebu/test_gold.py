"""Gold points: won with five green in one event, gone after five years (2.5)."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.handbooks.ebu.e2024 import gold
from overtrick.handbooks.ebu.e2024.gold import Origin
from overtrick.handbooks.examples import Example
from overtrick.handbooks.gold import Performance
from tests.handbooks.ebu.records import BOOK, book_with, of_kind

DAY = date(2024, 5, 10)


@pytest.mark.parametrize("example", of_kind("gold"), ids=str)
def test_gold_fades_by_a_fifth_of_its_first_value_each_year(example: Example) -> None:
    won = Performance(DAY, example.given["green"])
    for years, units in example.rows:
        assert gold.on_day(BOOK, won, DAY.replace(year=DAY.year + int(years))).value == units


@pytest.mark.clause("ebu", "2.5.1", "2.5.3")
@pytest.mark.parametrize(("green", "units"), [(499, 0), (500, 100), (502, 100), (503, 101), (1234, 247)])
def test_five_green_points_are_needed_and_a_fifth_is_taken_to_the_nearest_hundredth(green: int, units: int) -> None:
    assert gold.original(BOOK, Performance(DAY, green)).value == units


@pytest.mark.clause("ebu", "2.5.1")
@pytest.mark.parametrize(
    ("on", "units"),
    [
        (date(2024, 5, 9), 0),
        (date(2024, 5, 10), 100),
        (date(2025, 5, 9), 100),
        (date(2025, 5, 10), 80),
        (date(2029, 5, 9), 20),
        (date(2029, 5, 10), 0),
        (date(2040, 1, 1), 0),
    ],
)
def test_the_value_changes_on_the_anniversary_and_never_falls_below_nothing(on: date, units: int) -> None:
    assert gold.on_day(BOOK, Performance(DAY, 500), on).value == units


@pytest.mark.clause("ebu", "2.5.1")
def test_by_a_setting_gold_fades_from_day_to_day() -> None:
    evenly = book_with(gold_fades="day by day")
    won = Performance(DAY, 500)
    values = [gold.on_day(evenly, won, each).value for each in (DAY, date(2024, 11, 9), date(2025, 5, 10))]
    assert values == [100, 90, 80]  # 183 of 365 days: 89.97, to the nearest
    leap = Performance(date(2024, 2, 29), 500)
    assert gold.on_day(evenly, leap, date(2025, 3, 1)).value == 80
    assert gold.on_day(evenly, won, date(2031, 1, 1)).value == 0


@pytest.mark.clause("ebu", "2.5.4")
@pytest.mark.parametrize(("origin", "units"), [(Origin.EBU, 120), (Origin.BGB, 120), (Origin.OTHER_UNION, 0)])
def test_another_unions_own_events_earn_no_gold(origin: Origin, units: int) -> None:
    found = gold.original(BOOK, Performance(DAY, 600, origin=origin))
    assert found.value == units


@pytest.mark.clause("ebu", "2.5.1", "2.5.2")
def test_a_players_gold_is_what_is_left_of_every_award_and_counts_for_no_rank() -> None:
    performances = [Performance(DAY, 500), Performance(DAY.replace(year=2022), 1000), Performance(DAY, 400)]
    held = gold.held(BOOK, performances, DAY)
    assert held.value == 100 + 120  # 2.00 less two fifths
    assert held.says == "2.20 gold on 2024-05-10"
    assert "do not count for ranks" in gold.counts_for_rank(BOOK).says
