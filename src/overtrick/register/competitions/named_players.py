"""The players named in an event, each once, and the event with what the register knows of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from overtrick.engine.event import Contestant, Event, Match, Player, Stage


class Named(NamedTuple):
    """A player as the results name one; the contestant tells two people of one name apart who give no number."""

    contestant: str
    name: str
    number: str


def named(contestant: str, player: Player) -> Named:
    """Say by what a player of a contestant is known."""
    return Named("" if player.number else contestant, player.name, player.number)


def everybody(event: Event) -> list[Named]:
    """List everybody in an event once, in the order of the lists."""
    found: dict[Named, None] = {}
    for contestant, player in _players(event):
        found.setdefault(named(contestant, player))
    return list(found)


def _players(event: Event) -> Iterator[tuple[str, Player]]:
    for stage in event.stages:
        for field in stage.fields:
            for contestant in field.contestants:
                for player in contestant.players:
                    yield contestant.name, player
        for match in _matches(stage):
            for side in match.sides:
                for player in side.players:
                    yield side.contestant, player


def _matches(stage: Stage) -> Iterator[Match]:
    yield from stage.matches
    for each in stage.rounds:
        yield from each.matches


def with_suspended(event: Event, suspended: Collection[Named]) -> Event:
    """Mark whoever is suspended; what that means for the points is the handbook's to say."""
    if not suspended:
        return event
    return event._replace(stages=tuple(_marked(stage, suspended) for stage in event.stages))


def _marked(stage: Stage, suspended: Collection[Named]) -> Stage:
    def player_of(contestant: str, player: Player) -> Player:
        return player._replace(suspended=True) if named(contestant, player) in suspended else player

    def contestant_of(contestant: Contestant) -> Contestant:
        players = tuple(player_of(contestant.name, each) for each in contestant.players)
        return contestant._replace(players=players)

    def match_of(match: Match) -> Match:
        first, second = (
            side._replace(players=tuple(player_of(side.contestant, each) for each in side.players))
            for side in match.sides
        )
        return match._replace(sides=(first, second))

    return stage._replace(
        fields=tuple(
            field._replace(contestants=tuple(contestant_of(each) for each in field.contestants))
            for field in stage.fields
        ),
        matches=tuple(match_of(each) for each in stage.matches),
        rounds=tuple(each._replace(matches=tuple(match_of(one) for one in each.matches)) for each in stage.rounds),
    )
