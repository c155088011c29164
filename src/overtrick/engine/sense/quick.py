"""Is there nothing to check? A plain session is looked through once, because most events are one."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from overtrick.engine.bounds import LONGEST_TEXT, MOST_BOARDS, MOST_CONTESTANTS
from overtrick.engine.event import Contest, Play, StageKind

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Field, Player, Stage

#: How many play together, by what competes; a team may be of any size.
MOST_PLAYERS = {Play.PAIRS: 2, Play.INDIVIDUAL: 1}

#: Whatever is so short is no figure past its bound, and no text of pages.
_SHORT = 6

# A word of an enumeration is looked up at the cost of three comparisons, so these are looked up once.
_MOVEMENT, _ONLY, _TEAMS = Contest.MOVEMENT, StageKind.ONLY, Play.TEAMS

# By their places in the record, through loops of the interpreter's own: a third of the cost of attributes.
_PLAYERS = itemgetter(1)
_NAME, _NUMBER, _BOARDS = itemgetter(0), itemgetter(1), itemgetter(2)


def is_sound(stage: Stage) -> bool:
    """Say whether a stage is one plain session in which nothing contradicts anything; False: look closer."""
    if not _is_plain_session(stage):
        return False
    players: list[Player] = []
    entered = 0
    for field in stage.fields:
        if field.session or field.division or field.schedule is not None or _is_out_of_bounds(field):
            return False
        contestants = field.contestants
        if contestants:
            first = contestants[0]
            if (first.place is not None and first.score is not None) or first.tally is not None:
                return False
            players += chain.from_iterable(map(_PLAYERS, contestants))
            entered += len(contestants)
    odd_size = stage.play is not _TEAMS and players and len(players) != entered * MOST_PLAYERS[stage.play]
    if odd_size or entered > MOST_CONTESTANTS or any(map(_BOARDS, players)):
        return False
    numbers = set(map(_NUMBER, players))
    return len(numbers) == len(players) or (numbers == {""} and len(set(map(_NAME, players))) == len(players))


def _is_out_of_bounds(field: Field) -> bool:
    return (field.entered or 0) > MOST_CONTESTANTS or len(field.section) + len(field.name) > LONGEST_TEXT


def has_plain_facts(event: Event) -> bool:
    """Say whether what is told as facts is short; False: look closer."""
    return all(len(told) <= _SHORT for _name, told in event.facts)


def _is_plain_session(stage: Stage) -> bool:
    if stage.contest is not _MOVEMENT or stage.kind is not _ONLY or stage.matches or stage.rounds:
        return False
    boards, least, in_play, with_sit_outs, sessions = stage.schedule
    told = stage.match_boards or stage.sections or stage.original_tables is not None or with_sit_outs is not None
    told = told or stage.main_tables or stage.second_tables or stage.stages_before or stage.team_size > _SHORT
    return not (boards > MOST_BOARDS or told or sessions or in_play is not None or least is not None)
