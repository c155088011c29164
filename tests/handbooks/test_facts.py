"""Facts that only one handbook asks about."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.handbooks import family

FAMILY = Path(family.__file__).parent
READS = re.compile(r"\bfact\(\s*\"([^\"]+)\"")


def night(handbook: str, *facts: tuple[str, str]) -> Event:
    """Hold a club night with some facts."""
    pairs = tuple(Contestant(str(place), place=place) for place in range(1, 17))
    status = "E" if handbook == "abf" else "club"
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", pairs),))
    return Event("Night", date(2026, 11, 12), (stage,), status, facts=facts)


@pytest.mark.parametrize("handbook", handbooks.names())
def test_every_fact_that_a_rule_reads_is_listed_and_no_other(handbook: str) -> None:
    edition = handbooks.get(handbook).latest
    own, shared = (
        "\n".join(file.read_text(encoding="utf-8") for file in each.glob("*.py")) for each in (edition.folder, FAMILY)
    )
    assert set(READS.findall(own)) <= set(edition.facts)
    code = own + (shared if edition.family.rules else "")
    assert [name for name in edition.facts if f'"{name}"' not in code] == []
    assert all(fact.asks.endswith("?") for fact in edition.facts.values())


@pytest.mark.parametrize("handbook", handbooks.names())
def test_the_clause_of_a_fact_is_one_of_the_handbook(handbook: str) -> None:
    edition = handbooks.get(handbook).latest
    listed = (edition.folder / "clauses.csv").read_text(encoding="utf-8")
    for fact in edition.all_facts.values():
        assert f"\n{fact.clause}," in listed


@pytest.mark.parametrize(
    ("handbook", "fact", "found"),
    [
        ("ebu", ("entry", "everybody"), "The fact 'entry' is answered with 'everybody'."),
        ("wbu", ("category", "D"), "The fact 'category' is answered with 'D'."),
        ("abf", ("singles", "perhaps"), "The fact 'singles' is answered with 'perhaps'."),
    ],
)
def test_an_answer_that_a_fact_does_not_take_is_a_problem(handbook: str, fact: tuple[str, str], found: str) -> None:
    assessment = handbooks.get(handbook).latest.assess(night(handbook, fact))
    assert [problem.found for problem in assessment.problems] == [found]
    assert not assessment.awards
    assert assessment.refusals == ()


def test_a_fact_that_is_not_asked_for_is_told_and_changes_nothing() -> None:
    edition = handbooks.get("abf").latest
    plain, told = edition.assess(night("abf")), edition.assess(night("abf", ("master events", "yes")))
    assert [award.units for award in told.awards] == [award.units for award in plain.awards]
    assert told.remarks[-1].says.endswith(
        "asks nothing about 'master events': it changes no award. Did you mean 'master event'?"
    )
