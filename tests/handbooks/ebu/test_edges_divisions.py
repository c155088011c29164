"""Divisions and sections of differing status at the edges: labels, small ones, own levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from overtrick.engine.event import Contest, Contestant, Field, Play, Schedule, Stage, Tally
from tests.handbooks.ebu.edges import assess, event, points, ranked


def league(labels: Sequence[str], sizes: Mapping[str, int] | None = None, own: str = "") -> Stage:
    """Describe a league of 24-board matches; every team has won one match."""
    fields = tuple(
        Field(
            label,
            tuple(
                Contestant(f"{label}-{at}", place=at, tally=Tally(won=1))
                for at in range(1, (sizes or {}).get(label, 8) + 1)
            ),
            division=label,
            status=own,
        )
        for label in labels
    )
    return Stage(Play.TEAMS, Schedule(216), fields, contest=Contest.LEAGUE, match_boards=24)


def wins(stage: Stage, status: str) -> dict[str, int]:
    """Give what a win is worth in each division: the award of its last team, which has nothing else."""
    paid = points(event(stage, status=status))
    return {field.division: paid[field.contestants[-1].name] for field in stage.fields}


@pytest.mark.clause("ebu", "4.8.5 (table)", "4.9.5 (table)")
def test_divisions_that_are_called_by_letters_are_divisions_in_that_order() -> None:
    # Club, three divisions: 54, 41, 27. If letters cannot be read as an order, that is a problem, not one division.
    result = assess(event(league("ABC")))
    if not result.problems:
        assert wins(league("ABC"), "club") == {"A": 54, "B": 41, "C": 27}


@pytest.mark.clause("ebu", "4.8.5 (table)")
def test_a_premier_division_is_not_the_same_as_division_1() -> None:
    result = assess(event(league(["Premier", "Division 1", "Division 2"])))
    if not result.problems:
        assert wins(league(["Premier", "Division 1", "Division 2"]), "club") == {
            "Premier": 54,
            "Division 1": 41,
            "Division 2": 27,
        }


@pytest.mark.clause("ebu", "4.9.2", "4.8.8")
def test_a_small_lower_division_alone_in_its_file_is_no_crash() -> None:
    result = assess(event(league(["2"], {"2": 4})))
    assert result.awards or result.problems or result.remarks


@pytest.mark.clause("ebu", "4.8.1", "4.9.4")
@pytest.mark.parametrize(("status", "win"), [("regional", 81), ("national", 108)])
def test_a_single_division_of_a_higher_organiser_has_the_organiser_s_level(status: str, win: int) -> None:
    # 4.8.1: a league of one division follows 4.6: 27 × 3, 27 × 4.
    assert wins(league(["1"]), status) == {"1": win}


@pytest.mark.clause("ebu", "4.8.6 (table)")
def test_the_printed_55_is_not_paid_where_a_division_names_its_own_level() -> None:
    # Seven parallel divisions, each said to be at District: 40.5, so 41 a win in every one.
    assert set(wins(league("1234567", own="district"), "district").values()) == {41}


@pytest.mark.clause("ebu", "4.8.6 (table)", "4.9.2")
def test_a_division_too_small_to_count_is_paid_as_the_one_above_with_its_printed_figure() -> None:
    # Eight divisions, the sixth too small: seven count, and 6 is paid as 5: 55 as printed.
    found = wins(league("12345678", {"6": 4}), "district")
    assert found == {"1": 81, "2": 75, "3": 68, "4": 61, "5": 55, "6": 55, "7": 48, "8": 41}


@pytest.mark.clause("ebu", "4.9.2", "4.8.8")
@pytest.mark.parametrize(
    ("small", "expected"),
    [
        ({}, {"1": 54, "2": 41, "3": 27}),
        ({"1": 3}, {"1": 54, "2": 41, "3": 27}),  # the top one may be small
        ({"2": 4}, {"1": 41, "2": 41, "3": 27}),
        ({"3": 4}, {"1": 41, "2": 27, "3": 27}),
        ({"2": 4, "3": 4}, {"1": 27, "2": 27, "3": 27}),
    ],
)
def test_divisions_under_five_teams_do_not_count(small: dict[str, int], expected: dict[str, int]) -> None:
    assert wins(league("123", small), "club") == expected


@pytest.mark.clause("ebu", "4.8.9")
def test_parts_of_a_division_are_paid_alike_and_count_once() -> None:
    assert wins(league(["1", "2A", "2B"]), "county") == {"1": 68, "2A": 54, "2B": 54}


@pytest.mark.clause("ebu", "3.2", "4.9.1")
def test_a_list_with_a_level_of_its_own_is_paid_at_it_and_leaves_other_events_alone() -> None:
    own = Stage(Play.PAIRS, Schedule(25), (Field("", ranked(18), status="county"),))
    plain = Stage(Play.PAIRS, Schedule(25), (Field("", ranked(18)),))
    # 6 awards of 12 at County, of 6 at Club.
    assert points(event(own, status="club"))["1"] == 72
    assert points(event(plain, status="county"))["1"] == 72
    assert points(event(plain, status="club"))["1"] == 36


@pytest.mark.clause("ebu", "4.9.4")
def test_a_level_that_one_of_several_sections_names_is_not_ignored_in_silence() -> None:
    # Section 1 says Regional: 12 pairs, 4 awards of 18. It is paid so, or the contradiction is a problem.
    fields = tuple(
        Field(label, ranked(12, f"{label}-"), division=label, status="regional" if label == "1" else "")
        for label in ("1", "2")
    )
    result = assess(event(Stage(Play.PAIRS, Schedule(24), fields)))
    assert result.problems or result.remarks or result.awards[0].units == 72
