"""Is there nothing to check? A plain session is looked through once, because most events are one."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Play, StageKind

if TYPE_CHECKING:
    from overtrick.engine.event import Player, Stage

#: How many play together, by what competes; a team may be of any size.
MOST_PLAYERS = {Play.PAIRS: 2, Play.INDIVIDUAL: 1}

# By its place in the record: an attribute is looked up at ten times the cost.
_PLAYERS = itemgetter(1)


def is_sound(stage: Stage) -> bool:
    """Say whether a stage is one plain session in which nothing contradicts anything; False: look closer."""
    if not _is_plain_session(stage):
        return False
    players: list[Player] = []
    entered = 0
    for field in stage.fields:
        if field.session or field.division or field.schedule is not None:
            return False
        contestants = field.contestants
        if contestants:
            first = contestants[0]
            if (first.place is not None and first.score is not None) or first.tally is not None:
                return False
            players += chain.from_iterable(map(_PLAYERS, contestants))
            entered += len(contestants)
    if stage.play is not Play.TEAMS and players and len(players) != entered * MOST_PLAYERS[stage.play]:
        return False
    everybody = {each[1] or each[0] for each in players if each[2] is None}
    return len(everybody) == len(players)


def _is_plain_session(stage: Stage) -> bool:
    if stage.contest is not Contest.MOVEMENT or stage.kind is not StageKind.ONLY or stage.matches or stage.rounds:
        return False
    boards, least, in_play, _with_sit_outs, sessions = stage.schedule
    if stage.match_boards or stage.sections or in_play is not None or least is not None:
        return False
    return not sessions or sum(sessions) >= boards
