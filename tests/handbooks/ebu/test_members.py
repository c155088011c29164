"""Members, their counties, and where their points go (1.1, 2.2, 2.7, 2.9)."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.days import Period
from overtrick.handbooks.ebu.e2024 import members
from overtrick.handbooks.ebu.e2024.members import Club, MemberState, Person

AVON = Club("Avon", "Gloucestershire")
CRAY = Club("Cray", "Kent")
DAY = date(2025, 6, 1)
ANN = Person(number="123456", clubs=(AVON,))
DIRECT = Person(number="222222", direct=True)
LAPSED = Person(number="333333", record=True)
POTENTIAL = Person(number="444444", record=True, potential=True)
STRANGER = Person()


@pytest.mark.clause("ebu", "1.1.1 p2", "1.1.3")
def test_whoever_belongs_to_an_affiliated_club_is_a_member() -> None:
    assert members.is_member(ANN).holds
    assert members.is_member(DIRECT).holds
    assert not members.is_member(Person(clubs=(AVON._replace(affiliated=False),))).holds
    assert not members.is_member(STRANGER).holds


@pytest.mark.clause("ebu", "1.1.1 p2")
def test_an_anonymous_member_is_a_member() -> None:
    anonymous = ANN._replace(anonymous=True)
    assert members.is_member(anonymous).holds
    assert not members.shown_to_the_ebu(anonymous).by_name
    assert members.shown_to_the_ebu(ANN).by_name


@pytest.mark.clause("ebu", "1.1.2", "1.1.3")
def test_a_player_belongs_to_the_counties_of_the_clubs_and_one_comes_first() -> None:
    both = ANN._replace(clubs=(AVON, CRAY), counties_joined=("Essex",))
    assert members.counties(both) == ("Gloucestershire", "Kent", "Essex")
    assert members.counties(both._replace(primary="Kent")) == ("Kent", "Gloucestershire", "Essex")
    assert members.primary_county(both).says == "Primary county Gloucestershire"
    assert members.primary_county(both._replace(primary="Surrey")).says == "Primary county Gloucestershire"
    assert members.primary_county(DIRECT).clause == "1.1.3"


@pytest.mark.clause("ebu", "1.1.3")
def test_a_direct_member_represents_a_county_only_after_joining_it() -> None:
    assert not members.may_represent(DIRECT, "Kent").holds
    assert members.may_represent(DIRECT._replace(counties_joined=("Kent",)), "Kent").holds


@pytest.mark.clause("ebu", "1.1.2 p2")
def test_a_first_change_of_county_is_free_and_a_second_stays_open() -> None:
    assert members.may_change_county([], by_department=True).holds is True
    assert members.may_change_county([DAY], by_department=True).holds is None
    assert members.may_change_county([], by_department=False).holds is False


@pytest.mark.clause("ebu", "1.1.3 p2")
def test_national_events_are_for_members_unless_opened() -> None:
    assert members.may_play_at_national_level(ANN).holds
    assert not members.may_play_at_national_level(STRANGER).holds
    assert members.may_play_at_national_level(STRANGER, open_to_others=True).holds


@pytest.mark.clause("ebu", "2.7.4")
@pytest.mark.parametrize(
    ("on", "suspended"),
    [(date(2025, 4, 30), False), (date(2025, 5, 1), True), (date(2025, 5, 31), True), (date(2025, 6, 1), False)],
)
def test_a_suspension_lasts_from_its_first_to_its_last_day(on: date, suspended: bool) -> None:
    person = ANN._replace(suspended=(Period(date(2025, 5, 1), date(2025, 5, 31)),))
    assert members.is_suspended(person, on).holds is suspended
    assert members.points_go(person, on).credited is not suspended
    assert not members.points_go(person, on).held


@pytest.mark.clause("ebu", "2.7.1", "2.7.2", "2.9.3")
@pytest.mark.parametrize(
    ("person", "state", "credited", "held", "clause"),
    [
        (ANN, MemberState.MEMBER, True, False, "2.7.1"),
        (DIRECT, MemberState.MEMBER, True, False, "2.7.1"),
        (LAPSED, MemberState.LAPSED, False, True, "2.9.3"),
        (POTENTIAL, MemberState.POTENTIAL, False, True, "2.9.3"),
        (STRANGER, MemberState.UNKNOWN, False, False, "2.7.2"),
    ],
)
def test_points_of_members_are_credited_and_those_of_lapsed_ones_kept(
    person: Person, state: MemberState, credited: bool, held: bool, clause: str
) -> None:
    found = members.points_go(person, DAY)
    assert members.state_of(person) == state
    assert (found.credited, found.held, found.working.clause) == (credited, held, clause)


@pytest.mark.clause("ebu", "2.9.3")
def test_an_affiliated_club_enters_somebody_without_a_record_as_potential_member() -> None:
    assert members.may_register_as_potential(STRANGER, club_affiliated=True).holds
    assert not members.may_register_as_potential(STRANGER, club_affiliated=False).holds
    assert not members.may_register_as_potential(LAPSED, club_affiliated=True).holds


@pytest.mark.clause("ebu", "2.2.1 p2", "2.2.3")
def test_points_of_the_home_unions_come_along_and_no_others() -> None:
    assert members.brought_along("SBU", 1234).value == 1234
    assert members.brought_along("ACBL", 1234).value == 0
    assert members.brought_along("ACBL", 1234).clause == "2.2.3"


@pytest.mark.clause("ebu", "2.2.1 p2")
def test_one_home_union_keeps_the_record() -> None:
    assert members.one_register(["EBU"]).holds
    assert members.one_register(["EBU", "ACBL"]).holds
    assert not members.one_register(["EBU", "WBU"]).holds
    assert members.one_register([]).holds
