"""Both sides of every threshold in the terms of an award: margins, finals, consolations, masters, who may have it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Handicap, Play, Player, Schedule, StageKind
from overtrick.engine.numbers import half_up
from overtrick.engine.working import cited
from overtrick.handbooks.abf.e2024 import finals, grades, match_awards
from tests.handbooks.abf.award_support import (
    BOOK,
    EDITION,
    HALF_EVEN,
    assessed,
    event,
    field,
    head_to_head,
    match,
    names,
    pairs,
    teams,
)

if TYPE_CHECKING:
    from overtrick.engine.event import Stage


# --- Matches ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.3/margin")
@pytest.mark.parametrize(
    ("boards", "margin", "awards"),
    [
        (10, 2, [4, 4]),  # exactly 0.2 a board is shared
        (10, 3, [8]),
        (20, 4, [8, 8]),
        (20, 5, [16]),
        (14, 2, [6, 6]),  # 2.8 needed; 0.11 halved is 0.055
        (14, 3, [11]),
        (30, -6, [12, 12]),
        (30, -7, [24]),
        (10, 0, [4, 4]),
    ],
)
def test_a_match_needs_more_than_a_fifth_of_an_imp_a_board(boards: int, margin: int, awards: list[int]) -> None:
    assert list(assessed(event("E", head_to_head(boards, margin))).total.values()) == awards


@pytest.mark.clause("abf", "4.2.3/matchpoints")
@pytest.mark.parametrize(
    ("percent", "awards"),
    [("52.50", [3, 3]), ("52.51", [6]), ("50", [3, 3]), ("47.5", [3, 3]), ("47.49", [6])],
)
def test_a_match_pointed_match_needs_more_than_52_and_a_half_per_cent(percent: str, awards: list[int]) -> None:
    stage = head_to_head(8, 0, play=Play.PAIRS)
    (only,) = stage.matches
    one, two = only.sides
    sides = (one._replace(score=Decimal(percent)), two._replace(score=100 - Decimal(percent)))
    ahead = "" if sides[0].score == sides[1].score else max(sides, key=lambda side: side.score or 0).contestant
    played = only._replace(sides=sides, winner=ahead)
    outcome = assessed(event("E", stage._replace(matches=(played,)), scores="matchpoints"))
    assert list(outcome.total.values()) == awards


@pytest.mark.clause("abf", "4.2.3 note i")
def test_by_victory_points_only_equals_share_a_match() -> None:
    stage = head_to_head(8, "0.01")
    assert assessed(event("E", stage, scores="vps")).total == {"team 1": 6}
    assert assessed(event("E", stage)).total == {"team 1": 3, "team 2": 3}


@pytest.mark.clause("abf", "4.2.1/2", "4.2.3/1", "4.2.3/short teams")
@pytest.mark.parametrize(("boards", "winner"), [(4, 32), (5, 4)])
def test_matches_of_five_boards_have_match_awards_and_shorter_ones_places(boards: int, winner: int) -> None:
    """Eight teams: Table 2A prints 0.32; a match of five boards is 0.04."""
    stage = teams(8, contest=Contest.SWISS, match_boards=boards)
    one, two = names(1, 2, play=Play.TEAMS)
    outcome = assessed(event("E", stage._replace(matches=(match(one, two, 10),))))
    assert outcome.total["team 1"] == winner


@pytest.mark.clause("abf", "4.2.3/1", "4.4.2")
def test_wins_and_halves_are_counted_before_they_are_rounded() -> None:
    """Grade D, 14 boards, 0.17: two shared matches are 0.17, not twice 0.09; two and a half wins 0.425."""
    stage = teams(4, contest=Contest.ROUND_ROBIN, match_boards=14)
    one, two, three, four = names(1, 2, 3, 4, play=Play.TEAMS)
    met = (match(one, two, 1), match(one, three, 2), match(two, three, 9), match(two, four, 9), match(one, four, -9))
    stage = stage._replace(matches=met, schedule=Schedule(42))
    assert assessed(event("D", stage)).session == {one: 17, two: 43, three: 9, four: 17}
    assert assessed(event("D", stage), HALF_EVEN).session == {one: 17, two: 42, three: 8, four: 17}


@pytest.mark.clause("abf", "4.2.3/1", "App B.1.1")
def test_matches_of_one_worth_are_counted_over_all_stages_before_they_are_rounded() -> None:
    """As B.1.1 counts them: one and a half wins before the play-off and a half in it are 2 x 0.17, not 0.26 + 0.09."""
    one, two, three, four = names(1, 2, 3, 4, play=Play.TEAMS)
    first = teams(4, contest=Contest.ROUND_ROBIN, match_boards=14, kind=StageKind.QUALIFYING)
    first = first._replace(
        schedule=Schedule(42), matches=(match(one, two, 9), match(three, four, 9), match(three, two, 1))
    )
    decider = head_to_head(14, 9, kind=StageKind.FINAL)._replace(matches=(match(one, two, 9),))
    minor = head_to_head(14, 1, kind=StageKind.PLAY_OFF)
    minor = minor._replace(fields=(field(2, Play.TEAMS, first=3, ties=[[1, 2]]),), matches=(match(three, four, 1),))
    outcome = assessed(event("D", first, decider, minor))
    assert outcome.session[three] == 34, outcome.why()


@pytest.mark.clause("abf", "7.5.3/2")
@pytest.mark.parametrize(
    ("segments", "matches"),
    [
        ([12] * 4, [12] * 4),
        ([11] * 4, [22, 22]),
        ([10] * 6, [20, 20, 20]),
        ([6] * 4, [12, 12]),
        ([5] * 4, [20]),
        ([20], [20]),
        ([10], [10]),
    ],
    ids=str,
)
def test_segments_under_12_boards_are_put_together(segments: list[int], matches: list[int]) -> None:
    assert match_awards.segments(BOOK, segments) == matches


# --- Percentages -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.2")
@pytest.mark.parametrize(
    ("grade", "percent", "award"),
    [
        ("B4", "45.99", 0),
        ("B4", "46", 5),  # 2.5 x 1 / 50
        ("B4", "49.99", 20),
        ("B4", "50", 25),
        ("B4", "52.5", 35),  # 52 %, not 0.375
        ("B3", "46", 7),  # 3.75 / 50 = 0.075, rounded down
        ("B3", "47", 15),
        ("A", "70", 500),
    ],
)
def test_a_percentage_award_is_rounded_down_twice(grade: str, percent: str, award: int) -> None:
    outcome = assessed(event(grade, pairs(12, scores=[percent]), awards="percentage"))
    assert outcome.total.get("pair 1", 0) == award


# --- Finals ----------------------------------------------------------------------------------------------------------


def _with_final(entry: int, final: int) -> tuple[Stage, Stage]:
    """So many tables entered, so many reached the final; who qualified is not listed."""
    first = pairs(2 * entry, kind=StageKind.QUALIFYING)
    (everybody,) = first.fields
    unlisted = first._replace(fields=(everybody._replace(contestants=(), entered=2 * entry),))
    return unlisted, pairs(2 * final, kind=StageKind.FINAL)


@pytest.mark.clause("abf", "4.2.5/1", "4.2.5/2")
@pytest.mark.parametrize(
    ("entry", "final", "factor"),
    [
        (25, 7, "1.5"),
        (20, 9, "1.5"),
        (20, 10, "1.35"),  # 1.5 x 9 / 10
        (36, 9, "1.5"),  # a quarter is 9 as well
        (36, 12, "1.125"),
        (36, 13, "27/26"),
        (36, 14, "1"),  # 1.5 x 9 / 14 would be less than a session
        (38, 10, "1.425"),  # a quarter of 38 is 9.5
        (40, 10, "1.5"),
        (60, 20, "1.125"),
        (60, 24, "1"),
    ],
)
def test_a_final_past_its_size_loses_of_the_premium(entry: int, final: int, factor: str) -> None:
    assert finals.premium(BOOK, entry, final).value == Fraction(factor)
    if final <= 15:  # past it a session is no straight line
        outcome = assessed(event("A", *_with_final(entry, final)))
        assert outcome.session["pair 1"] == half_up(40 * final * Fraction(factor)), outcome.why()


@pytest.mark.clause("abf", "4.2.5/1", "4.4.2")
def test_the_premium_comes_before_the_rounding() -> None:
    """0.168 x 1.5 = 0.252 is 0.25; from the rounded 0.17 it would be 0.26."""
    assert assessed(event("D", head_to_head(14, 9, kind=StageKind.FINAL))).session == {"team 1": 25}


@pytest.mark.clause("abf", "4.2.4/2", "4.2.5/2")
@pytest.mark.parametrize(
    ("entry", "finalists", "award"), [(5, 4, 17), (20, 4, 17), (20, 9, 17), (20, 10, 15), (20, 14, 11)]
)
def test_a_final_of_teams_has_the_premium_by_its_size_and_four_teams_always(
    entry: int, finalists: int, award: int
) -> None:
    """A match of 14 boards at grade E is 0.112, with the premium 0.168; ten teams are over 9, so 0.112 x 1.35."""
    first = teams(entry, contest=Contest.SWISS, match_boards=14, kind=StageKind.QUALIFYING)
    final = teams(finalists, contest=Contest.ROUND_ROBIN, match_boards=14, kind=StageKind.FINAL)
    one, two = names(1, 2, play=Play.TEAMS)
    outcome = assessed(event("E", first, final._replace(matches=(match(one, two, 9),))))
    assert outcome.session == {one: award}


@pytest.mark.clause("abf", "4.3.3/1")
@pytest.mark.parametrize(("entry", "final", "paid"), [(10, 4, 8), (10, 5, 10), (10, 6, 10), (7, 4, 7)])
def test_a_final_pays_half_of_the_entry_or_all_in_it(entry: int, final: int, paid: int) -> None:
    first = pairs(2 * entry, kind=StageKind.QUALIFYING)
    last = pairs(2 * final, kind=StageKind.FINAL)
    assert len(assessed(event("B4", first, last)).outright) == paid


# --- Consolations ----------------------------------------------------------------------------------------------------


def _consolation(tables: int, *, lines: int = 1) -> dict[str, int]:
    """A final of 7 tables out of 40, two sessions at grade A, and one consolation."""
    first = pairs(80, kind=StageKind.QUALIFYING)
    last = pairs(14, kind=StageKind.FINAL)
    sizes = (2 * tables,) if lines == 1 else (tables, tables)
    third = pairs(*sizes, kind=StageKind.CONSOLATION, first=15)
    return assessed(event("A", first, last, third)).outright


@pytest.mark.clause("abf", "4.3.3 note", "4.3.3/consolation table")
@pytest.mark.parametrize(
    ("tables", "ratio"),
    [
        (4, Fraction(4) / Fraction("5.25")),
        (5, Fraction(5) / Fraction("5.25")),
        (6, Fraction(1)),
        (10, Fraction(1)),
        (11, Fraction(11) / Fraction("10.5")),
        (13, Fraction(13) / Fraction("10.5")),
    ],
)
def test_a_consolation_outside_75_to_150_per_cent_of_the_final_takes_the_ratio(tables: int, ratio: Fraction) -> None:
    """The final's winner has 13.3052 at 40 tables and two sessions; a single consolation has a quarter."""
    found = _consolation(tables)
    assert found["pair 1"] == 1331
    final = Fraction(133052, 100)
    assert found["pair 15"] == half_up(final / 4 * ratio)


@pytest.mark.clause("abf", "4.3.3/3")
def test_two_winners_of_a_consolation_have_65_per_cent_each() -> None:
    found = _consolation(8, lines=2)
    assert found["pair 15"] == found["pair 23"] == half_up(Fraction(133052, 100) / 4 * Fraction(65, 100))


@pytest.mark.clause("abf", "4.2.5/consolation table", "4.2.5/5")
@pytest.mark.parametrize(
    ("grade", "count", "mean"),
    [("A", 2, "0.525"), ("A", 3, "0.60"), ("A", 4, "0.525"), ("A", 5, "0.48"), ("A", 1, "0.60"), ("B5", 5, "0.50")],
)
def test_ungraded_consolations_take_the_mean(grade: str, count: int, mean: str) -> None:
    weight = grades.grade(BOOK, grade, Play.PAIRS)
    found = {
        finals.consolation_grade(BOOK, weight, which, count, graded=False)[1][0].value for which in range(1, count + 1)
    }
    assert found == {Fraction(mean)}


@pytest.mark.clause("abf", "4.2.5/5")
@pytest.mark.parametrize(
    ("grade", "factors"),
    [
        ("B5", ["0.75", "0.60", "0.50", "0.50"]),
        ("B4", ["0.75", "0.60", "0.45", "0.40"]),
        ("B3", ["0.75", "0.60", "0.45", "0.30"]),
        ("B", ["0.75", "0.60", "0.45", "0.30"]),
    ],
)
def test_no_consolation_falls_below_weight_1(grade: str, factors: list[str]) -> None:
    weight = grades.grade(BOOK, grade, Play.PAIRS)
    found = [finals.consolation_grade(BOOK, weight, which, 4, graded=True)[1][0].value for which in (1, 2, 3, 4)]
    assert found == [Fraction(each) for each in factors]


@pytest.mark.clause("abf", "4.2.5/4", "4.2.5/6")
@pytest.mark.parametrize(("grade", "winner", "colour"), [("C", 27, "green"), ("E", 27, "green"), ("B4", 27, "red")])
def test_a_green_consolation_is_paid_at_grade_e(grade: str, winner: int, colour: str) -> None:
    """Nine tables of a Mitchell: 0.27 at grade E; at B4 0.45 x 0.60, which is 0.27 too, but red."""
    first, last = _with_final(25, 7)
    third = pairs(9, 9, kind=StageKind.CONSOLATION, first=15)
    outcome = assessed(event(grade, first, last, third))
    assert outcome.session["pair 15"] == outcome.session["pair 24"] == winner
    assert {award.colour for award in outcome.assessment.awards} == {colour}


# --- Masters and restrictions ----------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.9/1", "4.4.9/2")
@pytest.mark.parametrize(
    ("rank", "column"),
    [
        ("", "Graduate"),
        ("Nil", "Graduate"),
        ("Bronze Local", "Local"),
        ("Silver Local", "Local"),
        ("Regional", "Local"),
        ("Bronze Regional", "Local"),
        ("Silver National", "Bronze National"),
        ("Bronze Life", "Life"),
        ("Gold Life", "Life"),
        ("Silver Grand", "Grand"),
        ("Diamond Grand", "Grand"),
    ],
)
def test_a_rank_without_a_column_reads_the_nearest_lower_one(rank: str, column: str) -> None:
    for grade in ("E", "B4", "B", "A"):
        own = grades.master_factor_of(BOOK, grade, rank)
        assert own == grades.master_factor_of(BOOK, grade, column)


@pytest.mark.clause("abf", "4.4.9/1")
@pytest.mark.parametrize(("grade", "column"), [("F", "E"), ("B4c", "B4"), ("B4s", "B4"), ("B5i", "B5")])
def test_a_grade_without_a_row_reads_that_of_its_like(grade: str, column: str) -> None:
    for rank in ("Graduate", "Bronze State", "Life"):
        assert grades.master_factor_of(BOOK, grade, rank) == grades.master_factor_of(BOOK, column, rank)


@pytest.mark.clause("abf", "4.4.9/average")
@pytest.mark.parametrize(("grade", "mean"), [("B4", "0.925"), ("A", "0.7125"), ("E", "1.125")])
def test_the_mean_of_a_field_counts_every_rank_once_and_regional_as_local(grade: str, mean: str) -> None:
    """At B4: Life 1.25, National 1, State 0.8, Local 0.65."""
    ranks = ["Life"] * 5 + ["National"] * 10 + ["State"] * 12 + ["Regional"]
    book = EDITION.book(settings={"master_factor": "average"})
    assert grades.master_factor(book, grade, ranks).value == Fraction(mean)


@pytest.mark.clause("abf", "4.4.9/average", "4.4.2")
def test_the_mean_is_not_rounded_on_the_way() -> None:
    """20 tables, four sessions, grade B: 4.72 by 0.51667; 4.75 by the printed 0.52."""
    stage = pairs(40, sessions=[24] * 4)
    outcome = assessed(event("B", stage, master_ranks="Graduate, Club, Local"), {"master_factor": "average"})
    assert outcome.outright["pair 1"] == 472


@pytest.mark.clause("abf", "4.4.10")
@pytest.mark.parametrize(
    ("grade", "by", "winner"),
    [
        ("A", "gender", 300),
        ("A", "age", 300),
        ("A", "", 400),
        ("A2", "gender", 150),
        ("B", "age", 150),
        ("B3", "gender", 150),  # 3.75 x 0.4, nothing taken
        ("B4", "age", 100),
        ("C", "gender", 100),
        ("E", "age", 60),
    ],
)
def test_entry_by_age_or_gender_costs_a_quarter_at_three_grades_only(grade: str, by: str, winner: int) -> None:
    told = {"restricted_by": by} if by else {}
    assert assessed(event(grade, pairs(20), **told)).total["pair 1"] == winner


# --- Who may have it -------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.1.2", "App B.1.1/substitutes")
@pytest.mark.parametrize(("players", "award"), [(4, 51), (5, 41), (6, 34)])
def test_a_member_of_a_team_of_five_has_four_fifths_and_of_six_two_thirds(players: int, award: int) -> None:
    """Three wins at 0.17 are 0.51; 0.51 x 4/5 = 0.408. 42 boards are one session, so there is nothing outright."""
    stage = teams(4, contest=Contest.ROUND_ROBIN, match_boards=14, players=players)
    one, *others = names(1, 2, 3, 4, play=Play.TEAMS)
    stage = stage._replace(matches=tuple(match(one, other, 9) for other in others), schedule=Schedule(42))
    assert assessed(event("D", stage)).total == {one: award}


@pytest.mark.clause("abf", "4.1.2", "4.4.2")
@pytest.mark.parametrize(("setting", "award"), [("whole event", 84), ("each part", 85)])
def test_the_part_of_a_larger_team_is_taken_of_the_whole_event(setting: str, award: int) -> None:
    """Two sessions at 0.40 and 0.46 outright: two thirds of 1.26 are 0.84; part by part 0.27 + 0.27 + 0.31."""
    lists = tuple(field(10, Play.TEAMS, players=6, session=number) for number in (0, 1, 2))
    stage = teams(10, sessions=[24, 24])._replace(fields=lists)
    assert assessed(event("E", stage), {"team_of_more": setting}).total["team 1"] == award


@pytest.mark.clause("abf", "4.1.2")
def test_a_substitute_does_not_make_a_team_larger() -> None:
    stage = teams(10, players=5)
    (only,) = stage.fields
    first, *rest = only.contestants
    *four, last = first.players
    first = first._replace(players=(*four, last._replace(substitute=True)))
    outcome = assessed(event("E", stage._replace(fields=(only._replace(contestants=(first, *rest)),))))
    assert outcome.by_player["team 1 player 1"] == 40
    assert outcome.by_player["team 2 player 1"] == 22  # 0.28 x 4/5


def _two_sessions(second: tuple[Player, Player]) -> Stage:
    """14 pairs, two Howell sessions; the same pairs win both and the event, with other players in the second."""
    whole = field(14)
    lists = [whole, field(14, session=1), field(14, session=2)]
    winners = lists[2].contestants[0]._replace(players=second)
    lists[2] = lists[2]._replace(contestants=(winners, *lists[2].contestants[1:]))
    return pairs(14, sessions=[24, 24])._replace(fields=tuple(lists))


@pytest.mark.clause("abf", "4.4.5/2", "App B.2/mastersheet")
def test_a_substitute_has_the_session_and_the_absent_player_the_outright_award() -> None:
    present = Player("pair 1 player 1")
    outcome = assessed(event("E", _two_sessions((present, Player("Stand In", substitute=True)))))
    found = outcome.by_player
    assert found["pair 1 player 1"] == 42 + 42 + 50
    assert found["pair 1 player 2"] == 42 + 50
    assert found["Stand In"] == 42


@pytest.mark.clause("abf", "4.4.4")
@pytest.mark.parametrize(("played", "award"), [(18, 60), (17, 0), (24, 60)])
def test_a_session_award_needs_three_quarters_of_the_boards(played: int, award: int) -> None:
    """Whoever is barred keeps the place: nobody moves up."""
    outcome = assessed(event("E", _with_boards(pairs(20), played)))
    assert outcome.by_player.get("pair 1 player 1", 0) == award
    assert outcome.by_player["pair 1 player 2"] == 60
    assert outcome.by_player["pair 2 player 1"] == 42
    if not award:
        assert outcome.refused()["pair 1 player 1"] == "4.4.4"


@pytest.mark.clause("abf", "4.4.4")
@pytest.mark.parametrize(("in_play", "paid"), [(32, True), (33, False)])
def test_a_movement_must_give_everybody_three_quarters_of_the_boards_in_play(in_play: int, paid: bool) -> None:
    stage = pairs(20)._replace(schedule=Schedule(24, in_play=in_play))
    outcome = assessed(event("E", stage))
    assert bool(outcome.total) is paid
    if not paid:
        assert set(outcome.refused().values()) == {"4.4.4"}


@pytest.mark.clause("abf", "4.4.5/1")
@pytest.mark.parametrize(("played", "has_it"), [(20, True), (19, False)])
def test_an_outright_award_needs_two_fifths_of_the_teams_boards(played: int, has_it: bool) -> None:
    """Two sessions of 25 boards: 20 of 50; ten teams at grade E have 0.46 outright."""
    stage = teams(10, contest=Contest.SWISS, match_boards=10, sessions=[25, 25])
    outcome = assessed(event("E", _with_boards(stage, played)))
    assert outcome.by_player.get("team 1 player 1", 0) == (46 if has_it else 0)
    assert outcome.by_player["team 1 player 2"] == 46
    assert outcome.by_player["team 2 player 1"] == 32


def _with_boards(stage: Stage, played: int) -> Stage:
    """Let the first player of the winners play so many boards."""
    (only,) = stage.fields
    winners, *rest = only.contestants
    first, *others = winners.players
    winners = winners._replace(players=(first._replace(boards=played), *others))
    return stage._replace(fields=(only._replace(contestants=(winners, *rest)),))


@pytest.mark.clause("abf", "4.4.8")
@pytest.mark.parametrize(("handicap", "winner"), [(Handicap.RANKED, 0), (Handicap.RESCORED, 60), (Handicap.NONE, 60)])
def test_a_handicap_result_earns_nothing(handicap: Handicap, winner: int) -> None:
    outcome = assessed(event("E", pairs(20, handicap=handicap)))
    assert outcome.total.get("pair 1", 0) == winner


@pytest.mark.clause("abf", "4.2.1/1", "4.3.1/1")
def test_a_working_names_the_clauses_it_rests_on() -> None:
    outcome = assessed(event("E", _two_sessions((Player("pair 1 player 1"), Player("pair 1 player 2")))))
    named = set(cited(outcome.assessment.awards[0].working))
    assert {"1.5.1", "3.1.1/Howell", "3.1.2/1", "3.1.2/S=2", "4.1.1/1", "4.2.1/1", "4.3.1/1", "4.4.2"} <= named


@pytest.mark.clause("abf", "4.1.1/1")
def test_whoever_is_below_the_paid_places_is_told_so() -> None:
    outcome = assessed(event("E", pairs(20)))
    below = {player.name for each in field(10, first=11).contestants for player in each.players}
    assert outcome.refused() == dict.fromkeys(below, "4.1.1/1")
