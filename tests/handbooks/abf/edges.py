"""Small Australian events at the edges of the rules, built by hand, and what came of them by name."""

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
    Player,
    Schedule,
    Side,
    Stage,
    StageKind,
)
from overtrick.handbooks import get

if TYPE_CHECKING:
    from decimal import Decimal

    from overtrick.engine.assessment import Assessment

DAY = date(2024, 11, 12)
EDITION = get("abf").edition(on=DAY)

FINAL = StageKind.FINAL
QUALIFYING = StageKind.QUALIFYING
CONSOLATION = StageKind.CONSOLATION


def ranked(count: int, name: str = "", *, first: int = 1) -> tuple[Contestant, ...]:
    """List contestants in the order of their places; each is a player of its own name."""
    return tuple(
        Contestant(f"{name}{number}", place=place) for place, number in enumerate(range(first, first + count), 1)
    )


def placed(*names: str) -> tuple[Contestant, ...]:
    """List contestants by name, best first."""
    return tuple(Contestant(name, place=place) for place, name in enumerate(names, 1))


def people(letters: str) -> tuple[Player, ...]:
    """Turn letters into players."""
    return tuple(Player(letter) for letter in letters)


def event(*stages: Stage, grade: str = "E", facts: tuple[tuple[str, str], ...] = ()) -> Event:
    """Put stages together; who is in a later one under a new name is told as a direct entrant."""
    names = [{each.name for field in stage.fields for each in field.contestants} for stage in stages]
    new = tuple(sorted(set().union(*names[1:]).difference(*names[:1])))
    return Event("Edge", DAY, stages, grade, facts=facts, direct_entrants=new)


def boards_of(sessions: int, boards: int = 24) -> Schedule:
    """Describe sessions of equal length."""
    return Schedule(sessions * boards, sessions=(boards,) * sessions)


def overall(
    contestants: tuple[Contestant, ...],
    sessions: int = 2,
    kind: StageKind = StageKind.ONLY,
    **more: Any,  # noqa: ANN401 - any part of a stage
) -> Stage:
    """Describe pairs over sessions whose own lists are not given: only the list of the whole stage."""
    words = {"play": Play.PAIRS, "schedule": boards_of(sessions), "fields": (Field("", contestants),), "kind": kind}
    return Stage(**{**words, **more})


def teams(
    contestants: tuple[Contestant, ...],
    sessions: int = 2,
    kind: StageKind = StageKind.ONLY,
    **more: Any,  # noqa: ANN401 - any part of a stage
) -> Stage:
    """Describe teams that play matches of 12 boards over sessions."""
    words = {"play": Play.TEAMS, "contest": Contest.SWISS, "match_boards": 12}
    return overall(contestants, sessions, kind, **{**words, **more})


def match(
    one: str,
    two: str,
    scores: tuple[int | Decimal, int | Decimal] | None = None,
    **more: Any,  # noqa: ANN401 - any part of a match
) -> Match:
    """Describe a match by its scores, or by its winner alone."""
    if scores is None:
        return Match((Side(one), Side(two)), **more)
    winner = "" if scores[0] == scores[1] else one if scores[0] > scores[1] else two
    return Match((Side(one, score=scores[0]), Side(two, score=scores[1])), winner, **more)


def assess(this: Event, **settings: str) -> Assessment:
    """Work an event out."""
    return EDITION.assess(this, settings)


def totals(result: Assessment) -> dict[str, int]:
    """Add the awards up by name, in hundredths."""
    sums: defaultdict[str, int] = defaultdict(int)
    for award in result.awards:
        sums[award.player.name] += award.units
    return dict(sums)


def points(this: Event, **settings: str) -> dict[str, int]:
    """Work an event out and add its awards up by name, in hundredths."""
    result = assess(this, **settings)
    assert not result.problems
    return totals(result)


def top(this: Event, count: int, name: str = "", **settings: str) -> list[int]:
    """Give what the first contestants have, in hundredths."""
    paid = points(this, **settings)
    return [paid.get(f"{name}{number}", 0) for number in range(1, count + 1)]
