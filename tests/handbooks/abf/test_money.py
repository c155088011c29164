"""Levies, capitation, commission and penalties, in whole cents (8, 5.1.1, 5.1.2, 6.2.1, 6.3)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.engine.working import cited
from overtrick.handbooks.abf.e2024 import money
from overtrick.handbooks.abf.e2024.written import dollars
from overtrick.handbooks.examples import Example
from tests.handbooks.abf.records import BOOK, book_with, of_kind

ENDED = date(2024, 6, 2)


@pytest.mark.parametrize("example", of_kind("levies"), ids=str)
def test_a_point_costs_the_levy_of_its_grade(example: Example) -> None:
    for grade, cents in example.rows:
        found = money.levy(BOOK, money.levy_grade(str(grade)), 100)
        assert found.value == cents
        assert str(grade) in found.clause.split("/")[1].split()


@pytest.mark.clause("abf", "8.1", "8.3.1/C D E F")
@pytest.mark.parametrize(("units", "cents"), [(0, 0), (1, 2), (25, 51), (24, 48), (1748, 3531), (10000, 20200)])
def test_a_levy_is_taken_to_the_nearest_cent_with_halves_up(units: int, cents: int) -> None:
    # 0.25 x 202 = 50.5; 17.48 x 202 = 3530.96
    assert money.levy(BOOK, money.levy_grade("E"), units).value == cents


@pytest.mark.clause("abf", "6.2.1 note", "6.3/2")
def test_a_statewide_single_session_and_the_australia_wide_pairs_pay_as_b4() -> None:
    statewide = money.levy(BOOK, money.levy_grade("B4s", statewide_single_session=True), 100)
    wide = money.levy(BOOK, money.levy_grade("B", australia_wide=True), 100)
    assert (statewide.value, wide.value) == (214, 214)
    assert cited(statewide) == ["8.3.1/B3 B4 B5", "6.2.1 note"]
    assert cited(wide) == ["8.3.1/B3 B4 B5", "6.3/2"]
    assert money.levy(BOOK, money.levy_grade("B"), 100).value == 139


@pytest.mark.clause("abf", "8.1")
@pytest.mark.parametrize(
    ("grade", "due"),
    [
        *((grade, date(2024, 6, 30)) for grade in ("C", "D", "E", "F", "B4c", "B5i")),
        *((grade, date(2024, 5, 6)) for grade in ("B4s", "B5", "B4", "B3", "B", "A2", "A")),
    ],
)
def test_club_events_are_billed_by_the_quarter_and_others_as_processed(grade: str, due: date) -> None:
    assert money.levy_falls_due(grade, date(2024, 5, 6)).day == due


@pytest.mark.clause("abf", "8", "1.4.1/4")
def test_a_bill_to_the_centre_adds_charges_and_takes_commission_off() -> None:
    levy = money.levy(BOOK, money.levy_grade("E"), 1000)
    fee = money.capitation(BOOK, date(2024, 5, 1))
    bill = money.bill("Northside", [levy, fee], [money.commission(BOOK, date(2024, 5, 1), new=True)])
    assert (bill.cents, bill.payee) == (2020 + 2000 - 100, "ABF Masterpoint Centre")
    assert bill.working.says == "Northside pays $39.20"
    assert money.bill("Northside", []).cents == 0


@pytest.mark.parametrize("example", of_kind("capitation"), ids=str)
def test_the_capitation_fee_goes_by_the_day_of_registration(example: Example) -> None:
    for first, last, cents in example.rows:
        for day in (str(first), str(last)):
            found = money.capitation(BOOK, date.fromisoformat(day))
            assert found.value == cents
            assert found.clause in example.clauses


@pytest.mark.clause("abf", "8.2/1")
def test_the_roll_is_charged_in_april_and_newcomers_with_their_quarter() -> None:
    assert money.capitation_falls_due(BOOK, date(2025, 3, 31), on_the_roll=True).day == date(2024, 4, 1)
    assert money.capitation_falls_due(BOOK, date(2025, 4, 1), on_the_roll=True).day == date(2025, 4, 1)
    assert money.capitation_falls_due(BOOK, date(2024, 8, 15), on_the_roll=False).day == date(2024, 9, 30)


@pytest.mark.clause("abf", "8.2/2")
@pytest.mark.parametrize(
    ("registered", "seen_before", "waived"),
    [
        (date(2024, 8, 1), False, True),
        (date(2024, 7, 31), False, False),
        (date(2025, 3, 31), False, True),
        (date(2025, 4, 1), False, False),
        (date(2024, 8, 1), True, False),
    ],
)
def test_a_new_club_pays_nothing_in_its_first_year_for_players_who_are_new_too(
    registered: date, seen_before: bool, waived: bool
) -> None:
    found = money.capitation_is_waived(BOOK, date(2024, 8, 1), registered, seen_before=seen_before)
    assert found.holds is waived


@pytest.mark.clause("abf", "1.3.3/1", "1.3.6/1")
@pytest.mark.parametrize(
    ("club", "free"),
    [
        ("NZ Players Club", True),
        ("English Players Club", True),
        ("Foreign Players Club", True),
        ("Youth Players Club", True),
        ("Northside", False),
    ],
)
def test_nobody_pays_for_visitors_and_youth(club: str, free: bool) -> None:
    assert money.is_free(BOOK, club).holds is free


@pytest.mark.clause("abf", "8.3/commission")
@pytest.mark.parametrize(
    ("day", "new", "by_default", "only_with_fee"),
    [
        (date(2024, 4, 1), True, 100, 100),
        (date(2024, 12, 31), True, 100, 100),
        (date(2025, 1, 1), True, 100, 0),
        (date(2025, 3, 31), True, 100, 0),
        (date(2024, 4, 1), False, 0, 0),
    ],
)
def test_a_new_player_brings_the_club_a_dollar(day: date, new: bool, by_default: int, only_with_fee: int) -> None:
    assert money.commission(BOOK, day, new=new).value == by_default
    assert money.commission(book_with(commission_without_fee="no"), day, new=new).value == only_with_fee


@pytest.mark.clause("abf", "8.4/late file")
@pytest.mark.parametrize(
    ("days", "simple", "compound"),
    [(0, 0, 0), (30, 0, 0), (31, 400, 400), (60, 400, 400), (61, 800, 816), (90, 800, 816), (91, 1200, 1249)],
)
def test_a_file_late_by_more_than_30_days_costs_4_percent_a_month(days: int, simple: int, compound: int) -> None:
    lodged = ENDED + timedelta(days=days)
    assert money.late_file(BOOK, 10000, "B4", ENDED, lodged).value == simple
    growing = book_with(penalties_grow="compound")
    assert money.late_file(growing, 10000, "B4", ENDED, lodged).value == compound


@pytest.mark.clause("abf", "8.4/late file")
@pytest.mark.parametrize(
    ("grade", "late"), [*((each, 0) for each in ("B4c", "B5i", "C", "D", "E", "F")), ("B4s", 400), ("A", 400)]
)
def test_club_sessions_green_points_and_the_grand_national_may_be_late(grade: str, late: int) -> None:
    lodged = ENDED + timedelta(days=31)
    assert money.late_file(BOOK, 10000, grade, ENDED, lodged).value == late
    assert money.late_file(BOOK, 10000, grade, ENDED, lodged, grand_national=True).value == 0


@pytest.mark.clause("abf", "8.4/overdue")
@pytest.mark.parametrize(
    ("days", "simple", "compound"),
    [(-5, 0, 0), (90, 0, 0), (91, 1000, 1000), (180, 1000, 1000), (181, 2000, 2100), (271, 3000, 3310)],
)
def test_an_account_overdue_by_more_than_90_days_costs_10_percent_a_quarter(
    days: int, simple: int, compound: int
) -> None:
    on = ENDED + timedelta(days=days)
    assert money.overdue(BOOK, 10000, ENDED, on).value == simple
    assert money.overdue(book_with(penalties_grow="compound"), 10000, ENDED, on).value == compound


@pytest.mark.clause("abf", "5.1.1/6", "5.1.2/11", "5.1.2/12")
@pytest.mark.parametrize(
    ("owed", "tour", "own_club", "colour", "go", "clause"),
    [
        (0, False, True, "red", True, "5.1.1/6"),
        (1, False, True, "red", False, "5.1.1/6"),
        (0, True, True, "red", True, "5.1.2/11"),
        (1, True, True, "red", False, "5.1.2/11"),
        (1, True, True, "green", True, "5.1.2/11"),
        (1, True, False, "green", False, "5.1.2/12"),
        (0, True, False, "green", True, "5.1.2/12"),
    ],
)
def test_credits_wait_for_the_levies(owed: int, tour: bool, own_club: bool, colour: str, go: bool, clause: str) -> None:
    found = money.credits_may_go(owed, tour=tour, own_club=own_club, colour=colour)
    assert (found.holds, found.working.clause) == (go, clause)


def test_money_is_written_with_two_digits() -> None:
    assert [dollars(each) for each in (0, 5, 214, -100, 123456)] == ["$0.00", "$0.05", "$2.14", "-$1.00", "$1234.56"]
