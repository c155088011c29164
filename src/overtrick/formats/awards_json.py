"""How are awards given to a program? As plain data for JSON: the same for the command line, the pages and the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.engine.assessment import Award, Remark
from overtrick.engine.explain import decision_data
from overtrick.engine.marks import clause_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from overtrick.engine.assessment import Assessment, Problem, Refusal
    from overtrick.engine.event import Player
    from overtrick.engine.explain import Cited
    from overtrick.engine.numbers import Exact
    from overtrick.engine.working import Step
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
        "awards": [
            data(each) | ({"pending": _reason(assessment.pending[at])} if at in assessment.pending else {})
            for at, each in enumerate(assessment.awards)
        ],
        "refusals": [data(each) for each in assessment.refusals],
        "warnings": [
            {"code": each.code, "says": each.says, "clause": each.clause, "mark": clause_mark(each.clause)}
            for each in warnings(assessment)
        ],
        "problems": [],
    }


def _reason(why: Step) -> dict[str, str]:
    return {"says": why.says, "clause": why.clause, "mark": clause_mark(why.clause)}


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
    waiting: dict[tuple[str, str], dict[str, None]] = {}
    for at, why in assessment.pending.items():
        waiting.setdefault((why.says, why.clause), {})[assessment.awards[at].contestant] = None
    for (says, clause), whose in waiting.items():
        yield Remark(f"Pending, {_names(list(whose))}: {says}.", clause, code="points-pending")
    names = assessment.unnumbered
    if names and not any(player.number for player in _everybody(assessment)):
        says = "Nobody in this event has a number, so no points can be credited until the numbers are known."
        yield Remark(says, "", code="players-without-number")
    elif names:
        yield Remark(f"Without a number points cannot be credited: {_names(names)}.", "", code="players-without-number")


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _everybody(assessment: Assessment) -> Iterator[Player]:
    """Give all players; those who get nothing last, because refusals are worked out once somebody asks."""
    yield from (each.player for each in assessment.awards)
    yield from (each.player for each in assessment.refusals)


def points(edition: Edition, decision: Award | Refusal) -> Callable[[Exact], str]:
    """Say how the points of a decision are written; those that are refused as the handbook's first colour."""
    colours = edition.handbook.colours
    return colours[decision.colour].show if isinstance(decision, Award) else next(iter(colours.values())).show
