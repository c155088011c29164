"""Australian events told in event files: short to write, read as a secretary's file is, and what came of them."""

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

from overtrick.engine.working import walk
from overtrick.formats import event_file
from overtrick.handbooks import get

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment, Award, Problem, Refusal
    from overtrick.engine.event import Event

EDITION = get("abf").latest
HEAD = "event: Told\ndate: 2026-09-07\nhandbook: abf\n"


def event(text: str) -> Event:
    """Read an event file without its first lines."""
    reading = event_file.read("told.yaml", (HEAD + dedent(text).lstrip("\n")).encode())
    assert not reading.problems, [each.found for each in reading.problems]
    assert reading.event is not None
    return reading.event


def assess(text: str, **settings: str) -> Assessment:
    """Work a file out."""
    return EDITION.assess(event(text), settings)


def points(text: str, **settings: str) -> dict[str, str]:
    """Give the points of everybody who has some, as they are written."""
    result = assess(text, **settings)
    assert not result.problems, [each.found for each in result.problems]
    return {award.player.name: f"{award.units // 100}.{award.units % 100:02d}" for award in result.awards}


def question(text: str) -> Problem:
    """Give the only question an event asks; nobody is paid before it is answered."""
    result = assess(text)
    assert not result.awards
    (problem,) = result.problems
    assert problem.asks
    return problem


def working(result: Assessment, player: str) -> list[str]:
    """Give the sentences of a player's award or refusal with their clauses."""
    decisions: list[Award | Refusal] = [*result.awards, *result.refusals]
    (own,) = [each.working for each in decisions if each.player.name == player]
    return [f"{step.says} [{step.clause}]" for step, _depth in walk(own)]


def places(*names: str, **more: str) -> str:
    """Write the rows of a list, best first; ``more`` is added to the row of a name."""
    rows = [f"- {{place: {at}, name: {name}{more.get(name, '')}}}" for at, name in enumerate(names, 1)]
    return "\n".join(rows)


def numbered(letter: str, count: int, more: str = "") -> str:
    """Write the rows of contestants called by a letter and a number."""
    return "\n".join(f"- {{place: {at}, name: {letter}{at}{more}}}" for at in range(1, count + 1))


def inside(rows: str, spaces: int) -> str:
    """Indent rows, to stand under a word of a file."""
    return indent(rows, " " * spaces)
