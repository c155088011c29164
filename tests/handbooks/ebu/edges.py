"""Small events at the edges of the rules, built by hand, and what came of them by name."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING, Any

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Round,
    Schedule,
    Side,
    Stage,
    StageKind,
)
from overtrick.handbooks import get

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.engine.assessment import Assessment

DAY = date(2026, 11, 12)
EDITION = get("ebu").edition(on=DAY)


def ranked(count: int, name: str = "", *, first: int = 1) -> tuple[Contestant, ...]:
    """List contestants in the order of their places; each is a player of its own name."""
    return tuple(
        Contestant(f"{name}{number}", place=place) for place, number in enumerate(range(first, first + count), 1)
    )


def event(*stages: Stage, status: str = "club", **more: Any) -> Event:  # noqa: ANN401 - any part of an event
    """Put stages together."""
    return Event("Edge", DAY, stages, status, **more)


def pairs(count: int, boards: int = 24, kind: StageKind = StageKind.ONLY, **more: Any) -> Stage:  # noqa: ANN401
    """Describe a stage of one-winner pairs."""
    return Stage(Play.PAIRS, Schedule(boards), (Field("", ranked(count)),), kind, **more)


def teams(count: int, boards: int = 24, kind: StageKind = StageKind.ONLY, **more: Any) -> Stage:  # noqa: ANN401
    """Describe a stage of teams."""
    return Stage(Play.TEAMS, Schedule(boards), (Field("", ranked(count)),), kind, **more)


def mitchell(
    north_south: int,
    east_west: int,
    boards: int = 24,
    kind: StageKind = StageKind.ONLY,
    **more: Any,  # noqa: ANN401
) -> Stage:
    """Describe a stage of two-winner pairs."""
    fields = Field("NS", ranked(north_south, "NS ")), Field("EW", ranked(east_west, "EW "))
    return Stage(Play.PAIRS, Schedule(boards), fields, kind, winners=2, **more)


def match(one: str, two: str, winner: str = "", **more: Any) -> Match:  # noqa: ANN401
    """Describe a match without line-ups; drawn if nobody is named as its winner."""
    return Match((Side(one), Side(two)), winner, **more)


def cup(names: Iterable[str], *rounds: Round, boards: int = 24, **more: Any) -> Stage:  # noqa: ANN401
    """Describe a knock-out of teams."""
    fields = (Field("", tuple(Contestant(name) for name in names)),)
    words = {"play": Play.TEAMS, "contest": Contest.KNOCK_OUT, "match_boards": boards, **more}
    return Stage(schedule=Schedule(boards), fields=fields, rounds=rounds, **words)


def halved(names: list[str], **more: Any) -> Round:  # noqa: ANN401
    """Play a round in which the upper half beats the lower half."""
    half = len(names) // 2
    played = zip(names[:half], reversed(names[half:]), strict=True)
    return Round(tuple(match(one, two, one) for one, two in played), **more)


def assess(given: Event, settings: Mapping[str, str] | None = None) -> Assessment:
    """Work an event out by the public path."""
    return EDITION.assess(given, settings)


def totals(assessment: Assessment) -> dict[str, int]:
    """Add up the points by player."""
    points: dict[str, int] = defaultdict(int)
    for award in assessment.awards:
        points[award.player.name] += award.units
    return dict(points)


def points(given: Event, settings: Mapping[str, str] | None = None) -> dict[str, int]:
    """Work an event out and add up the points by player."""
    result = assess(given, settings)
    assert not result.problems, result.problems
    return totals(result)


def of_stage(assessment: Assessment, stage: str) -> dict[str, int]:
    """Give the points of one stage by player."""
    return {award.player.name: award.units for award in assessment.awards if award.stage == stage}
