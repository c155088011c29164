"""May a club run this, and what does it use up? (2.3 to 2.7, 5.1.2, 6.3)"""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.working import cited
from overtrick.handbooks.abf.e2024 import club_events, quotas
from overtrick.handbooks.abf.e2024.club_events import ClubYear, InterclubYear, RedSession
from overtrick.handbooks.abf.e2024.quotas import Club
from tests.handbooks.abf.records import BOOK

SIX = quotas.b4c(BOOK, Club("Northside", date(1990, 1, 1), scheduled=100), 2025)
FIVE = quotas.b5i(BOOK, Club("Northside", date(1990, 1, 1)))
NEW_YEAR = ClubYear()


@pytest.mark.clause("abf", "2.3/1")
@pytest.mark.parametrize(
    ("event", "sessions", "so_far", "allowed"),
    [
        ("Open Pairs", 2, 0, True),
        ("Open Pairs", 1, 0, False),
        ("Open Teams", 10, 5, True),
        ("Open Teams", 11, 5, False),
        ("Masters Pairs", 4, 6, False),
        ("Swiss Pairs", 4, 0, True),
        ("Teams Selection", 4, 0, False),
        ("Butler Pairs Selection", 4, 0, False),
        ("Wednesday Pairs", 4, 0, False),
    ],
)
def test_a_club_championship_is_listed_of_2_to_10_sessions_and_one_of_six(
    event: str, sessions: int, so_far: int, allowed: bool
) -> None:
    found = club_events.club_championship(BOOK, event, sessions, ClubYear(championships=so_far))
    assert found.allowed is allowed
    assert (found.uses, found.left) == ((1, 5 - so_far) if allowed else (0, 6 - so_far))


@pytest.mark.clause("abf", "2.3 note", "2.6/9")
def test_a_club_championship_may_be_played_for_red_points_from_the_allotment() -> None:
    found = club_events.club_championship_at_b4c(BOOK, "Open Pairs", 4, SIX, ClubYear(6, 2))
    assert (found.allowed, found.uses, found.left) == (True, 4, 0)
    too_long = club_events.club_championship_at_b4c(BOOK, "Open Pairs", 5, SIX, ClubYear(0, 2))
    assert (too_long.allowed, too_long.uses, too_long.left) == (False, 0, 4)
    open_yet = club_events.club_championship_at_b4c(BOOK, "Open Pairs", 5, None, ClubYear())
    assert (open_yet.allowed, open_yet.unknown) == (False, True)


@pytest.mark.clause("abf", "2.4/1")
@pytest.mark.parametrize(
    ("event", "already", "consulted", "allowed"),
    [
        ("Open Pairs", (), True, True),
        ("Open Pairs", ("Open Teams",), True, True),
        ("Open Pairs", ("Open Pairs",), True, False),
        ("Open Pairs", (), False, False),
        ("Open Pairs", (), None, False),
        ("Swiss Pairs", (), True, False),
    ],
)
def test_a_region_holds_each_of_three_championships_once_a_year(
    event: str, already: tuple[str, ...], consulted: bool | None, allowed: bool
) -> None:
    assert club_events.regional_championship(BOOK, event, already, consulted=consulted).allowed is allowed


@pytest.mark.clause("abf", "2.5")
def test_an_affiliated_club_may_run_grand_national_qualifying() -> None:
    assert club_events.gnot_qualifying(affiliated=True).holds is True
    assert club_events.gnot_qualifying(affiliated=False).holds is False


ANOTHER_TIME = RedSession(1, regular_time=False, day=date(2024, 5, 1), approved=date(2024, 4, 30))


@pytest.mark.clause("abf", "2.6/1", "2.6/2")
@pytest.mark.parametrize(
    ("event", "so_far", "allowed"),
    [
        (RedSession(2), NEW_YEAR, True),
        (RedSession(6), NEW_YEAR, True),
        (RedSession(7), NEW_YEAR, False),
        (RedSession(1, advertised_outside=True), NEW_YEAR, False),
        (ANOTHER_TIME, NEW_YEAR, True),
        (ANOTHER_TIME._replace(approved=None), NEW_YEAR, False),
        (ANOTHER_TIME._replace(approved=date(2024, 5, 2)), NEW_YEAR, False),
        (ANOTHER_TIME._replace(sessions=2), NEW_YEAR, False),
        (ANOTHER_TIME._replace(advertised_outside=True), NEW_YEAR, False),
        (ANOTHER_TIME, ClubYear(b4c_sessions=2, b4c_at_other_times=1), True),
        (ANOTHER_TIME, ClubYear(b4c_sessions=2, b4c_at_other_times=2), False),
        (RedSession(1), ClubYear(b4c_sessions=6), False),
    ],
)
def test_red_sessions_are_regular_or_two_at_other_times_and_within_the_allotment(
    event: RedSession, so_far: ClubYear, allowed: bool
) -> None:
    found = club_events.red_session(BOOK, event, SIX, so_far)
    assert found.allowed is allowed
    assert found.left == 6 - so_far.b4c_sessions - (event.sessions if allowed else 0)
    assert "2.6/3" in cited(found.working)


@pytest.mark.clause("abf", "2.6 note/4")
def test_unused_sessions_may_go_to_approved_fundraisers_of_the_next_year() -> None:
    assert club_events.fundraiser(2, 2, approved=True).left == 0
    assert club_events.fundraiser(2, 3, approved=True).allowed is False
    assert club_events.fundraiser(2, 1, approved=None).allowed is False


@pytest.mark.clause("abf", "2.6 note/3")
def test_the_state_notes_sessions_used_and_points_allotted() -> None:
    record = club_events.b4c_record([(1, 450), (2, 1210)])
    assert (record.sessions_used.value, record.points_allotted.value) == (3, 1660)
    assert record.points_allotted.says == "16.60 red points allotted"


@pytest.mark.clause("abf", "2.6 note/1", "2.6 note/5")
def test_the_centre_takes_red_points_up_to_what_was_authorised() -> None:
    assert club_events.may_be_processed(450, 450).holds is True
    assert club_events.may_be_processed(451, 450).holds is False
    assert club_events.may_be_processed(450, None).holds is False
    assert club_events.may_be_processed(450, None, state_authorises=False).holds is True


@pytest.mark.clause("abf", "2.7/1")
def test_an_interclub_event_counts_for_each_club_that_takes_part() -> None:
    clubs = {"Northside": InterclubYear(FIVE, 4), "Southside": InterclubYear(FIVE, 5)}
    found = club_events.interclub(BOOK, 4, clubs, approved=True)
    assert (found["Northside"].allowed, found["Northside"].left) == (True, 0)
    assert (found["Southside"].allowed, found["Southside"].left) == (False, 0)


@pytest.mark.clause("abf", "2.7/1")
@pytest.mark.parametrize(
    ("sessions", "clubs", "approved", "allowed"),
    [
        (1, 2, True, True),
        (4, 2, True, True),
        (0, 2, True, False),
        (5, 2, True, False),
        (2, 1, True, False),
        (2, 2, None, False),
    ],
)
def test_two_clubs_meet_over_one_to_four_sessions_if_the_state_approves(
    sessions: int, clubs: int, approved: bool | None, allowed: bool
) -> None:
    taking_part = dict.fromkeys(["Northside", "Southside"][:clubs], InterclubYear(FIVE))
    found = club_events.interclub(BOOK, sessions, taking_part, approved=approved)
    assert {each.allowed for each in found.values()} == {allowed}


@pytest.mark.clause("abf", "2.7/3")
def test_interclub_points_are_booked_to_the_club_that_pays() -> None:
    assert club_events.booked_to("Northside").says == "The points are booked to Northside, which pays the levies"


@pytest.mark.clause("abf", "5.1.2/10", "6.3 note")
@pytest.mark.parametrize(("with_a_tour", "clause"), [(True, "5.1.2/10"), (False, "6.3 note")])
def test_red_points_beside_another_event_take_a_session_of_the_club(with_a_tour: bool, clause: str) -> None:
    found = club_events.taken_from_the_allotment(SIX, ClubYear(b4c_sessions=5), with_a_tour=with_a_tour)
    assert (found.allowed, found.left, found.working.clause) == (True, 0, clause)
    none_left = club_events.taken_from_the_allotment(SIX, ClubYear(b4c_sessions=6), with_a_tour=with_a_tour)
    assert none_left.allowed is False
