"""Events that were told in two ways and paid differently; now they are paid alike."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, paid, why

TEAMS = ("Larks", "Owls", "Rooks", "Terns")
SHORT_SWISS = """
event: Evening Swiss
date: 2026-11-12
status: club
play: teams
contest: swiss
boards: 16
match boards: 8
results:
  - {{place: 1, name: Rooks, players: [a, b, c, d, {fifth}]}}
  - {{place: 2, name: Larks}}
  - {{place: 3, name: Owls}}
  - {{place: 4, name: Terns}}
matches:
  - {{winner: Rooks, loser: Larks{seated}}}
  - {{winner: Owls, loser: Terns}}
  - {{winner: Rooks, loser: Owls{seated}}}
  - {{winner: Larks, loser: Terns}}
"""


@pytest.mark.clause("ebu", "3.3.2")
@pytest.mark.clause("scba", "2.3.2")
@pytest.mark.clause("wbu", "4.1.3.2")
@pytest.mark.parametrize("handbook", ["ebu", "scba", "wbu"])
def test_who_is_in_no_line_up_has_nothing_where_only_places_are_paid(handbook: str) -> None:
    # Too short for match awards: four teams, one of them paid.
    by_boards = assess(handbook, SHORT_SWISS.format(fifth="{name: e, boards: 0}", seated=""))
    by_line_ups = assess(handbook, SHORT_SWISS.format(fifth="e", seated=", line-ups: {Rooks: [a, b, c, d]}"))
    assert paid(by_boards) == paid(by_line_ups)
    assert set(paid(by_line_ups)) & set("abcde") == set("abcd")
    assert why(by_line_ups, "e") == why(by_boards, "e")
    assert why(by_line_ups, "e")


@pytest.mark.clause("ebu", "3.3.2")
def test_who_sat_down_without_being_listed_has_the_place_too() -> None:
    line_ups = ", line-ups: {Rooks: [a, b, c, f]}"
    assert set(paid(assess("ebu", SHORT_SWISS.format(fifth="e", seated=line_ups)))) & set("abcdef") == set("abcf")


COUNTED = """
event: Teams of five
date: 2026-11-12
status: E
play: teams
contest: swiss
boards: 24
match boards: 12
results:
  - {{place: 1, name: Rooks, won: 2, players: [a, b, c, {{name: d{fourth}}}, {{name: e{fifth}}}]}}
  - {{place: 2, name: Larks, won: 1}}
  - {{place: 3, name: Owls, won: 1}}
  - {{place: 4, name: Terns, won: 0}}
"""


@pytest.mark.clause("abf", "4.1.2/2")
def test_every_member_of_an_australian_team_has_the_matches_of_the_team() -> None:
    # A win over 12 boards at grade E is 0.10, two of them 0.20; each of five has four fifths.
    own = paid(assess("abf", COUNTED.format(fourth=", won: 1, boards: 12", fifth=", won: 1, boards: 12")))
    assert own == paid(assess("abf", COUNTED.format(fourth="", fifth="")))
    assert own["a"] == own["d"] == own["e"] == 16


@pytest.mark.clause("abf", "4.4.5/2")
def test_a_substitute_and_who_was_absent_have_their_own_matches() -> None:
    guest = paid(assess("abf", COUNTED.format(fourth=", won: 1", fifth=", won: 1, substitute: yes")))
    assert (guest["a"], guest["d"], guest["e"]) == (20, 10, 10)


@pytest.mark.clause("abf", "7.5.3/2")
def test_a_match_of_nine_boards_in_two_segments_has_nine_boards() -> None:
    whole = COUNTED.format(fourth="", fifth="").replace("boards: 24", "boards: 18").replace("boards: 12", "boards: 9")
    listed = "".join(
        f"  - {{winner: {one}, loser: {two}%s}}\n"
        for one, two in (("Rooks", "Larks"), ("Owls", "Terns"), ("Rooks", "Owls"), ("Larks", "Terns"))
    )
    segments = ", segments: [{scores: [9, 1]}, {scores: [8, 2]}]"
    told = whole + "matches:\n" + listed.replace("%s", segments)
    assert paid(assess("abf", told)) == paid(assess("abf", whole))


GREEN_SWISS = """
event: Area Swiss
date: 2026-11-12
status: area
facts: {points: green, category: B, green event: swiss}
play: teams
contest: swiss
match boards: 12
"""
ROWS = [f"{{place: {place}, name: T{place}, won: {max(4 - place, 0)}}}" for place in range(1, 13)]


@pytest.mark.clause("wbu", "4.2.1.4")
def test_the_boards_of_a_welsh_green_event_are_those_of_its_list() -> None:
    rows = ", ".join(ROWS)
    stage = f"{GREEN_SWISS}boards: 36\nresults: [{rows}]\n"
    of_list = f"{GREEN_SWISS}boards: 72\nlists:\n  - {{list: All, boards: 36, results: [{rows}]}}\n"
    assert paid(assess("wbu", of_list)) == paid(assess("wbu", stage))
    assert paid(assess("wbu", stage))["T1"] == 226
