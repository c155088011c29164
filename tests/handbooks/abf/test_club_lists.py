"""Home members, alternates and others, and what a club may do with a record (Appendix C)."""

from __future__ import annotations

import pytest

from overtrick.handbooks.abf.e2024 import club_lists
from overtrick.handbooks.abf.e2024.club_lists import Relation, SearchRecord

HOME = SearchRecord("1", "Northside")
ALTERNATE = SearchRecord("2", "Southside", ("Northside",))
OTHER = SearchRecord("3", "Southside")
LAPSED = SearchRecord("4")
DEAD = SearchRecord("5", "Northside", deceased=True)


@pytest.mark.clause("abf", "App C: membership", "App A: Alternate membership", "App A: Home club")
def test_a_player_is_home_member_alternate_or_other() -> None:
    assert [club_lists.relation("Northside", each) for each in (HOME, ALTERNATE, OTHER, LAPSED)] == [
        Relation.HOME,
        Relation.ALTERNATE,
        Relation.OTHER,
        Relation.OTHER,
    ]
    assert [club_lists.pays_the_fees("Northside", each).holds for each in (HOME, ALTERNATE, OTHER)] == [
        True,
        False,
        False,
    ]


@pytest.mark.clause("abf", "App C: 1 new player")
def test_a_new_number_needs_a_search_that_found_nobody() -> None:
    assert club_lists.may_register([], search_confirmed=True).holds is True
    assert club_lists.may_register([], search_confirmed=False).holds is False
    assert club_lists.may_register([LAPSED], search_confirmed=True).holds is False


@pytest.mark.clause(
    "abf", "App C: 2 reactivation", "App C: 3 change details", "App C: 4 transfer", "App C: 5 alternates"
)
@pytest.mark.parametrize(
    ("player", "reactivate", "change", "transfer", "alternate"),
    [
        (HOME, False, True, False, False),
        (ALTERNATE, False, False, True, False),
        (OTHER, False, False, True, True),
        (LAPSED, True, False, False, False),
        (DEAD, False, False, False, False),
    ],
)
def test_each_request_fits_one_state_of_the_record(
    player: SearchRecord, reactivate: bool, change: bool, transfer: bool, alternate: bool
) -> None:
    assert club_lists.may_reactivate(player).holds is reactivate
    assert club_lists.may_change("Northside", player).holds is change
    assert club_lists.may_transfer("Northside", player).holds is transfer
    assert club_lists.may_add_alternate("Northside", player).holds is alternate
    assert club_lists.may_remove_alternate("Northside", player).holds is (player is ALTERNATE)


@pytest.mark.clause("abf", "App C: 4 transfer", "App C: ii alternate members")
def test_after_a_transfer_the_old_club_lists_the_player_no_more_unless_it_asks() -> None:
    moved = club_lists.transferred("Northside", ALTERNATE)
    assert moved == SearchRecord("2", "Northside")
    assert club_lists.on_the_quarterly_report("Southside", moved, earned_here=False).holds is False
    assert club_lists.may_add_alternate("Southside", moved).holds is True


@pytest.mark.clause("abf", "App C: 6 deceased")
def test_only_a_death_marks_a_player_deceased_and_takes_the_name_off_every_report() -> None:
    assert club_lists.may_mark_deceased(HOME, died=True).holds is True
    assert club_lists.may_mark_deceased(HOME, died=False).holds is False
    assert club_lists.on_the_quarterly_report("Northside", DEAD, earned_here=True).holds is False


@pytest.mark.clause("abf", "App C: i home members")
def test_a_home_member_leaves_by_death_transfer_or_cancellation_only() -> None:
    assert club_lists.leaves_the_list().holds is False
    assert club_lists.leaves_the_list(died=True).holds is True
    assert club_lists.leaves_the_list(transferred_away=True).holds is True
    assert club_lists.leaves_the_list(cancelled=True).holds is True


@pytest.mark.clause("abf", "App C: i home members", "App C: ii alternate members", "App C: iii other players")
@pytest.mark.parametrize(
    ("player", "earned", "listed"),
    [(HOME, False, True), (ALTERNATE, False, True), (OTHER, False, False), (OTHER, True, True), (LAPSED, False, False)],
)
def test_others_are_on_a_report_only_for_a_quarter_they_won_points_in(
    player: SearchRecord, earned: bool, listed: bool
) -> None:
    assert club_lists.on_the_quarterly_report("Northside", player, earned_here=earned).holds is listed
