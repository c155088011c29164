"""Outright awards at the edges: sessions, two winners, walk-ins, acceleration, congresses and national events."""

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
    Scoring,
    Series,
    Stage,
)
from overtrick.engine.working import walk
from overtrick.handbooks.abf.e2024 import wide_pairs
from tests.handbooks.abf.edges import (
    DAY,
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
    top,
    totals,
)


def national(name: str, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Name an event of the national list."""
    return (("event", name), *more)


# --- Counting sessions -----------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.1/2", "App A: Session")
@pytest.mark.parametrize(
    ("sessions", "winner"),
    # E, 8 tables: S = 2 0.5664, S = 3 0.9268; S below 2: nothing
    [
        ((24, 24), 57),
        ((32, 32, 32), 93),  # three long sessions are three
        ((20, 20), 0),  # 40 ÷ 24 = 1.67
        ((20, 24), 57),  # 44 ÷ 24 = 1.8333, above 0.83
        ((19, 24), 0),  # 43 ÷ 24 = 1.79
        ((23, 23, 22), 93),  # 68 ÷ 24 = 2.8333
        ((23, 23, 21), 57),  # 67 ÷ 24 = 2.79
    ],
)
def test_short_sessions_are_counted_by_24_boards_and_a_remainder_from_20_counts(
    sessions: tuple[int, ...], winner: int
) -> None:
    stage = overall(ranked(16))._replace(schedule=Schedule(sum(sessions), sessions=sessions))
    assert top(event(stage), 1) == [winner]


@pytest.mark.clause("abf", "4.3.1/F")
def test_supervised_sessions_are_counted_by_15_boards() -> None:
    # F, 8 tables, two sessions of 15: 0.2832
    stage = overall(ranked(16))._replace(schedule=Schedule(30, sessions=(15, 15)))
    assert top(event(stage, grade="F"), 1) == [28]
    assert top(event(stage), 1) == [0]  # 30 ÷ 24 = 1.25


@pytest.mark.clause("abf", "4.3.1/1", "4.2")
def test_what_a_long_single_session_earns_does_not_hang_on_facts_that_have_nothing_to_do_with_it() -> None:
    # One session of 44 boards: a single-session event has session awards alone (4.2).
    stage = Stage(Play.PAIRS, Schedule(44), (Field("", ranked(16)),))
    assert points(event(stage)) == points(event(stage, facts=(("venue", "hall"),)))


@pytest.mark.clause("abf", "4.3.1/1")
def test_a_club_night_is_not_remarked_upon_for_having_no_outright_award() -> None:
    for stage in (
        Stage(Play.PAIRS, Schedule(26), (Field("", ranked(16)),)),
        Stage(Play.TEAMS, Schedule(24), (Field("", ranked(8)),), match_boards=4),
    ):
        assert not assess(event(stage)).remarks


@pytest.mark.clause("abf", "7.5.3/3", "4.3.1/2")
def test_a_play_off_of_48_boards_is_two_sessions_of_24() -> None:
    # Two teams, one match of 48 boards in two segments: S = 2, T = 2 × 3 = 6, A: 2.9113, 2.0379.
    # 24 boards × 0.12 = 2.88 a segment.
    played = Round((match("A", "B", (30, 0), boards=24), match("A", "B", (30, 0), boards=24)))
    stage = Stage(
        Play.TEAMS,
        Schedule(48, sessions=(24, 24)),
        (Field("", placed("A", "B")),),
        contest=Contest.KNOCK_OUT,
        match_boards=24,
        rounds=(played,),
    )
    facts = national("Australian Teams Selection, Open")
    assert points(event(stage, grade="", facts=facts)) == {"A": 2 * 288 + 291, "B": 204}


# --- Two winners -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.4")
def test_two_directions_over_two_sessions_are_paid_on_half_of_the_tables_each() -> None:
    # 10 tables: T = 5, 0.3690; 5 places of 10 in each direction.
    fields = (Field("NS", ranked(10, "NS ")), Field("EW", ranked(10, "EW ")))
    stage = Stage(Play.PAIRS, boards_of(2), fields)
    assert top(event(stage), 6, "NS ") == [37, 26, 18, 12, 9, 0]
    assert top(event(stage), 2, "EW ") == [37, 26]
    assert top(event(stage), 1, "NS ", two_winner_event="all tables") == [69]


@pytest.mark.clause("abf", "4.3.4")
def test_sections_that_cannot_be_compared_are_paid_on_their_own_tables() -> None:
    # Three one-winner sections of 8, 6 and 4 tables: T = 8, 6 and 4, not half of 18.
    fields = tuple(
        Field(name, ranked(count, f"{name} "), section=name) for name, count in (("A", 16), ("B", 12), ("C", 8))
    )
    paid = points(event(Stage(Play.PAIRS, boards_of(2), fields)))
    assert [paid[f"{name} 1"] for name in "ABC"] == [57, 44, 30]


@pytest.mark.clause("abf", "4.3.4")
def test_two_directions_of_two_sections_are_paid_on_half_of_the_own_section() -> None:
    # Sections of 10 and 12 tables, four winners: T = 5 and T = 6.
    fields = tuple(
        Field(f"{name} {way}", ranked(count, f"{name} {way} "), section=name)
        for name, count in (("A", 10), ("B", 12))
        for way in ("NS", "EW")
    )
    paid = points(event(Stage(Play.PAIRS, boards_of(2), fields)))
    assert [paid[f"{name} {way} 1"] for name in "AB" for way in ("NS", "EW")] == [37, 37, 44, 44]


# --- Walk-ins and series ---------------------------------------------------------------------------------------------


def eclectic(pairs: int, average: str | None, counted: int = 3) -> Stage:
    """Describe a series in which some results count."""
    series = Series(4, counted, Decimal(average) if average else None)
    return Stage(Play.PAIRS, boards_of(4), (Field("", ranked(pairs)),), contest=Contest.AGGREGATE, series=series)


@pytest.mark.clause("abf", "4.3.2/1", "App A: Eclectic events")
@pytest.mark.parametrize(
    ("pairs", "average", "winner"),
    # S = 3. The lesser of the average and 125 % of those qualified, up to a whole table.
    [(20, "8.5", 103), (16, "12", 113), (16, "9.01", 113)],  # T = 9; 10 (125 % of 8); 10
)
def test_an_eclectic_event_counts_the_lesser_of_attendance_and_of_the_qualified(
    pairs: int, average: str, winner: int
) -> None:
    paid = points(event(eclectic(pairs, average)))
    assert paid["1"] == winner
    assert len(paid) == pairs // 2


@pytest.mark.clause("abf", "4.3.2/1", "4.2.1/1")
def test_the_sessions_of_an_eclectic_event_have_their_session_awards() -> None:
    # A series whose lists by session are given: 8 tables in a Howell, 0.48 for the winner of each.
    lists = tuple(Field(f"s{n}", ranked(16), session=n) for n in (1, 2, 3, 4))
    stage = eclectic(16, "8")._replace(fields=(Field("", ranked(16)), *lists))
    # T = 8, S = 3: 0.9268
    assert points(event(stage))["1"] == 4 * 48 + 93


@pytest.mark.clause("abf", "4.3.2 note", "4.3.2/1")
def test_a_walk_in_qualifying_and_a_final_count_the_sessions_needed_for_a_final_placing() -> None:
    # Three results needed to qualify, and the final: S = 4. T: average 8, 125 % of the 6 tables eligible is 7.5: 8.
    final = Stage(Play.PAIRS, boards_of(1), (Field("", ranked(12)),), FINAL)
    with_final = eclectic(20, "8")._replace(kind=QUALIFYING)
    paid = points(event(with_final, final))
    # E, T = 8, S = 4: 1.2873. The final is a Howell of 6 tables: 0.36 (0.54 with a premium).
    assert paid["1"] - 129 in {36, 54}


@pytest.mark.clause("abf", "5.3.3/3")
def test_a_walk_in_final_of_a_congress_counts_two_sessions_and_the_average_of_the_heats() -> None:
    # B5, T = 16 (the average of all heats), S = 2: 1.3561; no premium: a Howell of 6 tables 2 × 0.24 = 0.48.
    final = Stage(Play.PAIRS, boards_of(1), (Field("", ranked(12)),), FINAL)
    heats = eclectic(32, "16", 1)._replace(kind=QUALIFYING)
    facts = (("congress", "B4"), ("congress event", "walk-in"))
    assert points(event(heats, final, grade="", facts=facts))["1"] == 48 + 136


# --- Congresses ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "5.4.2/1", "5.4.2/2", "5.1.2/8", "5.3.3/1", "5.3.1/4", "5.3.2")
@pytest.mark.parametrize(
    ("facts", "winner"),
    # 20 tables, 2 sessions. S = 3 at B4 3.33, S = 2 2.01; B5 S = 2 1.6088; B3 S = 3 4.9894; A2 S = 3 6.6526
    [
        ((("congress", "B4"), ("congress event", "major")), 333),
        ((("congress", "B4"), ("congress event", "major"), ("second of its format", "yes")), 201),
        ((("congress", "B4"), ("congress event", "minor")), 161),
        ((("congress", "B4"),), 161),
        ((("congress", "B4"), ("congress event", "minor championship")), 266),  # B5, S = 3
        ((("congress", "tour"), ("congress event", "major")), 201),
        ((("congress", "tour"), ("congress event", "other major")), 161),
        ((("congress", "B3"), ("congress event", "major")), 499),
        ((("congress", "A2"), ("congress event", "major")), 665),
        ((("congress", "festival"), ("congress event", "major")), 333),
        ((("congress", "festival"), ("congress event", "minor")), 201),
        # 5.3.2: the same with a master factor, Club at B4 0.50
        ((("congress", "B4"), ("congress event", "restricted"), ("master ranks", "Club")), 166),
    ],
)
def test_a_championship_of_a_congress_counts_one_session_more(facts: tuple[tuple[str, str], ...], winner: int) -> None:
    assert top(event(overall(ranked(40)), grade="", facts=facts), 1) == [winner]


@pytest.mark.clause("abf", "5.1.5/1")
def test_a_festival_event_of_two_sessions_has_b4_however_its_length_is_told() -> None:
    facts = (("congress", "festival"), ("congress event", "major"))
    lists = tuple(Field(f"s{n}", ranked(16), session=n) for n in (1, 2))
    stage = Stage(Play.PAIRS, Schedule(48), (Field("", ranked(16)), *lists))
    # Howell of 8 tables at B4: 0.80 in each session; at B5 0.64. T = 8, S = 3: 0.72 × 2.1455 = 1.5447
    assert top(event(stage, grade="", facts=facts), 1) == [160 + 154]


@pytest.mark.clause("abf", "4.3.1/1")
def test_acceleration_makes_no_outright_award_of_one_session() -> None:
    facts = (("congress", "B4"), ("congress event", "major"))
    assert top(event(Stage(Play.PAIRS, Schedule(24), (Field("", ranked(16)),)), grade="", facts=facts), 1) == [80]


@pytest.mark.clause("abf", "5.3.3/1", "5.1.2/5")
@pytest.mark.parametrize(
    "facts",
    [
        (("congress", "B5"),),
        (("congress", "tour"),),
        (("congress", "tour"), ("congress event", "minor")),
        (("congress", "fair"),),
        (("congress", "B4"), ("congress event", "great")),
        (("amplification", "many"),),
        (("amplification", "0"),),
        (("event", "No such event"),),
    ],
)
def test_a_fact_that_is_none_of_the_scheme_is_a_problem_and_no_crash(facts: tuple[tuple[str, str], ...]) -> None:
    grade = "B4" if facts[0][0] == "amplification" else ""
    result = assess(event(overall(ranked(16)), grade=grade, facts=facts))
    assert result.problems
    assert not result.awards


# --- National events -------------------------------------------------------------------------------------------------


def head_to_head(boards: int, names: str = "ABCD", **more: object) -> Stage:
    """Describe teams over four sessions in which A wins one match of so many boards against B."""
    stage = teams(placed(*names), 4, match_boards=boards, matches=(match("A", "B", (99, 0)),))
    return stage._replace(**more)  # type: ignore[arg-type]


@pytest.mark.clause("abf", "7.5.3/1", "7.5.3/3", "7.5.2/2")
def test_a_play_off_of_four_teams_pays_012_a_board_and_everybody_on_three_times_the_tables() -> None:
    # 20 × 0.12 = 2.40; T = 12, S = 4: 12.19, 8.53, 6.10, 4.06
    facts = national("Australian Teams Selection, Open")
    assert points(event(head_to_head(20), grade="", facts=facts)) == {"A": 240 + 1219, "B": 853, "C": 610, "D": 406}


@pytest.mark.clause("abf", "7.5.3/1", "4.4.10")
def test_a_women_s_play_off_pays_a_quarter_less() -> None:
    # 20 × 0.12 × 0.75 = 1.80; 12.19 × 0.75 = 9.14
    facts = national("Australian Teams Selection, Women")
    assert points(event(head_to_head(20), grade="", facts=facts)) == {"A": 180 + 914, "B": 640, "C": 457, "D": 305}


@pytest.mark.clause("abf", "7.5.3/3", "7.5.3/1")
def test_the_mixed_play_off_has_no_amplification_and_pays_a_third() -> None:
    # 20 × 0.12 × 0.75 = 1.80; T = 4, S = 4: 4.5359 × 0.75 = 3.40, 2.38; a third of 4, up, are 2 places.
    facts = national("Australian Teams Selection, Mixed")
    assert points(event(head_to_head(20), grade="", facts=facts)) == {"A": 180 + 340, "B": 238}


@pytest.mark.clause("abf", "7.5.3/1")
def test_a_play_off_pays_the_premium_from_the_round_in_which_four_teams_are_left() -> None:
    # Six teams: a first round of two matches, then semi-finals and a final; 24 boards: 1.92, from the semi-finals 2.88.
    rounds = (
        Round((match("C", "E", winner="C"), match("D", "F", winner="D")), byes=("A", "B")),
        Round((match("A", "D", winner="A"), match("B", "C", winner="B"))),
        Round((match("A", "B", winner="A"),)),
    )
    stage = Stage(
        Play.TEAMS,
        boards_of(3),
        (Field("", placed(*"ABCDEF")),),
        contest=Contest.KNOCK_OUT,
        match_boards=24,
        rounds=rounds,
    )
    paid = points(event(stage, grade="", facts=national("Australian Teams Selection, Open")))
    # T = 18, S = 2 for all of A, B, C and D: 7.4303; C wins 1.92 and is 3rd: 3.7152.
    assert paid["A"] == 2 * 288 + 743
    assert paid["C"] == 192 + 372


@pytest.mark.clause("abf", "7.5.8/2")
def test_the_national_open_teams_pays_012_throughout_and_everybody() -> None:
    # 8 teams, T = 24, S = 4: 20.84 … 8th 2.98; 20 boards 2.40
    facts = national("National Open Teams")
    paid = points(event(head_to_head(20, "ABCDEFGH"), grade="", facts=facts))
    assert paid["A"] == 240 + 2084
    assert paid["H"] == 298


@pytest.mark.clause("abf", "7.5.5")
def test_the_interstate_teams_pay_012_only_in_their_final() -> None:
    facts = national("Interstate Teams, Open")
    first = head_to_head(20, "ABCDEFGH", kind=QUALIFYING)
    final = head_to_head(20, "AB", kind=FINAL, schedule=boards_of(1))
    paid = points(event(first, final, grade="", facts=facts))
    # 1.60 and 2.40; T = 24, S = 5: 25.17
    assert paid["A"] == 160 + 240 + 2517


@pytest.mark.clause("abf", "7.5.4/2", "7.5.4/3")
def test_the_butler_final_pays_012_whatever_its_size_and_counts_the_tables_of_stage_1() -> None:
    # 48 pairs, T = 24, S = 3; the final of 20 pairs (10 tables) has the whole premium: 20 × 0.12 = 2.40.
    listed = placed(*(f"p{n}" for n in range(1, 49)))
    first = overall(listed, 2, QUALIFYING, contest=Contest.SWISS, match_boards=20, scoring=Scoring.OTHER)
    final = overall(
        listed[:20],
        1,
        FINAL,
        contest=Contest.SWISS,
        match_boards=20,
        scoring=Scoring.OTHER,
        matches=(match("p1", "p2", (50, 0)),),
    )
    paid = points(event(first, final, grade="", facts=national("Australian Butler Pairs, final, Open")))
    # A third of 48 are 16 places: 15.41 … 16th 1.0273
    assert paid["p1"] == 240 + 1541
    assert (paid["p16"], paid.get("p17", 0)) == (103, 0)


@pytest.mark.clause("abf", "7.5.6")
def test_interstate_pairs_pay_three_quarters_of_the_field_on_half_as_many_tables_again() -> None:
    # 32 pairs, 16 tables: T = 24, S = 3, A: 15.41; 24 places, the 24th 0.67.
    paid = points(event(overall(ranked(32), 3), grade="A", facts=(("amplification", "3/2"),)))
    assert (paid["1"], paid["24"], paid.get("25", 0)) == (1541, 67, 0)


@pytest.mark.clause("abf", "7.5.7/7", "7.5.7/3")
def test_the_grand_national_pays_everybody_of_the_preliminary_on_its_tables() -> None:
    # 24 teams over 3 sessions, two in a final of one: T = 24, S = 4: 20.84; the 24th, S = 3: 15.4102 / 23 = 0.67.
    names = [f"t{n}" for n in range(1, 25)]
    first = teams(placed(*names), 3, QUALIFYING)
    final = teams(placed("t1", "t2"), 1, FINAL, match_boards=20, matches=(match("t1", "t2", (50, 0)),))
    paid = points(event(first, final, grade="", facts=national("Grand National Open Teams, final stage")))
    assert (paid["t1"], paid["t24"]) == (240 + 2084, 67)


@pytest.mark.clause("abf", "7.5.7/1")
@pytest.mark.parametrize(
    ("count", "sessions", "win"),
    # A2, 20 boards: 0.80; a State or Regional final of 10 teams and 3 sessions 1.20
    [(10, 3, 120), (9, 3, 80), (10, 2, 80), (6, 3, 80)],
)
def test_a_regional_final_of_the_grand_national_needs_ten_teams_and_three_sessions_for_its_premium(
    count: int, sessions: int, win: int
) -> None:
    listed = placed(*(f"t{n}" for n in range(1, count + 1)))
    final = teams(listed, sessions, FINAL, match_boards=20, matches=(match(f"t{count}", "t1", (50, 0)),))
    facts = national("Grand National Open Teams, qualifying", ("leads to the national final", "no"))
    assert points(event(final, grade="", facts=facts)) == {f"t{count}": win}


@pytest.mark.clause("abf", "7.5.7/6", "7.5.7/5")
def test_a_grand_national_qualifier_is_placed_in_the_standard_way_where_it_leads_to_the_final() -> None:
    # 12 teams, 3 sessions, A2: 4.39, 3.07, 2.19, 1.46 for a third of the field.
    stage = teams(placed(*(f"t{n}" for n in range(1, 13))), 3)
    name = "Grand National Open Teams, qualifying"
    leads = points(event(stage, grade="", facts=national(name, ("leads to the national final", "yes"))))
    assert leads == {"t1": 439, "t2": 307, "t3": 219, "t4": 146}
    assert points(event(stage, grade="", facts=national(name, ("leads to the national final", "no")))) == {}


@pytest.mark.clause("abf", "6.2.2/9")
def test_a_state_play_off_is_paid_like_a_national_one_at_grade_b() -> None:
    # Two teams over two sessions: 24 boards × 0.06 = 1.44; T = 6, S = 2, W = 5: 1.46, 1.02
    stage = head_to_head(24, "AB", schedule=boards_of(2))
    facts = (("amplification", "3"), ("premium", "yes"))
    assert points(event(stage, grade="B", facts=facts)) == {"A": 144 + 146, "B": 102}


# --- Refused for the whole event -------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.1 note 1")
def test_sessions_that_counted_before_have_no_outright_award() -> None:
    assert points(event(overall(ranked(16)), facts=(("counted before", "yes"),))) == {}


@pytest.mark.clause("abf", "4.3.1 note 2")
def test_sessions_of_two_colours_have_no_outright_award_and_are_paid_each_at_its_own_grade() -> None:
    # A red first stage (B4: Howell of 8 tables 0.80) and a green final (E, × 1.5: 0.72).
    first = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(16)),), QUALIFYING, status="B4")
    final = Stage(Play.PAIRS, Schedule(24), (Field("", ranked(16)),), FINAL)
    result = assess(event(first, final))
    own = sorted((award.colour, award.units) for award in result.awards if award.player.name == "1")
    assert own == [("green", 72), ("red", 80)]


# --- Singles, teams of more, Australia-Wide --------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.1/Singles", "App A: Singles")
@pytest.mark.parametrize("play", [Play.INDIVIDUAL, Play.PAIRS, Play.TEAMS])
def test_a_singles_event_has_the_outright_award_of_pairs_even_if_played_as_teams(play: Play) -> None:
    # The list ranks 32 players one by one: 16 pairs, 8 tables, S = 2: 0.5664. As in pairs half of them are paid.
    paid = points(event(overall(ranked(32), play=play), facts=(("singles", "yes"),)))
    assert paid["1"] == 57
    assert len(paid) == 16


@pytest.mark.clause("abf", "4.1.2", "4.4.5/1")
def test_a_team_of_six_has_two_thirds_of_session_and_outright_award_together() -> None:
    # E, 12 teams, S = 2: 0.5364 → 54; one win of 12 boards 0.096 → 10: 64 × 2/3 = 42.67.
    six = Contestant("A", (*people("abcde"), Player("f", boards=19)), 1)
    listed = (six, *placed(*(f"t{n}" for n in range(1, 13)))[1:])
    paid = points(event(teams(listed, 2, matches=(match("A", "t2", (30, 0)),))))
    # f played 19 of 48 boards, under 40 %: the match alone, 10 × 2/3 = 6.67.
    assert {name: paid[name] for name in "abcdef"} == {**dict.fromkeys("abcde", 43), "f": 7}


@pytest.mark.clause("abf", "6.3/3", "6.3/2")
def test_the_australia_wide_pairs_pay_020_and_010_below_the_standard_awards() -> None:
    # 100 tables in each direction, W = 5: 5 × (1 − e^(−100/32)) = 4.7803; 50 places. Above 0.20: the 24th place with
    # 4.7803 / 23 = 0.2078; the 25th with 4.7803 / 24 = 0.1992 is not. 26 others: 13 with 0.20, 13 with 0.10.
    fields = (Field("NS", ranked(100, "NS ")), Field("EW", ranked(100, "EW ")))
    stage = Stage(Play.PAIRS, Schedule(24), fields)
    paid = points(event(stage, grade="B", facts=(("scale", "Australia-Wide"),)))
    assert [paid.get(f"NS {n}", 0) for n in (1, 2, 24, 25, 37, 38, 50, 51)] == [478, 335, 21, 20, 20, 10, 10, 0]
    result = assess(event(stage, grade="B", facts=(("scale", "Australia-Wide"),)))
    decided = {award.contestant: award.working for award in result.awards}
    decided |= {refusal.contestant: refusal.working for refusal in result.refusals}
    flat = [
        n
        for n in range(1, 101)
        if any("past the awards above 0.20" in told.says for told, _ in walk(decided[f"NS {n}"]))
    ]
    assert flat == list(range(25, 51))


@pytest.mark.clause("abf", "6.3/4")
def test_howell_sections_join_the_directions_in_turn_and_each_as_a_whole() -> None:
    # The first section goes to North-South, the second to East-West, the third to North-South.
    howell = [Contestant(f"{section}{n}", section=section, score=50 + n) for section in "XYZ" for n in (1, 2)]
    north_south, east_west = wide_pairs.with_howells([], [], howell)
    assert [each.name for each in north_south] == ["X1", "X2", "Z1", "Z2"]
    assert [each.name for each in east_west] == ["Y1", "Y2"]


@pytest.mark.clause("abf", "4.3.1/1")
def test_awards_hang_on_the_event_alone_and_not_on_what_was_worked_out_before() -> None:
    plain, master = event(overall(ranked(40)), grade="B4"), (("master ranks", "Club"),)
    before = totals(EDITION.assess(plain))
    EDITION.assess(event(overall(ranked(40)), grade="B4", facts=master))
    EDITION.assess(plain, {"rounding": "half-even"})
    assert totals(EDITION.assess(plain)) == before
    assert plain.begins == DAY
