"""Matches at the edges: triangles, draws, rounds of a knock-out, line-ups, substitutes, names that nobody has."""

from __future__ import annotations

from decimal import Decimal

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Side,
    Stage,
    Tally,
)
from tests.handbooks.abf.edges import (
    EDITION,
    FINAL,
    QUALIFYING,
    assess,
    boards_of,
    event,
    match,
    people,
    placed,
    points,
    teams,
    totals,
)


def one_session(
    contestants: tuple[Contestant, ...], *matches: Match, boards: int = 8, play: Play = Play.TEAMS
) -> Stage:
    """Describe one session of matches, by default of 8 boards: a win at grade E is 0.064, 6 hundredths."""
    return Stage(
        play,
        Schedule(24),
        (Field("", contestants),),
        contest=Contest.SWISS,
        match_boards=boards,
        matches=matches,
        scoring=Scoring.OTHER,
    )


# --- Triangles -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.3 note iii")
def test_a_half_match_under_five_boards_in_a_triangle_earns_half_of_a_normal_win() -> None:
    # Matches of 8 boards; the triangle is of half-matches of 4. A wins both: 2 × 1/2 × 6 = 6. B wins one: 3.
    mini = [
        match("A", "B", (20, 0), triangular=True),
        match("A", "C", (20, 0), triangular=True),
        match("B", "C", (20, 0), triangular=True),
    ]
    assert points(event(one_session(placed("A", "B", "C"), *mini))) == {"A": 6, "B": 3}


@pytest.mark.clause("abf", "4.2.3 note iii", "4.2.3/1")
def test_a_half_match_of_seven_boards_is_a_match_of_seven_boards() -> None:
    # Matches of 14 boards: 14 × 0.008 = 0.112, 11; a half-match has 7: 0.056, 6 (half of 11 would be 5.5, also 6).
    mini = match("A", "B", (20, 0), triangular=True)
    assert points(event(one_session(placed("A", "B", "C"), mini, boards=14))) == {"A": 6}


@pytest.mark.clause("abf", "4.2.3 note iii", "4.2.3/margin")
def test_the_margin_of_a_half_match_is_that_of_its_own_boards() -> None:
    # 14 boards, half-matches of 7: more than 1.4 IMPs win. 2 IMPs are a win; in 14 boards they would be shared.
    mini = match("A", "B", (2, 0), triangular=True)
    assert points(event(one_session(placed("A", "B", "C"), mini, boards=14))) == {"A": 6}


@pytest.mark.clause("abf", "4.2.3 note iii")
def test_a_triangle_that_tells_the_boards_of_the_full_match_is_paid_like_one_that_leaves_them_to_the_stage() -> None:
    told = match("A", "B", (20, 0), triangular=True, boards=8)
    assert points(event(one_session(placed("A", "B", "C"), told))) == {"A": 3}


# --- Draws and margins -----------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.3/margin", "4.2.3/match table")
@pytest.mark.parametrize(
    ("boards", "margin", "expected"),
    [
        (10, 2, {"A": 4, "B": 4}),  # at 0.2 a board: shared, 8 / 2
        (10, 3, {"A": 8}),
        (8, 1, {"A": 3, "B": 3}),  # 1.6 IMPs
        (8, 2, {"A": 6}),
        (14, 2, {"A": 6, "B": 6}),  # 11 / 2 = 5.5, up
        (14, 3, {"A": 11}),
        (5, 1, {"A": 2, "B": 2}),
        (5, 2, {"A": 4}),
    ],
)
def test_a_match_is_won_by_more_than_a_fifth_of_an_imp_a_board(
    boards: int, margin: int, expected: dict[str, int]
) -> None:
    played = one_session(placed("A", "B"), match("A", "B", (margin, 0)), boards=boards)
    assert points(event(played)) == expected


@pytest.mark.clause("abf", "4.2.3 note i")
@pytest.mark.parametrize(
    ("scores", "expected"), [(("10", "10"), {"A": 3, "B": 3}), (("10.04", "9.96"), {"A": 6}), (("8", "12"), {"B": 6})]
)
def test_where_only_victory_points_are_known_equals_alone_share(
    scores: tuple[str, str], expected: dict[str, int]
) -> None:
    played = one_session(placed("A", "B"), match("A", "B", (Decimal(scores[0]), Decimal(scores[1]))))
    assert points(event(played, facts=(("scores", "vps"),))) == expected


@pytest.mark.clause("abf", "4.2.3/matchpoints")
@pytest.mark.parametrize(("percent", "expected"), [("52.5", {"A": 3, "B": 3}), ("52.51", {"A": 6})])
def test_a_match_pointed_match_is_shared_up_to_52_and_a_half_per_cent(percent: str, expected: dict[str, int]) -> None:
    scores = (Decimal(percent), 100 - Decimal(percent))
    played = one_session(placed("A", "B"), match("A", "B", scores), play=Play.PAIRS)
    assert points(event(played, facts=(("scores", "matchpoints"),))) == expected


@pytest.mark.clause("abf", "4.2.3/per board", "1.5.1/D", "1.5.1/B4")
@pytest.mark.parametrize(
    ("grade", "won"),
    # 8 boards: F 0.032, E 0.064, D 0.096, C 0.128, B5 0.128, B4 0.16, B3 0.24, B 0.32, A2 0.32, A 0.64: pairs as teams
    [("F", 3), ("E", 6), ("D", 10), ("C", 13), ("B5", 13), ("B4", 16), ("B3", 24), ("B", 32), ("A2", 32), ("A", 64)],
)
def test_swiss_and_butler_pairs_have_the_match_award_of_teams(grade: str, won: int) -> None:
    played = one_session(placed("A", "B"), match("A", "B", (20, 0)), play=Play.PAIRS)
    assert points(event(played, grade=grade)) == {"A": won}


@pytest.mark.clause("abf", "4.2.3/1", "App B.1.1")
def test_wins_of_two_lengths_are_rounded_each_by_itself() -> None:
    # Grade E: 8 boards 0.064 → 6, 14 boards 0.112 → 11. Two wins and a draw of 8: 2.5 × 6 = 15; one of 14: 11.
    played = [
        match("A", "B", (9, 0)),
        match("A", "C", (9, 0)),
        match("A", "D", (0, 0)),
        match("A", "D", (9, 0), boards=14),
    ]
    stage = one_session(placed("A", "B", "C", "D"), *played)._replace(schedule=Schedule(38, sessions=(38,)))
    assert points(event(stage))["A"] == 26


@pytest.mark.clause("abf", "4.2.3/1")
def test_a_match_under_five_boards_among_longer_ones_earns_no_match_award() -> None:
    # Awards are for matches of 5 boards and more; a 4-board match of a stage of 8-board matches is none.
    played = [match("A", "B", (9, 0)), match("B", "C", (9, 0), boards=4)]
    assert points(event(one_session(placed("A", "B", "C"), *played))) == {"A": 6}


# --- Knock-outs ------------------------------------------------------------------------------------------------------


def cup(*rounds: Round, match_boards: int = 0) -> Stage:
    """Describe a knock-out of four teams."""
    fields = (Field("", placed(*"ABCD")),)
    return Stage(
        Play.TEAMS,
        Schedule(48, sessions=(24, 24)),
        fields,
        contest=Contest.KNOCK_OUT,
        match_boards=match_boards,
        rounds=rounds,
    )


@pytest.mark.clause("abf", "4.2.3/1")
def test_a_round_that_tells_the_boards_of_its_matches_is_paid_by_them() -> None:
    # Grade E: 24 boards 0.192, 19. Outright T = 4, S = 2: 0.44 of the four-session award, 2 places.
    first = Round((match("A", "C", winner="A"), match("B", "D", winner="B")), boards=24)
    last = Round((match("A", "B", winner="A"),), boards=24)
    by_round = points(event(cup(first, last)))
    by_stage = points(event(cup(first._replace(boards=0), last._replace(boards=0), match_boards=24)))
    assert by_round == by_stage
    assert by_stage["A"] - by_stage["B"] >= 19


@pytest.mark.clause("abf", "4.2.3/1", "4.3.3/2")
def test_rounds_of_two_lengths_in_one_knock_out_are_paid_each_by_its_own() -> None:
    # 24 boards: 0.192, 19; 28 boards: 0.224, 22. S is 2 for A and B, 1 for C and D, who have no outright award.
    first = Round((match("A", "C", winner="A"), match("B", "D", winner="B")), boards=24)
    last = Round((match("A", "B", winner="A"),), boards=28)
    paid = points(event(cup(first, last, match_boards=24)))
    # T = 4, S = 2, W = 1: 4.2 × (1 − e^(−12/105) + 0.65 e^(−800/12)) × 0.44 = 0.1996: 20 and 14; a third of 4 is 2.
    assert paid == {"A": 19 + 22 + 20, "B": 19 + 14}


@pytest.mark.clause("abf", "4.3.3/2", "4.3.1/1")
def test_whoever_played_one_session_alone_takes_the_outright_award_from_nobody_else() -> None:
    # C came straight into the final of 12 teams and has S = 1: nothing for 1st. A has S = 3, 2nd: 70 % of 0.8777.
    qualifying = teams(placed("A", "B", *(f"t{n}" for n in range(3, 13))), 2, kind=QUALIFYING)
    final = teams(placed("C", "A"), 1, kind=FINAL, match_boards=24)
    result = assess(event(qualifying, final))
    assert totals(result)["A"] == 61
    # B is 3rd of the event with S = 2: half of 0.5364 = 27.
    assert totals(result)["B"] == 27


# --- Players of a team -----------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.5/2", "App B.1.1/substitutes")
def test_a_substitute_has_the_matches_played_and_the_absent_player_has_not() -> None:
    # z sat in for d in the first match: 6 for z; d has the second alone; a, b and c have both.
    team = Contestant("A", (*people("abcd"), Player("z", substitute=True)), 1)
    played = (
        Match((Side("A", people("abcz"), 9), Side("B", score=0)), "A"),
        Match((Side("A", people("abcd"), 9), Side("B", score=0)), "A"),
    )
    paid = points(event(one_session((team, Contestant("B", place=2)), *played)))
    assert paid == {"a": 12, "b": 12, "c": 12, "d": 6, "z": 6}


@pytest.mark.clause("abf", "4.4.5/2", "App B.1.1/substitutes")
def test_the_tally_of_a_substitute_counts_the_own_matches_alone() -> None:
    players = (*people("abc"), Player("d", tally=Tally(won=2)), Player("z", substitute=True, tally=Tally(won=1)))
    team = Contestant("A", players, 1, tally=Tally(won=3))
    paid = points(event(one_session((team, Contestant("B", place=2, tally=Tally())))))
    assert paid == {"a": 18, "b": 18, "c": 18, "d": 12, "z": 6}


@pytest.mark.clause("abf", "1.3.2/3")
def test_who_is_not_entitled_on_the_day_has_no_match_award_either() -> None:
    team = Contestant("A", (*people("abc"), Player("d", suspended=True)), 1)
    played = one_session((team, Contestant("B", place=2)), match("A", "B", (9, 0)))
    result = assess(event(played))
    assert totals(result) == {"a": 6, "b": 6, "c": 6}
    assert [refusal.working.clause for refusal in result.refusals if refusal.player.name == "d"] == ["1.3.2/3"]


@pytest.mark.clause("abf", "4.1.2")
@pytest.mark.parametrize(("players", "each"), [("abcd", 19), ("abcde", 15), ("abcdef", 13)])
def test_a_team_of_five_or_six_has_its_part_of_the_rounded_total(players: str, each: int) -> None:
    # B4, 8 boards: 0.16; here grade E 24 boards 0.192, 19: × 4/5 = 15.2, × 2/3 = 12.67.
    team = Contestant("A", people(players), 1)
    played = one_session((team, Contestant("B", place=2)), match("A", "B", (20, 0)), boards=24)
    assert points(event(played)) == dict.fromkeys(players, each)


@pytest.mark.clause("abf", "4.1.2", "4.4.5/2")
def test_a_substitute_does_not_make_a_team_of_four_a_team_of_five() -> None:
    team = Contestant("A", (*people("abcd"), Player("z", substitute=True)), 1)
    played = Match((Side("A", people("abcd"), 20), Side("B", score=0)), "A")
    paid = points(event(one_session((team, Contestant("B", place=2)), played, boards=24)))
    assert {name: paid.get(name, 0) for name in "abcd"} == dict.fromkeys("abcd", 19)


@pytest.mark.clause("abf", "4.4.4", "4.1.2")
def test_the_75_per_cent_rule_of_movements_takes_nothing_from_a_team_whose_members_take_turns() -> None:
    # Matches of 3 boards, 8 teams, grade E: 0.32 to the winners; six of them have 2/3, 21. Each played 16 of 24.
    six = Contestant("A", tuple(Player(letter, boards=16) for letter in "abcdef"), 1)
    stage = one_session((six, *placed(*(f"t{n}" for n in range(1, 9)))[1:]), boards=3)
    paid = points(event(stage))
    assert {name: paid.get(name, 0) for name in "abcdef"} == dict.fromkeys("abcdef", 21)


@pytest.mark.clause("abf", "4.4.5/1")
def test_forty_per_cent_of_the_boards_are_needed_in_every_stage_for_the_outright_award() -> None:
    # d played 19 of 48 qualifying boards (39.6 %) and all of the final: no outright award. c played 20 (41.7 %).
    before = (Player("a"), Player("b"), Player("c", boards=20), Player("d", boards=19))
    rest = placed(*(f"t{n}" for n in range(1, 13)))[1:]
    qualifying = teams((Contestant("A", before, 1), *rest), 2, kind=QUALIFYING)
    final = teams((Contestant("A", people("abcd"), 1), Contestant("t2", place=2)), 1, kind=FINAL)
    paid = points(event(qualifying, final))
    # T = 12, S = 3, W = 1: 0.8777
    assert {name: paid.get(name, 0) for name in "abcd"} == {"a": 88, "b": 88, "c": 88, "d": 0}


@pytest.mark.clause("abf", "4.4.5/1")
def test_who_did_not_reach_the_final_needs_forty_per_cent_of_the_stage_that_was_played() -> None:
    # A is 3rd behind the two finalists: a played 19 of the 48 boards, b 20. The final has 24 boards.
    players = (Player("a", boards=19), Player("b", boards=20), *people("cd"))
    listed = (*placed("F1", "F2"), Contestant("A", players, 3), *placed(*(f"t{n}" for n in range(1, 13)))[3:])
    final = teams(placed("F1", "F2"), 1, kind=FINAL)
    paid = points(event(teams(listed, 2, kind=QUALIFYING), final))
    # 3rd of 12, S = 2: 0.5364 / 2 = 27
    assert {name: paid.get(name, 0) for name in "abcd"} == {"a": 0, "b": 27, "c": 27, "d": 27}


# --- Names and lists -------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.3/1")
def test_a_match_of_somebody_who_is_in_no_list_is_told() -> None:
    played = one_session(placed("A", "B"), match("A", "B", (9, 0)), match("Nobody", "B", (9, 0)))
    result = assess(event(played))
    assert any("Nobody" in each.says for each in result.remarks) or any("Nobody" in p.found for p in result.problems)


@pytest.mark.clause("abf", "4.2.3/1")
def test_matches_that_are_not_given_are_asked_for() -> None:
    result = assess(event(one_session(placed("A", "B", "C"))))
    assert any("match" in each.says for each in result.remarks)


@pytest.mark.clause("abf", "4.2.3/1")
def test_lists_of_two_sessions_do_not_pay_the_matches_twice() -> None:
    fields = tuple(Field(f"Session {n}", placed("A", "B", "C"), session=n) for n in (1, 2))
    played = Stage(
        Play.TEAMS,
        boards_of(2),
        fields,
        contest=Contest.SWISS,
        match_boards=8,
        matches=(match("A", "B", (9, 0)), match("A", "C", (9, 0))),
    )
    assert points(event(played)) == {"A": 12}


@pytest.mark.clause("abf", "4.2.3/1")
def test_tallies_of_two_sessions_are_added_up() -> None:
    first = Field(
        "1", (Contestant("A", place=1, tally=Tally(won=2)), Contestant("B", place=2, tally=Tally())), session=1
    )
    second = Field(
        "2", (Contestant("A", place=1, tally=Tally(won=1)), Contestant("B", place=2, tally=Tally(won=1))), session=2
    )
    played = Stage(Play.TEAMS, boards_of(2), (first, second), contest=Contest.SWISS, match_boards=8)
    assert points(event(played)) == {"A": 18, "B": 6}


@pytest.mark.clause("abf", "4.2.3/1")
def test_two_players_of_one_name_in_two_teams_have_each_their_own_matches() -> None:
    listed = (
        Contestant("A", (Player("Smith"), *people("abc")), 1),
        Contestant("B", (Player("Smith"), *people("def")), 2),
        Contestant("C", place=3),
    )
    result = EDITION.assess(
        event(one_session(listed, match("A", "C", (9, 0)), match("A", "B", (9, 0)), match("B", "C", (9, 0)))),
        by_name=False,
    )
    assert sorted((a.contestant, a.units) for a in result.awards if a.player.name == "Smith") == [("A", 12), ("B", 6)]


@pytest.mark.clause("abf", "4.2.3/short teams", "App B.1.2")
def test_matches_under_five_boards_pay_a_third_of_the_teams_by_the_one_winner_table() -> None:
    # 8 teams, grade E: 0.04 × 8 = 0.32, 0.224, 0.16 (appendix B.1.2); grade F half of it.
    stage = one_session(placed(*(f"t{n}" for n in range(1, 9))), boards=4)
    assert points(event(stage)) == {"t1": 32, "t2": 22, "t3": 16}
    assert points(event(stage, grade="F")) == {"t1": 16, "t2": 11, "t3": 8}


@pytest.mark.clause("abf", "4.2.3/short butler")
def test_short_butler_matches_pay_a_third_by_the_weight_of_pairs() -> None:
    # 8 tables, one winner, grade E pairs: 0.04 × 8 × 1.5 = 0.48; a third of 16, up, are 6 places.
    stage = one_session(placed(*(f"p{n}" for n in range(1, 17))), boards=4, play=Play.PAIRS)
    assert points(event(stage)) == {"p1": 48, "p2": 34, "p3": 24, "p4": 16, "p5": 12, "p6": 10}
