"""Half of a win, kept or rounded for each draw, and triangles that are one match (4.1.3.3, 4.2.3)."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, codes, paid

DRAWS = """
event: Valley teams
date: 2026-11-10
status: club
play: teams
contest: swiss
boards: 42
match boards: 7
results:
  - {name: Curlews, place: 1, won: 4, drawn: 2}
  - {name: Dippers, place: 2, won: 3, drawn: 0}
  - {name: Egrets, place: 3, won: 2, drawn: 1}
  - {name: Finches, place: 4, won: 0, drawn: 3}
  - {name: Gulls, place: 5, won: 0, drawn: 2}
  - {name: Herons, place: 6, won: 0, drawn: 0}
"""


@pytest.mark.clause("wbu", "4.1.3.3 draw", "3.5 local")
def test_half_of_an_odd_win_is_kept_until_the_matches_are_added() -> None:
    # 11 a win, 5.5 a draw; the ranking pays 30, 20 and 10.
    assert paid(assess("wbu", DRAWS)) == {"Curlews": 85, "Dippers": 53, "Egrets": 38, "Finches": 17, "Gulls": 11}


@pytest.mark.clause("wbu", "4.1.3.3 draw")
def test_by_a_setting_every_draw_is_rounded_up() -> None:
    found = paid(assess("wbu", DRAWS, {"drawn_matches": "rounded"}))
    assert found == {"Curlews": 86, "Dippers": 53, "Egrets": 38, "Finches": 18, "Gulls": 12}


TRIANGLE = """
event: Valley triangle
date: 2026-11-10
status: club
play: teams
contest: swiss
boards: 36
match boards: 12
results:
  - {name: Curlews, place: 1}
  - {name: Dippers, place: 2}
  - {name: Egrets, place: 3}
matches:
  - {sides: [Curlews, Dippers], scores: [8, 2], triangular: yes}
  - {sides: [Curlews, Egrets], scores: [3, 7], triangular: yes}
  - {sides: [Dippers, Egrets], scores: [8, 2], triangular: yes}
"""


@pytest.mark.clause("wbu", "4.2.3 triangle")
def test_a_short_triangle_is_one_match_won_by_its_victory_points() -> None:
    # Curlews 11 of 20 win, Dippers 10 draw, Egrets 9 lose; 18 for 12 boards, and the ranking pays 20 and 10.
    found = paid(assess("wbu", TRIANGLE))
    counted = TRIANGLE.split("matches:", maxsplit=1)[0]
    for row, words in (("place: 1", "won: 1"), ("place: 2", "drawn: 1")):
        counted = counted.replace(row, f"{row}, {words}")
    assert found == paid(assess("wbu", counted)) == {"Curlews": 38, "Dippers": 19}


@pytest.mark.clause("wbu", "4.2.3 triangle")
def test_mini_matches_cannot_be_counted() -> None:
    counted = TRIANGLE.split("matches:", maxsplit=1)[0].replace("place: 1", "place: 1, mini won: 1")
    assert codes(assess("wbu", counted)) == ["mini-matches-counted"]
