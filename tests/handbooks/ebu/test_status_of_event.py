"""The status of an event, by who runs it and who may enter (1.2, 1.4.2, 1.6)."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.working import cited
from overtrick.handbooks.ebu.e2024 import status_of_event as statuses
from overtrick.handbooks.ebu.e2024.organisations import OrganiserKind
from overtrick.handbooks.ebu.e2024.status_of_event import MajorEvent
from overtrick.handbooks.examples import Example
from overtrick.handbooks.family import status as levels
from tests.handbooks.ebu.records import BOOK, book_with, of_kind

CLUB, DISTRICT, COUNTY, REGIONAL, NATIONAL = (
    levels.named(BOOK, name).value for name in ("club", "district", "county", "regional", "national")
)
WEEKLY = [date(2025, 1, 1) + timedelta(weeks=week) for week in range(52)]
MONTHLY = [date(2025, month, 1) for month in range(1, 13)]


def _example(clause: str) -> Example:
    return next(example for example in of_kind("event status") if example.clauses[0] == clause)


@pytest.mark.clause("ebu", "1.2.4 p1b")
def test_a_major_championship_is_one_level_up() -> None:
    for own, raised in _example("1.2.4 p1b").rows:
        found = statuses.major_championship(BOOK, levels.named(BOOK, str(own)), (1,), 0)
        assert levels.label(BOOK, found).lower() == raised


@pytest.mark.clause("ebu", "1.6.1", "1.6.1(a)", "1.6.1(b)")
def test_a_licensed_event_goes_by_its_entry() -> None:
    for outside, members, status in _example("1.6.1").rows:
        found = statuses.licensed(BOOK, from_outside=outside == "yes", members_only=members == "yes")
        assert levels.label(BOOK, found).lower() == status
        assert found.clause == ("1.6.1(b)" if outside == "yes" else "1.6.1(a)")


@pytest.mark.clause("ebu", "1.2.6(e) p2")
def test_divisions_of_an_inter_county_league_go_down_from_national() -> None:
    for division, status in _example("1.2.6(e) p2").rows:
        assert levels.label(BOOK, statuses.inter_county_league(BOOK, int(division))).lower() == status
    lower = [statuses.inter_county_league(BOOK, division).value for division in (4, 5, 9)]
    assert lower == [DISTRICT, CLUB, CLUB]


@pytest.mark.clause("ebu", "1.2.1 p3")
@pytest.mark.parametrize(
    ("organiser", "members_only", "status"),
    [
        (OrganiserKind.CLUB, True, CLUB),
        (OrganiserKind.CLUB, False, CLUB),
        (OrganiserKind.COUNTY, True, COUNTY),
        (OrganiserKind.COUNTY, False, DISTRICT),
    ],
)
def test_a_regular_game_has_the_level_of_its_organiser(
    organiser: OrganiserKind, members_only: bool, status: Fraction
) -> None:
    found = statuses.regular_game(BOOK, organiser, members_only=members_only, games=MONTHLY)
    assert found.value == status
    assert found.clause == "1.2.1 p3"


@pytest.mark.clause("ebu", "1.2.1 p1b")
def test_a_county_that_plays_more_than_monthly_has_all_its_games_at_club() -> None:
    thirteen = [*MONTHLY, date(2025, 7, 15)]
    for games, status in ((MONTHLY, COUNTY), (thirteen, CLUB), (WEEKLY, CLUB), ([*MONTHLY, *MONTHLY], COUNTY)):
        found = statuses.regular_game(BOOK, OrganiserKind.COUNTY, members_only=True, games=games)
        assert found.value == status
    often = statuses.regular_game(BOOK, OrganiserKind.COUNTY, members_only=True, games=thirteen)
    assert "1.2.1 p1b" in cited(often)


@pytest.mark.clause("ebu", "1.2.1 p1b")
def test_by_a_setting_two_games_in_one_month_are_too_many() -> None:
    book = book_with(county_games_counted="in any month")
    two = [date(2025, 3, 1), date(2025, 3, 31)]
    apart = [date(2025, 3, 31), date(2025, 4, 1)]
    assert statuses.regular_game(book, OrganiserKind.COUNTY, members_only=True, games=two).value == CLUB
    assert statuses.regular_game(book, OrganiserKind.COUNTY, members_only=True, games=apart).value == COUNTY
    assert statuses.regular_game(BOOK, OrganiserKind.COUNTY, members_only=True, games=two).value == COUNTY


@pytest.mark.clause("ebu", "1.2.1 p3", "3.12.1")
def test_another_body_has_no_regular_games_without_a_licence() -> None:
    with pytest.raises(Refused):
        statuses.regular_game(BOOK, OrganiserKind.OTHER, members_only=True)


@pytest.mark.clause("ebu", "1.2.1 p1b")
def test_a_club_may_play_as_often_as_it_likes() -> None:
    assert statuses.regular_game(BOOK, OrganiserKind.CLUB, members_only=True, games=WEEKLY).clause == "1.2.1 p3"


@pytest.mark.clause("ebu", "1.2.4 p3")
@pytest.mark.parametrize(
    ("sessions", "raised"),
    [
        ((3,), (True,)),
        ((4,), (False,)),
        ((1, 2), (True, True)),
        ((2, 2), (False, True)),
        ((2, 1, 1), (False, True, True)),
        ((1, 4), (False, False)),
        ((1, 1, 1, 3), (False, False, False, True)),
    ],
)
def test_at_most_three_sessions_are_raised_and_those_at_the_end(
    sessions: tuple[int, ...], raised: tuple[bool, ...]
) -> None:
    assert statuses.raised_stages(BOOK, sessions) == raised
    club = levels.named(BOOK, "club")
    paid = [statuses.major_championship(BOOK, club, sessions, stage).value for stage in range(len(sessions))]
    assert paid == [DISTRICT if each else CLUB for each in raised]


@pytest.mark.clause("ebu", "1.2.4 p3")
def test_a_knock_out_is_raised_whole() -> None:
    assert statuses.raised_stages(BOOK, (1,) * 6, knock_out=True) == (True,) * 6


@pytest.mark.clause("ebu", "1.2.5 p5")
def test_heats_of_simultaneous_pairs_are_at_club_and_the_county_list_at_district() -> None:
    assert statuses.simultaneous_pairs(BOOK, overall=False).value == CLUB
    assert statuses.simultaneous_pairs(BOOK, overall=True).value == DISTRICT
    heats = {"Avon": (12, True), "Bourne": (20, False), "Cray": (8, True)}
    assert statuses.simultaneous_entry(heats).value == 20


@pytest.mark.clause("ebu", "1.2.6(d) p2")
@pytest.mark.parametrize(
    ("play", "entry", "status"),
    [
        ("teams", {"Kent": 8, "Surrey": 3}, COUNTY),  # 3 of 11 from outside
        ("teams", {"Kent": 8, "Surrey": 4}, REGIONAL),  # exactly a third
        ("teams", {"Kent": 1, "Surrey": 1, "Essex": 1}, NATIONAL),
        ("teams", {"Kent": 2, "Surrey": 1, "Essex": 1}, REGIONAL),
        ("pairs", {"Kent": 2, "Surrey": 2}, NATIONAL),
        ("pairs", {"Kent": 3, "Surrey": 2}, REGIONAL),
        ("individual", {"Kent": 4, "Surrey": 4, "Essex": 4}, NATIONAL),
        ("individual", {"Kent": 5, "Surrey": 4, "Essex": 4}, REGIONAL),
        ("teams", {"Kent": 1}, COUNTY),  # nobody came from outside
    ],
)
def test_an_event_of_several_counties_goes_by_its_entry(play: str, entry: dict[str, int], status: Fraction) -> None:
    assert statuses.multi_county(BOOK, play, "Kent", entry).value == status


@pytest.mark.clause("ebu", "1.2.6(d) p2")
@pytest.mark.parametrize("entry", [{}, {"Kent": 0, "Surrey": 0}])
def test_an_event_that_nobody_entered_is_a_question_and_no_crash(entry: dict[str, int]) -> None:
    with pytest.raises(Unknown, match="No entry has a county"):
        statuses.multi_county(BOOK, "teams", "Kent", entry)


@pytest.mark.clause("ebu", "1.2.7(b)")
def test_only_those_in_the_grand_final_count() -> None:
    assert statuses.entry_of_a_grand_final(12, earlier_stages=300).value == 12
    assert statuses.is_inter_organisation("Kent", ["Avon", "Bourne"]).value == 2
    assert statuses.is_inter_organisation("Kent", ["Kent"]).value == 0


@pytest.mark.clause("ebu", "1.2.7(c)")
def test_a_final_for_champions_is_paid_as_licensed_unless_all_belong_to_the_county() -> None:
    def final(organiser: OrganiserKind, *, all_members: bool) -> Fraction:
        found = statuses.inter_organisation(
            BOOK, organiser, all_members=all_members, from_outside=False, members_only=True
        )
        return Fraction(found.value)

    assert final(OrganiserKind.COUNTY, all_members=True) == COUNTY
    assert final(OrganiserKind.COUNTY, all_members=False) == DISTRICT
    assert final(OrganiserKind.CLUB, all_members=True) == DISTRICT


MAJOR = MajorEvent(sessions=4, average_tables=50, members_only=True, from_outside=True, granted=True)


@pytest.mark.clause("ebu", "1.6.1(c)", "1.6.1(c)(i)", "1.6.1(c)(ii)", "1.6.1(c)(iii)", "1.6.1(c)(iv)", "1.6.1(c) p2")
def test_a_major_event_is_regional() -> None:
    assert statuses.major_event(BOOK, MAJOR).value == REGIONAL


@pytest.mark.clause("ebu", "1.6.1(c)(i)", "1.6.1(c)(ii)", "1.6.1(c)(iii)", "1.6.1(c)(iv)", "1.6.1(c) p2")
@pytest.mark.parametrize(
    ("change", "status", "clause"),
    [
        ({"sessions": 3}, COUNTY, "1.6.1(c)(i)"),
        ({"average_tables": Fraction(199, 4)}, COUNTY, "1.6.1(c)(ii)"),
        ({"members_only": False}, DISTRICT, "1.6.1(c)(iii)"),
        ({"from_outside": False}, DISTRICT, "1.6.1(c)(iv)"),
        ({"granted": False}, COUNTY, "1.6.1(c) p2"),
    ],
)
def test_an_event_that_misses_one_condition_is_not_major(change: dict[str, Any], status: Fraction, clause: str) -> None:
    event = MAJOR._replace(**change)
    assert statuses.major_event(BOOK, event).value == status
    assert [step.clause for step in statuses.is_major_event(BOOK, event).failed] == [clause]


@pytest.mark.clause("ebu", "1.6.1(c) p2")
def test_the_board_may_extend_a_major_event_for_a_year_in_which_it_failed() -> None:
    failed = MAJOR._replace(average_tables=40)
    assert statuses.major_event(BOOK, failed._replace(provisional=True)).value == REGIONAL
    assert statuses.is_major_event(BOOK, MajorEvent(granted=True)).holds is None


@pytest.mark.clause("ebu", "1.6.2", "1.6.3")
def test_a_side_event_is_one_level_lower_and_never_under_club() -> None:
    county, club = levels.named(BOOK, "county"), levels.named(BOOK, "club")
    assert statuses.side_event(BOOK, county, consolation=False).value == DISTRICT
    assert statuses.side_event(BOOK, club, consolation=False).value == CLUB
    assert statuses.side_event(BOOK, county, consolation=True).value == COUNTY
    assert statuses.granted_otherwise(BOOK, club, "county").value == COUNTY


@pytest.mark.clause("ebu", "1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county")
@pytest.mark.parametrize(
    ("kind", "division", "status"),
    [("club", 1, CLUB), ("district", 1, DISTRICT), ("county", 1, COUNTY), ("inter-county", 2, REGIONAL)],
)
def test_a_league_has_the_status_of_its_kind(kind: str, division: int, status: Fraction) -> None:
    assert statuses.league(BOOK, kind, division).value == status
