"""Both sides of every threshold of size and length: tables, boards, sessions, places, ties."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Field, Play, Schedule, Scoring, Stage
from overtrick.engine.numbers import half_up
from overtrick.handbooks.abf.e2024 import formulas, grades, outright
from tests.handbooks.abf.award_support import BOOK, assessed, event, field, head_to_head, pairs, teams

if TYPE_CHECKING:
    from collections.abc import Sequence


def _individual(players: int) -> Stage:
    return Stage(Play.INDIVIDUAL, Schedule(24), (field(players, Play.INDIVIDUAL),))


# --- Tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "3.1.1/Howell")
@pytest.mark.parametrize(
    ("tables", "winner"),
    [
        (15, 90),  # 0.04 x 1.5 x 15
        (16, 95),  # 1.5 x (1 - e^-1) = 0.948; the straight line would give 0.96
        (17, 98),  # 1.5 x (1 - e^(-17/16)) = 0.9816
    ],
)
def test_one_winner_earns_ever_less_a_table_past_15(tables: int, winner: int) -> None:
    assert assessed(event("E", pairs(2 * tables))).total["pair 1"] == winner


@pytest.mark.clause("abf", "3.1.1/Mitchell")
@pytest.mark.parametrize(
    ("tables", "winner"),
    [
        (30, 300),  # 0.02 x 5 x 30
        (31, 310),  # 5 x (1 - e^(-31/32)) = 3.1022
        (32, 316),  # 5 x (1 - e^-1) = 3.1606; the straight line would give 3.20
    ],
)
def test_two_winners_earn_ever_less_a_table_past_30(tables: int, winner: int) -> None:
    outcome = assessed(event("B", pairs(tables, tables)))
    assert (outcome.total["pair 1"], outcome.total[f"pair {tables + 1}"]) == (winner, winner)


@pytest.mark.clause("abf", "4.4.3/1")
@pytest.mark.parametrize(
    ("sizes", "least", "winner"),
    [((4,), (3,), 12), ((4, 4), (3, 3), 12)],  # 0.06 x 2 tables; 0.03 x 4
    ids=["2 tables of a Howell", "4 tables of a Mitchell"],
)
def test_a_session_has_a_smallest_size(sizes: Sequence[int], least: Sequence[int], winner: int) -> None:
    assert assessed(event("E", pairs(*sizes))).total["pair 1"] == winner
    too_small = assessed(event("E", pairs(*least)))
    assert too_small.total == {}
    assert set(too_small.refused().values()) == {"4.4.3/1"}


@pytest.mark.clause("abf", "4.4.3/1", "App A: Individual")
def test_an_individual_needs_two_full_tables() -> None:
    """Eight players: 0.06 x 2, half of them paid."""
    assert list(assessed(event("E", _individual(8))).total.values()) == [12, 8, 6, 4]
    assert assessed(event("E", _individual(7))).total == {}


@pytest.mark.clause("abf", "App A: Individual", "4.1.1/1")
def test_an_individual_is_paid_as_a_howell_of_its_tables_to_half_of_the_players() -> None:
    outcome = assessed(event("E", _individual(20)))
    assert (outcome.total["individual 1"], len(outcome.total)) == (30, 10)  # 0.06 x 5


@pytest.mark.clause("abf", "4.4.3 note")
def test_two_teams_are_enough() -> None:
    assert assessed(event("E", head_to_head(24, 24))).total == {"team 1": 19}
    assert assessed(event("E", teams(2))).total == {"team 1": 8}


@pytest.mark.clause("abf", "4.4.1", "4.1.1/1")
@pytest.mark.parametrize(
    ("sizes", "winner", "paid"),
    [
        ((9,), 30, 4),  # 4.5 tables are paid as 5, but half of 9 pairs
        ((10,), 30, 5),
        ((9, 8), 27, 8),  # 8.5 are paid as 9 to both, four places each
        ((10, 9), 30, 9),  # five of the full direction, four of the other
        ((8, 7), 24, 7),
        ((4, 3), 12, 3),  # 3.5 are paid as 4, which is enough
    ],
    ids=str,
)
def test_a_half_table_counts_as_a_whole_one_but_places_by_the_contestants(
    sizes: Sequence[int], winner: int, paid: int
) -> None:
    outcome = assessed(event("E", pairs(*sizes)))
    assert max(outcome.total.values()) == winner
    assert len(outcome.total) == paid
    if len(sizes) == 2:
        assert outcome.total[f"pair {sizes[0] + 1}"] == winner


@pytest.mark.clause("abf", "4.4.1", "3.1.2/1")
def test_a_half_table_counts_as_a_whole_one_for_the_outright_award() -> None:
    """13 pairs are 7 tables: 0.50, and half of 13 are 6 places."""
    outcome = assessed(event("E", pairs(13, sessions=[24, 24])))
    assert list(outcome.outright.values()) == [50, 35, 25, 17, 13, 10]


# --- Boards of a session ---------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.4.7", "App A: Session")
@pytest.mark.parametrize(
    ("grade", "boards", "winner"),
    [
        ("E", 11, 0),
        ("E", 12, 14),  # 0.27 x 12 / 24 = 0.135
        ("E", 18, 20),  # 0.2025
        ("E", 20, 23),  # 0.225
        ("E", 23, 26),  # 0.25875
        ("E", 24, 27),
        ("E", 30, 27),
        ("F", 11, 0),
        ("F", 12, 11),  # 0.135 x 12 / 15 = 0.108
        ("F", 14, 13),  # 0.126
        ("F", 15, 14),  # 0.135
        ("F", 24, 14),
    ],
)
def test_a_session_of_few_boards_is_scaled_down(grade: str, boards: int, winner: int) -> None:
    outcome = assessed(event(grade, pairs(9, 9, boards=boards)))
    assert outcome.total.get("pair 1", 0) == winner, outcome.why()
    if not winner:
        assert set(outcome.refused().values()) == {"4.4.7"}


@pytest.mark.clause("abf", "App A: Session", "4.4.7")
def test_boards_sat_out_at_a_half_table_count_as_played() -> None:
    stage = pairs(9, 8)
    short = stage._replace(schedule=Schedule(24, 21, with_sit_outs=24))
    assert assessed(event("E", short)).total["pair 1"] == 27
    sat_out = stage._replace(schedule=Schedule(21, 21, with_sit_outs=24))
    assert assessed(event("E", sat_out)).total["pair 1"] == 27


@pytest.mark.clause("abf", "4.2.3/1", "4.4.7")
def test_a_match_is_never_scaled_down_by_the_boards_of_its_session() -> None:
    assert assessed(event("E", head_to_head(10, 10))).total == {"team 1": 8}


# --- Sessions of an event --------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.1/2")
@pytest.mark.parametrize(
    ("boards", "counted"),
    [
        ([24, 24], 2),
        ([32, 32, 32], 3),  # long sessions count as they are
        ([22, 21], 1),  # 43: 1 and 19 boards, 0.79; so nothing outright
        ([22, 22], 2),  # 44: 1 and 20 boards, 0.8333
        ([23, 24], 2),
        ([20, 20, 27], 2),  # 67: 2 and 19 boards, 0.79
        ([20, 20, 28], 3),  # 68: 2 and 20 boards, 0.8333
        ([12, 12], 1),
        ([12, 12, 12, 12], 2),
    ],
    ids=str,
)
def test_a_remainder_of_20_boards_is_a_session_and_of_19_is_not(boards: list[int], counted: int) -> None:
    assert formulas.sessions_counted(BOOK, boards).value == counted
    outcome = assessed(event("E", pairs(20, sessions=boards)))
    if counted == 1:
        assert outcome.outright == {}
    else:
        assert outcome.sessions_counted("pair 1") == counted


@pytest.mark.clause("abf", "4.3.1/F")
@pytest.mark.parametrize(
    ("boards", "counted"), [([15, 15], 2), ([14, 15], 2), ([14, 13], 1), ([10, 10, 10], 2)], ids=str
)
def test_a_session_of_grade_f_has_15_boards(boards: list[int], counted: int) -> None:
    """29 = 15 and 14, 0.933; 27 = 15 and 12, 0.80."""
    assert formulas.sessions_counted(BOOK, boards, 15).value == counted
    outcome = assessed(event("F", pairs(20, sessions=boards)))
    assert outcome.outright.get("pair 1", 0) == (34 if counted == 2 else 0)  # half of 0.6883 at 10 tables


@pytest.mark.clause("abf", "4.2", "4.3.1/1")
def test_one_session_has_no_outright_award() -> None:
    for sessions in ([], [24], [36]):
        outcome = assessed(event("E", pairs(20, sessions=sessions)))
        assert outcome.outright == {}
        assert outcome.session["pair 1"] == 60


@pytest.mark.clause("abf", "5.4.2/1", "4.3.1/1")
def test_acceleration_does_not_give_an_event_of_one_session_an_outright_award() -> None:
    assert assessed(event("", pairs(20), congress="B4", congress_event="major")).outright == {}


@pytest.mark.clause("abf", "5.4.2/1", "5.1.2/8")
@pytest.mark.parametrize(
    ("congress", "role", "more", "counted"),
    [
        ("B4", "major", {}, 3),
        ("B4", "restricted", {"master_ranks": "Life"}, 3),
        ("B4", "minor championship", {}, 3),
        ("B4", "minor", {}, 2),
        ("B4", "major", {"second_of_its_format": "yes"}, 2),
        ("tour", "major", {}, 2),
    ],
)
def test_only_the_first_championship_of_a_format_is_accelerated_and_none_of_a_tour(
    congress: str, role: str, more: dict[str, str], counted: int
) -> None:
    outcome = assessed(event("", pairs(20, sessions=[24, 24]), congress=congress, congress_event=role, **more))
    assert outcome.sessions_counted("pair 1") == counted


@pytest.mark.clause("abf", "3.1.2/S=2", "3.1.2/S=3", "3.1.2/1")
@pytest.mark.parametrize(
    ("sessions", "tables", "bound"),
    [
        (2, 32, "Raised"), (2, 33, ""), (2, 57, ""), (2, 58, "Cut"),
        (3, 17, "Raised"), (3, 18, ""), (3, 47, ""), (3, 48, "Cut"),
        (4, 17, ""), (4, 58, ""),
    ],
)  # fmt: skip
def test_few_sessions_stay_between_parts_of_the_four_session_award(sessions: int, tables: int, bound: str) -> None:
    weight = grades.grade(BOOK, "B4", Play.PAIRS).weight
    winner = formulas.outright_winner(BOOK, tables, sessions, weight)
    words = {"Raised": "At least", "Cut": "At most"}
    assert winner.sentence.startswith(words.get(bound, "Outright winner"))
    parts = {(2, "Raised"): "0.44", (2, "Cut"): "0.52", (3, "Raised"): "0.72", (3, "Cut"): "0.8"}
    if bound:
        assert parts[sessions, bound] in winner.says
    outcome = assessed(event("B4", pairs(2 * tables, sessions=[24] * sessions)))
    assert outcome.outright["pair 1"] == half_up(winner.value)


@pytest.mark.clause("abf", "3.1.2/2")
def test_past_the_printed_tables_the_formula_goes_on() -> None:
    """4.2 x 2.5 x (1 - e^(-900/105) + 0.65 e^(-800/900)) = 13.30; eleven sessions are in no table either."""
    outcome = assessed(event("B4", pairs(200, sessions=[24] * 10)))
    assert outcome.outright["pair 1"] == 1330
    assert assessed(event("B4", pairs(80, sessions=[24] * 11))).outright["pair 1"] == 1119


@pytest.mark.clause("abf", "4.2.4/3")
def test_with_byes_the_sessions_come_from_the_boards_of_who_played_most() -> None:
    """Seven teams, seven rounds of 14 boards, everybody has one bye: 84 boards are 3 sessions, 98 would be 4."""
    stage = teams(7, contest=Contest.ROUND_ROBIN, match_boards=14)._replace(schedule=Schedule(84))
    assert assessed(event("E", stage)).sessions_counted("team 1") == 3


# --- Places and ties -------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.1.1/1", "4.1.1/2")
@pytest.mark.parametrize(
    ("size", "half", "third"), [(8, 4, 3), (9, 4, 3), (10, 5, 4), (12, 6, 4), (13, 6, 5), (14, 7, 5)]
)
def test_duplicate_pays_half_rounded_down_and_teams_a_third_rounded_up(size: int, half: int, third: int) -> None:
    assert len(assessed(event("B", pairs(size))).total) == half
    assert len(assessed(event("B", teams(size))).total) == third
    assert len(assessed(event("B", pairs(size, scoring=Scoring.OTHER))).total) == third  # Butler


@pytest.mark.clause("abf", "4.2.3/short butler", "4.2.3/short teams")
def test_butler_pairs_in_short_matches_are_paid_as_pairs_to_a_third() -> None:
    """Eight tables at grade E: 0.48 at the pairs weight, and one session has nothing outright."""
    outcome = assessed(event("E", pairs(16, scoring=Scoring.OTHER)))
    assert list(outcome.total.values()) == [48, 34, 24, 16, 12, 10]
    assert outcome.outright == {}
    over_two = assessed(event("E", pairs(16, scoring=Scoring.OTHER, sessions=[24, 24])))
    assert len(over_two.outright) == 6


@pytest.mark.clause("abf", "4.1.1/1")
def test_imp_pairs_in_short_rounds_may_be_paid_to_the_half_where_the_federation_says_so() -> None:
    chosen = {"imp_pairs_paid": "half"}
    assert len(assessed(event("E", pairs(9, scoring=Scoring.OTHER)), chosen).total) == 4
    assert len(assessed(event("E", pairs(9, scoring=Scoring.OTHER))).total) == 3
    assert len(assessed(event("E", teams(9)), chosen).total) == 3


@pytest.mark.clause("abf", "4.4.6/1", "4.4.6/2")
@pytest.mark.parametrize(
    ("tie", "awards"),
    [
        # 7 tables of a Howell, 7 paid: 42, 29.4, 21, 14, 10.5, 8.4, 7
        ([6, 7], [42, 29, 21, 14, 11, 8, 8]),  # (8.4 + 7) / 2 = 7.7
        ([7, 8], [42, 29, 21, 14, 11, 8, 4, 4]),  # the last paid place: 7 / 2 = 3.5
        ([6, 7, 8], [42, 29, 21, 14, 11, 5, 5, 5]),  # (8.4 + 7) / 3 = 5.13
        ([7, 8, 9, 10], [42, 29, 21, 14, 11, 8, 2, 2, 2, 2]),  # 7 / 4 = 1.75
        ([8, 9], [42, 29, 21, 14, 11, 8, 7]),  # behind it: nothing
        ([1, 2], [36, 36, 21, 14, 11, 8, 7]),  # (42 + 29.4) / 2 = 35.7
    ],
    ids=str,
)
def test_a_tie_shares_the_paid_places_it_covers(tie: list[int], awards: list[int]) -> None:
    outcome = assessed(event("E", pairs(14, ties=[tie])))
    assert list(outcome.total.values()) == awards, outcome.why()


@pytest.mark.clause("abf", "4.4.6 note")
@pytest.mark.parametrize(
    ("scores", "unit", "awards"),
    [
        (["60", "55.00", "54.91"], "", [42, 25, 25]),  # 0.09: a tie for 2nd, (29.4 + 21) / 2
        (["60", "55.00", "54.90"], "", [42, 29, 21]),  # 0.10: none
        (["60", "55.00", "54.92", "54.84"], "", [42, 21, 21, 21]),  # neighbours, (29.4 + 21 + 14) / 3 = 21.47
        (["60", "55.00", "54.991"], "vps", [42, 25, 25]),  # 0.009 of a victory point
        (["60", "55.00", "54.99"], "vps", [42, 29, 21]),  # 0.01
    ],
    ids=str,
)
def test_scores_closer_than_the_limit_are_a_tie(scores: list[str], unit: str, awards: list[int]) -> None:
    outcome = assessed(event("E", pairs(14, scores=scores), **({"scores": unit} if unit else {})))
    assert list(outcome.total.values())[: len(awards)] == awards, outcome.why()


@pytest.mark.clause("abf", "4.4.6/2", "4.3.1/1")
def test_a_tie_at_the_last_place_of_the_whole_event_shares_that_award() -> None:
    """14 pairs, two sessions, 7 places: 0.0837 shared by two is 0.04."""
    outcome = assessed(event("E", pairs(14, sessions=[24, 24], ties=[[7, 8]])))
    assert list(outcome.outright.values()) == [50, 35, 25, 17, 13, 10, 4, 4]


# --- Walk-in events and two winners ----------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.4")
def test_two_outright_winners_are_paid_on_the_tables_of_their_own() -> None:
    """10 tables over two sessions: half of them each, Table 3B at 5 tables 0.37; by a setting all, 0.69."""
    stage = pairs(10, 10, sessions=[24, 24])
    assert assessed(event("E", stage)).outright["pair 1"] == 37
    everything = assessed(event("E", stage), {"two_winner_event": "all tables"})
    assert everything.outright["pair 1"] == everything.outright["pair 11"] == 69


@pytest.mark.clause("abf", "4.3.1/1", "4.1.1/2")
def test_swiss_pairs_have_the_pairs_weight_outright() -> None:
    """10 tables, two sessions: 0.69 at 1.5, by a setting 0.46 at 1; a third of the 20 pairs."""
    stage = pairs(20, sessions=[24, 24], contest=Contest.SWISS, match_boards=8)
    outcome = assessed(event("E", stage))
    assert (outcome.outright["pair 1"], len(outcome.outright)) == (69, 7)
    assert assessed(event("E", stage), {"outright_weight_of_matches": "teams"}).outright["pair 1"] == 46


@pytest.mark.clause("abf", "7.5.2/2", "7.5.3/3")
def test_amplification_is_for_the_outright_award_only() -> None:
    """The session of 8 tables is paid as it is: 10 x 0.32; 24 tables count outright."""
    stage = pairs(16, sessions=[24] * 4)
    sessions = (*stage.fields, Field(contestants=stage.fields[0].contestants, session=1))
    outcome = assessed(event("A", stage._replace(fields=sessions), amplification="3"))
    assert outcome.session["pair 1"] == 320
    weight = grades.grade(BOOK, "A", Play.PAIRS).weight
    assert outcome.outright["pair 1"] == half_up(formulas.outright_winner(BOOK, 24, 4, weight).value)


@pytest.mark.clause("abf", "7.5.6")
@pytest.mark.parametrize(("pairs_entered", "paid"), [(16, 12), (15, 11), (14, 10), (4, 3)])
def test_three_quarters_of_the_interstate_pairs_are_paid(pairs_entered: int, paid: int) -> None:
    entry = outright.Entry(-(-pairs_entered // 2), pairs_entered, third=False, amplification=Fraction(3, 2))
    assert outright.paid_places(entry).value == paid
