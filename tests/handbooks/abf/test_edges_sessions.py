"""Sessions at the edges: sections, half tables, ties, short sessions, percentages, factors, names that come twice."""

from __future__ import annotations

from decimal import Decimal

import pytest

from overtrick.engine.event import Contestant, Field, Handicap, Movement, Play, Player, Schedule, Stage
from overtrick.engine.working import walk
from tests.handbooks.abf.edges import assess, boards_of, event, overall, people, placed, points, ranked, top, totals


def night(*fields: Field, boards: int = 24, play: Play = Play.PAIRS, **more: object) -> Stage:
    """Describe one session."""
    return Stage(play, Schedule(boards), fields)._replace(**more)  # type: ignore[arg-type]


def mitchell(north_south: int, east_west: int, section: str = "", **more: object) -> tuple[Field, Field]:
    """Describe the two lists of a Mitchell movement."""
    label = f"{section} " if section else ""
    lists = (
        Field(f"{label}NS", ranked(north_south, f"{label}NS "), section=section),
        Field(f"{label}EW", ranked(east_west, f"{label}EW "), section=section),
    )
    return lists[0]._replace(**more), lists[1]._replace(**more)  # type: ignore[arg-type]


# --- Tables and places -----------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.1", "4.1.1/1")
def test_half_a_table_counts_for_the_amount_and_not_for_the_places() -> None:
    # 8½ tables count as 9: 0.03 × 9 = 0.27 in both directions. 9 pairs pay 4 places, 8 pairs 4.
    paid = points(event(night(*mitchell(9, 8))))
    assert paid == {
        "NS 1": 27,
        "NS 2": 19,
        "NS 3": 14,
        "NS 4": 9,
        "EW 1": 27,
        "EW 2": 19,
        "EW 3": 14,
        "EW 4": 9,
    }


@pytest.mark.clause("abf", "4.4.1", "4.1.1/1")
def test_nine_pairs_in_a_howell_are_five_tables_and_four_places() -> None:
    # 0.06 × 5 = 0.30, 0.21, 0.15, 0.10
    assert top(event(night(Field("", ranked(9)))), 5) == [30, 21, 15, 10, 0]


@pytest.mark.clause("abf", "4.1.1 note", "4.2.1/1")
def test_a_mitchell_and_a_howell_section_of_one_session_are_paid_each_by_its_own_movement() -> None:
    # Mitchell of 5 tables: 0.03 × 5 = 0.15, 2 places each way. Howell of 3 tables: 0.06 × 3 = 0.18, 3 places.
    paid = points(event(night(*mitchell(5, 5, "A"), Field("B", ranked(6, "B "), section="B"))))
    assert paid == {
        "A NS 1": 15,
        "A NS 2": 11,
        "A EW 1": 15,
        "A EW 2": 11,
        "B 1": 18,
        "B 2": 13,
        "B 3": 9,
    }


@pytest.mark.clause("abf", "4.2.1/1", "App A: Individual")
def test_an_individual_counts_four_players_to_a_table() -> None:
    # 13 players: 3¼ tables count as 4: 0.06 × 4 = 0.24; 6 places.
    assert top(event(night(Field("", ranked(13)), play=Play.INDIVIDUAL)), 7) == [24, 17, 12, 8, 6, 5, 0]


@pytest.mark.clause("abf", "4.4.3/1")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((Field("", ranked(4)),), {"1": 12, "2": 8}),
        ((Field("", ranked(3)),), {}),
        (mitchell(4, 4), {"NS 1": 12, "NS 2": 8, "EW 1": 12, "EW 2": 8}),
        (mitchell(3, 3), {}),
    ],
)
def test_a_howell_needs_two_full_tables_and_a_mitchell_four(
    fields: tuple[Field, ...], expected: dict[str, int]
) -> None:
    assert points(event(night(*fields, movement=Movement.HOWELL if len(fields) == 1 else None))) == expected


@pytest.mark.clause("abf", "4.4.3/1", "4.3.1/1")
def test_an_event_too_small_for_session_awards_has_no_outright_award_either() -> None:
    # Three pairs, two sessions: less than 2 full tables.
    assert points(event(overall(ranked(3)))) == {}


# --- Ties ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.6 note")
def test_neighbours_closer_than_a_tenth_are_tied_in_a_chain() -> None:
    # 60.00, 59.95, 59.90, 59.80: the first three hang together, the fourth is a tenth away. T = 4, 0.24.
    # (0.24 + 0.168 + 0.12) / 3 = 0.176, 18; 4th 0.08.
    scores = ("60.00", "59.95", "59.90", "59.80", "50", "49", "48", "47")
    listed = tuple(Contestant(str(at), score=Decimal(score)) for at, score in enumerate(scores, 1))
    assert top(event(night(Field("", listed))), 5) == [18, 18, 18, 8, 0]


@pytest.mark.clause("abf", "4.4.6/2")
def test_a_tie_over_the_last_paid_places_shares_only_what_is_paid() -> None:
    # 14 pairs, 7 places, 0.42: three tie for 6th: (0.42/5 + 0.42/6) / 3 = 0.0513, 5 each.
    listed = tuple(Contestant(str(at), place=min(at, 6) if at <= 8 else at) for at in range(1, 15))
    assert top(event(night(Field("", listed))), 9) == [42, 29, 21, 14, 11, 5, 5, 5, 0]


@pytest.mark.clause("abf", "4.4.6 note")
def test_victory_points_tie_only_below_a_hundredth() -> None:
    listed = tuple(Contestant(name, score=Decimal(score)) for name, score in (("A", "40.01"), ("B", "40"), ("C", "9")))
    stage = night(Field("", (*listed, *(Contestant(f"t{n}", score=n) for n in range(1, 6)))), play=Play.TEAMS)
    # 8 teams, short matches: 0.32, 0.224, 0.16
    assert points(event(stage, facts=(("scores", "vps"),))) == {"A": 32, "B": 22, "C": 16}
    assert points(event(stage)) == {"A": 27, "B": 27, "C": 16}  # (0.32 + 0.224) / 2 = 0.272


# --- Short sessions and boards in play -------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.7")
@pytest.mark.parametrize(
    ("grade", "boards", "winner"),
    # 9-table Mitchell: E 0.27 in full, F 0.135. E: 12/24 = 0.135; F: 12/15 of 0.135 = 0.108.
    [("E", 24, 27), ("E", 23, 26), ("E", 12, 14), ("E", 11, 0), ("F", 15, 14), ("F", 12, 11), ("F", 11, 0)],
)
def test_a_short_session_is_scaled_by_its_boards_and_nothing_is_earned_under_twelve(
    grade: str, boards: int, winner: int
) -> None:
    assert top(event(night(*mitchell(9, 9), boards=boards), grade=grade), 1, "NS ") == [winner]


@pytest.mark.clause("abf", "4.4.4")
def test_a_player_barred_by_the_75_per_cent_rule_keeps_the_place() -> None:
    first = Contestant("A", (Player("a", boards=17), Player("b", boards=18)), 1)
    paid = points(event(night(Field("", (first, *ranked(8)[1:])))))
    # 4 tables: 0.24, 0.168, 0.12, 0.08; 17 of 24 boards are 71 %, 18 are 75 %.
    assert paid == {"b": 24, "2": 17, "3": 12, "4": 8}


# --- Percentages -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.2")
@pytest.mark.parametrize(
    ("percent", "units"), [("45.99", 0), ("46", 5), ("50", 25), ("52.5", 35), ("70.4", 125), ("100", 275)]
)
def test_a_percentage_is_rounded_down_before_it_is_paid(percent: str, units: int) -> None:
    # B4: 2.5 × (P − 45) ÷ 50: 46 % 0.05, 50 % 0.25, 52 % 0.35, 70 % 1.25
    listed = (Contestant("A", score=Decimal(percent)), *(Contestant(str(n), score=40) for n in range(7)))
    this = event(night(Field("", listed)), grade="B4", facts=(("awards", "percentage"),))
    assert points(this).get("A", 0) == units


@pytest.mark.clause("abf", "4.2.2")
def test_a_percentage_award_is_rounded_down_also_after_a_factor() -> None:
    # B3, 47 %: 3.75 × 2 ÷ 50 = 0.15; 48 %: 0.225, down to 0.22.
    listed = (Contestant("A", score=48), *(Contestant(str(n), score=40) for n in range(7)))
    assert points(event(night(Field("", listed)), grade="B3", facts=(("awards", "percentage"),))) == {"A": 22}


@pytest.mark.clause("abf", "4.2.2", "4.4.3/1")
def test_a_percentage_is_not_paid_where_the_session_is_too_small_or_too_short() -> None:
    small = night(Field("", (Contestant("A", score=60), Contestant("B", score=50), Contestant("C", score=40))))
    short = night(Field("", tuple(Contestant(str(n), score=60) for n in range(8))), boards=11)
    for stage in (small, short):
        assert points(event(stage, grade="B4", facts=(("awards", "percentage"),))) == {}


@pytest.mark.clause("abf", "4.2.2")
def test_a_score_above_a_hundred_is_no_percentage() -> None:
    listed = tuple(Contestant(str(n), score=200 + n) for n in range(8))
    result = assess(event(night(Field("", listed)), grade="B4", facts=(("awards", "percentage"),)))
    assert not result.awards
    assert result.problems


@pytest.mark.clause("abf", "4.2.2", "1.3.2/3")
def test_who_is_not_entitled_has_no_percentage_award() -> None:
    first = Contestant("A", (Player("a", suspended=True), Player("b")), score=60)
    listed = (first, *(Contestant(str(n), score=40) for n in range(7)))
    assert points(event(night(Field("", listed)), grade="B4", facts=(("awards", "percentage"),))) == {"b": 75}


# --- Factors ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.9/1", "4.4.10", "6.2.2/3", "4.4.2")
def test_master_restriction_and_state_factors_are_multiplied_and_rounded_once() -> None:
    # Grade B, 9-table Mitchell: 0.02 × 9 × 5 = 0.90; State 0.80, gender 0.75, daytime 0.75: 0.405, 41.
    facts = (("master ranks", "State"), ("restricted by", "gender"), ("championship", "daytime pairs"))
    assert top(event(night(*mitchell(9, 9)), grade="B", facts=facts), 1, "NS ") == [41]


@pytest.mark.clause("abf", "4.4.10")
@pytest.mark.parametrize(("grade", "winner"), [("A", 135), ("A2", 68), ("B", 68), ("B3", 68), ("B4", 45), ("E", 27)])
def test_the_restriction_factor_is_for_three_grades_alone(grade: str, winner: int) -> None:
    # 9 tables × 0.02: A 1.80, A2 and B 0.90 with × 0.75: 1.35, 0.675; B3 0.675, B4 0.45 and E 0.27 are full.
    this = event(night(*mitchell(9, 9)), grade=grade, facts=(("restricted by", "age"),))
    assert top(this, 1, "NS ") == [winner]


@pytest.mark.clause("abf", "4.4.10", "6.2.2/2")
def test_a_restriction_that_nobody_knows_is_not_ignored_in_silence() -> None:
    # "sex" is the word of 6.2.2 for what 4.4.10 calls gender.
    this = event(night(*mitchell(9, 9)), grade="B", facts=(("restricted by", "sex"),))
    result = assess(this)
    assert result.problems or totals(result)["NS 1"] == 68


@pytest.mark.clause("abf", "4.4.9/median")
def test_the_median_of_the_printed_field_of_28_is_national() -> None:
    ranks = ["Life"] * 5 + ["National"] * 10 + ["State"] * 12 + ["Regional"]
    # Grade A, National 0.80: 0.02 × 9 × 10 × 0.8 = 1.44; the mean of the four ranks is 0.7125: 1.2825.
    this = event(night(*mitchell(9, 9)), grade="A", facts=(("master ranks", ", ".join(ranks)),))
    assert top(this, 1, "NS ") == [144]
    assert top(this, 1, "NS ", master_factor="average") == [128]


@pytest.mark.clause("abf", "4.4.9/median", "4.4.9/2")
@pytest.mark.parametrize("written", ["Life", "life", "Life Master"])
def test_a_rank_is_known_however_it_is_written_or_is_a_problem(written: str) -> None:
    # B4 with Life: 0.45 × 1.25 = 0.5625. Read as below Graduate it would be 0.18.
    result = assess(event(night(*mitchell(9, 9)), grade="B4", facts=(("master ranks", written),)))
    assert result.problems or totals(result)["NS 1"] == 56


@pytest.mark.clause("abf", "4.4.9/median")
def test_players_of_session_lists_are_counted_once_for_the_median() -> None:
    # Life × 4 and State × 4 play one session each in a list of their own, all eight in the list of the whole event.
    high = [Contestant(str(n), (Player(f"l{n}", rank="Life"),), place=n) for n in range(1, 5)]
    low = [Contestant(str(n), (Player(f"s{n}", rank="Club"),), place=n) for n in range(5, 10)]
    fields = (
        Field("all", tuple(high + low)),
        Field("1", tuple(high), session=1),
        Field("2", tuple(high), session=2),
    )
    stage = Stage(Play.PAIRS, boards_of(2), fields)
    result = assess(event(stage, grade="B4", facts=(("master event", "yes"),)))
    # Nine entrants, the fifth is a Club Master: 0.50. Counted three times over, the four would make it Life.
    assert any("Club" in step.says for award in result.awards for step, _depth in walk(award.working))


@pytest.mark.clause("abf", "5.3.2")
def test_a_restricted_event_of_a_congress_without_ranks_is_asked_for_them() -> None:
    facts = (("congress", "B4"), ("congress event", "restricted"))
    result = assess(event(night(*mitchell(9, 9)), grade="", facts=facts))
    assert result.problems or any(each.clause.startswith(("4.4.9", "5.3.2")) for each in result.remarks)


# --- Handicaps -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.8")
def test_a_handicap_result_has_no_outright_award_either() -> None:
    result = assess(event(overall(ranked(16), handicap=Handicap.RANKED)))
    assert totals(result) == {}
    assert {refusal.working.clause for refusal in result.refusals} == {"4.4.8"}


@pytest.mark.clause("abf", "4.4.8")
def test_scores_before_the_handicap_are_paid() -> None:
    assert top(event(overall(ranked(16), handicap=Handicap.RESCORED)), 2) == [57, 40]


# --- Names that come twice -------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.1/1")
def test_pairs_of_one_number_in_two_directions_have_each_their_own_award() -> None:
    # Pair 1 of each direction wins: two awards of 0.27, not one of 0.54.
    fields = (Field("NS", ranked(9)), Field("EW", ranked(9)))
    result = assess(event(night(*fields)))
    assert sorted(award.units for award in result.awards) == sorted([27, 19, 14, 9] * 2)


@pytest.mark.clause("abf", "4.2.1/1")
def test_two_partners_of_one_name_have_each_the_award() -> None:
    first = Contestant("Smith and Smith", (Player("J Smith"), Player("J Smith")), 1)
    result = assess(event(night(Field("", (first, *ranked(8)[1:])))))
    assert [award.units for award in result.awards if award.player.name == "J Smith"] == [24, 24]


@pytest.mark.clause("abf", "4.2.1/1", "4.3.1/1")
def test_session_lists_that_name_the_pairs_alone_credit_the_players_of_the_whole_event() -> None:
    named = tuple(Contestant(str(n), people(f"{chr(96 + n)}{chr(64 + n)}"), n) for n in range(1, 9))
    fields = (Field("all", named), Field("1", ranked(8), session=1), Field("2", ranked(8), session=2))
    result = assess(event(Stage(Play.PAIRS, boards_of(2), fields)))
    # Pair 1: 0.24 in each session; T = 4, S = 2: 0.1996 × 1.5 = 0.2994
    assert totals(result)["a"] == 24 + 24 + 30
    assert "1" not in totals(result)


@pytest.mark.clause("abf", "4.4.5/2", "App B.2/mastersheet")
def test_a_substitute_in_a_pair_has_the_session_and_the_absent_player_the_outright_award() -> None:
    regular, other = Contestant("1", people("ab"), 1), ranked(8)[1:]
    with_guest = Contestant("1", (Player("a"), Player("z", substitute=True)), 1)
    fields = (
        Field("all", (regular, *other)),
        Field("1", (regular, *other), session=1),
        Field("2", (with_guest, *other), session=2),
    )
    paid = points(event(Stage(Play.PAIRS, boards_of(2), fields)))
    # Sessions 0.24 each, outright 0.30
    assert {name: paid[name] for name in "abz"} == {"a": 78, "b": 54, "z": 24}


@pytest.mark.clause("abf", "4.2.1/1")
def test_the_order_of_awards_is_that_of_the_lists_and_always_the_same() -> None:
    this = event(night(*mitchell(9, 9)))
    names = [award.player.name for award in assess(this).awards]
    assert names == [*(f"NS {n}" for n in range(1, 5)), *(f"EW {n}" for n in range(1, 5))]
    assert names == [award.player.name for award in assess(this).awards]


@pytest.mark.clause("abf", "4.1.1/1")
def test_everybody_has_an_award_or_a_refusal() -> None:
    result = assess(event(night(*mitchell(9, 8))))
    told = [each.player.name for each in result.awards] + [each.player.name for each in result.refusals]
    assert sorted(told) == sorted([*(f"NS {n}" for n in range(1, 10)), *(f"EW {n}" for n in range(1, 9))])


@pytest.mark.clause("abf", "4.4.2")
def test_a_setting_of_one_event_is_not_kept_for_the_next() -> None:
    # Howell of 5 tables, grade D: 0.40, 5th 0.10; grade C, 10-table Mitchell 5th 0.125: up 13, to even 12.
    this = event(night(*mitchell(10, 10)), grade="C")
    assert top(this, 5, "NS ", rounding="half-even")[4] == 12
    assert top(this, 5, "NS ")[4] == 13
    assert top(this, 5, "NS ", rounding="half-even")[4] == 12


@pytest.mark.clause("abf", "4.3.1/1")
def test_sessions_without_lists_are_told() -> None:
    result = assess(event(overall(placed(*(f"p{n}" for n in range(1, 17))))))
    assert any("session" in each.says.lower() for each in result.remarks)
