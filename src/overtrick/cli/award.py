"""``overtrick award``: the awards of an event file, with their working if asked."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from overtrick.cli import output
from overtrick.engine.assessment import Award, Problem, Refusal
from overtrick.engine.explain import decision_data, why
from overtrick.handbooks import edition as editions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.numbers import Exact
    from overtrick.formats.event_file import Reading
    from overtrick.handbooks.edition import Edition


#: So many names stand in a note; a list of everybody would bury it.
_NAMED = 6

Decision = TypeVar("Decision", Award, Refusal)


def award(
    file: str,
    handbook: str = "",
    on: str = "",
    settings: Mapping[str, str] | None = None,
    *,
    why: bool = False,
    as_json: bool = False,
) -> int:
    """Work out an event file and print the result; the exit code."""
    reading, problems = _read(file)
    edition = None
    if reading is not None and reading.event is not None and not problems:
        edition, problems = _edition(reading, file, handbook, on)
    if reading is None or edition is None or problems:
        return _give_up(problems, as_json=as_json)
    return _assess(reading, edition, file, settings or {}, why=why, as_json=as_json)


def _read(file: str) -> tuple[Reading | None, list[Problem]]:
    from overtrick.formats.event_file import read

    try:
        content = sys.stdin.buffer.read() if file == "-" else _bytes(file)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        return None, [Problem(f"The file cannot be opened: {reason}.", "Check the name and the folder.", file=file)]
    reading = read(file, content)
    return reading, list(reading.problems)


def _bytes(file: str) -> bytes:
    with open(file, "rb") as opened:
        return opened.read()


def _edition(reading: Reading, file: str, handbook: str, on: str) -> tuple[Edition | None, list[Problem]]:
    from datetime import date

    name = handbook or reading.handbook
    if not name:
        known = " or ".join(editions.names())
        return None, [Problem("It does not say which handbook applies.", f"Add 'handbook:' with {known}.", file=file)]
    if reading.event is None:
        return None, []
    try:
        day = date.fromisoformat(on) if on else reading.event.begins
        return editions.get(name).edition(day), []
    except ValueError:
        return None, [Problem(f"{on!r} is not a day.", "Write it as 2026-11-15.", file="--on")]
    except editions.NoHandbook as error:
        line = reading.lines.get(("handbook",), 0)
        return None, [Problem(f"{error}.", "Name one of these.", ("handbook",), file, line)]
    except editions.NoEdition as error:
        line = reading.lines.get(("date",), 0)
        remedy = "Check the date, or choose the edition's day with --on."
        return None, [Problem(str(error), remedy, ("date",), file, line)]


def _assess(
    reading: Reading, edition: Edition, file: str, chosen: Mapping[str, str], *, why: bool, as_json: bool
) -> int:
    if reading.event is None:
        return output.PROBLEMS
    in_file = Problem("", "Correct the setting.", ("settings",), file, reading.lines.get(("settings",), 0))
    problems = [*_wrong_settings(edition, reading.settings, in_file)]
    problems += _wrong_settings(edition, chosen, in_file._replace(file="--set", line=0, path=()))
    if problems:
        return _give_up(problems, as_json=as_json)
    assessment = edition.assess(reading.event, {**reading.settings, **chosen} or None)
    if assessment.problems:
        return _give_up([_located(each, reading, file) for each in assessment.problems], as_json=as_json)
    if as_json:
        print_json(assessment_data(assessment, edition))
    else:
        _print(assessment, edition, with_working=why)
    return output.GOOD


def _wrong_settings(edition: Edition, settings: Mapping[str, str], problem: Problem) -> Iterator[Problem]:
    for name, value in settings.items():
        try:
            edition.book(settings={name: value})
        except editions.BadSetting as error:
            yield problem._replace(found=f"{error}.")


def _located(problem: Problem, reading: Reading, file: str) -> Problem:
    path = problem.path
    while path and path not in reading.lines:
        path = path[:-1]
    return problem._replace(file=file, line=reading.lines.get(path, 0))


def _give_up(problems: Sequence[Problem], *, as_json: bool) -> int:
    if as_json:
        empty: dict[str, Any] = {"handbook": None, "edition": None, "awards": [], "refusals": [], "warnings": []}
        print_json({**empty, "problems": [problem_data(each) for each in problems]})
    else:
        output.tell_problems(problems)
    return output.PROBLEMS


def print_json(data: object) -> None:
    """Write plain data as JSON."""
    import json

    output.say(json.dumps(data, ensure_ascii=False, indent=2))


def problem_data(problem: Problem) -> dict[str, Any]:
    """Turn a problem into plain data."""
    return {
        "file": problem.file,
        "line": problem.line or None,
        "element": list(problem.path),
        "found": problem.found,
        "remedy": problem.remedy,
    }


def assessment_data(assessment: Assessment, edition: Edition) -> dict[str, Any]:
    """Turn an assessment into plain data: the answer of ``--json``."""

    def data(decision: Award | Refusal) -> dict[str, Any]:
        return decision_data(decision, _points(edition, decision))

    return {
        "handbook": assessment.handbook,
        "edition": assessment.edition,
        "event": assessment.event.name,
        "awards": [data(each) for each in assessment.awards],
        "refusals": [data(each) for each in assessment.refusals],
        "warnings": [{"says": says, "clause": clause} for says, clause in warnings(assessment)],
        "problems": [],
    }


def warnings(assessment: Assessment) -> Iterator[tuple[str, str]]:
    """List what to look at before the awards count."""
    yield from assessment.remarks
    names = assessment.unnumbered
    if names:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        yield f"Without a number points cannot be credited: {', '.join(names[:_NAMED])}{more}.", ""


def _points(edition: Edition, decision: Award | Refusal) -> Callable[[Exact], str]:
    colours = edition.handbook.colours
    return colours[decision.colour].show if isinstance(decision, Award) else next(iter(colours.values())).show


def _print(assessment: Assessment, edition: Edition, *, with_working: bool) -> None:
    output.say(f"{assessment.event.name}, {_day(assessment)}. {edition.title}")
    for (stage, field), awards in groupby(assessment.awards, key=lambda each: (each.stage, each.field)):
        output.say()
        heading = ", ".join(part for part in (stage, field) if part)
        if heading:
            output.say(heading[0].upper() + heading[1:])
        rows = [[_place(each), names, _points(edition, each)(each.units)] for each, names in together(awards)]
        output.table(("Place", "Names", "Points"), rows, figures=("Place", "Points"))
    if not assessment.awards:
        output.say("\nNobody gets points.")
    if with_working:
        _print_workings(assessment, edition)
    elif assessment.refusals:
        count = len({refusal.player.name for refusal in assessment.refusals})
        output.say(f"\n{count} {'player has' if count == 1 else 'players have'} no points; --why tells why.")
    for says, clause in warnings(assessment):
        output.say(f"\nNote: {says}" + (f" (§ {clause})" if clause else ""))


def _day(assessment: Assessment) -> str:
    begins = assessment.event.begins
    return f"{begins.day} {begins:%B %Y}"


def _place(decision: Award | Refusal) -> str:
    return f"{decision.place}{'=' if decision.tied > 1 else ''}" if decision.place else ""


def _print_workings(assessment: Assessment, edition: Edition) -> None:
    if assessment.awards:
        output.say("\nWhy these points")
    for award, names in together(assessment.awards):
        _print_working(award, names, edition)
    if assessment.refusals:
        output.say("\nWhy no points")
    for refusal, names in together(assessment.refusals):
        _print_working(refusal, names, edition)


def _print_working(decision: Award | Refusal, names: str, edition: Edition) -> None:
    together_named = decision._replace(player=decision.player._replace(name=names))
    output.say("\n" + why(together_named, _points(edition, decision)))


def together(decisions: Iterable[Decision]) -> Iterator[tuple[Decision, str]]:
    """Put the players of a contestant together who have the same for the same reason."""

    def same(decision: Decision) -> object:
        return decision.contestant, decision.stage, decision.field, decision.working

    for _key, members in groupby(decisions, key=same):
        listed = list(members)
        yield listed[0], " & ".join(each.player.name for each in listed)
