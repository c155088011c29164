"""Smallest entries, boards and matches are asked of what the clause names, and a major is raised three sessions."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, codes, paid, why


def cup(entrants: str, *, consolation: str, alone: bool = False) -> str:
    pairs = zip(entrants[::2], entrants[1::2], strict=True)
    main = f"""
  - name: Cup
    play: teams
    contest: knock-out
    match boards: 24
    results: [{", ".join(f"{{name: {each}}}" for each in entrants)}]
    rounds:
      - matches: [{", ".join(f"{{winner: {a}, loser: {b}}}" for a, b in pairs)}]
"""
    still_in = f"still in: [{', '.join(entrants[::2])}]" if len(entrants) > len(consolation) else ""
    return f"""
event: Hilltop cup
date: 2026-10-01
status: club
{still_in}
stages:{"" if alone else main}
  - name: Plate
    stage: consolation
    play: teams
    contest: knock-out
    match boards: 24
    results: [{", ".join(f"{{name: {each}}}" for each in consolation)}]
    rounds:
      - matches: [{{winner: {consolation[0]}, loser: {consolation[1]}}}]
"""


@pytest.mark.clause("ebu", "3.1.1(c)", "4.7.10")
def test_a_consolation_of_two_is_paid_if_three_entered_the_cup() -> None:
    # Half of 27 is 13.5.
    assert paid(assess("ebu", cup("ABCD", consolation="BD"))) == {"A": 27, "C": 27, "B": 14}


@pytest.mark.clause("ebu", "3.1.1(c)")
def test_the_entry_is_asked_for_where_only_a_small_consolation_is_told() -> None:
    file = cup("", consolation="BD", alone=True)
    assert codes(assess("ebu", file)) == ["original-entry-missing"]
    two = cup("BD", consolation="DB")
    assert why(assess("ebu", two), "D")[-1] == ("No points: 2 teams, at least 3 are needed", "3.1.1(c)")


@pytest.mark.clause("scba", "4.7.1", "4.7.10")
@pytest.mark.parametrize(
    ("entrants", "points"), [("ABCDEFGH", {"A": 27, "C": 27, "E": 27, "G": 27, "B": 14}), ("ABCD", {})]
)
def test_singapore_asks_for_five_in_the_cup_and_not_in_its_consolation(entrants: str, points: dict[str, int]) -> None:
    file = cup(entrants, consolation="BD").replace("2026-10-01", "2010-10-01")
    assert paid(assess("scba", file)) == points


SIMULTANEOUS = """
event: Autumn simultaneous pairs
date: 2026-11-09
organiser: EBU
status: national
play: pairs
boards: {boards}
handicap: {handicap}
facts: {{points: blue, blue event: simultaneous pairs}}
results:
{results}
"""


@pytest.mark.parametrize(
    ("boards", "handicap", "pairs", "clause"),
    [
        pytest.param(12, "none", 6, "", marks=pytest.mark.clause("ebu", "5.1.2")),
        pytest.param(12, "rescored", 6, "", marks=pytest.mark.clause("ebu", "3.10.1")),
        pytest.param(12, "ranked", 6, "3.10.1", marks=pytest.mark.clause("ebu", "3.10.1")),
        pytest.param(11, "none", 6, "3.1.2", marks=pytest.mark.clause("ebu", "3.1.2")),
        pytest.param(12, "none", 5, "3.1.1(b)", marks=pytest.mark.clause("ebu", "3.1.1(b)")),
    ],
)
def test_simultaneous_pairs_are_tested_as_any_event(boards: int, handicap: str, pairs: int, clause: str) -> None:
    results = "\n".join(f"  - {{place: {n}, name: P{n}}}" for n in range(1, pairs + 1))
    result = assess("ebu", SIMULTANEOUS.format(boards=boards, handicap=handicap, results=results))
    assert bool(paid(result)) is not bool(clause)
    assert [each[1] for each in why(result, "P1")] == ([clause] if clause else [])


COUNTY_TEAMS = """
event: Dale county teams
date: 2026-10-01
status: county
play: teams
contest: knock-out
match boards: {boards}
facts: {{points: green, green event: county teams}}
results: [{results}]
rounds:
{rounds}
"""


@pytest.mark.clause("ebu", "6.2.1")
@pytest.mark.parametrize(
    ("boards", "final", "clause"), [(24, "", ""), (23, "", "6.2.1"), (24, ", boards: 23", "6.2.1")]
)
def test_a_short_match_of_the_county_teams_costs_the_green_points(boards: int, final: str, clause: str) -> None:
    rounds = (
        "  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n"
        f"  - matches: [{{winner: A, loser: C{final}}}]"
    )
    names = ", ".join(f"{{name: {each}}}" for each in "ABCD")
    result = assess("ebu", COUNTY_TEAMS.format(boards=boards, results=names, rounds=rounds))
    assert bool(paid(result)) is not bool(clause)
    assert [each[1] for each in why(result, "A")] == ([clause] if clause else [])


@pytest.mark.clause("ebu", "3.1.1(c)", "6.1.2")
def test_two_teams_are_no_county_championship() -> None:
    rounds = "  - matches: [{winner: A, loser: B}]"
    file = COUNTY_TEAMS.format(boards=24, results="{name: A}, {name: B}", rounds=rounds)
    assert why(assess("ebu", file), "A") == [("No points: 2 teams, at least 3 are needed", "3.1.1(c)")]


LEAGUE = """
event: Three shires league
date: 2026-10-01
status: county
play: teams
contest: league
boards: {boards}
match boards: {each}
facts: {{points: green, green event: inter-county league}}
results:
{results}
"""


@pytest.mark.parametrize(
    ("teams", "each", "clause"),
    [
        pytest.param(3, 6, "", marks=pytest.mark.clause("ebu", "6.5.5 (table 1)")),
        pytest.param(3, 5, "3.1.2", marks=pytest.mark.clause("ebu", "3.1.2")),
        pytest.param(2, 24, "3.1.1(c)", marks=pytest.mark.clause("ebu", "3.1.1(c)")),
    ],
)
def test_an_inter_county_league_needs_three_teams_and_twelve_boards(teams: int, each: int, clause: str) -> None:
    results = "\n".join(f"  - {{place: {n}, name: T{n}, won: {teams - n}}}" for n in range(1, teams + 1))
    result = assess("ebu", LEAGUE.format(boards=each * (teams - 1), each=each, results=results))
    assert bool(paid(result)) is not bool(clause)
    assert [each[1] for each in why(result, "T1")] == ([clause] if clause else [])


OPEN = """
event: Seaside congress teams
date: 2026-11-14
status: county
stages:
  - {{stage: qualifying, play: teams, boards: 24, tables: 14}}
  - {{stage: final, play: teams, boards: 24, tables: 8}}
  - stage: open
    play: teams
    contest: swiss
    boards: {boards}
    match boards: 6
    results:
      - {{place: 1, name: O1, won: 2}}
      - {{place: 2, name: O2, won: 2}}
      - {{place: 3, name: O3, won: 2}}
      - {{place: 4, name: O4, won: 2}}
      - {{place: 5, name: O5, won: 2}}
      - {{place: 6, name: O6, won: 2}}
"""


@pytest.mark.clause("ebu", "1.6.2", "4.3.7", "4.5.1")
def test_an_open_stage_with_matches_pays_them_one_level_lower() -> None:
    # District: 6 boards are 13.5, so 14 a win; a quarter of six teams is two awards of 27.
    assert paid(assess("ebu", OPEN.format(boards=36))) == {"O1": 82, "O2": 55, "O3": 28, "O4": 28, "O5": 28, "O6": 28}
    # Under 36 boards there are no matches: a third of six teams, in steps of 15.
    assert paid(assess("ebu", OPEN.format(boards=35))) == {"O1": 30, "O2": 15}


def major(*sessions: str, contest: str = "movement") -> str:
    kinds = ["qualifying", "final"] if len(sessions) == 2 else ["only"]
    sizes = [12, 6] if len(sessions) == 2 else [12]
    stages = [
        f"  - stage: {kind}\n    play: pairs\n    contest: {contest}\n    {told}\n    results:\n"
        + "\n".join(f"      - {{place: {n}, name: P{n}}}" for n in range(1, size + 1))
        for kind, told, size in zip(kinds, sessions, sizes, strict=True)
    ]
    head = "event: Pairs championship\ndate: 2026-11-07\nstatus: club\nmajor championship: yes\nstages:\n"
    return head + "\n".join(stages)


def by_stage(file: str) -> dict[str, list[int]]:
    result = assess("ebu", file)
    assert not result.problems, result.problems
    found: dict[str, list[int]] = {}
    for award in result.awards:
        found.setdefault(award.stage, []).append(award.units)
    return found


@pytest.mark.clause("ebu", "1.2.4 p3")
def test_of_four_sessions_only_the_final_stage_is_raised() -> None:
    four = by_stage(major("sessions: [24, 24]", "sessions: [24, 24]"))
    assert four["qualifying"] == [36, 30, 24, 18, 12, 6]
    three = by_stage(major("sessions: [24, 24]", "sessions: [48]"))
    assert three["qualifying"] == [54, 45, 36, 27, 18, 9]
    assert four["final"] == three["final"] == [66, 44, 22]


@pytest.mark.clause("ebu", "1.2.4 p3")
def test_one_stage_of_four_sessions_is_not_raised() -> None:
    assert by_stage(major("sessions: [12, 12, 12, 12]"))[""] == [36, 30, 24, 18, 12, 6]
    assert by_stage(major("sessions: [16, 16, 16]"))[""] == [54, 45, 36, 27, 18, 9]


@pytest.mark.clause("ebu", "1.2.4 p3")
def test_untold_sessions_are_asked_for_where_three_cannot_hold_the_boards() -> None:
    assert codes(assess("ebu", major("boards: 106"))) == ["sessions-of-a-major-championship"]
    assert codes(assess("ebu", major("boards: 105"))) == []


GREEN_FINAL = """
event: Coast green pairs
date: 2026-10-10
status: county
facts: {{points: green, green event: multiple pairs}}
stages:
  - stage: qualifying
    play: pairs
    boards: 24
    results: [{qualifying}]
  - stage: final
    play: pairs
    boards: 24
    results: [{final}]
"""


@pytest.mark.clause("ebu", "3.1.1(b)", "6.4.5(b)")
@pytest.mark.parametrize(("entered", "clause"), [(6, ""), (5, "3.1.1(b)")])
def test_the_final_of_a_green_event_that_was_too_small_earns_nothing(entered: int, clause: str) -> None:
    rows = [", ".join(f"{{place: {n}, name: P{n}}}" for n in range(1, many + 1)) for many in (entered, 4)]
    result = assess("ebu", GREEN_FINAL.format(qualifying=rows[0], final=rows[1]))
    assert bool(paid(result)) is not bool(clause)
    assert {each[1] for each in why(result, "P1")} == ({clause} if clause else set())


COUNTY_PAIRS = """
event: Coast county pairs
date: 2026-10-10
status: county
play: pairs
boards: 48
facts: {{points: green, green event: county pairs, county pairs format: one day}}
results: [{results}]
"""


@pytest.mark.clause("ebu", "3.1.1(b)", "6.1.2")
@pytest.mark.parametrize(("entered", "clause"), [(6, ""), (5, "3.1.1(b)")])
def test_the_county_pairs_need_three_tables(entered: int, clause: str) -> None:
    rows = ", ".join(f"{{place: {n}, name: P{n}}}" for n in range(1, entered + 1))
    result = assess("ebu", COUNTY_PAIRS.format(results=rows))
    assert bool(paid(result)) is not bool(clause)
    assert {each[1] for each in why(result, "P1")} == ({clause} if clause else set())
