"""Registration, lapse, return, youth and visitors (1.3, 2.2)."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.handbooks.abf.e2024 import registration, years
from overtrick.handbooks.abf.e2024.registration import Registration
from tests.handbooks.abf.records import BOOK, book_with

ANN = Registration("123456", "Northside", date(2020, 5, 1))


@pytest.mark.clause("abf", "1.3.1/2")
@pytest.mark.parametrize(
    ("day", "first"), [(date(2025, 3, 31), 2024), (date(2025, 4, 1), 2025), (date(2024, 12, 31), 2024)]
)
def test_the_registration_year_begins_on_the_first_of_april(day: date, first: int) -> None:
    year = years.registration_year(BOOK, day)
    assert (year.first, year.last) == (date(first, 4, 1), date(first + 1, 3, 31))
    assert year.holds(day)


@pytest.mark.clause("abf", "1.3.1/1")
def test_a_player_is_registered_through_an_affiliated_club_that_has_paid() -> None:
    day = date(2024, 6, 1)
    assert registration.is_registered(ANN, day, affiliated=True, paid=True).holds is True
    assert registration.is_registered(ANN, day, affiliated=False, paid=True).holds is False
    assert registration.is_registered(ANN, day, affiliated=True, paid=False).holds is False
    assert registration.is_registered(ANN._replace(number=""), day, affiliated=True, paid=True).holds is False


@pytest.mark.clause("abf", "1.3.1/1", "1.3.2/1")
@pytest.mark.parametrize(
    ("day", "registered"),
    [(date(2020, 4, 30), False), (date(2020, 5, 1), True), (date(2024, 3, 31), True), (date(2024, 4, 1), False)],
)
def test_registration_lasts_from_its_first_day_to_the_day_before_the_lapse(day: date, registered: bool) -> None:
    lapsed = ANN._replace(lapsed_from=date(2024, 4, 1))
    assert registration.is_registered(lapsed, day, affiliated=True, paid=True).holds is registered


@pytest.mark.clause("abf", "1.3.1/2")
def test_exactly_one_home_club_is_named() -> None:
    assert registration.complete(("Northside",), fee_paid=True).holds is True
    assert registration.complete(("Northside", "Southside"), fee_paid=True).holds is False
    assert registration.complete((), fee_paid=True).holds is False
    assert registration.complete(("Northside",), fee_paid=False).holds is False


@pytest.mark.clause("abf", "1.3.2/1", "1.4.2/2", "App C: 7 cancellations")
@pytest.mark.parametrize(
    ("lodged", "after_midday", "in_time"),
    [
        (date(2024, 3, 30), True, True),
        (date(2024, 3, 31), False, True),
        (date(2024, 3, 31), True, False),
        (date(2024, 4, 1), False, True),  # in time for the year that ends in March 2025
    ],
)
def test_cancellations_are_taken_until_midday_on_the_last_of_march(
    lodged: date, after_midday: bool, in_time: bool
) -> None:
    assert registration.may_cancel(BOOK, lodged, after_midday=after_midday).holds is in_time


@pytest.mark.clause("abf", "1.3.2/1")
def test_the_deadline_can_be_the_last_working_day_of_march() -> None:
    # 31 March 2024 was a Sunday
    other = book_with(cancellation_deadline="last working day of March")
    assert registration.cancellation_deadline(other, 2024).day == date(2024, 3, 29)
    assert registration.cancellation_deadline(other, 2025).day == date(2025, 3, 31)
    assert registration.may_cancel(other, date(2024, 3, 29), after_midday=True).holds is True
    assert registration.may_cancel(other, date(2024, 3, 30)).holds is False
    assert registration.cancellation_deadline(BOOK, 2024).day == date(2024, 3, 31)


@pytest.mark.clause("abf", "1.3.2/1", "App C: 7 cancellations")
def test_a_club_cancels_once_a_year_and_the_player_is_inactive_from_april() -> None:
    assert registration.may_cancel(BOOK, date(2024, 2, 1), already=True).holds is False
    assert registration.lapses_from(BOOK, date(2024, 2, 1)).day == date(2024, 4, 1)
    assert registration.lapses_from(BOOK, date(2024, 4, 1)).day == date(2025, 4, 1)


@pytest.mark.clause("abf", "1.3.2/3")
@pytest.mark.parametrize(
    ("earned", "counts"),
    [
        (date(2023, 3, 31), True),  # still registered
        (date(2023, 4, 1), False),
        (date(2024, 3, 31), False),
        (date(2024, 4, 1), True),  # the quarter before
        (date(2024, 7, 1), True),  # the quarter of renewal
        (date(2024, 8, 14), True),
        (date(2024, 8, 15), True),  # registered again
        (date(2025, 8, 15), True),
    ],
)
def test_of_the_time_without_registration_only_two_quarters_are_credited(earned: date, counts: bool) -> None:
    found = registration.counts_after_lapse(BOOK, earned, date(2023, 4, 1), date(2024, 8, 15))
    assert found.holds is counts


@pytest.mark.clause("abf", "1.3.2/3")
def test_the_quarter_before_a_renewal_in_january_is_that_of_the_year_before() -> None:
    for earned, counts in ((date(2024, 9, 30), False), (date(2024, 10, 1), True)):
        found = registration.counts_after_lapse(BOOK, earned, date(2024, 4, 1), date(2025, 1, 1))
        assert found.holds is counts


@pytest.mark.clause("abf", "1.3.3/1")
@pytest.mark.parametrize(
    ("country", "club"),
    [
        ("New Zealand", "NZ Players Club"),
        ("England", "English Players Club"),
        ("Wales", "Foreign Players Club"),
        ("youth", "Foreign Players Club"),
    ],
)
def test_visitors_have_a_club_by_their_country_and_residents_have_not(country: str, club: str) -> None:
    for resident in (False, True):
        named, allowed = registration.visitors_club(BOOK, country, resident=resident)
        assert named == club
        assert allowed.holds is not resident


@pytest.mark.clause("abf", "1.3.6/1")
@pytest.mark.parametrize(
    ("born", "may"), [(date(1999, 1, 1), False), (date(1999, 1, 2), True), (date(1998, 12, 31), False)]
)
def test_whoever_is_under_26_on_the_first_of_january_may_join_the_youth_club(born: date, may: bool) -> None:
    assert registration.may_join_youth_club(BOOK, born, 2025).holds is may


@pytest.mark.clause("abf", "1.3.6/3")
def test_a_youth_registration_ends_with_the_year_of_turning_26() -> None:
    born = date(1999, 2, 28)
    assert registration.youth_ends(BOOK, born).day == date(2025, 12, 31)
    assert registration.still_registered(BOOK, born, date(2025, 12, 31), other_club=False).holds is True
    assert registration.still_registered(BOOK, born, date(2026, 1, 1), other_club=False).holds is False
    assert registration.still_registered(BOOK, born, date(2026, 1, 1), other_club=True).holds is True


@pytest.mark.clause("abf", "1.3.6/3")
@pytest.mark.parametrize(
    ("born", "ends"),
    [
        (date(1999, 3, 31), date(2025, 3, 31)),
        (date(1999, 4, 1), date(2026, 3, 31)),
        (date(2000, 2, 29), date(2026, 3, 31)),
    ],
)
def test_the_year_meant_can_be_that_of_registration(born: date, ends: date) -> None:
    assert registration.youth_ends(book_with(youth_year="registration"), born).day == ends


@pytest.mark.clause("abf", "2.2/1", "2.2/2")
def test_a_club_holds_points_of_supervised_play_until_the_quarter_of_registration_ends() -> None:
    earned = date(2024, 5, 6)
    known, due = registration.supervised_points_credited(earned, earned)
    assert (known.holds, due) == (True, None)
    held, due = registration.supervised_points_credited(None, earned)
    assert (held.holds, due) == (False, None)
    for registered, sent in ((date(2024, 5, 7), date(2024, 6, 30)), (date(2024, 7, 1), date(2024, 9, 30))):
        later, due = registration.supervised_points_credited(registered, earned)
        assert later.holds is True
        assert due is not None
        assert due.day == sent
