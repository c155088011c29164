"""Matches, finals and knock-outs on both sides of their figures."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.engine.event import (
    Contest,
    Ended,
    Play,
    Round,
    StageKind,
    Tally,
)
from tests.handbooks.scba.support import (
    asked,
    assess,
    event,
    match,
    paid,
    ranked,
    refused,
    stage,
    units,
)

# --- Matches ---------------------------------------------------------------------------------------------------------


def teams_with(*tallies: Tally, boards: int = 48, match_boards: int = 3, **more: Any) -> dict[str, int]:  # noqa: ANN401
    """Play a round robin of six teams that is told by wins and draws."""
    field = ranked(Play.TEAMS, 6)
    told = tuple(
        each._replace(tally=tally) for each, tally in zip(field.contestants, (*tallies, *[Tally()] * 6), strict=False)
    )
    held = stage(
        Play.TEAMS, boards, field._replace(contestants=told), contest=Contest.ROUND_ROBIN, match_boards=match_boards
    )
    return paid(assess(event(held), **more))


@pytest.mark.clause("scba", "4.5.8", "4.5.7", "2.4.1")
def test_half_a_match_is_rounded_up_by_itself() -> None:
    # a win over 3 boards is 4.5, rounded 5; half of it is 2.25, rounded 3; a drawn mini-match 1.125, rounded 2
    found = teams_with(Tally(won=1, drawn=2), Tally(mini_won=2), Tally(drawn=3), Tally(mini_drawn=3))
    assert found == {"No 1": 36 + 5 + 6, "No 2": 18 + 6, "No 3": 9, "No 4": 6}
    kept = teams_with(Tally(won=1, drawn=3), Tally(mini_won=1), part_of_a_match="kept")
    assert kept == {"No 1": 36 + 13, "No 2": 18 + 3}  # 5 + 3 × 2.5, rounded once


@pytest.mark.clause("scba", "4.6.3/minimum")
def test_the_minimum_is_for_the_event_and_not_for_a_match() -> None:
    assert teams_with(*[Tally()] * 3, Tally(won=1))["No 4"] == 6
    assert teams_with(*[Tally()] * 3, Tally(won=2))["No 4"] == 10


@pytest.mark.clause("scba", "4.5.1", "4.5.2")
def test_matches_are_paid_from_36_boards_on() -> None:
    assert asked("swiss-teams", tables=10, boards=35, match_boards=7).win is None
    assert asked("swiss-teams", tables=10, boards=36, match_boards=3).win is not None
    assert asked("swiss-pairs", tables=10, boards=36, match_boards=5).win is None
    assert asked("swiss-pairs", tables=10, boards=36, match_boards=6).win is not None


@pytest.mark.clause("scba", "2.6.1", "2.6.2")
@pytest.mark.parametrize(
    ("ended", "award"), [(Ended.PLAYED, 18), (Ended.CONCEDED_BEHIND, 18), (Ended.CONCEDED, 0), (Ended.NOT_PLAYED, 0)]
)
def test_a_match_that_was_not_played_out(ended: Ended, award: int) -> None:
    field = ranked(Play.TEAMS, 8)
    matches = (match("No 3", "No 8", ended=ended),)
    held = stage(Play.TEAMS, 48, field, contest=Contest.ROUND_ROBIN, match_boards=12, matches=matches)
    assert paid(assess(event(held))).get("No 3", 0) == award


# --- Finals ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "4.2.5", "4.2.6", "4.2.7")
@pytest.mark.parametrize(
    ("boards", "before", "tables", "first"),
    [(17, 1, 8, 66), (18, 1, 8, 88), (35, 1, 8, 88), (36, 1, 8, 132), (24, 2, 8, 132), (24, 2, 9, 88), (36, 2, 8, 132),
     (17, 2, 8, 88)],
)  # fmt: skip
def test_the_level_of_a_final(boards: int, before: int, tables: int, first: int) -> None:
    told: dict[str, Any] = {"tables": tables, "original_tables": 16, "boards": boards, "stages_before": before}
    assert units(asked("final", **told))[0] == first


@pytest.mark.clause("scba", "4.2.4")
def test_with_few_finalists_everybody_is_paid() -> None:
    assert units(asked("final", tables=2, original_tables=16, boards=24)) == [88, 66, 44, 22]
    assert units(asked("final", tables=4, original_tables=16, boards=24)) == [88, 77, 66, 55, 44, 33, 22, 11]


@pytest.mark.clause("scba", "4.3.3", "4.3.5(b)")
def test_a_consolation_needs_enough_tables_in_neither_final() -> None:
    def first(tables: int, entered: int, boards: int = 24) -> int:
        told: dict[str, Any] = {"tables": tables, "original_tables": entered, "main_tables": 4, "boards": boards}
        return units(asked("consolation", status="county", **told))[0]

    assert first(4, 12) == 66  # 4 and a third of 4: five tables, three awards at 22
    assert first(4, 11) == 27  # by itself, one level lower: three awards at 9
    assert first(3, 12) == 18  # smaller than the final above it
    assert first(4, 20, 36) == 132  # 4 and a third of 12: eight tables, four awards at 33
    assert first(4, 19, 36) == 36  # by itself: four awards at 9


@pytest.mark.clause("scba", "4.7.1", "4.6.1")
def test_a_knock_out_needs_five_teams() -> None:
    assert asked("knock-out", tables=5).refused is None
    refusal = asked("knock-out", tables=4).refused
    assert refusal is not None
    assert refusal.clause == "4.7.1"


@pytest.mark.clause("scba", "4.7.3")
@pytest.mark.parametrize(("boards", "final"), [(9, 27), (17, 51), (18, 54), (35, 54), (36, 81)])
def test_the_length_of_a_cup_match(boards: int, final: int) -> None:
    assert asked("knock-out", tables=8, match_boards=boards).rounds[-1][1].value == final


@pytest.mark.clause("scba", "4.7.8")
def test_an_earned_bye_is_two_thirds_rounded_up_by_itself() -> None:
    field = ranked(Play.TEAMS, 5)
    rounds = (
        Round((match("No 1", "No 2"), match("No 3", "No 4")), byes=("No 5",)),
        Round((match("No 3", "No 5"),), earned_byes=("No 1",)),
        Round((match("No 1", "No 3"),)),
    )
    cup = stage(Play.TEAMS, 20, field, contest=Contest.DOUBLE_KNOCK_OUT, match_boards=20, rounds=rounds)
    assert paid(assess(event(cup, status="district")))["No 1"] == 41 + 27 + 41  # two thirds of 40.5


@pytest.mark.clause("scba", "4.7.2", "2.11.1")
def test_a_double_elimination_of_pairs_has_no_scale() -> None:
    cup = stage(Play.PAIRS, 24, ranked(Play.PAIRS, 12), contest=Contest.DOUBLE_KNOCK_OUT, match_boards=24)
    found = assess(event(cup._replace(rounds=(Round((match("No 1", "No 2"),)),))))
    assert not found.awards
    assert (
        "The handbook has no scale for a double knock-out of pairs: ask the Technical Sub-Committee for one"
        in refused(found)
    )


@pytest.mark.clause("scba", "4.7.10", "QG17/cup")
def test_the_match_for_third_place_is_told_with_the_final() -> None:
    rounds = (
        Round((match("No 1", "No 4"), match("No 2", "No 3")), entered=4),
        Round((match("No 1", "No 2"),)),
        Round((match("No 3", "No 4"),), name="third place"),
    )
    cup = stage(
        Play.TEAMS, 24, ranked(Play.TEAMS, 4), kind=StageKind.FINAL, contest=Contest.KNOCK_OUT, rounds=rounds,
        original_tables=8,
    )  # fmt: skip
    found = assess(event(cup, status="district"))
    assert paid(found) == {"No 1": 57 + 81, "No 2": 57, "No 3": 41}
    assert {award.stage for award in found.awards} == {"final"}
