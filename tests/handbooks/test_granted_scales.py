"""Where a handbook has no scale, the federation may grant one: it is told with its authority (EBU 3.12.1, WBU 4)."""

from __future__ import annotations

import pytest

from overtrick.engine.working import walk
from overtrick.handbooks.family.granted import Granted, read
from tests.handbooks.told import assess, codes, paid

BY = ", granted by: 'the Secretary, 3 May 2026'"
CLAUSES = {"ebu": "3.12.1", "wbu": "4 uncovered", "scba": "2.11.1", "sbu": "intro.unusual"}


def facts(scale: str, by: str = BY) -> str:
    return f"facts: {{granted scale: '{scale}'{by}}}" if scale else ""


def league(scale: str = "", by: str = BY, divisions: int = 4) -> str:
    rows = "\n".join(
        f"  - division: {division}\n    results:\n"
        + "\n".join(
            f"      - {{place: {at}, name: {team}{division}, won: {2 if at < 3 else 1 if at < 7 else 0}}}"
            for at, team in enumerate("ABCDEFGH", 1)
        )
        for division in range(1, divisions + 1)
    )
    head = "event: League\ndate: 2026-11-10\nstatus: club\nplay: teams\ncontest: league\nboards: 48\nmatch boards: 24\n"
    return f"{head}{facts(scale, by)}\nlists:\n{rows}\n"


DOUBLE = """\
event: Cup
date: 2026-11-10
status: club
play: pairs
contest: double knock-out
boards: 144
match boards: 24
{facts}
results:
  - {{place: 1, name: A}}
  - {{place: 2, name: B}}
  - {{place: 3, name: C}}
  - {{place: 4, name: D}}
  - {{place: 5=, name: E}}
  - {{place: 5=, name: G}}
  - {{place: 7=, name: F}}
  - {{place: 7=, name: H}}
rounds:
  - matches: [{{winner: A, loser: E}}, {{winner: B, loser: F}}, {{winner: C, loser: G}}, {{winner: D, loser: H}}]
  - matches: [{{winner: A, loser: B}}, {{winner: C, loser: D}}, {{winner: E, loser: F}}, {{winner: G, loser: H}}]
  - matches: [{{winner: A, loser: C}}, {{winner: B, loser: G}}, {{winner: D, loser: E}}]
  - matches: [{{winner: B, loser: D}}]
    byes: [A, C]
  - matches: [{{winner: B, loser: C}}]
    byes: [A]
  - matches: [{{winner: A, loser: B}}]
"""
LONG = """\
event: Long pairs
date: 2026-11-10
play: pairs
movement: howell
boards: {boards}
{facts}
results:
  - {{place: 1, name: A}}
  - {{place: 2=, name: B}}
  - {{place: 2=, name: C}}
  - {{place: 4, name: D}}
  - {{place: 5, name: E}}
  - {{place: 6, name: F}}
"""


@pytest.mark.clause("wbu", "4 uncovered", "4.1.4.1")
def test_a_welsh_league_of_four_divisions_is_paid_as_the_secretary_granted() -> None:
    scale = "1: 30, 20, win 12; 2: 24, win 10; division 3: 18, win 8; 4: 12, win 6"
    found = paid(assess("wbu", league(scale)))
    assert {name: found[name] for name in ("A1", "B1", "C1", "A2", "B2", "A3", "A4", "C4")} == {
        "A1": 30 + 24, "B1": 20 + 24, "C1": 12, "A2": 24 + 20, "B2": 20, "A3": 18 + 16, "A4": 12 + 12, "C4": 6,
    }  # fmt: skip
    assert "G1" not in found


@pytest.mark.clause("ebu", "3.12.1")
@pytest.mark.clause("wbu", "4 uncovered")
@pytest.mark.clause("sbu", "intro.unusual")
@pytest.mark.parametrize("handbook", ["ebu", "wbu", "sbu"])
def test_a_double_knock_out_of_pairs_is_paid_for_places_and_matches(handbook: str) -> None:
    told = DOUBLE.format(facts=facts("30, 20, 10, win 6"))
    assert paid(assess(handbook, told)) == {"A": 54, "B": 44, "C": 22, "D": 12, "E": 6, "G": 6}


@pytest.mark.clause("sbu", "intro.unusual")
def test_36_boards_in_scotland_are_paid_as_granted_and_ties_share() -> None:
    assert paid(assess("sbu", LONG.format(boards=36, facts=facts("30, 21, 10")))) == {"A": 30, "B": 16, "C": 16}


@pytest.mark.clause("sbu", "intro.unusual")
def test_35_boards_have_a_scale_and_the_granted_one_is_not_used() -> None:
    plain = assess("sbu", LONG.format(boards=35, facts=""))
    told = assess("sbu", LONG.format(boards=35, facts=facts("30, 21, 10")))
    assert paid(told) == paid(plain)
    assert "scale-not-used" in [each.code for each in told.remarks]


@pytest.mark.parametrize(
    ("handbook", "event"),
    [("wbu", league), ("ebu", lambda scale="": DOUBLE.format(facts=facts(scale))),
     ("sbu", lambda scale="": LONG.format(boards=36, facts=facts(scale)))],
)  # fmt: skip
def test_the_working_says_who_granted_it_and_why_it_was_asked_for(handbook: str, event: object) -> None:
    assert callable(event)
    refused = assess(handbook, event())
    assert not refused.awards
    assert "scale-may-be-granted" in [each.code for each in refused.remarks]
    found = assess(handbook, event("30, win 12"))
    steps = [step.says for step, _depth in walk(found.awards[0].working)]
    assert "A scale granted by the Secretary, 3 May 2026" in steps
    assert refused.refusals[0].working.says in steps
    assert "scale-granted" in [each.code for each in found.remarks]
    assert "scale-may-be-granted" not in [each.code for each in found.remarks]


@pytest.mark.parametrize("handbook", list(CLAUSES))
def test_a_scale_without_its_authority_asks_who_granted_it(handbook: str) -> None:
    found = assess(handbook, league("40, 30", by=""))
    assert [(each.code, each.path, each.asks) for each in found.problems] == [
        ("scale-granted-by", ("facts", "granted by"), True)
    ]


@pytest.mark.parametrize("handbook", list(CLAUSES))
def test_a_scale_that_cannot_be_read_is_a_problem(handbook: str) -> None:
    assert codes(assess(handbook, league("plenty"))) == ["fact-unknown"]


@pytest.mark.clause("wbu", "4 uncovered")
def test_a_division_that_the_grant_does_not_name_has_nothing() -> None:
    found = paid(assess("wbu", league("1: 30; 2: 20; 3: 10")))
    assert found == {"A1": 30, "A2": 20, "A3": 10}


@pytest.mark.parametrize(
    ("written", "scale"),
    [
        ("40, 30, 20", {"": Granted((40, 30, 20))}),
        ("40; win 12, draw 5", {"": Granted((40,), 12, 5)}),
        ("Division 1: 40, win 12; 2: 30", {"1": Granted((40,), 12), "2": Granted((30,))}),
        ("win 12", {"": Granted((), 12)}),
        ("40, thirty", None),
        ("", None),
        ("1: 2: 3", None),
    ],
)
def test_how_a_scale_is_written(written: str, scale: dict[str, Granted] | None) -> None:
    assert read(written) == scale
