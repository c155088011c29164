"""Who played for a contestant? Members, substitutes, and captains who never sat down (4.1.2, 4.4.5)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from overtrick.engine.event import Player
from overtrick.engine.played import known_by
from overtrick.engine.working import rule

from . import match_scores

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant

    from .course import Course


class Members:
    """The players of each contestant, over all lists and line-ups of an event."""

    def __init__(self, course: Course) -> None:
        """Look nothing up before it is asked for."""
        self._course = course

    @property
    def twice(self) -> set[str]:
        """Name what stands for two contestants: pair 1 in both directions."""
        return self._names[0]

    @cached_property
    def _names(self) -> tuple[set[str], dict[str, tuple[Player, ...]]]:
        """See which names stand for two contestants, and who the players of each name are."""
        twice: set[str] = set()
        players: dict[str, tuple[Player, ...]] = {}
        for stage in self._course.event.stages:
            seen: dict[int, set[str]] = {}
            for field in stage.fields:
                names = {each.name for each in field.contestants}
                twice |= names & seen.get(field.session, set())
                seen.setdefault(field.session, set()).update(names)
                for each in field.contestants:
                    if each.players and (field.session == 0 or each.name not in players):
                        players[each.name] = each.players
        return twice, players

    @cached_property
    def _seated(self) -> dict[str, dict[str, Player]]:
        """Find everybody who sat down for a contestant, where line-ups are told."""
        found: dict[str, dict[str, Player]] = {}
        for stage in self._course.event.stages:
            for match in match_scores.matches_of(stage):
                for each in (match, *match.segments):
                    for side in each.sides:
                        if side.players:
                            own = found.setdefault(side.contestant, {})
                            for player in side.players:
                                own.setdefault(known_by(player), player._replace(boards=None, deemed=0))
        return found

    def players(self, contestant: Contestant) -> tuple[Player, ...]:
        """Give the players of a contestant; a list that names none has those of the same name elsewhere.

        Who sat down without being a member is a substitute.
        """
        members = contestant.players or self._names[1].get(contestant.name) or ()
        seated = self._seated.get(contestant.name)
        if not seated:
            return members or (Player(contestant.name),)
        if not members:
            return tuple(seated.values())
        known = {known_by(each) for each in members} | {each.name for each in members}
        others = [each for key, each in seated.items() if key not in known and each.name not in known]
        return (*members, *(each._replace(substitute=True) for each in others)) if others else members

    @rule("4.1.2")
    def is_idle(self, contestant: Contestant, player: Player) -> bool:
        """Say whether somebody of a contestant played no board in the whole event: a non-playing captain."""
        if player.boards is None and contestant.name not in self._seated:
            return False
        shares = [self._course.share(at, contestant.name, player) for at in range(len(self._course.event.stages))]
        known = [each for each in shares if each is not None]
        return bool(known) and all(each.most == 0 for each in known) and any(each.possible for each in known)

    def size(self, contestant: Contestant) -> int:
        """Count the members that played; substitutes and non-playing captains are none."""
        return sum(1 for each in self.players(contestant) if not each.substitute and not self.is_idle(contestant, each))
