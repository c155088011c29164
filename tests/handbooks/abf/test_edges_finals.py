"""Finals and consolations at the edges: premium and its limit, stages before, parts of a consolation, teams without."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Contest, Contestant, Field, Play, Round, Schedule, Stage, StageKind
from overtrick.engine.working import walk
from tests.handbooks.abf.edges import (
    CONSOLATION,
    FINAL,
    QUALIFYING,
    assess,
    boards_of,
    event,
    match,
    overall,
    placed,
    points,
    ranked,
    teams,
    top,
    totals,
)


def session(count: int, kind: StageKind, name: str = "", *, first: int = 1, two: bool = False) -> Stage:
    """Describe one session of 24 boards: a Howell of so many pairs, or a Mitchell of so many tables."""
    if two:
        fields = (Field("NS", ranked(count, f"{name}NS ")), Field("EW", ranked(count, f"{name}EW ")))
    else:
        fields = (Field("", ranked(count, name, first=first)),)  # type: ignore[assignment]
    return Stage(Play.PAIRS, Schedule(24, sessions=(24,)), fields, kind)


def won(this: Stage, name: str, grade: str = "B4", facts: tuple[tuple[str, str], ...] = ()) -> int:
    """Give what one contestant has of a stage that stands alone."""
    return points(event(this, grade=grade, facts=facts))[name]


# --- The premium -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.5/1", "4.2.5/2")
@pytest.mark.parametrize(
    ("entry", "final", "units"),
    # B4, a Howell of F tables: 2.5 × 0.04 × F (from 16 on 2.5 × (1 − e^(−F/16))), × max(1, 1.5 × L / F).
    [
        (25, 7, 105),  # L = 9: 0.70 × 1.5
        (25, 9, 135),  # at the limit: 0.90 × 1.5
        (25, 10, 135),  # 1.00 × 1.35
        (36, 12, 135),  # L = 9: 1.20 × 1.125
        (36, 14, 140),  # 1.40 × 1
        (38, 10, 143),  # L = 9.5: 1.00 × 1.425 = 1.425
    ],
)
def test_a_final_over_the_limit_loses_its_premium_in_proportion(entry: int, final: int, units: int) -> None:
    alone = event(session(2 * final, FINAL)._replace(original_tables=entry), grade="B4")
    assert [problem.code for problem in assess(alone).problems] == ["boards-before-missing"]
    first = next(award for award in assess(alone._replace(boards_before=24)).awards if award.player.name == "1")
    parts = [told.value for told, _depth in walk(first.working) if told.clause == "4.2.1/1"]
    assert parts == [units], first.working


@pytest.mark.clause("abf", "4.2.5/3")
@pytest.mark.parametrize("between", [False, True])
def test_a_stage_before_the_final_that_is_no_larger_than_one_has_the_premium_too(between: bool) -> None:
    # 40 pairs, then 12 in a semi-final (6 tables), then 8: 2.5 × 0.04 × 6 = 0.60 × 1.5 = 0.90 for the semi-final.
    # A consolation listed between the two takes nothing from it.
    first = overall(ranked(40), 1, QUALIFYING)._replace(schedule=Schedule(24), fields=(Field("", ranked(40)),))
    plate = [session(20, CONSOLATION, first=21)] if between else []
    semi = Stage(Play.PAIRS, Schedule(24), (Field("", placed("12", *map(str, range(1, 12)))),), QUALIFYING)
    final = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(8)),), FINAL)
    result = assess(event(first, *plate, semi, final, grade="B4"))
    own = [award for award in result.awards if award.player.name == "12"]
    # 12 was 12th of 40 in the first stage: 20 tables, 2.5 × (1 − e^(−20/16)) = 1.7837 / 11 = 16.
    assert [award.units for award in own] == [16 + 90]


@pytest.mark.clause("abf", "4.2.4/2", "4.2.3/1")
@pytest.mark.parametrize(("finalists", "each"), [(2, 38), (4, 38), (8, 38)])
def test_a_final_of_teams_has_half_as_much_again_for_each_match(finalists: int, each: int) -> None:
    names = [f"t{n}" for n in range(1, 13)]
    listed = placed(*names)
    qualifying = teams(listed, 1, QUALIFYING)
    final = teams(
        listed[:finalists], 1, FINAL, match_boards=32, matches=(match("t1", "t2", (0, 30)), match("t2", "t1", (0, 30)))
    )
    final = final._replace(schedule=Schedule(64, sessions=(64,)))
    # 32 boards: 0.256 × 1.5 = 0.384, 38
    paid = points(event(qualifying, final))
    outright = {"t1": 54, "t2": 38}  # T = 12, S = 2: 0.5364, 0.3755
    assert paid["t1"] - outright["t1"] == each
    assert paid["t2"] - outright["t2"] == each


@pytest.mark.clause("abf", "4.2.4/2", "App B.1.1")
def test_a_match_for_third_place_has_no_premium() -> None:
    # A final stage of four teams: semi-finals, then the final and a match for third place (errata, section 6).
    listed = placed(*(f"t{n}" for n in range(1, 13)))
    semi = Round((match("t1", "t4", winner="t1"), match("t2", "t3", winner="t2")), boards=12)
    last = Round((match("t1", "t2", winner="t1"), match("t3", "t4", winner="t3")), boards=12)
    final = Stage(
        Play.TEAMS,
        boards_of(1),
        (Field("", listed[:4]),),
        FINAL,
        Contest.KNOCK_OUT,
        match_boards=12,
        rounds=(semi, last),
    )
    paid = points(event(teams(listed, 2, QUALIFYING), final))
    # E, 12 boards: 0.096 → 10, with premium 0.144 → 14. S = 3 (72 boards). T = 12: 88, 61, 44, 29.
    assert [paid[f"t{n}"] for n in (1, 2, 3, 4)] == [14 + 14 + 88, 14 + 61, 10 + 44, 29]


# --- Consolations ----------------------------------------------------------------------------------------------------


def congress(consolations: list[int], *, ungraded: bool = False, grade: str = "B4") -> dict[str, int]:
    """Play a qualifying of 20 tables, a final of 7, and consolations of so many pairs; give all totals."""
    first = overall(ranked(40), 1, QUALIFYING)
    plates = [session(count, CONSOLATION, f"C{number} ") for number, count in enumerate(consolations, 1)]
    facts = (("consolations", "ungraded"),) if ungraded else ()
    final = session(14, FINAL)
    # The lists of the qualifying are left out: what is seen is the final, the consolations and the outright awards.
    quiet = first._replace(schedule=Schedule(48, sessions=(24, 24)))
    return points(event(quiet, final, *plates, grade=grade, facts=facts))


@pytest.mark.clause("abf", "4.2.5/consolation table", "4.3.3/consolation table", "4.2.5/5")
@pytest.mark.parametrize(
    ("grade", "consolations", "ungraded", "expected"),
    # A Howell of 7 tables: 2.5 × 0.28 = 0.70 (B4), 2 × 0.28 = 0.56 (B5). The outright award of the final, T = 20 and
    # S = 3: B4 3.32629, B5 2.66103.
    [
        ("B4", 1, False, [42 + 83]),  # 0.60, 1/4
        ("B4", 2, False, [42 + 111, 32 + 67]),  # 0.60, 0.45 (0.315); 1/3, 1/5
        ("B4", 2, True, [37 + 67, 37 + 67]),  # 0.525 (0.3675); 1/5
        ("B4", 3, False, [53 + 111, 42 + 83, 32 + 67]),  # 0.75 (0.525), 0.60, 0.45; 1/3, 1/4, 1/5
        ("B4", 3, True, [42 + 67] * 3),  # 0.60
        ("B4", 4, False, [53 + 111, 42 + 83, 32 + 67, 28 + 55]),  # the fourth 0.30, not under 0.40; 1/6 (0.5544)
        ("B4", 4, True, [37 + 67] * 4),  # 0.525
        ("B5", 4, False, [42 + 89, 34 + 67, 28 + 53, 28 + 44]),  # 0.45 and 0.30 not under 0.50
    ],
)
def test_consolations_have_their_part_of_session_and_outright_award(
    grade: str, consolations: int, ungraded: bool, expected: list[int]
) -> None:
    paid = congress([14] * consolations, ungraded=ungraded, grade=grade)
    assert [paid[f"C{number} 1"] for number in range(1, consolations + 1)] == expected


@pytest.mark.clause("abf", "4.2.5/4")
@pytest.mark.parametrize("grade", ["C", "D", "E"])
def test_a_green_consolation_has_the_sessions_of_grade_e_and_a_quarter_of_its_own_final(grade: str) -> None:
    # Howell of 7 tables at E: 0.06 × 7 = 0.42. T = 20, S = 3: C 3.3263, D 2.6610, E 1.9958; a quarter of each.
    quarter = {"C": 83, "D": 67, "E": 50}[grade]
    assert congress([14], grade=grade)["C1 1"] == 42 + quarter


@pytest.mark.clause("abf", "4.2.5/4", "2.2/1")
def test_a_supervised_consolation_is_never_worth_more_than_a_supervised_session() -> None:
    # Grade F: 0.03 × 7 = 0.21 for a session; a quarter of T = 20, S = 3 at 0.75 (0.9979): 0.25.
    # Sessions of 24 boards are above the 15 of grade F, so S stays 3.
    assert congress([14], grade="F")["C1 1"] == 21 + 25


@pytest.mark.clause("abf", "4.3.3 note")
@pytest.mark.parametrize(
    ("pairs", "outright"),
    # 1/4 of 3.32629 = 0.83157. Final of 7 tables: 5.25 to 10.5 tables. 12 pairs are 6 tables.
    [(12, 83), (10, 79), (20, 83), (22, 87)],  # 5 ÷ 5.25 = 0.7920; 10 is inside; 11 ÷ 10.5 = 0.8712
)
def test_a_consolation_outside_the_size_it_should_have_takes_the_ratio(pairs: int, outright: int) -> None:
    tables = pairs // 2
    session_award = {5: 30, 6: 36, 10: 60, 11: 66}[tables]  # 2.5 × 0.04 × T × 0.6
    assert congress([pairs])["C1 1"] == session_award + outright


@pytest.mark.clause("abf", "4.3.3/3", "4.3.3 example")
def test_two_winners_of_a_consolation_have_65_per_cent_each() -> None:
    # The printed example: 3.3263 × 0.25 × 0.65 × 13 / 10.5 = 0.6692; session 0.02 × 13 × 2.5 × 0.6 = 0.39.
    first = overall(ranked(40), 1, QUALIFYING)._replace(schedule=Schedule(24, sessions=(24,)))
    facts = (("congress", "B4"), ("congress event", "major"))
    this = event(first, session(14, FINAL), session(13, CONSOLATION, two=True), grade="", facts=facts)
    paid = points(this)
    assert (paid["NS 1"], paid["EW 1"]) == (39 + 67, 39 + 67)


@pytest.mark.clause("abf", "4.3.3/1")
def test_everybody_in_a_small_final_has_an_outright_award_and_nobody_else() -> None:
    # 40 pairs, final of 8: half of the entry would be 20, all 8 of the final are fewer. E, T = 20, S = 3.
    first = overall(ranked(40), 2, QUALIFYING)
    final = session(8, FINAL)
    paid = points(event(first, final))
    sessions = [36, 25, 18, 12, 0, 0, 0, 0]  # 4 tables: 0.24 × 1.5, 0.168 × 1.5, 0.12 × 1.5, 0.08 × 1.5
    outright = [200, 140, 100, 67, 50, 40, 33, 29]
    assert [paid[str(n)] for n in range(1, 9)] == [a + b for a, b in zip(sessions, outright, strict=True)]
    assert "9" not in paid


@pytest.mark.clause("abf", "4.3.3/1", "4.3.4")
def test_a_final_with_two_winners_pays_all_of_its_lines_where_the_entry_allows_more() -> None:
    # 40 pairs: half of them is 20 places, the final has 8 + 8 pairs, so all 8 of each line have an award.
    first = overall(ranked(40), 2, QUALIFYING)
    paid = points(event(first, session(8, FINAL, two=True)))
    assert all(f"{way} {n}" in paid for way in ("NS", "EW") for n in range(1, 9))


# --- Teams without a consolation -------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.3/2")
def test_the_printed_knock_out_final_pays_by_the_sessions_of_each_team() -> None:
    # 36 teams, 4 sessions, knock-out of four over two: S = 6, 6, 5, 5, then 4 to the 12th place; B4.
    listed = placed(*(f"t{n}" for n in range(1, 37)))
    semi = Round((match("t1", "t4", winner="t1"), match("t2", "t3", winner="t2")))
    last = Round((match("t1", "t2", winner="t1"),))
    four = (listed[0], listed[1], *(Contestant(name, place=3) for name in ("t3", "t4")))
    final = Stage(
        Play.TEAMS,
        boards_of(2),
        (Field("", four),),
        FINAL,
        Contest.KNOCK_OUT,
        match_boards=24,
        rounds=(semi, last),
    )
    paid = points(event(teams(listed, 4, QUALIFYING), final, grade="B4"))
    win = 72  # 24 × 0.02 × 1.5
    expected = [869 + 2 * win, 608 + win, 328, 328, 169, 135, 113, 96, 84, 75, 68, 61, 0]
    assert [paid.get(f"t{n}", 0) for n in range(1, 14)] == expected


@pytest.mark.clause("abf", "4.3.3/2")
def test_teams_beaten_in_a_semi_final_come_before_those_who_did_not_reach_it() -> None:
    # 12 teams, 2 sessions; four in a semi-final stage of one; two in the final. In the first stage d was ahead of c.
    first = teams(placed("d", "c", "a", "b", *(f"t{n}" for n in range(5, 13))), 2, QUALIFYING)
    semi = teams(placed("a", "b", "c", "d"), 1, QUALIFYING)
    final = teams(placed("a", "b"), 1, FINAL)
    paid = points(event(first, semi, final))
    # T = 12: S = 4 1.2191, 0.8534; S = 3: 0.8777 / 2 and / 3.
    assert {name: paid.get(name, 0) for name in "abcd"} == {"a": 122, "b": 85, "c": 44, "d": 29}


@pytest.mark.clause("abf", "4.3.3/2", "4.4.6/1")
def test_the_third_teams_of_two_groups_share_the_places_after_the_final() -> None:
    # Two groups of 9, two of each in a final of four; 6 places of 18. The two thirds share places 5 and 6, S = 2:
    # 0.7430 × (1/4 + 1/5) / 2 = 0.1672.
    groups = tuple(Field(name, placed(*(f"{name}{n}" for n in range(1, 10))), section=name) for name in ("X", "Y"))
    first = teams((), 2, QUALIFYING)._replace(fields=groups)
    final = teams(placed("X1", "Y1", "X2", "Y2"), 1, FINAL)
    paid = points(event(first, final))
    assert {name: paid.get(name, 0) for name in ("X3", "Y3", "X4")} == {"X3": 17, "Y3": 17, "X4": 0}
    assert [paid[name] for name in ("X1", "Y1", "X2", "Y2")] == [122, 85, 61, 41]


@pytest.mark.clause("abf", "4.3.3/2", "App B.1.1")
def test_a_play_off_for_third_place_decides_the_third_place() -> None:
    # 9 teams, 3 places. T2 was 3rd before the play-offs and lost to T5: T5 is 3rd of the event.
    # E, T = 9, S = 3 (two sessions and the play-off): 1.0285 / 1.5 = 0.6857 for the winner; half of it 0.3428.
    names = ("T4", "T1", "T2", "T5", *(f"t{n}" for n in range(5, 10)))
    first = teams(placed(*names), 2, QUALIFYING)
    final = teams(placed("T4", "T1"), 1, FINAL, match_boards=24, matches=(match("T4", "T1", (0, 0)),))
    third = teams(placed("T5", "T2"), 1, StageKind.PLAY_OFF, match_boards=24, matches=(match("T5", "T2", (30, 0)),))
    paid = points(event(first, final, third))
    # The play-off for third place is paid in the standard way: 24 × 0.008 = 0.192.
    assert (paid.get("T5", 0), paid.get("T2", 0)) == (19 + 34, 0)


# --- Where the lists are ---------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.3/1")
def test_a_final_of_one_session_is_the_final_also_if_its_list_is_called_session_1() -> None:
    first = overall(ranked(40), 2, QUALIFYING)
    listed = placed("3", "1", "2", *map(str, range(4, 9)))
    plain = Stage(Play.PAIRS, Schedule(24, sessions=(24,)), (Field("", listed),), FINAL)
    numbered = plain._replace(fields=(Field("", listed, session=1),))
    assert points(event(first, numbered)) == points(event(first, plain))


@pytest.mark.clause("abf", "4.3.1/2")
def test_sessions_that_are_not_told_are_counted_by_boards_in_every_stage() -> None:
    # 56 boards, then 28: 84 boards, 84 ÷ 24 = 3.5, three sessions, and not the two stages. E teams, T = 10: 0.7515.
    first = Stage(
        Play.TEAMS, Schedule(56), (Field("", placed(*(f"t{n}" for n in range(1, 11)))),), QUALIFYING, Contest.SWISS
    )._replace(match_boards=14)
    final = Stage(Play.TEAMS, Schedule(28), (Field("", placed("t1", "t2")),), FINAL, Contest.SWISS)._replace(
        match_boards=28
    )
    assert points(event(first, final))["t1"] == 75


@pytest.mark.clause("abf", "4.2.5/4")
def test_the_working_of_a_plain_session_says_nothing_of_a_consolation_worked_out_before() -> None:
    congress([14], grade="E")
    night = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(14)),))
    result = assess(event(night))
    said = [step.says for award in result.awards for step, _depth in walk(award.working)]
    assert not [each for each in said if "onsolation" in each]


@pytest.mark.clause("abf", "4.3.3/1")
def test_everybody_of_an_event_with_finals_is_told_something() -> None:
    first = overall(ranked(40), 2, QUALIFYING)
    plate = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(26, first=15)),), CONSOLATION)
    result = assess(event(first, session(14, FINAL), plate))
    told = {each.player.name for each in result.awards} | {each.player.name for each in result.refusals}
    assert told == {str(n) for n in range(1, 41)}
    assert len(totals(result)) + len(result.refusals) == 40


@pytest.mark.clause("abf", "4.2.5/1")
def test_a_final_that_is_the_whole_event_has_its_premium_and_is_no_crash() -> None:
    # Nothing is known of a qualifying: the entry is the final itself, 7 tables, under 9.
    assert top(event(session(14, FINAL), grade="B4"), 1) == [105]


@pytest.mark.clause("abf", "4.3.3/consolation table", "4.3.3/2")
def test_a_consolation_has_its_part_of_the_winner_s_award_however_the_list_of_the_final_is_ordered() -> None:
    # Knock-out final of four over two sessions: the winner has S = 4, T = 20, B4: 4.5705. A consolation of 5 teams
    # is of the size it should have, 3 to 6: a quarter, 1.1426.
    listed = placed(*(f"t{n}" for n in range(1, 21)))
    semi = Round((match("t1", "t4", winner="t1"), match("t2", "t3", winner="t2")))
    last = Round((match("t1", "t2", winner="t1"),))
    four = (*(Contestant(name, place=3) for name in ("t3", "t4")), *listed[:2])
    final = Stage(
        Play.TEAMS, boards_of(2), (Field("", four),), FINAL, Contest.KNOCK_OUT, match_boards=24, rounds=(semi, last)
    )
    plate = teams(listed[4:9], 2, CONSOLATION)
    assert points(event(teams(listed, 2, QUALIFYING), final, plate, grade="B4"))["t5"] == 114


# --- Heats side by side ----------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.5/1", "4.2.5/3")
def test_a_heat_beside_another_is_no_later_stage_and_has_no_premium() -> None:
    # Two heats of 8 tables each with pairs of their own: 0.06 × 8 = 0.48 for the winner of either.
    heats = [session(16, QUALIFYING, name)._replace(name=f"Heat {name}") for name in ("X", "Y")]
    final = session(2, FINAL)._replace(fields=(Field("", placed("X2", "Y2", "X3", "Y3")),))
    paid = points(event(*heats, final))
    assert (paid["X1"], paid["Y1"]) == (48, 48)


@pytest.mark.clause("abf", "4.3.3/1", "4.1.1 note")
def test_the_entry_of_an_event_with_heats_side_by_side_is_all_of_them() -> None:
    # Two heats of 10 tables: T = 20, S = 2, E: 1.2066; a final of 4 tables 0.24 × 1.5 = 0.36; X1 won its heat: 0.60.
    heats = [session(20, QUALIFYING, name) for name in ("X", "Y")]
    names = [f"{heat}{n}" for n in range(1, 5) for heat in ("X", "Y")]
    final = session(2, FINAL)._replace(fields=(Field("", placed(*names)),))
    assert points(event(*heats, final))["X1"] == 60 + 36 + 121
