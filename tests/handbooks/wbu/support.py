"""Events under the Welsh handbook, and what they pay."""

from __future__ import annotations

from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

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
from overtrick.handbooks.examples import Example, examples
from overtrick.handbooks.worth import Worth, worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.engine.assessment import Assessment

DAY = date(2021, 3, 4)
EDITION = get("wbu").edition(on=DAY)
BOOK = EDITION.book(DAY)


def of_kind(kind: str) -> list[Any]:
    """List the examples of one kind as the cases of a test, marked with their clauses."""
    return [
        pytest.param(each, id=str(each), marks=pytest.mark.clause("wbu", *each.clauses))
        for each in examples(EDITION)
        if each.kind == kind
    ]


def asked(kind: str, /, *, chosen: Mapping[str, str] = MappingProxyType({}), **answers: Any) -> Worth:  # noqa: ANN401
    """Ask what an event is worth."""
    told = {name.replace("_", "-"): str(answer) for name, answer in answers.items()}
    return worth(EDITION, kind, told, chosen)


def units(found: Worth) -> list[int]:
    """List what each place gets."""
    assert found.refused is None, found.refused.says
    return [place.units for place in found.places]


def side(play: Play, name: str, number: int) -> Contestant:
    """Make up a contestant who came in a place."""
    count = {Play.PAIRS: 2, Play.TEAMS: 4, Play.INDIVIDUAL: 1}[play]
    players = tuple(Player(f"{name} {seat}", f"9{number:03d}{seat:02d}") for seat in range(count))
    return Contestant(name, players, number)


def ranked(play: Play, count: int, first: int = 1, name: str = "") -> Field:
    """Rank so many contestants, no two of them level."""
    return Field(
        name,
        tuple(
            side(play, f"No {number}", number)._replace(place=place)
            for place, number in enumerate(range(first, first + count), 1)
        ),
    )


def stage(play: Play, boards: int, *fields: Field, **more: Any) -> Stage:  # noqa: ANN401 - as a stage takes it
    """Make up a stage."""
    return Stage(play, Schedule(boards), fields, **more)


def event(*stages: Stage, status: str = "club", major: bool = False, **facts: str) -> Event:
    """Make up an event; underscores in the names of facts stand for spaces."""
    told = tuple((name.replace("_", " "), answer) for name, answer in facts.items())
    return Event("Event", DAY, stages, status, major_championship=major, facts=told)


def assess(held: Event, **settings: str) -> Assessment:
    """Work out an event that has no problems."""
    found = EDITION.assess(held, settings)
    assert not found.problems, [problem.found for problem in found.problems]
    return found


def paid(found: Assessment, colour: str = "local") -> dict[str, int]:
    """Give what the first player of each contestant gets of a colour in all."""
    by_name: dict[str, int] = {}
    for award in found.awards:
        if award.colour == colour and award.player.name.endswith(" 0"):
            by_name[award.contestant] = by_name.get(award.contestant, 0) + award.units
    return by_name


def match(winner: str, loser: str, *, drawn: bool = False, boards: int = 0, **more: Any) -> Match:  # noqa: ANN401
    """Play a match."""
    return Match((Side(winner), Side(loser)), "" if drawn else winner, boards, **more)


def problems(held: Event) -> list[str]:
    """Give what is wrong with an event."""
    return [problem.found for problem in EDITION.assess(held).problems]


def refused(found: Assessment) -> Iterable[str]:
    """Give the reasons why somebody has nothing."""
    return {refusal.working.says for refusal in found.refusals}


__all__ = [
    "BOOK",
    "DAY",
    "EDITION",
    "Contest",
    "Example",
    "Play",
    "StageKind",
    "asked",
    "assess",
    "event",
    "match",
    "of_kind",
    "paid",
    "problems",
    "ranked",
    "refused",
    "side",
    "stage",
    "units",
]
