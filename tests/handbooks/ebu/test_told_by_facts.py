"""What can be told: side events, sections of different length, a consolation alone, a match for third place."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, codes, paid

SWISS = """
event: Harbour congress open pairs
date: 2026-11-14
status: {status}
play: pairs
boards: 24
facts: {{side event: {beside}}}
results:
  - {{place: 1, name: A}}
  - {{place: 2, name: B}}
  - {{place: 3, name: C}}
  - {{place: 4, name: D}}
  - {{place: 5, name: E}}
  - {{place: 6, name: F}}
"""


@pytest.mark.clause("ebu", "1.6.2")
@pytest.mark.parametrize(
    ("status", "beside", "first"),
    [
        ("county", "no", 24),
        ("county", "yes", 18),
        ("district", "yes", 12),
        ("club", "yes", 12),
        ("regional", "yes", 24),
    ],
)
def test_a_side_event_is_one_level_below_the_licence_and_never_under_club(status: str, beside: str, first: int) -> None:
    # Two awards, 12 and 6 at Club.
    assert paid(assess("ebu", SWISS.format(status=status, beside=beside)))["A"] == first


SECTIONS = """
event: Two rooms
date: 2026-11-12
status: club
play: pairs
boards: 24
{sections}
results:
{rows}
"""


def rooms(sections: str, **more: str) -> dict[str, int]:
    rows = "\n".join(f"  - {{place: {n}, name: P{n}, section: {'Red' if n % 2 else 'Blue'}}}" for n in range(1, 13))
    return paid(assess("ebu", SECTIONS.format(sections=sections, rows=rows), more))


@pytest.mark.clause("ebu", "3.8.1(a)", "3.8.1(b)")
def test_sections_that_played_the_same_boards_are_one_field() -> None:
    # Twelve pairs: a third is four awards.
    one = {"P1": 24, "P2": 18, "P3": 12, "P4": 6}
    assert rooms("") == one
    assert rooms("sections: [{section: Red, boards: 24}, {section: Blue, boards: 24}]") == one


@pytest.mark.clause("ebu", "3.8.1(a)", "4.1.2")
def test_sections_of_different_length_are_paid_apart_each_by_its_boards() -> None:
    # Six pairs each: a third of them over 24 boards, a quarter over 17.
    found = rooms("sections: [{section: Red, boards: 24}, {section: Blue, boards: 17}]")
    assert found == {"P1": 12, "P3": 6, "P2": 12, "P4": 6}
    # A section that says nothing has the boards of the stage.
    assert rooms("sections: [{section: Blue, boards: 36}]") == {"P1": 12, "P3": 6, "P2": 18, "P4": 12, "P6": 6}
    assert rooms("sections: [{section: Blue, boards: 11}]") == {"P1": 12, "P3": 6}


@pytest.mark.clause("ebu", "3.8.1(b)")
def test_sections_scored_in_different_ways_are_paid_apart() -> None:
    assert rooms("sections: [{section: Red, scoring: cross-imps}]") == {"P1": 12, "P3": 6, "P2": 12, "P4": 6}


CONSOLATION = """
event: Consolation of the spring pairs
date: 2026-04-12
status: county
stages:
  - stage: consolation
    play: pairs
    boards: 24
    original tables: 30
    main tables: 8
    results:
{rows}
{facts}
"""


def consolation(facts: str, **settings: str) -> tuple[list[str], list[int]]:
    rows = "\n".join(f"      - {{place: {n}, name: P{n}}}" for n in range(1, 21))
    result = assess("ebu", CONSOLATION.format(rows=rows, facts=facts), settings)
    return codes(result), [award.units for award in result.awards][:1]


@pytest.mark.clause("ebu", "4.3.5(a)", "4.3.5(b)")
def test_the_boards_of_a_final_that_is_not_described_are_asked_where_they_decide() -> None:
    # 10 tables and a third of the 12 in neither are 14: 7 awards of 22 at County; one level up 33.
    assert consolation("") == ([], [154])
    carried = {"consolation_carries_36_boards": "yes"}
    assert consolation("", **carried) == (["boards-of-the-final"], [])
    assert consolation("facts: {boards of the final: 36}", **carried) == ([], [231])
    assert consolation("facts: {boards of the final: 35}", **carried) == ([], [154])


CUP = """
event: Long Lane cup
date: 2026-10-01
status: club
play: teams
contest: knock-out
match boards: 24
results: [{name: A}, {name: B}, {name: C}, {name: D}]
rounds:
  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]
"""


@pytest.mark.clause("ebu", "4.7.10")
@pytest.mark.parametrize(
    "rounds",
    [
        "  - matches: [{winner: A, loser: C}, {winner: B, loser: D}]\n",
        "  - matches: [{winner: A, loser: C}]\n  - matches: [{winner: B, loser: D}]\n",
        "  - matches: [{winner: B, loser: D}]\n  - matches: [{winner: A, loser: C}]\n",
    ],
    ids=["in the last round", "after the final", "before the final"],
)
def test_a_match_of_both_beaten_semi_finalists_is_no_round_of_the_cup(rounds: str) -> None:
    assert codes(assess("ebu", CUP + rounds)) == ["third-place-match"]


@pytest.mark.clause("scba", "QG5/knockout-8-15", "4.7.10")
@pytest.mark.parametrize("name", ["third place", "3rd place play-off", "Third-place match"])
def test_singapore_knows_the_match_for_third_place_by_its_usual_names(name: str) -> None:
    file = CUP.replace("2026", "2010").replace("{name: D}]", "{name: D}, {name: E}]")
    file = file.replace("loser: D}]", "loser: D}]\n    byes: [E]")
    last = "  - matches: [{winner: A, loser: E}]\n    byes: [C]\n  - matches: [{winner: A, loser: C}]\n"
    found = paid(assess("scba", f"{file}{last}  - {{name: {name}, matches: [{{winner: B, loser: D}}]}}\n"))
    assert found["B"] > 0


GREEN = """
event: Oakby
date: 2026-11-10
status: {status}
facts: {{points: {points}, green event: swiss}}
play: pairs
contest: swiss
sessions: [24, 24]
match boards: 6
results:
{rows}
"""


def green(status: str, points: str = "green") -> str:
    rows = "\n".join(f"  - {{place: {n}, name: P{n}}}" for n in range(1, 13))
    text = GREEN.format(status=status, points=points, rows=rows)
    return text if points == "green" else text.replace(", green event: swiss", "")


@pytest.mark.clause("ebu", "6.1.1", "6.1.4")
@pytest.mark.parametrize("status", ["club", "district"])
def test_green_points_of_a_club_or_a_district_contradict_its_status(status: str) -> None:
    found = assess("ebu", green(status))
    (problem,) = found.problems
    assert (problem.code, problem.path, problem.against) == ("green-below-county", ("status",), ("facts", "points"))
    assert problem.found == f"Green points are for events of a county or the EBU (6.1), and the status is {status}."
    assert not found.awards


@pytest.mark.clause("ebu", "6.1.1", "6.1.4", "6.4.1(b)")
@pytest.mark.parametrize("status", ["county", "regional", "national"])
def test_green_points_of_a_county_or_higher_are_paid_without_a_question(status: str) -> None:
    assert paid(assess("ebu", green(status)), "green") == {"P1": 150, "P2": 25}


@pytest.mark.clause("ebu", "6.1.1", "5.1.1")
@pytest.mark.parametrize("points", ["local", "blue"])
def test_other_points_of_a_club_are_as_before(points: str) -> None:
    assert codes(assess("ebu", green("club", points))) == []
