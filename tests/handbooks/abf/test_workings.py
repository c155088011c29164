"""Workings of Australian awards can be redone by hand: formulae with their numbers, T and S, every reason of a zero."""

from __future__ import annotations

import pytest

from overtrick.engine.explain import why
from overtrick.engine.working import step
from overtrick.handbooks.abf.e2024.credit import every_reason
from tests.handbooks.abf import told
from tests.handbooks.abf.told import EDITION, numbered, working

TWO_SESSIONS = f"""\
status: E
play: pairs
sessions: [24, 24]
lists:
- list: Session 1
  session: 1
  results:
{told.inside(numbered("P", 8), 2)}
- list: Session 2
  session: 2
  results:
{told.inside(numbered("P", 8), 2)}
- results:
{told.inside(numbered("P", 8), 2)}
"""


@pytest.mark.clause("abf", "3.1.2/1", "3.1.2/S=2", "4.1.1 note", "4.3.1/2")
def test_an_outright_award_shows_its_formula_with_t_and_s_and_the_four_session_award() -> None:
    lines = working(told.assess(TWO_SESSIONS), "P1")
    formula = "4.2 × 1.5 × (1 − e^(−4 ÷ 105) + 0.65 × e^(−800 ÷ 4)) with T × (S − 1) = 4"
    four = "4.2 × 1.5 × (1 − e^(−12 ÷ 105) + 0.65 × e^(−800 ÷ 12)) with T × (S − 1) = 12"
    assert f"Outright winner, T = 4, S = 2: {formula} [3.1.2/1]" in lines
    assert f"Outright winner, T = 4, S = 4: {four} [3.1.2/1]" in lines
    assert "At least 0.44 of the award for 4 sessions: raised to it [3.1.2/S=2]" in lines
    assert "T = 4: 8 pairs entered [4.1.1 note]" in lines
    assert "S = 2: 2 sessions of 24 boards or more (24 + 24 boards) [4.3.1/2]" in lines
    assert "Winner of a session with one winner: 0.04 × 4 tables × weight 1.5 [3.1.1/Howell]" in lines


@pytest.mark.clause("abf", "4.1.1/1")
def test_every_reason_of_a_zero_is_told_with_its_session() -> None:
    lines = working(told.assess(TWO_SESSIONS), "P8")
    for where in ("Session 1", "Session 2", "Outright award"):
        assert f"{where}: 8th; only 4 are paid [4.1.1/1]" in lines


@pytest.mark.clause("abf", "4.1.1/1")
def test_who_is_paid_for_one_part_is_told_why_another_is_refused() -> None:
    text = TWO_SESSIONS.replace("- {place: 4, name: P4}", "- {place: 5, name: P4}", 1).replace(
        "- {place: 5, name: P5}", "- {place: 4, name: P5}", 1
    )
    lines = working(told.assess(text), "P4")
    assert "Session 1: 5th; only 4 are paid [4.1.1/1]" in lines
    assert "Session 2: 4th [4.2.1/1]" in lines


@pytest.mark.clause("abf", "4.2.5/4", "4.2.3/1")
def test_the_rate_of_a_green_consolation_is_that_of_grade_e() -> None:
    consolation = "\n".join(f"- {{place: {at}, name: T{at + 6}, won: 1}}" for at in range(1, 7))
    text = f"""\
status: D
stages:
- stage: qualifying
  play: teams
  contest: swiss
  sessions: [24, 24]
  match boards: 12
  results:
{told.inside(numbered("T", 12, ", won: 1"), 2)}
- stage: final
  play: teams
  contest: swiss
  boards: 24
  match boards: 12
  results:
{told.inside(numbered("T", 6, ", won: 1"), 2)}
- stage: consolation
  play: teams
  contest: swiss
  boards: 24
  match boards: 12
  results:
{told.inside(consolation, 2)}
"""
    lines = working(told.assess(text), "T7")
    assert "A win over 12 boards at grade E: 12 × 0.008 [4.2.3/1]" in lines
    assert "A consolation of a green event is paid at grade E [4.2.5/4]" in lines
    assert "A win over 12 boards at grade D: 12 × 0.012 [4.2.3/per board]" in lines
    assert any(line.startswith("1 match won at 0.10 (consolation)") for line in lines)


@pytest.mark.clause("abf", "4.4.6/1", "4.4.2")
def test_figures_among_decimals_are_decimals() -> None:
    rows = told.places(*(f"P{at}" for at in range(1, 20)))
    tied = rows.replace("place: 3,", "place: 2=,").replace("place: 4,", "place: 2=,").replace("place: 2,", "place: 2=,")
    result = told.assess(f"status: E\nplay: pairs\nboards: 24\nresults:\n{tied}\n")
    show = EDITION.handbook.colours["green"].show
    for award in result.awards:
        figures = [line.split("  ")[-2] for line in why(award, show).splitlines()[1:] if "  " in line.strip()]
        assert not any("/" in each for each in figures), figures


@pytest.mark.clause("abf", "4.1.1/1")
def test_one_of_a_thing_is_written_as_one() -> None:
    text = "status: E\nplay: teams\ncontest: swiss\nboards: 48\nmatch boards: 12\nresults:\n" + told.places("A", "B")
    said = " ".join(working(told.assess(text + "\n"), "A"))
    assert "1 place: a third of 2, rounded up" in said
    assert "1 places" not in said


@pytest.mark.clause("abf", "4.1.1/2")
def test_every_reason_for_nothing_is_told_and_there_is_always_one() -> None:
    one, two = (step(says, 0, clause=clause) for says, clause in (("Too few boards", "4.4.4"), ("Below", "4.1.1/1")))
    assert every_reason((one,)) == one
    assert (every_reason((one, two)).clause, every_reason((one, two)).because) == ("4.4.4", (one, two))
    assert (every_reason(()).says, every_reason(()).clause) == ("No paid place and no match won", "4.1.1/2")
