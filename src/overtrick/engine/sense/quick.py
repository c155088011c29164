"""Is there nothing to check? A plain session is looked through once, because most events are one."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from overtrick.engine.bounds import LONGEST_TEXT, MOST_BOARDS, MOST_CONTESTANTS
from overtrick.engine.event import Contest, Play, Scoring, StageKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Event, Field, Player, Stage

#: How many are named of each contestant where nothing is unusual, by what competes.
_SEATS = {Play.PAIRS: 2, Play.INDIVIDUAL: 1, Play.TEAMS: 4}

#: Whatever is so short is no figure past its bound, and no text of pages.
_SHORT = 6

# A word of an enumeration is looked up at the cost of three comparisons, so these are looked up once.
_MOVEMENT, _ONLY, _MATCHPOINTS = Contest.MOVEMENT, StageKind.ONLY, Scoring.MATCHPOINTS

# By their places in the record, through loops of the interpreter's own: a third of the cost of attributes.
_PLAYERS = itemgetter(1)
_NAME, _NUMBER, _BOARDS = itemgetter(0), itemgetter(1), itemgetter(2)
_SCORE: Callable[[Contestant], int | Decimal] = itemgetter(3)

#: A list is taken for one of per cent if but one in eight of its scores are between these.
_USUAL_LEAST, _USUAL_MOST, _ONE_IN = 20, 80, 8
MOST_PER_CENT, _AVERAGE = 100, 50
#: Of fewer nobody can say what their scores are.
_FEWEST = 4


def is_sound(stage: Stage) -> bool:
    """Say whether a stage is one plain session in which nothing contradicts anything; False: look closer."""
    if not _is_plain_session(stage):
        return False
    players: list[Player] = []
    entered = 0
    seats = _SEATS[stage.play]
    for field in stage.fields:
        name, contestants, told, section = field[:4]
        if any(field[4:]) or (told or 0) > MOST_CONTESTANTS or len(section) + len(name) > LONGEST_TEXT:
            return False
        if contestants:
            first, listed = contestants[0], list(map(_PLAYERS, contestants))
            score = first.score
            if first.tally is not None or max(map(len, listed)) > seats:
                return False
            if score is not None and (first.place is not None or not (type(score) is int or _are_sound(stage, field))):
                return False
            players += chain.from_iterable(listed)
            entered += len(contestants)
    if entered > MOST_CONTESTANTS or (players and len(players) != entered * seats) or any(map(_BOARDS, players)):
        return False
    numbers = set(map(_NUMBER, players))
    differ = len(numbers) == len(players) or (numbers == {""} and len(set(map(_NAME, players))) == len(players))
    return differ and (len(stage.fields) <= 1 or _are_balanced(stage.fields))


def _are_balanced(fields: tuple[Field, ...]) -> bool:
    """Say whether lists that stand side by side are of one length, but for a half table."""
    sizes = [len(field.contestants) if field.entered is None else field.entered for field in fields]
    return max(sizes) - min(sizes) <= 1


def _are_sound(stage: Stage, field: Field) -> bool:
    """Say whether scores are per cent as they must be, or none at all."""
    if stage.scoring is not _MATCHPOINTS:
        return True
    try:
        scores = sorted(map(_SCORE, field.contestants))
    except TypeError:  # somebody has none
        return False
    if not are_per_cent(scores):
        return True
    size = len(scores)
    return -size <= 2 * sum(scores) - 2 * _AVERAGE * size <= size and scores[-1] <= MOST_PER_CENT


def are_per_cent(scores: Sequence[int | Decimal]) -> bool:
    """Say whether scores in their order look like per cent."""
    others = max(1, len(scores) // _ONE_IN)
    return len(scores) >= _FEWEST and scores[others] >= _USUAL_LEAST and scores[-1 - others] <= _USUAL_MOST


def has_plain_facts(event: Event) -> bool:
    """Say whether what is told as facts is short; False: look closer."""
    return all(len(told) <= _SHORT for _name, told in event.facts)


def _is_plain_session(stage: Stage) -> bool:
    if stage.contest is not _MOVEMENT or stage.kind is not _ONLY or stage.matches or stage.rounds:
        return False
    boards, least, in_play, with_sit_outs, sessions = stage.schedule
    told = stage.match_boards or stage.sections or stage.original_tables is not None or with_sit_outs is not None
    told = told or stage.movement is not None
    told = told or stage.main_tables or stage.second_tables or stage.stages_before or stage.team_size > _SHORT
    return not (boards > MOST_BOARDS or told or sessions or in_play is not None or least is not None)
