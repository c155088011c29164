"""An event without names: contestants and players by number, everything else as it was.

A season is made to leave the office: a statistician, a cluster. So its events tell who is who only by the season's own
numbers of players; names stay in one file that is left behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.event import Contestant, Event, Field, Match, Round, Side, Stage

    #: Gives the season's number of a player of a contestant; None: nobody knows who it is.
    Known = Callable[[str, Player], int | None]

#: Stands between a player's number and a count, where one player is in an event under two numbers.
_AGAIN = "#"


def number_of(player: Player) -> int:
    """Read the season's number of a player; -1: nobody knows who it is."""
    return int(player.number.partition(_AGAIN)[0]) if player.number else -1


def without_names(event: Event, known: Known) -> Event:
    """Write an event without names."""
    return _Renaming(known).event(event)


class _Renaming:
    """Gives everybody of one event another name, the same one each time."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._contestants: dict[str, str] = {}
        self._players: dict[tuple[str, str, str], tuple[str, str]] = {}
        self._given: dict[int, int] = {}

    def event(self, event: Event) -> Event:
        stages = tuple(map(self._stage, event.stages))
        still_in = tuple(map(self._contestant_name, event.still_in))
        direct = tuple(map(self._contestant_name, event.direct_entrants))
        return event._replace(name="", stages=stages, still_in=still_in, direct_entrants=direct)

    def _stage(self, stage: Stage) -> Stage:
        return stage._replace(
            fields=tuple(map(self._field, stage.fields)),
            matches=tuple(map(self._match, stage.matches)),
            rounds=tuple(map(self._round, stage.rounds)),
        )

    def _field(self, field: Field) -> Field:
        return field._replace(contestants=tuple(map(self._contestant, field.contestants)))

    def _round(self, played: Round) -> Round:
        return played._replace(
            matches=tuple(map(self._match, played.matches)),
            byes=tuple(map(self._contestant_name, played.byes)),
            earned_byes=tuple(map(self._contestant_name, played.earned_byes)),
        )

    def _match(self, match: Match) -> Match:
        one, two = match.sides
        return match._replace(
            sides=(self._side(one), self._side(two)),
            winner=self._contestant_name(match.winner),
            segments=tuple(map(self._match, match.segments)),
        )

    def _side(self, side: Side) -> Side:
        players = tuple(self._player(side.contestant, each) for each in side.players)
        return side._replace(contestant=self._contestant_name(side.contestant), players=players)

    def _contestant(self, contestant: Contestant) -> Contestant:
        # A contestant that lists nobody stands for itself, and may be known by its name.
        players = contestant.players or (Player(contestant.name),)
        return contestant._replace(
            name=self._contestant_name(contestant.name),
            players=tuple(self._player(contestant.name, each) for each in players),
        )

    def _contestant_name(self, name: str) -> str:
        return self._contestants.setdefault(name, f"C{len(self._contestants) + 1}") if name else ""

    def _player(self, contestant: str, player: Player) -> Player:
        key = ("" if player.number else contestant, player.name, player.number)
        called = self._players.get(key)
        if called is None:
            called = self._players[key] = (f"P{len(self._players) + 1}", self._number(self._known(contestant, player)))
        return player._replace(name=called[0], number=called[1])

    def _number(self, known: int | None) -> str:
        if known is None:
            return ""
        times = self._given[known] = self._given.get(known, 0) + 1
        return str(known) if times == 1 else f"{known}{_AGAIN}{times}"
