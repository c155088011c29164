"""Events under the guide for Scottish clubs, and what came of them by name."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Schedule, Series, Stage, StageKind, Tally
from overtrick.handbooks import get
from overtrick.handbooks.examples import examples
from tests.handbooks.ebu.edges import ranked, totals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.assessment import Assessment

DAY = date(2026, 11, 12)
EDITION = get("sbu").edition(on=DAY)
BOOK = EDITION.book(DAY)


def of_kind(kind: str) -> list[Any]:
    """List the examples of one kind as cases, marked with their clauses and called by their names."""
    return [
        pytest.param(example, id=str(example), marks=pytest.mark.clause("sbu", *example.clauses))
        for example in examples(EDITION)
        if example.kind == kind
    ]


def event(*stages: Stage, **facts: str) -> Event:
    """Put stages together; a fact's name has its blanks written as underscores."""
    return Event("Edge", DAY, stages, facts=tuple((name.replace("_", " "), said) for name, said in facts.items()))


def single(play: Play, count: int, boards: int = 24, **more: Any) -> Stage:  # noqa: ANN401 - any part of a stage
    """Describe a stage with one ranking list."""
    return Stage(play, Schedule(boards), (Field("", ranked(count)),), **more)


def series(play: Play, count: int, counted: int, games: int = 0) -> Stage:
    """Describe the list of several events, so many of which count for everybody."""
    listed = (Field("", ranked(count)),)
    return Stage(play, Schedule(0), listed, contest=Contest.AGGREGATE, series=Series(games or counted, counted))


def final(play: Play, count: int, boards: int = 24, kind: StageKind = StageKind.FINAL) -> Stage:
    """Describe a final, or another stage after an aggregated list."""
    return single(play, count, boards, kind=kind)


def swiss(play: Play, results: Sequence[tuple[int, int]], match_boards: int, boards: int) -> Stage:
    """Describe a Swiss by the matches won and drawn, in the order of the ranking."""
    listed = tuple(
        Contestant(str(place), place=place, tally=Tally(won, drawn)) for place, (won, drawn) in enumerate(results, 1)
    )
    fields = (Field("", listed),)
    return Stage(play, Schedule(boards), fields, contest=Contest.SWISS, match_boards=match_boards)


def assess(given: Event, **settings: str) -> Assessment:
    """Work an event out by the public path."""
    return EDITION.assess(given, settings or None)


def points(given: Event, **settings: str) -> dict[str, int]:
    """Work an event out and add up the points by player."""
    result = assess(given, **settings)
    assert not result.problems, result.problems
    return totals(result)


def awards(given: Event, **settings: str) -> list[int]:
    """Work an event of one list out: the awards from the first place down."""
    return list(points(given, **settings).values())


def refused(given: Event, **settings: str) -> str:
    """Give the clause by which nobody has anything."""
    result = assess(given, **settings)
    assert not result.awards
    assert not result.problems, result.problems
    (clause,) = {each.working.clause for each in result.refusals}
    return clause


def tied(count: int, places: Mapping[int, int], name: str = "") -> Field:
    """List so many contestants; by place, how many share it."""
    listed: list[Contestant] = []
    while len(listed) < count:
        place = len(listed) + 1
        listed += [Contestant(f"{name}{place + k}", place=place) for k in range(places.get(place, 1))]
    return Field(name, tuple(listed))


def falling(top: int, by: int) -> list[int]:
    """List awards that fall by the same step down to the step itself."""
    return list(range(top, 0, -by))
