"""Why is it so? The working of an award or a refusal: a tree of steps, each with its clause.

A step is made by the rule that decides it and carries the exact figure it decided; the sentence is put together only
when somebody reads it. One record, several renderings: text for the command line, plain data for JSON.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from overtrick.engine.marks import clause_mark
from overtrick.engine.numbers import Exact, show
from overtrick.engine.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

#: Words for what a step's figure counts, where it is not points.
POINTS = "points"
PLACES = "places"
TABLES = "tables"
BOARDS = "boards"
MASTER_POINTS = "master points"  #: what ranks are reckoned in, and nothing beside it
FACTOR = "times"
NOTHING = ""


#: More reasons than this are counted, and stand below.
_REASONS_SPELLED = 3


class Step(NamedTuple):
    """One clause applied: what it decided, in words and as an exact figure."""

    sentence: str  #: with {names} for what differs; a club secretary can check it by hand
    values: Mapping[str, object]  #: what the names stand for
    value: Exact  #: exact until the rounding clause
    unit: str  #: what the figure counts; NOTHING where the step decides without one
    because: tuple[Step, ...]  #: the steps this one rests on
    clause: str  #: as the handbook numbers it, "4.1.2"; stamped by @rule

    @property
    def says(self) -> str:
        """The sentence, put together."""
        return self.sentence.format_map({name: _spell(value) for name, value in self.values.items()})


def _spell(value: object) -> str:
    if isinstance(value, str):
        return value
    return show(value) if hasattr(value, "denominator") else str(value)  # type: ignore[arg-type]


def step(
    sentence: str,
    value: Exact = 0,
    unit: str = POINTS,
    /,
    because: tuple[Step, ...] = (),
    clause: str = "",
    **values: object,
) -> Step:
    """Record what a rule decided."""
    return Step(sentence, values, value, unit, because, clause)


def distinct(reasons: Iterable[Step]) -> tuple[Step, ...]:
    """Keep each reason once."""
    found: dict[tuple[str, str], Step] = {}
    for reason in reasons:
        found.setdefault((reason.says, reason.clause), reason)
    return tuple(found.values())


def all_reasons(reasons: Iterable[Step]) -> Step:
    """Give the reason why there is nothing; of several, one step that rests on each of them."""
    told = distinct(reasons)
    if len(told) == 1:
        return told[0]
    clauses = {reason.clause for reason in told}
    clause = told[0].clause if len(clauses) == 1 else ""
    if len(told) > _REASONS_SPELLED:
        return step("No award, for {joined} reasons", 0, because=told, clause=clause, joined=len(told))
    spelled = "; ".join(reason.says for reason in told)
    return step("{reasons}", 0, because=told, clause=clause, joined=len(told), reasons=spelled)


def reasons_of(reason: Step) -> tuple[Step, ...]:
    """Give the reasons that were put together into one, or the one."""
    return reason.because if "joined" in reason.values else (reason,)


def named(working: Step, stage: str) -> Step:
    """Name the stage that a part of a sum comes from, where an event has several."""
    if not stage:
        return working
    return working._replace(sentence=f"{working.sentence} ({{of_stage}})", values={**working.values, "of_stage": stage})


P = ParamSpec("P")
R = TypeVar("R")

#: Where a rule function keeps the clauses it executes.
CLAUSES = "__clauses__"


def rule(*clauses: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function as the execution of these clauses; a step it returns is stamped with the first."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        returns = function.__annotations__.get("return")
        if returns is not Step and not str(returns).startswith("Step"):
            setattr(function, CLAUSES, clauses)
            return function

        @wraps(function)
        def stamped(*args: P.args, **kwargs: P.kwargs) -> R:
            result = function(*args, **kwargs)
            if isinstance(result, Step) and not result.clause:
                return result._replace(clause=clauses[0])
            return result

        setattr(stamped, CLAUSES, clauses)
        return stamped

    return mark


def cited(working: Step) -> list[str]:
    """Name every clause of a working once, in the order they are read."""
    seen: dict[str, None] = {}
    _cite(working, seen)
    return list(seen)


def _cite(working: Step, seen: dict[str, None]) -> None:
    """Note the clauses from the result down, as ``walk`` goes; every award passes here, so without its pairs."""
    if working.clause:
        seen.setdefault(working.clause)
    for reason in working.because:
        _cite(reason, seen)


def walk(working: Step, depth: int = 0) -> Iterator[tuple[Step, int]]:
    """Go through a working from the result down."""
    yield working, depth
    for reason in working.because:
        yield from walk(reason, depth + 1)


def figure(each: Step, points: Callable[[Exact], str]) -> str:
    """Write a step's figure: points as the federation writes them, factors with a cross, all else with its unit."""
    if each.unit == NOTHING:
        return ""
    if each.unit == POINTS:
        return points(each.value)
    if each.unit == FACTOR:
        return f"× {show(each.value)}"
    if each.unit == MASTER_POINTS:
        return show(each.value)
    return f"{show(each.value)} {each.unit.removesuffix('s') if each.value == 1 else each.unit}"


def as_data(working: Step, points: Callable[[Exact], str]) -> dict[str, Any]:
    """Turn a working into plain data for JSON."""
    data: dict[str, Any] = {"says": working.says, "clause": working.clause, "mark": clause_mark(working.clause)}
    if working.unit != NOTHING:
        data["value"] = points(working.value) if working.unit == POINTS else show(working.value)
        data["unit"] = working.unit
    if working.because:
        data["because"] = [as_data(reason, points) for reason in working.because]
    return data


class Told(NamedTuple):
    """What was told of the workings of a list: each step that says the same once, and whose it was."""

    steps: dict[object, Step]
    whose: dict[int, str]

    def as_before(self, working: Step) -> Step:
        """Give a working with the steps that were told before, where they are the same to the last word."""
        because = tuple(map(self.as_before, working.because))
        key = (working.says, working.value, working.unit, working.clause, *map(id, because))
        return self.steps.setdefault(key, working._replace(because=because))


def as_text(
    working: Step,
    points: Callable[[Exact], str],
    *,
    width: int = 96,
    told: Told | None = None,
    whose: str = "",
) -> str:
    """Lay a working out as lines: sentence, figure, clause; what a line rests on stands below it, indented.

    What it rests on is shown only the first time it comes up; the next working of a list points to whose it stands in.
    """
    shown: dict[int, str] = {} if told is None else told.whose
    lines, todo = list[str](), [(working if told is None else told.as_before(working), 0)]
    while todo:
        each, depth = todo.pop()
        lines.append(_line(each, depth, points, width))
        above = {shown[id(reason)]: None for reason in each.because if id(reason) in shown}
        above.pop(whose, None)
        if above:
            lines.append("  " * (depth + 1) + f"The rest as for {', '.join(above)}")
        todo += [(reason, depth + 1) for reason in reversed(each.because) if id(reason) not in shown]
        shown.update((id(reason), whose) for reason in each.because if id(reason) not in shown)
    return "\n".join(lines)


def _line(each: Step, depth: int, points: Callable[[Exact], str], width: int) -> str:
    lead = "  " * depth + each.says
    number = figure(each, points)
    room = max(width - len(number) - 16, len(lead) + 2)
    return f"{lead:<{room}}{number}  {clause_mark(each.clause)}".rstrip()
