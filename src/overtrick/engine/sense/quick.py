"""Is there nothing to check? A plain session is looked through once, because most events are one."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Play, StageKind

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Player, Stage

#: How many play together, by what competes; a team may be of any size.
AT_ONCE = {Play.PAIRS: {0, 2}, Play.INDIVIDUAL: {0, 1}}

# By their places in the record: an attribute is looked up at a tenth of the cost.
_PLAYERS = itemgetter(1)
_BOARDS = attrgetter("boards")


def is_sound(stage: Stage) -> bool:
    """Say whether a stage is one plain session in which nothing contradicts anything; False: look closer."""
    if stage.contest is not Contest.MOVEMENT or stage.kind is not StageKind.ONLY or stage.matches or stage.rounds:
        return False
    schedule = stage.schedule
    if stage.match_boards or stage.sections or schedule.in_play is not None or schedule.least is not None:
        return False
    if schedule.sessions and sum(schedule.sessions) < schedule.boards:
        return False
    players: list[Player] = []
    for field in stage.fields:
        if field.session or field.division or field.schedule is not None:
            return False
        contestants = field.contestants
        if contestants:
            if not _is_plain(contestants, stage.play):
                return False
            players += chain.from_iterable(map(_PLAYERS, contestants))
    if any(map(_BOARDS, players)):
        return False
    keys = [player[1] or player[0] for player in players]
    return len(set(keys)) == len(keys)


def _is_plain(contestants: tuple[Contestant, ...], play: Play) -> bool:
    """Say whether contestants have as many players as compete, and a place or a score but not both."""
    first = contestants[0]
    if (first.place is not None and first.score is not None) or first.tally is not None:
        return False
    return play is Play.TEAMS or set(map(len, map(_PLAYERS, contestants))) <= AT_ONCE[play]
