"""A third of the boards, told in whichever way: line-ups, stanzas, boards, sessions, own matches (3.3.2, 4.5.3)."""

from __future__ import annotations

import time

import pytest

from overtrick.engine.event import Contest, Contestant, Event, Field, Match, Play, Player, Schedule, Side, Stage
from tests.handbooks.ebu.support import DAY, EDITION
from tests.handbooks.told import assess, codes, paid, shown, why

CUP = """
event: Hillside cup
date: 2026-10-01
status: club
play: teams
contest: knock-out
match boards: 24
results:
  - {{name: North}}
  - {{name: South}}
  - {{name: West}}
  - name: East
    players: [a, b, c, d, {{name: e{told}}}]
rounds:
  - matches: [{{winner: East, loser: South{first}}}, {{winner: North, loser: West}}]
  - matches: [{{winner: East, loser: North}}]
"""

SWISS = """
event: Riverside Swiss
date: 2026-11-14
status: club
play: teams
contest: swiss
boards: 96
match boards: 24
results:
  - place: 1
    name: Rooks
    {results}
    players: [a, b, c, d, {{name: e{told}}}]
  - {{place: 2, name: Larks{others}}}
  - {{place: 3, name: Owls{others}}}
  - {{place: 4, name: Terns{others}}}
{matches}
"""
FOUR = """
matches:
  - {winner: Rooks, loser: Larks}
  - {winner: Rooks, loser: Owls}
  - {winner: Rooks, loser: Terns}
  - {winner: Rooks, loser: Larks}
  - {winner: Larks, loser: Owls}
  - {winner: Larks, loser: Terns}
  - {winner: Owls, loser: Terns}
  - {winner: Owls, loser: Terns}
"""


def cup(told: str = "", first: str = "") -> str:
    return CUP.format(told=told, first=first)


def swiss(told: str, *, listed: bool) -> str:
    results, others = ("score: 1", ", score: 1") if listed else ("won: 4", ", won: 1")
    return SWISS.format(told=told, results=results, others=others, matches=FOUR if listed else "")


@pytest.mark.clause("ebu", "3.3.2")
def test_who_never_sat_down_in_a_cup_has_nothing() -> None:
    result = assess("ebu", cup(", boards: 0"))
    # Two rounds of a cup of four: 27 and 38.
    assert paid(result) == {"North": 27, **dict.fromkeys("abcd", 65)}
    missed = [
        f"Played 0 of the 24 boards of the match against {name}, less than one third" for name in ("South", "North")
    ]
    assert why(result, "e") == [("; ".join(missed), "3.3.2")]


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.parametrize(("boards", "points"), [(16, 65), (48, 65)])
def test_a_third_of_both_matches_is_enough_for_both(boards: int, points: int) -> None:
    assert paid(assess("ebu", cup(f", boards: {boards}")))["e"] == points


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.parametrize("boards", [8, 15])
def test_which_match_it_was_is_asked_where_the_total_is_enough_for_one_only(boards: int) -> None:
    result = assess("ebu", cup(f", boards: {boards}"))
    assert codes(result) == ["boards-of-each-match"]
    (problem,) = result.problems
    assert problem.asks
    assert problem.path == ("stages", 0, "fields", 0, "contestants", 3, "players", 4, "won")
    assert problem.found == "How many boards did e of East play in each match?"


@pytest.mark.clause("ebu", "3.3.2")
def test_a_total_under_a_third_of_any_match_is_not_asked_about() -> None:
    assert "e" not in paid(assess("ebu", cup(", boards: 7")))


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.parametrize(("boards", "points"), [(7, 38), (8, 65)])
def test_a_line_up_tells_the_boards_of_its_match(boards: int, points: int) -> None:
    line_up = f", line-ups: {{East: [a, b, c, d, {{name: e, boards: {boards}}}]}}"
    assert paid(assess("ebu", cup("", line_up)))["e"] == points


@pytest.mark.clause("ebu", "3.3.2")
def test_line_ups_of_the_segments_reach_the_match() -> None:
    line_ups = ((12, "d"), (6, "d"), (6, "e"))
    each = [f"{{winner: East, boards: {boards}, line-ups: {{East: [a, b, c, {who}]}}}}" for boards, who in line_ups]
    segments = f", segments: [{', '.join(each)}]"
    assert paid(assess("ebu", cup("", segments)))["e"] == 38


@pytest.mark.clause("ebu", "3.3.2", "4.5.3 p2")
@pytest.mark.parametrize("listed", [True, False], ids=["listed", "counted"])
@pytest.mark.parametrize(("told", "points"), [("", 135), (", boards: 32", 135), (", boards: 96", 135)])
def test_listed_and_counted_matches_pay_the_same_to_who_played_a_third(told: str, points: int, listed: bool) -> None:
    # Four wins at 27, and the one ranking award of 18 half as much again for 96 boards.
    result = assess("ebu", swiss(told, listed=listed))
    assert paid(result)["e"] == points


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.parametrize("listed", [True, False], ids=["listed", "counted"])
@pytest.mark.parametrize("boards", [8, 31])
def test_less_than_a_third_of_all_matches_is_asked_about(boards: int, listed: bool) -> None:
    result = assess("ebu", swiss(f", boards: {boards}", listed=listed))
    assert codes(result) == ["boards-of-each-match"]
    assert shown(result).get("e", 0) <= 27


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.parametrize("listed", [True, False], ids=["listed", "counted"])
@pytest.mark.parametrize("boards", [0, 7])
def test_less_than_a_third_of_one_match_earns_nothing(boards: int, listed: bool) -> None:
    assert "e" not in paid(assess("ebu", swiss(f", boards: {boards}", listed=listed)))


@pytest.mark.clause("ebu", "3.3.2")
def test_own_matches_are_paid_to_who_played_and_to_nobody_else() -> None:
    assert paid(assess("ebu", swiss(", boards: 24, won: 1", listed=False)))["e"] == 27
    assert "e" not in paid(assess("ebu", swiss(", boards: 0, won: 1", listed=False)))


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.parametrize(("boards", "found"), [(15, ["boards-below-own-matches"]), (16, [])])
def test_own_matches_need_the_boards_of_a_third_of_each(boards: int, found: list[str]) -> None:
    assert codes(assess("ebu", swiss(f", boards: {boards}, won: 2", listed=False))) == found


@pytest.mark.clause("ebu", "4.6.3")
def test_counted_matches_of_two_lengths_are_paid_by_their_length() -> None:
    file = swiss("", listed=False).replace("won: 4", "won: {24: 2, 12: 2}")
    # Two wins over 24 boards at 27, two over 12 at 18, and the ranking award of 27.
    assert paid(assess("ebu", file))["a"] == 2 * 27 + 2 * 18 + 27


PAIR = """
event: Monday pairs
date: 2026-11-09
status: club
play: pairs
sessions: [12, 12]
results:
  - place: 1
    name: Finches
    players: {players}
  - {{place: 2, name: B}}
  - {{place: 3, name: C}}
  - {{place: 4, name: D}}
  - {{place: 5, name: E}}
  - {{place: 6, name: F}}
"""


@pytest.mark.clause("ebu", "3.3.2")
def test_the_sessions_of_a_player_tell_the_boards() -> None:
    both = "[{name: a, sessions: [1]}, {name: b, sessions: [1, 2]}]"
    assert paid(assess("ebu", PAIR.format(players=both)))["a"] == 12
    three = PAIR.format(players=both).replace("[12, 12]", "[6, 14, 4]").replace("[1]", "[3]")
    assert "a" not in paid(assess("ebu", three))


@pytest.mark.clause("ebu", "3.3.2")
def test_a_substitute_who_is_one_too_many_is_asked_about() -> None:
    fits = "[a, {name: b, substitute: yes}]"
    assert paid(assess("ebu", PAIR.format(players=fits)))["b"] == 12
    third = "[a, b, {name: c, substitute: yes}]"
    assert codes(assess("ebu", PAIR.format(players=third))) == ["boards-of-a-substitute"]
    told = "[a, {name: b, boards: 16}, {name: c, substitute: yes, boards: 8}]"
    assert paid(assess("ebu", PAIR.format(players=told)))["c"] == 12


def seven_rounds(pairs: int) -> Event:
    """Invent a Swiss of seven rounds, the matches listed, each pair against others every time."""
    everybody = [Contestant(str(n), (Player(f"{n}a"), Player(f"{n}b")), place=n + 1) for n in range(pairs)]
    matches = [
        Match((Side(str(n)), Side(str(pairs // 2 + (n + turn) % (pairs // 2)))), winner=str(n))
        for turn in range(7)
        for n in range(pairs // 2)
    ]
    stage = Stage(
        Play.PAIRS, Schedule(49), (Field("", tuple(everybody)),), contest=Contest.SWISS, match_boards=7,
        matches=tuple(matches),
    )  # fmt: skip
    return Event("Swiss", DAY, (stage,), status="club")


def test_a_large_swiss_costs_in_proportion_to_its_pairs() -> None:
    small, large = seven_rounds(200), seven_rounds(2000)
    times = []
    for event in (small, large):
        spent = []
        for _ in range(3):
            start = time.process_time()
            assert len(EDITION.assess(event).awards) >= len(event.stages[0].fields[0].contestants)
            spent.append(time.process_time() - start)
        times.append(min(spent))
    assert times[1] < 20 * times[0]  # ten times the pairs; the square would be a hundred times


@pytest.mark.clause("ebu", "4.6.3")
def test_the_length_of_matches_is_asked_and_never_taken_from_the_whole_event() -> None:
    event = seven_rounds(20)
    (stage,) = event.stages
    unsaid = stage._replace(play=Play.TEAMS, match_boards=0)
    result = EDITION.assess(event._replace(stages=(unsaid,)))
    assert [(each.code, each.asks, each.path) for each in result.problems] == [
        ("match-boards-missing", True, ("stages", 0, "match boards"))
    ]


LADDER = """
event: Winter ladder
date: 2026-11-14
status: club
play: pairs
contest: ladder
boards: 0
games: 10
results counted: 8
average tables: 9
results:
  - {place: 1, players: [a, {name: b, substitute: yes}]}
  - {place: 2, name: B}
"""


@pytest.mark.clause("ebu", "4.11.6 (table)")
def test_a_series_has_no_boards_of_which_a_part_is_needed() -> None:
    found = paid(assess("ebu", LADDER.replace("boards: 0\n", "")))
    assert found["a"] == found["b"] > 0
