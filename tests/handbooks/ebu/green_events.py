"""Green events for tests: fields of contestants in order, and what each of them was paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Player, Schedule, Stage, StageKind
from tests.handbooks.ebu.support import DAY, EDITION

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment

PLAYERS = {Play.PAIRS: 2, Play.TEAMS: 4}


def people(play: Play, count: int, first: int = 1) -> tuple[Contestant, ...]:
    """List contestants called by their place."""
    return tuple(
        Contestant(f"{number}", tuple(Player(f"{number}-{at}") for at in range(PLAYERS[play])), place=number)
        for number in range(first, first + count)
    )


def stage(
    play: Play,
    count: int,
    kind: StageKind = StageKind.ONLY,
    contest: Contest = Contest.MOVEMENT,
    *,
    boards: int = 48,
    match_boards: int = 0,
    first: int = 1,
    carry_forward: bool = False,
) -> Stage:
    """Make a stage with one list."""
    return Stage(
        play, Schedule(boards), (Field("", people(play, count, first)),), kind, contest,
        match_boards=match_boards, carry_forward=carry_forward,
    )  # fmt: skip


def event(green_event: str, *stages: Stage, **facts: str) -> Event:
    """Make a green event."""
    told = {name.replace("_", " "): value for name, value in facts.items()}
    everything = {"points": "green", "green event": green_event, **told}
    return Event("", DAY, stages, status="county", facts=tuple(sorted(everything.items())))


def assess(played: Event, **settings: str) -> Assessment:
    """Assess an event by the public path, without problems."""
    found = EDITION.assess(played, settings)
    assert not found.problems, found.problems
    return found


def paid(found: Assessment, stage_label: str = "", colour: str = "green") -> dict[str, int]:
    """Give what each contestant was paid in a stage; all its players have the same."""
    units: dict[str, set[int]] = {}
    for award in found.awards:
        if award.stage == stage_label and award.colour == colour:
            units.setdefault(award.contestant, set()).add(award.units)
    assert all(len(each) == 1 for each in units.values())
    return {name: each.pop() for name, each in units.items()}


def everybody_told(found: Assessment) -> None:
    """See that every player of every list is paid or refused."""
    told = {(award.stage, award.player.name) for award in found.awards}
    told |= {(refusal.stage, refusal.player.name) for refusal in found.refusals}
    several = len(found.event.stages) > 1
    for each in found.event.stages:
        label = each.name or (str(each.kind) if several else "")
        for field in each.fields:
            for contestant in field.contestants:
                for player in contestant.players:
                    assert (label, player.name) in told, (label, player.name)
