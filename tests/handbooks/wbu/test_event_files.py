"""Welsh events as a secretary writes them: what each player is paid, what is asked, what contradicts itself."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, codes, paid, why

HEAD = """
event: Invented
date: 2026-03-14
handbook: wbu
"""

CUP = (
    HEAD
    + """
facts: {{event: Welsh Cup}}
play: teams
contest: {contest}
boards: 36
results: [{{name: Oaks, names: [Ada, Ben, Cai, Dot, Eve, Fay]}}, {{name: Elms}}, {{name: Firs}}, {{name: Yews}}]
rounds:
  - name: {first}
    matches:
      - {{winner: Oaks, loser: Elms, line-ups: {{Oaks: [Ada, Ben, Cai, Dot]}}}}
      - {{winner: Firs, loser: Yews}}
  - name: {second}
    matches:
      - winner: Oaks
        loser: Firs
        segments:
          - {{winner: Oaks, line-ups: {{Oaks: [Ada, Ben, Cai, Eve]}}}}
          - {{winner: Firs, line-ups: {{Oaks: [Ada, Ben, Cai, Dot]}}}}
          - {{drawn: yes, line-ups: {{Oaks: [Ada, Ben, Cai, Eve]}}}}
"""
)


@pytest.mark.clause("wbu", "4.2.4.1 table", "4.2.4.2(a)", "4.2.1.7", "4.2.4 stanza awards")
@pytest.mark.parametrize("contest", ["knock-out", "double knock-out"])
def test_a_cup_pays_who_sat_down_by_round_and_stanza(contest: str) -> None:
    found = assess("wbu", CUP.format(contest=contest, first="Semis", second="Grand Final (36 boards)"))
    won, half = 42, 21  # twelve boards of a stanza ÷ 29
    assert paid(found) == {
        **dict.fromkeys(("Ada", "Ben", "Cai"), 350 + 700 + won + half),
        "Dot": 350 + 700,  # a third of the final, but neither stanza that Oaks won or drew
        "Eve": 700 + won + half,
        "Firs": 350 + won + half,
    }
    assert len(why(found, "Fay")) == 1


@pytest.mark.clause("wbu", "4.2.4.2(a)")
@pytest.mark.parametrize(
    ("contest", "first", "second"),
    [
        ("double knock-out", "Semis", "Llangollen"),
        ("double knock-out", "Round 1", "Round 2"),
        ("knock-out", "Final", "Semi-final"),
    ],
)
def test_a_round_that_no_name_tells_is_a_question(contest: str, first: str, second: str) -> None:
    found = assess("wbu", CUP.format(contest=contest, first=first, second=second))
    assert codes(found) == ["cup-round"]
    assert not found.awards


PAIRS = "".join(f"      - {{place: {place}, name: P{place}}}\n" for place in range(1, 13))


@pytest.mark.clause("wbu", "4.2.1.1 C", "3.3.2 p1")
def test_the_open_of_an_area_meeting_is_paid_once() -> None:
    finalists = "".join(f"      - {{place: {place}, name: P{place}}}\n" for place in range(1, 7))
    others = "".join(f"      - {{place: {place}, name: P{place + 6}}}\n" for place in range(1, 7))
    stages = "".join(
        f"  - stage: {stage}\n    play: pairs\n    boards: 20\n    results:\n{results}"
        for stage, results in (("qualifying", PAIRS), ("final", finalists), ("open", others))
    )
    facts = "status: area\nfacts: {points: green, category: C, green event: pairs}\nstages:\n"
    assert paid(assess("wbu", HEAD + facts + stages), "local") == {"P7": 24, "P8": 12}


@pytest.mark.clause("wbu", "4.2.1.5", "3.9.3", "4.2.2(a)")
@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ("{category: B, green event: pairs}", "points-of-the-event"),
        ("{points: local, category: B}", "local-points-of-a-green-event"),
        ("{event: Stan Berger, category: A}", "not-as-in-the-appendix"),
        ("{replaces: yes, environment: real}", "replaces-offline"),
    ],
)
def test_facts_that_are_missing_or_contradict_are_told(facts: str, code: str) -> None:
    file = f"{HEAD}status: area\nfacts: {facts}\nplay: pairs\nboards: 40\nresults:\n{PAIRS}"
    found = assess("wbu", file)
    assert codes(found) == [code]
    assert not found.awards


@pytest.mark.clause("wbu", "4.2.2(a)")
def test_two_directions_of_green_pairs_are_a_question() -> None:
    lists = "".join(
        f"  - list: {name}\n    results:\n"
        + "".join(f"      - {{place: {place}, name: {name[0]}{place}}}\n" for place in range(1, 7))
        for name in ("North-South", "East-West")
    )
    facts = "status: area\nfacts: {points: green, category: B, green event: pairs}\n"
    file = f"{HEAD}{facts}play: pairs\nwinners: 2\nboards: 40\nlists:\n{lists}"
    assert codes(assess("wbu", file)) == ["green-field-in-several-lists"]
    assert len(paid(assess("wbu", file, {"green_two_winners": "half of each direction"}))) == 6


LEAGUE = (
    HEAD
    + """
status: club
play: teams
contest: league
match boards: 20
boards: 120
lists:
  - list: First
    division: 1
    results:
      - {name: A, place: 1, won: 6}
      - {name: B, place: 2, won: 5}
      - {name: C, place: 3, won: 4}
      - {name: D, place: 4, won: 3}
      - {name: E, place: 5, won: 2}
      - {name: F, place: 6, won: 1}
      - {name: G, place: 7, won: 0}
  - list: Second
    division: 2
    match boards: 12
    results:
      - name: H
        place: 1
        won: 4
        players: [{name: h1}, {name: h2}, {name: h3}, {name: h4, boards: 32}, {name: h5, boards: 16}]
      - {name: I, place: 2, won: 3}
      - {name: J, place: 3, won: 2}
      - {name: K, place: 4, won: 1}
      - {name: L, place: 5, won: 0}
"""
)


@pytest.mark.clause("wbu", "4.1.4.3 <72", "4.1.4.3 third", "4.1.4.2 short")
def test_a_short_division_has_its_own_length_and_its_own_third() -> None:
    found = paid(assess("wbu", LEAGUE))
    # 48 boards: the ranking in steps of 18; a win over 12 boards is 18. A third of 48 is 16.
    assert {name: found[name] for name in ("h1", "h4", "h5", "I", "K")} == {
        "h1": 108, "h4": 108, "h5": 108, "I": 72, "K": 18,
    }  # fmt: skip
