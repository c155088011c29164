"""Odd input: nothing of it may crash, and what cannot be worked with is told."""

from __future__ import annotations

from decimal import Decimal

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Play,
    Player,
    Round,
    Schedule,
    Series,
    Stage,
    StageKind,
)
from tests.handbooks.abf.edges import (
    CONSOLATION,
    EDITION,
    FINAL,
    QUALIFYING,
    assess,
    boards_of,
    event,
    match,
    overall,
    people,
    placed,
    points,
    ranked,
    teams,
    totals,
)

UNPLACED = (Contestant("A"), Contestant("B"), Contestant("C"), Contestant("D"))
PAIRS_FINAL = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(8)),), FINAL)

ODD: dict[str, tuple[Stage, ...]] = {
    "no stage": (),
    "no list": (Stage(Play.PAIRS, Schedule(24)),),
    "an empty list": (Stage(Play.PAIRS, Schedule(24), (Field(""),)),),
    "two empty lists": (Stage(Play.PAIRS, Schedule(24), (Field("NS"), Field("EW"))),),
    "one contestant": (Stage(Play.PAIRS, Schedule(24), (Field("", ranked(1)),)),),
    "one team": (Stage(Play.TEAMS, Schedule(24), (Field("", ranked(1)),)),),
    "one team over two sessions": (teams(ranked(1)),),
    "no boards": (Stage(Play.PAIRS, Schedule(0), (Field("", ranked(8)),)),),
    "no boards in two sessions": (overall(ranked(8), schedule=Schedule(0, sessions=(0, 0))),),
    "a session that is not scheduled": (
        Stage(Play.PAIRS, boards_of(2), (Field("", ranked(8)), Field("", ranked(8), session=5))),
    ),
    "an entry that is only counted": (Stage(Play.PAIRS, Schedule(24), (Field("", entered=20),)),),
    "an entry that is only counted over two sessions": (overall((), fields=(Field("", entered=20),)),),
    "a final without lists": (overall(ranked(16), 1, QUALIFYING), Stage(Play.PAIRS, Schedule(24), kind=FINAL)),
    "a final with an empty list": (
        overall(ranked(16), 1, QUALIFYING),
        Stage(Play.PAIRS, Schedule(24), (Field(""),), FINAL),
    ),
    "a team final without lists": (
        teams(ranked(8), 1, QUALIFYING),
        Stage(Play.TEAMS, Schedule(24), (), FINAL, match_boards=24, matches=(match("1", "2", winner="1"),)),
    ),
    "a qualifying without lists": (Stage(Play.PAIRS, boards_of(1), kind=QUALIFYING), PAIRS_FINAL),
    "an empty final and a consolation": (
        overall(ranked(16), 1, QUALIFYING),
        Stage(Play.PAIRS, boards_of(1), (Field(""),), FINAL),
        Stage(Play.PAIRS, boards_of(1), (Field("", ranked(8)),), CONSOLATION),
    ),
    "a consolation alone": (Stage(Play.PAIRS, boards_of(1), (Field("", ranked(8)),), CONSOLATION),),
    "a consolation without lists": (
        overall(ranked(16), 1, QUALIFYING),
        PAIRS_FINAL,
        Stage(Play.PAIRS, boards_of(1), kind=CONSOLATION),
    ),
    "a knock-out without rounds": (
        Stage(Play.TEAMS, Schedule(24), (Field("", ranked(4)),), contest=Contest.KNOCK_OUT),
    ),
    "a knock-out whose rounds have no boards": (
        Stage(
            Play.TEAMS,
            Schedule(24),
            (Field("", ranked(4)),),
            contest=Contest.KNOCK_OUT,
            rounds=(Round((match("1", "2", winner="1"),)),),
        ),
    ),
    "a match without lists": (
        Stage(Play.TEAMS, Schedule(24), contest=Contest.SWISS, match_boards=8, matches=(match("A", "B", winner="A"),)),
    ),
    "a series without results": (Stage(Play.PAIRS, boards_of(4), (), contest=Contest.AGGREGATE, series=Series(4, 3)),),
    "a series that counts nothing": (
        Stage(Play.PAIRS, boards_of(4), (Field("", ranked(8)),), contest=Contest.AGGREGATE, series=Series(0, 0)),
    ),
    "a ladder without a series": (Stage(Play.PAIRS, boards_of(4), (Field("", ranked(8)),), contest=Contest.LADDER),),
    "a play-off alone": (Stage(Play.TEAMS, boards_of(1), (Field("", ranked(2)),), StageKind.PLAY_OFF),),
}


@pytest.mark.clause("abf", "4.1.1/1")
@pytest.mark.parametrize("stages", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("grade", ["E", "B4"])
def test_what_is_odd_is_no_crash(stages: tuple[Stage, ...], grade: str) -> None:
    result = assess(event(*stages, grade=grade))
    assert all(award.units > 0 for award in result.awards)
    assert isinstance(result.refusals, tuple)


@pytest.mark.clause("abf", "1.5.1")
@pytest.mark.parametrize("grade", ["", "Z", "B6"])
def test_a_grade_that_nobody_knows_is_a_problem(grade: str) -> None:
    result = assess(event(overall(ranked(16)), grade=grade))
    assert result.problems
    assert not result.awards


@pytest.mark.clause("abf", "1.5.1")
def test_a_grade_of_a_stage_that_nobody_knows_is_a_problem() -> None:
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(16)),), status="Z9")
    assert assess(event(stage)).problems


@pytest.mark.clause("abf", "4.1.1/1")
@pytest.mark.parametrize(
    "fields",
    [
        (Field("", UNPLACED),),
        (Field("", ranked(4)), Field("", UNPLACED, session=1)),
        (Field("", UNPLACED), Field("", ranked(4), session=1), Field("", ranked(4), session=2)),
    ],
)
def test_a_list_without_places_and_scores_is_a_problem(fields: tuple[Field, ...]) -> None:
    result = assess(event(Stage(Play.PAIRS, boards_of(2), fields)))
    assert result.problems


@pytest.mark.clause("abf", "4.1.1/1")
def test_a_list_of_matches_without_places_is_a_problem_only_for_its_ranking() -> None:
    # The matches are paid; for the outright award the places are asked for.
    listed = (Contestant("A"), Contestant("B"), Contestant("C"))
    result = assess(event(teams(listed, 2, matches=(match("A", "B", (30, 0)),))))
    assert result.problems


@pytest.mark.clause("abf", "4.2.2")
def test_a_percentage_that_is_missing_is_a_problem_and_no_half_paid_list() -> None:
    listed = (Contestant("A", score=60), *(Contestant(f"t{n}") for n in range(7)))
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", listed),))
    result = assess(event(stage, grade="B4", facts=(("awards", "percentage"),)))
    assert result.problems


@pytest.mark.clause("abf", "4.2.2")
@pytest.mark.parametrize(("score", "codes"), [("100", []), ("100.01", ["scores-are-no-per-cent"])])
def test_nobody_has_more_than_a_hundred_per_cent(score: str, codes: list[str]) -> None:
    listed = (Contestant("A", score=Decimal(score)), *(Contestant(f"t{n}", score=40) for n in range(7)))
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", listed),))
    result = assess(event(stage, grade="B4", facts=(("awards", "percentage"),)))
    assert [problem.code for problem in result.problems] == codes


@pytest.mark.clause("abf", "4.2.1/1", "4.3.1/1")
def test_pairs_of_one_number_in_two_directions_of_two_sessions_are_not_one_pair() -> None:
    # Pair 1 wins in both directions in both sessions: 0.27 twice and the outright award, T = 9 / 2 = 5: 0.3690.
    fields = tuple(Field(way, ranked(9), session=number) for number in (1, 2, 0) for way in ("NS", "EW"))
    result = assess(event(Stage(Play.PAIRS, boards_of(2), fields)))
    if not result.problems:
        assert [award.units for award in result.awards if award.player.name == "1"] == [27 + 27 + 37] * 2


@pytest.mark.clause("abf", "4.3.1/1")
def test_two_partners_of_one_name_have_each_the_award_of_two_sessions() -> None:
    first = Contestant("Smith and Smith", (Player("J Smith"), Player("J Smith")), 1)
    result = assess(event(overall((first, *ranked(16)[1:]))))
    assert [award.units for award in result.awards if award.player.name == "J Smith"] == [57, 57]


@pytest.mark.clause("abf", "4.3.1/1")
def test_two_players_of_one_name_in_two_pairs_are_two_players() -> None:
    one = Contestant("1", (Player("Lee"), Player("a")), 1)
    two = Contestant("2", (Player("Lee"), Player("b")), 2)
    result = EDITION.assess(event(overall((one, two, *ranked(16)[2:]))), by_name=False)
    assert [award.units for award in result.awards if award.player.name == "Lee"] == [57, 40]


@pytest.mark.clause("abf", "4.1.2")
def test_a_team_of_seven_is_told_because_the_scheme_has_no_part_for_it() -> None:
    seven = Contestant("A", people("abcdefg"), 1)
    result = assess(event(teams((seven, *ranked(12)[1:]))))
    assert result.problems or any(each.clause.startswith("4.1.2") for each in result.remarks)


@pytest.mark.clause("abf", "4.3.3/2")
def test_a_final_in_two_lists_pays_nobody_twice() -> None:
    names = [f"t{n}" for n in range(1, 13)]
    first = teams(placed(*names), 2, QUALIFYING)
    lists = (Field("X", placed("t1", "t2"), section="X"), Field("Y", placed("t3", "t4"), section="Y"))
    final = teams((), 1, FINAL)._replace(fields=lists)
    result = assess(event(first, final))
    parts = {award.player.name: len(award.working.because) for award in result.awards}
    # No session award was given: nobody has more than one part, the outright award.
    paying = {award.player.name: sum(each.value > 0 for each in award.working.because) for award in result.awards}
    assert set(paying.values()) == {1}, parts


@pytest.mark.clause("abf", "4.3.1/1")
def test_a_remark_about_one_event_does_not_come_up_in_the_next() -> None:
    small = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(3)),))
    assert assess(event(small)).remarks
    assert not assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", ranked(16)),)))).remarks


@pytest.mark.clause("abf", "4.3.1/1")
def test_players_who_are_known_by_number_are_one_player_under_two_names() -> None:
    first = Contestant("1", (Player("J Smith", "100"), Player("a", "101")), 1)
    again = Contestant("one", (Player("Jo Smith", "100"), Player("a", "101")), 1)
    rest = ranked(16)[1:]
    fields = (Field("", (first, *rest)), Field("1", (again, *rest), session=1), Field("2", (again, *rest), session=2))
    result = assess(event(Stage(Play.PAIRS, boards_of(2), fields)))
    # Sessions 0.48 twice, outright 0.57
    assert [award.units for award in result.awards if award.player.number == "100"] == [153]
    assert sum(totals(result).values()) == sum(points(event(Stage(Play.PAIRS, boards_of(2), fields))).values())
