"""How much a club and a State may run in a year (2.3, 2.6, 2.7, 6.2.1)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from overtrick.engine.working import cited
from overtrick.handbooks.abf.e2024 import quotas
from overtrick.handbooks.abf.e2024.quotas import Club
from tests.handbooks.abf.records import BOOK, book_with

NORTHSIDE = Club("Northside", date(1990, 1, 1), scheduled=100)


@pytest.mark.clause("abf", "2.6/3")
@pytest.mark.parametrize(
    ("affiliated", "scheduled", "base"),
    [
        (date(2024, 9, 30), 40, 6),
        (date(2024, 9, 30), 39, 0),
        (date(2024, 10, 1), 40, 0),
    ],
)
def test_the_base_asks_for_affiliation_on_30_september_and_40_sessions(
    affiliated: date, scheduled: int, base: int
) -> None:
    club = NORTHSIDE._replace(affiliated=affiliated, scheduled=scheduled)
    assert quotas.b4c_base(BOOK, club, 2025).value == base


@pytest.mark.clause("abf", "2.6/4")
@pytest.mark.parametrize(
    ("green", "more"),
    [(0, 0), (34, 0), (35, 1), (99, 1), (100, 2), (164, 2), (165, 3), (999, 15), (1000, 15), (1010, 16)],
)
def test_35_green_points_give_a_session_and_each_further_65_another(green: int, more: int) -> None:
    assert quotas.b4c_for_green_points(BOOK, green * 100).value == more


@pytest.mark.clause("abf", "2.6/4")
def test_a_hundredth_short_of_the_next_session_does_not_count() -> None:
    assert quotas.b4c_for_green_points(BOOK, 3499).value == 0
    assert quotas.b4c_for_green_points(BOOK, 9999).value == 1


@pytest.mark.clause("abf", "2.6/5")
@pytest.mark.parametrize(
    ("kilometres", "applied", "more"),
    [(40, True, 0), (Fraction(401, 10), True, 3), (41, False, 0), (None, True, 0)],
)
def test_a_club_more_than_40_km_away_that_applies_has_three_more(
    kilometres: int | Fraction | None, applied: bool, more: int
) -> None:
    club = NORTHSIDE._replace(kilometres=kilometres, remote_applied=applied)
    assert quotas.b4c_for_distance(BOOK, club).value == more


@pytest.mark.clause("abf", "2.6/6")
@pytest.mark.parametrize(("year", "more"), [(2024, 0), (2025, 2), (2026, 0), (2050, 2), (2000, 0)])
def test_every_25th_year_gives_the_sessions_of_a_bridge_day(year: int, more: int) -> None:
    club = NORTHSIDE._replace(founded=2000, bridge_day_sessions=2)
    assert quotas.b4c_for_an_anniversary(BOOK, club, year).value == more
    assert quotas.b4c_for_an_anniversary(BOOK, club._replace(founded=None), year).value == 0


@pytest.mark.clause("abf", "2.6/8")
@pytest.mark.parametrize(
    ("affiliated", "year", "up", "down"),
    [
        (date(2024, 10, 1), 2024, 3, 3),  # 3 months: 1.5, at least 3
        (date(2024, 10, 1), 2025, 6, 6),  # all of the year
        (date(2025, 1, 1), 2025, 6, 6),
        (date(2025, 2, 1), 2025, 6, 5),  # 11 months: 5.5
        (date(2025, 6, 30), 2025, 4, 3),  # 7 months: 3.5
        (date(2025, 7, 1), 2025, 3, 3),  # 6 months: 3
        (date(2025, 12, 31), 2025, 3, 3),
    ],
)
def test_a_new_club_has_a_share_by_months_and_at_least_three(affiliated: date, year: int, up: int, down: int) -> None:
    club = Club("Newside", affiliated)
    assert quotas.b4c(BOOK, club, year).value == up
    assert quotas.b4c(book_with(new_club_share="rounded down"), club, year).value == down


@pytest.mark.clause("abf", "2.6/8", "2.6/3")
def test_a_club_affiliated_on_30_september_is_no_new_one_and_one_of_next_year_has_nothing() -> None:
    assert quotas.b4c(BOOK, NORTHSIDE._replace(affiliated=date(2024, 9, 30), scheduled=0), 2025).value == 0
    assert quotas.b4c(BOOK, NORTHSIDE._replace(affiliated=date(2026, 1, 1)), 2025).value == 0


@pytest.mark.clause("abf", "2.6/3", "2.6/4", "2.6/5", "2.6/6")
def test_everything_a_club_is_due_is_added_up() -> None:
    club = Club("Farside", date(1990, 1, 1), 40, 10000, 200, remote_applied=True, founded=2000, bridge_day_sessions=2)
    found = quotas.b4c(BOOK, club, 2025)
    assert found.value == 6 + 2 + 3 + 2
    assert cited(found) == ["2.6/3", "2.6/4", "2.6/5", "2.6/6"]


@pytest.mark.clause("abf", "2.6/4")
def test_without_the_base_the_additions_are_given_only_by_setting() -> None:
    club = NORTHSIDE._replace(scheduled=39, green_issued=10000)
    assert quotas.b4c(BOOK, club, 2025).value == 0
    assert quotas.b4c(book_with(b4c_additions_without_base="yes"), club, 2025).value == 2


@pytest.mark.clause("abf", "2.7/1")
@pytest.mark.parametrize(
    ("kilometres", "permitted", "most"), [(10, True, 5), (41, False, 5), (41, True, 8), (40, True, 5), (None, True, 5)]
)
def test_a_club_has_five_interclub_events_and_a_remote_one_three_more(
    kilometres: int | None, permitted: bool, most: int
) -> None:
    assert quotas.b5i(BOOK, NORTHSIDE._replace(kilometres=kilometres), permitted=permitted).value == most


@pytest.mark.clause("abf", "2.3/1")
def test_a_club_may_run_six_championships() -> None:
    assert quotas.club_championships(BOOK).value == 6


@pytest.mark.clause("abf", "6.2.1/2")
@pytest.mark.parametrize(
    ("members", "sessions"), [(0, 10), (1, 11), (500, 11), (501, 12), (1000, 12), (1001, 13), (9999, 30)]
)
def test_a_state_has_ten_sessions_and_one_for_each_500_members_or_part(members: int, sessions: int) -> None:
    assert quotas.b4s(BOOK, members).value == sessions
