"""Matches as events tell them: segments, IMPs beside victory points, the last rounds, smallest fields, lengths."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Contest, Match, Round, Side
from tests.handbooks.abf import edges, told
from tests.handbooks.abf.told import numbered, points, question, working

# --- Segments --------------------------------------------------------------------------------------------------------

PLAY_OFF = """\
facts: {event: 'Australian Teams Selection, Open'}
play: teams
contest: round robin
boards: 60
match boards: 10
results:
- {place: 1, name: T1}
- {place: 2, name: T2}
matches:
- {winner: T1, loser: T2, scores: [5, 0]}
- {winner: T2, loser: T1, scores: [30, 0]}
- {winner: T1, loser: T2, scores: [5, 0]}
- {winner: T1, loser: T2, scores: [5, 0]}
- {winner: T1, loser: T2, scores: [5, 0]}
- {winner: T1, loser: T2, scores: [5, 0]}
"""


@pytest.mark.clause("abf", "7.5.3/2")
def test_six_segments_of_ten_boards_are_three_matches_of_twenty() -> None:
    assert points(PLAY_OFF) == {"T1": "7.71", "T2": "4.44"}


@pytest.mark.clause("abf", "7.5.3/2")
def test_segments_of_twelve_boards_are_awarded_each() -> None:
    text = PLAY_OFF.replace("boards: 60", "boards: 72").replace("match boards: 10", "match boards: 12")
    # five segments of 12 × 0.12 and one; 72 boards are three sessions
    assert "5 matches won at 1.44 [4.2.3/1]" in working(told.assess(text), "T1")


@pytest.mark.clause("abf", "7.5.3/2", "4.2.3/1")
def test_two_short_matches_of_the_same_sides_are_two_matches_outside_a_play_off() -> None:
    text = PLAY_OFF.replace("facts: {event: 'Australian Teams Selection, Open'}", "status: E")
    assert "5 matches won at 0.08 [4.2.3/1]" in working(told.assess(text), "T1")


def long_match(match: str) -> str:
    return f"""\
status: B
stage: final
play: teams
contest: knock-out
boards: 48
results:
- {{place: 1, name: T1}}
- {{place: 2, name: T2}}
rounds:
- name: Final
  boards: 48
  matches:
{told.inside(match, 2)}
"""


SEGMENTS = "- winner: T1\n  loser: T2\n  segments:\n"


@pytest.mark.clause("abf", "7.5.3/2", "4.2.3/margin")
@pytest.mark.parametrize(
    ("match", "wins"),
    [
        ("- {winner: T1, loser: T2, scores: [60, 45]}", "1 match won at 2.88"),
        (SEGMENTS + "  - {boards: 24, scores: [40, 20]}\n  - {boards: 24, scores: [20, 25]}", "1 match won at 1.44"),
        (SEGMENTS + "  - {boards: 24, scores: [40, 20]}\n  - {boards: 24, winner: T2}", "1 match won at 1.44"),
        # 8 + 8 are put together, 32 stands alone: two wins of 16 and 32 boards
        (
            SEGMENTS + "  - {boards: 8, scores: [9, 0]}\n  - {boards: 8, scores: [0, 5]}\n"
            "  - {boards: 32, scores: [40, 20]}",
            "1 match won at 1.92",
        ),
    ],
)
def test_a_match_of_a_cup_is_awarded_by_its_segments(match: str, wins: str) -> None:
    assert f"{wins} [4.2.3/1]" in [
        line.replace(" (final)", "") for line in working(told.assess(long_match(match)), "T1")
    ]


@pytest.mark.clause("abf", "7.5.3/2")
@pytest.mark.parametrize(("boards", "asked"), [(24, ["abf-segments"]), (8, [])])
def test_the_results_of_long_segments_are_asked_for_and_short_ones_are_one_match(boards: int, asked: list[str]) -> None:
    sides = (Side("T1"), Side("T2"))
    match = Match(sides, "T1", segments=(Match(sides, boards=boards),) * 2)
    stage = edges.teams(edges.placed("T1", "T2"), 1, contest=Contest.KNOCK_OUT, rounds=(Round((match,)),))
    result = edges.assess(edges.event(stage, grade="B"))
    assert [each.code for each in result.problems] == asked
    if not asked:
        assert any("1 match won at 0.64" in line for line in working(result, "T1"))  # 16 boards × 0.04


@pytest.mark.clause("abf", "7.5.3/2")
def test_a_cup_listed_segment_by_segment_pays_as_one_that_tells_its_segments() -> None:
    apart = "\n".join(
        f"- {{winner: T1, loser: T2, boards: 24, scores: {scores}}}" for scores in ("[40, 20]", "[25, 20]")
    )
    inside = SEGMENTS + "  - {boards: 24, scores: [40, 20]}\n  - {boards: 24, scores: [25, 20]}"
    assert points(long_match(apart)) == points(long_match(inside))


# --- What the scores are ---------------------------------------------------------------------------------------------


def swiss(match: str, more: str = "") -> str:
    return f"""\
status: E
play: teams
contest: swiss
boards: 48
match boards: 16
{more}
results:
- {{score: 42.55, name: T1}}
- {{score: 42.5, name: T2}}
- {{score: 30, name: T3}}
- {{score: 28.5, name: T4}}
- {{score: 26, name: T5}}
- {{score: 18, name: T6}}
matches:
{match}
"""


VICTORY_POINTS = "scoring: victory points"


@pytest.mark.clause("abf", "4.4.6 note")
def test_victory_points_tie_below_a_hundredth_and_other_scores_below_a_tenth() -> None:
    match = "- {winner: T1, loser: T6, scores: [30, 5]}"
    by_points = points(swiss(match, VICTORY_POINTS))
    assert by_points == {"T1": "0.42", "T2": "0.20"}
    assert points(swiss(match, "scoring: imps")) == {"T1": "0.38", "T2": "0.25"}
    near = swiss(match, VICTORY_POINTS).replace("42.55", "42.509")
    assert points(near) == {"T1": "0.38", "T2": "0.25"}


@pytest.mark.clause("abf", "4.2.3 note i", "4.2.3/margin")
@pytest.mark.parametrize(
    ("scores", "more", "shared"),
    [
        ("[11, 9]", VICTORY_POINTS, False),  # adds up to 20: victory points
        ("[10, 10]", VICTORY_POINTS, True),
        ("[16, 14]", VICTORY_POINTS, False),  # adds up to 30, the older scale
        ("[25, 3]", VICTORY_POINTS, False),
        ("[27, 24]", VICTORY_POINTS, True),  # more than victory points can be: 3 IMPs over 16 boards
        ("[28, 24]", VICTORY_POINTS, False),
        ("[11, 9]", VICTORY_POINTS + "\nmatch scores: imps", True),
        ("[11, 9]", VICTORY_POINTS + "\nfacts: {scores: imps}", True),
        ("[27, 24]", VICTORY_POINTS + "\nmatch scores: victory points", False),
        ("[11, 9]", "scoring: imps", True),
        ("[11, 9]", "", True),
    ],
)
def test_scores_beside_victory_points_are_what_they_are_told_or_can_only_be(
    scores: str, more: str, shared: bool
) -> None:
    paid = points(swiss(f"- {{sides: [T5, T6], drawn: yes, scores: {scores}}}".replace("drawn: yes, ", ""), more))
    assert paid.get("T6", "0.00") == ("0.07" if shared else "0.00")
    assert paid["T5"] == ("0.07" if shared else "0.13")


@pytest.mark.clause("abf", "4.2.3 note i")
def test_the_imps_beside_victory_points_decide() -> None:
    match = "- {sides: [T5, T6], scores: [11, 9], imps: [IMPS, 20]}"
    assert points(swiss(match.replace("IMPS", "23"), VICTORY_POINTS))["T6"] == "0.07"
    assert "T6" not in points(swiss(match.replace("IMPS", "24"), VICTORY_POINTS))


@pytest.mark.clause("abf", "4.2.3 note i")
def test_scores_that_could_be_either_are_asked_for() -> None:
    matches = "- {winner: T1, loser: T2, scores: [12, 8]}\n- {winner: T3, loser: T4, scores: [9, 4]}"
    asked = question(swiss(matches, VICTORY_POINTS))
    assert (asked.code, asked.choices) == ("abf-match-scores", ("imps", "victory points"))


@pytest.mark.clause("abf", "4.2.3/matchpoints")
@pytest.mark.parametrize(("scores", "paid"), [("[52.5, 47.5]", "0.03"), ("[52.6, 47.4]", "0.06")])
def test_matches_that_add_up_to_a_hundred_in_a_list_by_matchpoints_are_percentages(scores: str, paid: str) -> None:
    text = f"""\
status: E
play: pairs
contest: swiss
boards: 24
match boards: 8
results:
{numbered("P", 8)}
matches:
- {{sides: [P1, P2], scores: {scores}}}
"""
    assert points(text)["P1"] == paid


# --- The last rounds -------------------------------------------------------------------------------------------------


def stages(size: int, apart: int, rest: str) -> str:
    return f"""\
status: D
stages:
- stage: qualifying
  play: teams
  contest: swiss
  sessions: [28, 28]
  match boards: 14
  results:
{told.inside(numbered("T", size, ", won: 2"), 2)}
- stage: final
  play: teams
  contest: round robin
  boards: 28
  match boards: 14
  results:
{told.inside(numbered("T", apart, ", won: 1"), 2)}
{rest}
"""


def play_off(size: int, apart: int) -> str:
    rows = "\n".join(f"- {{place: {at}, name: T{apart + at}, won: 1}}" for at in range(1, size - apart + 1))
    return (
        "- stage: play-off\n  play: teams\n  contest: swiss\n  boards: 28\n  match boards: 14\n  results:\n"
        + told.inside(rows, 2)
    )


@pytest.mark.clause("abf", "4.2.4/2", "4.2.5/1")
@pytest.mark.parametrize(
    ("apart", "plays_on", "win"),
    [(4, True, "0.25"), (6, True, "0.17"), (6, False, "0.25"), (4, False, "0.25")],
)
def test_more_than_four_teams_apart_have_no_premium_while_the_rest_plays_on(
    apart: int, plays_on: bool, win: str
) -> None:
    text = stages(14, apart, play_off(14, apart) if plays_on else "")
    lines = working(told.assess(text), "T1")
    expected = "3 matches won at 0.17 (qualifying 2, final 1)" if win == "0.17" else f"1 match won at {win} (final)"
    assert f"{expected} [4.2.3/1]" in lines


@pytest.mark.clause("abf", "4.2.4/2", "4.2.5/4")
def test_an_open_stage_is_asked_what_it_was() -> None:
    asked = question(stages(14, 6, play_off(14, 6).replace("stage: play-off", "stage: open")))
    assert asked.path == ("stages", 2, "stage")
    assert asked.choices == ("consolation", "play-off")


def cup(semi_finals: str, last: str) -> str:
    return f"""\
status: B
stage: final
play: teams
contest: knock-out
boards: 28
facts: {{premium: 'yes'}}
results:
- {{place: 1, name: T1}}
- {{place: 2, name: T2}}
- {{place: 3, name: T3}}
- {{place: 4, name: T4}}
rounds:
- name: Semi-final
  matches: [{semi_finals}]
{last}
"""


WON = "{winner: T1, loser: T3}, {winner: T2, loser: T4}"
DRAWN = "{sides: [T1, T3], drawn: yes}, {sides: [T2, T4], drawn: yes}"
FINAL, THIRD = "{winner: T1, loser: T2}", "{winner: T3, loser: T4}"


TOGETHER = f"- {{name: Last, matches: [{FINAL}, {THIRD}]}}"
THIRD_FIRST = f"- {{name: Third, matches: [{THIRD}]}}\n- {{name: Final, matches: [{FINAL}]}}"
FINAL_FIRST = f"- {{name: Final, matches: [{FINAL}]}}\n- {{name: Third, matches: [{THIRD}]}}"


@pytest.mark.clause("abf", "4.2.4/2")
@pytest.mark.parametrize(
    ("semi_finals", "last"),
    [(WON, TOGETHER), (WON, THIRD_FIRST), (WON, FINAL_FIRST), (DRAWN, TOGETHER)],
    ids=["together", "third first", "final first", "after drawn semi-finals"],
)
def test_the_final_has_the_premium_and_the_match_for_the_third_place_has_not(semi_finals: str, last: str) -> None:
    result = told.assess(cup(semi_finals, last))
    assert not result.problems
    # 28 × 0.04 = 1.12, with the premium 1.68
    assert any("won at 1.68" in line for line in working(result, "T1"))
    assert any("1 match won at 1.12" in line for line in working(result, "T3"))


# --- The smallest event ----------------------------------------------------------------------------------------------


def evening(pairs: int, more: str) -> str:
    return f"status: C\nplay: pairs\n{more}\nboards: 24\nresults:\n{numbered('P', pairs)}\n"


@pytest.mark.clause("abf", "4.4.3/1")
@pytest.mark.parametrize(
    ("pairs", "movement", "winner"),
    [
        (3, "howell", ""),
        (4, "howell", "0.20"),
        (6, "howell", "0.30"),
        (6, "arrow-switched", ""),
        (7, "arrow-switched", "0.40"),  # a half table counts as a whole one
        (8, "arrow-switched", "0.40"),
    ],
)
def test_a_howell_needs_two_full_tables_and_every_other_movement_four(pairs: int, movement: str, winner: str) -> None:
    assert points(evening(pairs, f"movement: {movement}")).get("P1", "") == winner


@pytest.mark.clause("abf", "4.4.3/1")
def test_two_or_three_tables_with_one_winner_are_asked_for_their_movement() -> None:
    for pairs in (4, 6):
        asked = question(evening(pairs, ""))
        assert asked.path == ("stages", 0, "movement")
        assert asked.choices == ("howell", "arrow-switched")
    assert points(evening(3, "")) == {}
    assert points(evening(7, ""))["P1"] == "0.40"


def swiss_pairs(pairs: int) -> str:
    results = numbered("P", pairs, ", won: 1")
    return f"status: E\nplay: pairs\ncontest: swiss\nboards: 48\nmatch boards: 8\nscoring: imps\nresults:\n{results}\n"


@pytest.mark.clause("abf", "4.4.3/1")
def test_swiss_pairs_need_four_tables_for_matches_and_places() -> None:
    assert points(swiss_pairs(6)) == {}
    assert "pairs need 4 unless it is a Howell [4.4.3/1]" in working(told.assess(swiss_pairs(6)), "P1")[0]
    assert points(swiss_pairs(7))["P1"] == "0.36"


# --- Matches that are counted ----------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.2.3/1", "4.2.3 note iii")
@pytest.mark.parametrize(
    ("counted", "listed"),
    [
        ("won: {24: 1, 12: 1}", "- {winner: A, loser: B, boards: 24}\n- {winner: A, loser: C, boards: 12}"),
        ("mini won: 1", "- {winner: A, loser: B, triangular: true}"),
        ("mini drawn: 1", "- {sides: [A, B], drawn: yes, triangular: true}"),
    ],
)
def test_counted_and_listed_matches_earn_the_same(counted: str, listed: str) -> None:
    head = "status: E\nplay: teams\ncontest: swiss\nboards: 36\nmatch boards: 14\nresults:\n"
    rows = "- {place: 2, name: B}\n- {place: 3, name: C}\n"
    by_count = points(f"{head}- {{place: 1, name: A, {counted}}}\n{rows}")
    by_match = points(f"{head}- {{place: 1, name: A}}\n{rows}matches:\n{listed}\n")
    assert by_count["A"] == by_match["A"]
