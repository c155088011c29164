"""How are awards given to a program? As plain data for JSON: the same for the command line, the pages and the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.engine.assessment import Award, Remark
from overtrick.engine.explain import decision_data
from overtrick.engine.marks import clause_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from overtrick.engine.assessment import Assessment, Problem, Refusal
    from overtrick.engine.event import Event
    from overtrick.engine.explain import Cited
    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.edition import Edition

#: So many names stand in a note; a list of everybody would bury it.
_NAMED = 6


def write(data: object) -> str:
    """Write plain data as JSON."""
    import json  # noqa: PLC0415 - an award as text does not need it

    return json.dumps(data, ensure_ascii=False, indent=2)


def assessment_data(assessment: Assessment, edition: Edition, *, working: bool = True) -> dict[str, Any]:
    """Turn an assessment into plain data, with the working of every decision or without."""
    known: Cited = {}

    def data(decision: Award | Refusal) -> dict[str, Any]:
        return decision_data(decision, points(edition, decision), working=working, known=known)

    return {
        "handbook": assessment.handbook,
        "edition": assessment.edition,
        "event": assessment.event.name,
        "as_if": assessment.as_if or None,
        "awards": [data(each) for each in assessment.awards],
        "refusals": [data(each) for each in assessment.refusals],
        "warnings": [
            {"code": each.code, "says": each.says, "clause": each.clause, "mark": clause_mark(each.clause)}
            for each in warnings(assessment)
        ],
        "problems": [],
    }


def no_assessment_data(problems: Sequence[Problem]) -> dict[str, Any]:
    """Give the same record for an event that could not be worked out: only its problems."""
    empty: dict[str, Any] = {
        "handbook": None,
        "edition": None,
        "as_if": None,
        "awards": [],
        "refusals": [],
        "warnings": [],
    }
    return {**empty, "problems": [problem_data(each) for each in problems]}


def problem_data(problem: Problem) -> dict[str, Any]:
    """Turn a problem into plain data."""
    return {
        "file": problem.file,
        "line": problem.line or None,
        "element": list(problem.path),
        "against": {"line": problem.against_line or None, "element": list(problem.against)}
        if problem.against
        else None,
        "code": problem.code or None,
        "found": problem.found,
        "remedy": problem.remedy,
    }


def warnings(assessment: Assessment) -> Iterator[Remark]:
    """List what to look at before the awards count."""
    yield from assessment.remarks
    names = assessment.unnumbered
    if names:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told = (
            f": {', '.join(names[:_NAMED])}{more}" if _tells_numbers(assessment.event) else ", and nobody here has one"
        )
        says = f"Without a number points cannot be credited{told}."
        yield Remark(says, "", code="players-without-number")


def _tells_numbers(event: Event) -> bool:
    everybody = (one for stage in event.stages for field in stage.fields for one in field.contestants)
    return any(player.number for each in everybody for player in each.players)


def points(edition: Edition, decision: Award | Refusal) -> Callable[[Exact], str]:
    """Say how the points of a decision are written; those that are refused as the handbook's first colour."""
    colours = edition.handbook.colours
    return colours[decision.colour].show if isinstance(decision, Award) else next(iter(colours.values())).show
