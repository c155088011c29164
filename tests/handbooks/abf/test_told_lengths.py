"""Sessions and fields as events tell them: rounds, triangles, byes, divisions, withdrawn pairs, singles, walk-ins."""

from __future__ import annotations

import pytest

from tests.handbooks.abf import told
from tests.handbooks.abf.told import numbered, points, question, working

QUALIFYING = f"""\
status: B
stages:
- stage: qualifying
  play: teams
  contest: swiss
  sessions: [28, 28]
  match boards: 14
  results:
{told.inside(numbered("T", 12), 2)}
- stage: final
  play: teams
  contest: knock-out
"""


def sessions_of(text: str, player: str) -> str:
    """Give the line of a working that says how many sessions were counted."""
    return next(line for line in working(told.assess(text), player) if line.startswith("S = "))


# --- Rounds of a knock-out -------------------------------------------------------------------------------------------


def final(rounds: str, results: str = "") -> str:
    rows = results or told.places("T1", "T2")
    return QUALIFYING + told.inside(f"boards: 24\nresults:\n{rows}\nrounds:\n{rounds}", 2)


@pytest.mark.clause("abf", "4.3.1/2", "4.3.3/2")
@pytest.mark.parametrize(
    ("length", "counted"),
    [
        ("boards: 24", 3),
        ("boards: 43", 3),  # 43 ÷ 24 leaves 19: one session
        ("boards: 48", 4),
        ("boards: 64", 4),
        ("boards: 64\n  sessions: [22, 42]", 5),  # a short session: 56 + 64 boards ÷ 24
        ("boards: 71", 5),  # 71 ÷ 24 leaves 23, which counts: three short ones, so 56 + 71 boards ÷ 24
        ("boards: 60\n  sessions: [30, 30]", 4),
    ],
)
def test_the_sessions_of_a_round_are_those_told_or_follow_from_its_boards(length: str, counted: int) -> None:
    text = final(f"- name: Final\n  {length}\n  matches:\n  - {{winner: T1, loser: T2}}")
    assert sessions_of(text, "T1").startswith(f"S = {counted}:")


@pytest.mark.clause("abf", "4.3.1/2")
def test_sessions_of_the_stage_are_those_of_its_only_round() -> None:
    text = final("- name: Final\n  boards: 60\n  matches:\n  - {winner: T1, loser: T2}").replace(
        "  boards: 24\n", "  boards: 60\n  sessions: [20, 40]\n"
    )
    # 56 + 60 = 116 boards ÷ 24 leaves 20, which counts
    assert sessions_of(text, "T1").startswith("S = 5: 116 boards ÷ 24, a remainder above 0.83 counts")


@pytest.mark.clause("abf", "4.3.1/2", "4.2.3 note iii")
def test_the_half_matches_of_a_triangle_are_one_session() -> None:
    triangle = """\
- name: Semi-final
  boards: 28
  matches:
  - {winner: T1, loser: T2, triangular: true}
  - {winner: T2, loser: T3, triangular: true}
  - {winner: T1, loser: T3, triangular: true}
- name: Final
  boards: 28
  matches:
  - {winner: T1, loser: T2}"""
    text = final(triangle, told.places("T1", "T2", "T3"))
    assert "(qualifying 28 + 28, final 28 + 28 boards)" in sessions_of(text, "T1")
    assert sessions_of(text, "T3").startswith("S = 3:")


NATIONAL = """\
facts: {event: National Open Teams}
stage: final
play: teams
contest: knock-out
boards: 60
results:
- {place: 1, name: T1}
- {place: 2, name: T2}
- {place: 3=, name: T3}
- {place: 3=, name: T4}
rounds:
- {name: Semi-final, boards: SEMI, matches: [{winner: T1, loser: T3}, {winner: T2, loser: T4}]}
- {name: Final, boards: LAST, matches: [{winner: T1, loser: T2}]}
"""


@pytest.mark.clause("abf", "7.5.3/3", "7.5.8/2")
@pytest.mark.parametrize(("semi", "last", "winner", "loser"), [(60, 60, 5, 2), (40, 40, 3, 1), (44, 48, 4, 2)])
def test_national_events_count_all_boards_by_24(semi: int, last: int, winner: int, loser: int) -> None:
    text = NATIONAL.replace("SEMI", str(semi)).replace("LAST", str(last))
    assert sessions_of(text, "T1").startswith(f"S = {winner}: {semi + last} boards ÷ 24")
    assert sessions_of(text, "T1").endswith("[7.5.3/3]")
    assert sessions_of(text, "T3").startswith(f"S = {loser}: {semi} boards ÷ 24")


# --- A round robin with byes -----------------------------------------------------------------------------------------


def round_robin(size: int, boards: str) -> str:
    names = [f"T{at}" for at in range(1, size + 1)]
    met = [(one, two) for at, one in enumerate(names) for two in names[at + 1 :]]
    matches = "\n".join(f"- {{winner: {one}, loser: {two}}}" for one, two in met)
    return f"""\
status: E
play: teams
contest: round robin
{boards}
match boards: 8
results:
{told.places(*names)}
matches:
{matches}
"""


@pytest.mark.clause("abf", "4.2.4/3")
@pytest.mark.parametrize("boards", ["boards: 64\nsessions: [24, 24, 24]", "sessions: [24, 24, 24]", "boards: 64"])
def test_with_byes_the_most_boards_anybody_played_count(boards: str) -> None:
    # 9 teams, 8 matches of 8 boards: 64 ÷ 24 = 2, though the sessions had room for 72
    assert points(round_robin(9, boards))["T1"] == "0.90"


@pytest.mark.clause("abf", "4.2.4/3")
def test_without_byes_the_sessions_count_as_they_are() -> None:
    # 10 teams, 9 matches of 8 boards fill three sessions
    assert sessions_of(round_robin(10, "sessions: [24, 24, 24]"), "T1").startswith("S = 3: 3 sessions")


# --- The field -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.3.4")
@pytest.mark.parametrize("word", ["division", "section"])
def test_divisions_and_sections_of_teams_are_fields_of_their_own(word: str) -> None:
    text = f"""\
status: B5i
play: teams
contest: league
boards: 72
match boards: 24
lists:
- list: First
  {word}: '1'
  results:
{told.inside(numbered("T", 6, ", won: 1").replace("T1, won: 1", "T1, won: 2"), 2)}
- list: Second
  {word}: '2'
  results:
{told.inside(numbered("U", 8, ", won: 1"), 2)}
"""
    paid = points(text)
    assert (paid["T1"], paid["U1"]) == ("1.71", "1.62")
    assert "T = 6: the tables of First [4.3.4]" in working(told.assess(text), "T1")


@pytest.mark.clause("abf", "4.3.4")
def test_two_directions_of_pairs_have_half_of_the_tables_each() -> None:
    text = f"""\
status: E
play: pairs
winners: 2
sessions: [24, 24]
lists:
- list: North-South
  results:
{told.inside(numbered("N", 9), 2)}
- list: East-West
  results:
{told.inside(numbered("E", 9), 2)}
"""
    assert "T = 5: half of 9 tables for each direction, rounded up [4.3.4]" in working(told.assess(text), "N1")


@pytest.mark.clause("abf", "4.1.1 note")
def test_three_lists_of_pairs_are_asked_for_their_sections() -> None:
    lists = "\n".join(f"- list: L{at}\n  results:\n{told.inside(numbered(f'L{at}P', 8), 2)}" for at in (1, 2, 3))
    asked = question(f"status: E\nplay: pairs\nboards: 24\nlists:\n{lists}\n")
    assert (asked.code, asked.path[-1]) == ("abf-section", "section")
    assert "L1, L2, L3" in asked.found


def two_sessions(first: int, second: int, more: str = "") -> str:
    return f"""\
status: E
play: pairs
{more}
sessions: [24, 24]
lists:
- list: Session 1
  session: 1
  results:
{told.inside(numbered("P", first), 2)}
- list: Session 2
  session: 2
  results:
{told.inside(numbered("P", second), 2)}
- results:
{told.inside(numbered("P", second), 2)}
"""


@pytest.mark.clause("abf", "4.1.1 note", "4.3.1/1", "4.4.3/1")
def test_the_field_of_the_outright_award_is_who_entered_session_1() -> None:
    paid = points(two_sessions(8, 6))
    assert (paid["P1"], paid["P4"]) == ("0.72", "0.18")  # T = 4 and 4 places, though 6 were left


@pytest.mark.clause("abf", "4.4.3/1")
def test_a_later_session_may_be_smaller_than_the_smallest_event_but_the_entry_may_not() -> None:
    assert points(two_sessions(7, 4))["P1"] == "0.66"  # 3½ tables count as 4: 0.24, 0.12 and 0.30
    assert question(two_sessions(6, 6)).code == "abf-movement"
    assert points(two_sessions(6, 6, "movement: howell"))["P1"]


# --- Singles and walk-ins --------------------------------------------------------------------------------------------


def eclectic(size: int, average: str, facts: str = "{}") -> str:
    return f"""\
status: E
facts: {facts}
play: pairs
contest: aggregate
games: 6
results counted: 4
{average}
results:
{numbered("P", size)}
"""


@pytest.mark.clause("abf", "4.3.2/1", "App A: Singles")
@pytest.mark.parametrize(
    ("facts", "tables"),
    [
        ("{singles: 'yes'}", "T = 8: the lesser of 9 tables on average and 7.5, 125 % of 6 that qualified"),
        ("{}", "T = 9: the lesser of 9 tables on average and 15, 125 % of 12 that qualified"),
    ],
)
def test_in_a_singles_event_four_players_make_a_table(facts: str, tables: str) -> None:
    assert f"{tables} [4.3.2/1]" in working(told.assess(eclectic(24, "average tables: 9", facts)), "P1")


@pytest.mark.clause("abf", "4.3.2/1")
def test_the_average_attendance_of_a_walk_in_event_is_asked_for() -> None:
    assert question(eclectic(24, "")).path == ("stages", 0, "average tables")


@pytest.mark.clause("abf", "4.2.5/1", "5.3.3/3")
@pytest.mark.parametrize(
    ("event", "session"),
    [("status: E", "0.36"), ("facts: {congress: B4, congress event: walk-in}", "0.32")],  # 0.24 × 1.5; B5, no premium
)
def test_the_final_of_a_walk_in_event_has_the_premium_except_at_a_congress(event: str, session: str) -> None:
    text = f"""\
{event}
stages:
- stage: qualifying
  play: pairs
  contest: aggregate
  games: 4
  results counted: 3
  average tables: 9.5
  results:
{told.inside(numbered("P", 12), 2)}
- stage: final
  play: pairs
  boards: 26
  results:
{told.inside(numbered("P", 8), 2)}
"""
    award = next(each for each in told.assess(text).awards if each.player.name == "P1")
    part = next(each for each in award.working.because if each.says.startswith("Final"))
    assert f"{int(part.value) / 100:.2f}" == session
