"""Stages at the edges: small entries, handicaps, hidden stages, ladders, consolations and open events."""

from __future__ import annotations

from decimal import Decimal

import pytest

from overtrick.engine.event import Contest, Field, Handicap, Play, Schedule, Series, Stage, StageKind
from tests.handbooks.ebu.edges import assess, cup, event, halved, mitchell, of_stage, pairs, ranked, teams


@pytest.mark.clause("ebu", "3.1.1(d)")
def test_an_entry_too_small_for_points_has_none_in_its_final_either() -> None:
    # 4 tables of two-winner pairs entered, 5 are needed for the event, whatever its final is.
    stages = mitchell(4, 4, kind=StageKind.QUALIFYING), pairs(6, kind=StageKind.FINAL)
    result = assess(event(*stages, direct_entrants=("1", "2", "3", "4", "5", "6")))
    assert not result.awards
    assert {refusal.stage for refusal in result.refusals} == {"qualifying", "final"}


@pytest.mark.clause("ebu", "3.10.1")
def test_a_handicap_in_the_final_takes_nothing_from_the_consolation() -> None:
    beside = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(8, first=9)),), StageKind.CONSOLATION)
    stages = pairs(40, kind=StageKind.QUALIFYING), pairs(8, kind=StageKind.FINAL, handicap=Handicap.RANKED), beside
    result = assess(event(*stages))
    assert of_stage(result, "final") == {}
    # 4 tables and 12 ÷ 3 of those in neither: 8 tables, 16 pairs, 4 awards of 11.
    assert of_stage(result, "consolation") == {"9": 44, "10": 33, "11": 22, "12": 11}


@pytest.mark.clause("ebu", "3.10.1")
@pytest.mark.parametrize("handicap", [Handicap.RANKED, Handicap.QUALIFIED])
def test_a_handicap_that_decided_who_qualified_leaves_no_points_in_later_stages(handicap: Handicap) -> None:
    result = assess(event(pairs(40, kind=StageKind.QUALIFYING, handicap=handicap), pairs(8, kind=StageKind.FINAL)))
    assert not result.awards


@pytest.mark.clause("ebu", "4.2.6")
def test_a_stage_before_the_first_one_in_the_file_counts_as_a_stage() -> None:
    # 30 tables entered; the stage in the file was reached by 12 of them, so there was one before it: two stages before
    # the final, and 6 of 30 tables in it. District: 15 × 16.5 = 247.5, spread over 12 finalists.
    second = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(24)),), StageKind.QUALIFYING, original_tables=30)
    result = assess(event(second, pairs(12, kind=StageKind.FINAL)))
    assert of_stage(result, "final")["1"] == 248


@pytest.mark.clause("ebu", "4.2.6")
@pytest.mark.parametrize(("finalists", "top"), [(20, 83), (22, 55)])
def test_two_stages_raise_a_final_of_half_the_field_and_not_of_more(finalists: int, top: int) -> None:
    # 20 tables … 10 or 11 of them in the final: 20 ÷ 4 × 2 = 10 awards; District 16.5, Club 11.
    stages = pairs(40, kind=StageKind.QUALIFYING), pairs(30, kind=StageKind.QUALIFYING)
    result = assess(event(*stages, pairs(finalists, kind=StageKind.FINAL)))
    assert of_stage(result, "final")["6"] == top


# --- Ladders ---------------------------------------------------------------------------------------------------------


def ladder(average: Decimal | None, games: int = 12, counted: int = 6) -> Stage:
    """Describe a ladder of pairs."""
    series = Series(games, counted, average)
    fields = (Field("", ranked(10)),)
    return Stage(Play.PAIRS, Schedule(0), fields, StageKind.QUALIFYING, Contest.LADDER, series=series)


@pytest.mark.clause("ebu", "4.11.5", "4.11.9")
def test_a_ladder_without_its_average_is_a_problem_for_its_final_too() -> None:
    result = assess(event(ladder(None), pairs(10, kind=StageKind.FINAL)))
    assert not result.awards
    assert result.problems


@pytest.mark.clause("ebu", "4.11.8", "4.11.9 note a")
@pytest.mark.parametrize(
    ("games", "final", "expected"),
    [
        (17, False, [64, 48, 32, 16]),
        (18, False, [96, 72, 48, 24]),
        (17, True, [96, 72, 48, 24]),
        (18, True, [128, 96, 64, 32]),
    ],
)
def test_18_games_and_a_final_raise_a_ladder_a_level_each(games: int, final: bool, expected: list[int]) -> None:
    stages = (ladder(Decimal(10), games), *((pairs(10, kind=StageKind.FINAL),) if final else ()))
    result = assess(event(*stages))
    assert [award.units for award in result.awards] == expected
    assert {award.stage for award in result.awards} == {"final" if final else ""}


@pytest.mark.clause("ebu", "4.11.9")
def test_a_ladder_waits_for_its_final_whatever_is_played_beside_it() -> None:
    beside = pairs(10, kind=StageKind.CONSOLATION)
    result = assess(event(ladder(Decimal(10)), pairs(10, kind=StageKind.FINAL), beside))
    assert {award.stage for award in result.awards} == {"final", "consolation"}
    assert {refusal.stage for refusal in result.refusals} >= {"qualifying"}


@pytest.mark.clause("ebu", "3.7.4")
def test_a_final_behind_fewer_than_six_results_is_a_game_of_its_own_entry() -> None:
    # 10 pairs, 5 tables: a third of 10 is 4 awards of 6.
    result = assess(event(ladder(Decimal(10), 5, 5), pairs(10, kind=StageKind.FINAL)))
    assert [award.units for award in result.awards] == [24, 18, 12, 6]


# --- Beside the final ------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.3.7")
def test_an_open_event_needs_only_its_own_entry() -> None:
    # 24 pairs: 8 awards. Nothing about the finals is needed: District, one level down, is Club.
    result = assess(event(pairs(24, kind=StageKind.OPEN), status="district"))
    assert not result.problems
    assert result.awards[0].units == 48


@pytest.mark.clause("ebu", "4.3.7")
def test_a_knock_out_open_to_the_rest_is_not_numbered_as_if_they_had_qualified() -> None:
    # Eight teams that reached no final: round 1 of a knock-out of their own, 27, not round 3 of the 32 that entered.
    rest = [str(number) for number in range(7, 15)]
    stages = teams(32, kind=StageKind.QUALIFYING), teams(6, kind=StageKind.FINAL)
    result = assess(event(*stages, cup(rest, halved(rest), kind=StageKind.OPEN)))
    assert set(of_stage(result, "open").values()) == {27}


@pytest.mark.clause("ebu", "4.3.3", "4.3.3 p2", "4.3.4")
@pytest.mark.parametrize(("original", "expected"), [(12, [50, 33, 17]), (11, [18, 12, 6]), (16, [50, 33, 17])])
def test_a_consolation_of_as_many_tables_as_the_rest_is_rated_and_one_of_more_is_not(
    original: int, expected: list[int]
) -> None:
    # District, four tables in each final. 12 entered: N = 4, just enough, read at 4 + 4 // 3 = 5 tables; 16: at 6; a
    # quarter of 10 or 12 pairs is 3 awards of 16.5. 11 entered: N = 3, a game of 8 pairs at Club, 3 awards of 6.
    stages = pairs(2 * original, kind=StageKind.QUALIFYING), pairs(8, kind=StageKind.FINAL)
    low = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(8, first=9)),), StageKind.CONSOLATION)
    result = assess(event(*stages, low, status="district"))
    assert list(of_stage(result, "consolation").values()) == expected


@pytest.mark.clause("ebu", "4.3.7", "4.6.7 p3")
def test_a_third_final_with_matches_has_the_lower_maximum_of_third_finals() -> None:
    # 60 teams in finals of 6: N = 42, the third is read at 6 + 42 // 3 = 20 teams, 3 awards of 40, at most 108 (4.3.7).
    finals = [
        teams(6, 48, kind, contest=Contest.SWISS, match_boards=8)
        for kind in (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL)
    ]
    result = assess(event(teams(60, kind=StageKind.QUALIFYING), *finals))
    assert of_stage(result, "third final")["1"] == 108
