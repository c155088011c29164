"""A draw is one in terms of the final method of scoring: matches in IMPs, scored in victory points (EBU 4.5.8)."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, codes, paid

SWISS = """\
event: Oakby
date: 2026-11-10
handbook: {handbook}
status: club
play: teams
contest: swiss
boards: 36
match boards: 12
scoring: victory points
match scores: imps
{more}
results:
  - {{place: 1, name: T1}}
  - {{place: 2, name: T2}}
  - {{place: 3, name: T3}}
  - {{place: 4, name: T4}}
matches:
  - {{sides: [T1, T2], scores: [{one}]}}
  - {{sides: [T3, T4], scores: [20, 10]}}
  - {{sides: [T1, T3], scores: [40, 10]}}
  - {{sides: [T2, T4], scores: [15, 15]}}
  - {{sides: [T1, T4], scores: [{two}]}}
  - {{sides: [T2, T3], scores: [30, 8]}}
"""
BOOKS = ["ebu", "wbu", "scba"]
FACT = "victory points scale"


def swiss(handbook: str, scale: str = "", *, one: str = "30, 29", two: str = "30, 10", more: str = "") -> str:
    told = f"facts: {{{FACT}: '{scale}'}}" if scale else more
    return SWISS.format(handbook=handbook, more=told, one=one, two=two)


def of_t1(handbook: str, scale: str, **more: str) -> int:
    return paid(assess(handbook, swiss(handbook, scale, **more)))["T1"]


@pytest.mark.clause("ebu", "4.5.8")
@pytest.mark.clause("wbu", "4.1.3.3 draw")
@pytest.mark.clause("scba", "4.5.8")
@pytest.mark.parametrize("handbook", BOOKS)
def test_a_match_that_may_be_a_draw_asks_for_the_scale(handbook: str) -> None:
    found = assess(handbook, swiss(handbook))
    (problem,) = found.problems
    assert (problem.code, problem.path, problem.asks) == ("vp-scale", ("facts", FACT), True)
    assert "It says whether T1 and T2 (30:29) drew." in problem.found
    assert not found.awards


@pytest.mark.parametrize("handbook", BOOKS)
@pytest.mark.parametrize(
    ("scale", "one", "wins"),
    # 12 boards: 10-10 for 0 and 1 on the discrete scale
    [
        ("EBU discrete", "30, 29", 5),
        ("EBU discrete", "30, 28", 6),
        ("wbf discrete 20-0", "30, 29", 5),
        ("EBU continuous", "30, 29", 6),
        ("ABF", "30, 29", 6),
        ("WBF continuous", "30, 29", 6),
        ("WBF continuous", "30, 30", 5),
        ("0-2, 3-5", "30, 28", 5),
        ("0-2, 3-5", "30, 27", 6),
        ("12 boards: 0, 1-3", "30, 29", 6),
    ],
)
def test_the_scale_says_what_is_a_draw_and_a_draw_is_half_a_win(handbook: str, scale: str, one: str, wins: int) -> None:
    # Club, 12 boards: 18 a win, 9 a draw; T1 won two others.
    six = of_t1(handbook, "WBF continuous", one="40, 10")
    assert six - of_t1(handbook, scale, one=one) == 9 * (6 - wins)


@pytest.mark.parametrize("handbook", BOOKS)
def test_what_the_scale_makes_of_matches_is_said_with_its_clause(handbook: str) -> None:
    found = assess(handbook, swiss(handbook, "WBF discrete", two="22, 21"))
    (remark,) = [each for each in found.remarks if each.code == "drawn-by-the-scale"]
    assert remark.says == "Drawn in victory points by the scale 'WBF discrete': T1 and T2 (30:29), T1 and T4 (22:21)."
    assert remark.clause == ("4.1.3.3 draw" if handbook == "wbu" else "4.5.8")
    assert found.event.stages[0].matches[0].winner == "T1"


@pytest.mark.parametrize("handbook", BOOKS)
@pytest.mark.parametrize(
    ("one", "more"),
    [
        ("30, 28", ""),  # no scale calls that a draw
        ("30, 30", ""),
        ("10.36, 9.64", "match scores: victory points"),
        ("11, 9", "match scores: victory points"),
    ],
)
def test_what_the_figures_settle_is_not_asked(handbook: str, one: str, more: str) -> None:
    text = swiss(handbook, one=one)
    if more:
        text = text.replace("match scores: imps", more).replace("scores: [20, 10]", "scores: [15, 5]")
        text = text.replace("[40, 10]", "[20, 0]").replace("[15, 15]", "[10, 10]")
        text = text.replace("[30, 10]", "[16, 4]").replace("[30, 8]", "[18, 2]")
    assert codes(assess(handbook, text)) == []


@pytest.mark.parametrize("handbook", BOOKS)
def test_a_list_by_imps_has_no_scale(handbook: str) -> None:
    text = swiss(handbook).replace("scoring: victory points", "scoring: imps")
    assert codes(assess(handbook, text)) == []


@pytest.mark.parametrize("handbook", BOOKS)
def test_scores_that_cannot_be_victory_points_are_imps_without_a_word(handbook: str) -> None:
    assert codes(assess(handbook, swiss(handbook).replace("match scores: imps\n", ""))) == ["vp-scale"]


@pytest.mark.parametrize("handbook", BOOKS)
def test_a_draw_that_is_told_is_one_whatever_the_imps(handbook: str) -> None:
    text = swiss(handbook).replace(
        "{sides: [T1, T2], scores: [30, 29]}", "{sides: [T1, T2], drawn: yes, scores: [30, 29]}"
    )
    assert paid(assess(handbook, text))["T1"] == of_t1(handbook, "WBF discrete")


@pytest.mark.parametrize("handbook", BOOKS)
@pytest.mark.parametrize(
    ("scale", "code", "asks"), [("by feel", "fact-unknown", False), ("8 boards: 0-1, 2-3", "vp-scale", True)]
)
def test_a_scale_that_is_none_or_has_no_rows_for_the_matches_is_said(
    handbook: str, scale: str, code: str, asks: bool
) -> None:
    (problem,) = assess(handbook, swiss(handbook, scale)).problems
    assert (problem.code, problem.path, problem.asks) == (code, ("facts", FACT), asks)


@pytest.mark.parametrize("handbook", BOOKS)
@pytest.mark.parametrize(
    ("scores", "kind", "code"),
    [
        ("11, 9", "match scores: victory points", ["drawn-with-unequal-scores"]),
        ("30, 27", "match scores: imps", ["drawn-with-unequal-scores"]),
        ("30, 29", "match scores: imps", []),
    ],
)
def test_a_draw_that_no_scale_can_call_level_is_a_problem(
    handbook: str, scores: str, kind: str, code: list[str]
) -> None:
    text = swiss(handbook, two="40, 10").replace("match scores: imps", kind)
    text = text.replace("{sides: [T1, T2], scores: [30, 29]}", f"{{sides: [T1, T2], drawn: yes, scores: [{scores}]}}")
    assert codes(assess(handbook, text)) == code
