"""Every worked example that describes an event is played, assessed by the public path and compared place by place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.working import cited
from tests.handbooks.ebu.support import Paid, case, event_of, of_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.examples import Example

EXPECTED = {"awards", "start", "end", "paid", "refused", "cites", "boards", "win", "for_matches", "wins", "at"}
EXPECTED |= {"by_category", "lists"}


def _cases() -> Iterator[Any]:
    """Play an example that gives a band of boards at both of its ends."""
    for example in of_kind("events"):
        shortest, longest = event_of(example, 0), event_of(example, -1)
        yield case(example, 0)
        if shortest != longest:
            yield case(example, -1)


@pytest.mark.parametrize(("example", "end"), list(_cases()))
def test_a_worked_example_pays_what_the_handbook_says(example: Example, end: int) -> None:
    event = event_of(example, end)
    stages = example.stages or ({"expect": example.expect},)
    assert len(event.stages) == len(stages)
    for index, given in enumerate(stages):
        if "expect" in given:
            _check_stage(event, index, given["expect"], {**example.given, **given})


def _check_stage(event: Event, index: int, expect: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    assert expect.keys() <= EXPECTED
    stage = event.stages[index]
    if "boards" in expect:
        assert stage.schedule.boards == expect["boards"]
    for field in stage.fields:
        paid = Paid(event, index, field)
        expected = expect["lists"][field.name] if "lists" in expect else expect
        if "refused" in expected:
            _check_refused(paid, expected["refused"])
        else:
            _check_points(paid, expected, stage, given)
            _check_cited(paid, expected.get("cites", ()))


def _check_refused(paid: Paid, clause: str) -> None:
    assert paid.awards == [], paid.why()
    refusals = [each for each in paid.assessment.refusals if each.stage == paid.label]
    everybody = {player for contestant in paid.field.contestants for player in contestant.players}
    assert everybody <= {each.player for each in refusals}
    assert all(clause in cited(each.working) for each in refusals), paid.why()


def _check_points(paid: Paid, expect: Mapping[str, Any], stage: Stage, given: Mapping[str, Any]) -> None:
    points = paid.points()
    for_matches = expect.get("for_matches", expect.get("win", 0) * given.get("tally", {}).get("won", 0))
    ranking = [each - for_matches for each in points]
    if "awards" in expect:
        assert ranking == expect["awards"] + [0] * (len(points) - len(expect["awards"])), paid.why()
    if "paid" in expect:
        assert sum(each > 0 for each in ranking) == expect["paid"], paid.why()
        assert ranking[: len(expect["start"])] == expect["start"], paid.why()
        assert ranking[expect["paid"] - len(expect["end"]) : expect["paid"]] == expect["end"], paid.why()
    if "wins" in expect:
        assert points == _of_rounds(stage, expect["wins"]), paid.why()
    for place, figure in expect.get("at", {}).items():
        assert ranking[int(place) - 1] == figure, paid.why()
    for category, figures in expect.get("by_category", {}).items():
        of_category = [
            each for each, one in zip(ranking, paid.field.contestants, strict=True) if one.category == category
        ]
        assert of_category == figures + [0] * (len(of_category) - len(figures)), paid.why()


def _of_rounds(stage: Stage, wins: list[int]) -> list[int]:
    total = {contestant.name: 0 for contestant in stage.fields[0].contestants}
    for this, figure in zip(stage.rounds, wins, strict=True):
        for match in this.matches:
            total[match.winner] += figure
    return list(total.values())


def _check_cited(paid: Paid, clauses: list[str]) -> None:
    named = {clause for award in paid.awards for clause in cited(award.working)}
    assert set(clauses) <= named, paid.why()
