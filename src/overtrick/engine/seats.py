"""How many sat down? Player sessions and table sessions of an event, by the seats of each session.

A seat is counted once for a session, whoever sits in it: a substitute shares one. A contestant that stands in several
lists of a session is counted once.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Ended
from overtrick.engine.lengths import CUPS, SERIES
from overtrick.engine.played import known_by, seats

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.event import Event, Field, Match, Stage
    from overtrick.engine.numbers import Exact

_SEATS_A_TABLE = 4
#: Contests in which matches are played on days of their own.
_BY_MATCHES = (*CUPS, Contest.LEAGUE)


def player_sessions(event: Event) -> int:
    """Count the seats of all sessions; the list at the end of a series of games is none."""
    return sum(_of_stage(each) for each in event.stages if each.contest not in SERIES)


def table_sessions(event: Event) -> Exact:
    """Count the tables of all sessions; a half table counts half."""
    return Fraction(player_sessions(event), _SEATS_A_TABLE)


def _of_stage(stage: Stage) -> int:
    if stage.contest in _BY_MATCHES and (stage.matches or stage.rounds):
        return seats(stage) * _sides(stage)
    by_session: dict[int, list[Field]] = {}
    for field in stage.fields:
        by_session.setdefault(field.session, []).append(field)
    whole = by_session.pop(0, [])
    if by_session:
        return seats(stage) * sum(_contestants(fields) for fields in by_session.values())
    return seats(stage) * _contestants(whole) * max(len(stage.schedule.sessions), 1)


def _contestants(fields: Iterable[Field]) -> int:
    """Count the contestants of some lists; who is in two of them, known by the players, is one."""
    nameless = 0
    known = set()
    for field in fields:
        nameless += field.size - len(field.contestants)
        for each in field.contestants:
            if each.players:
                known.add(frozenset(map(known_by, each.players)))
            else:
                nameless += 1
    return nameless + len(known)


def _sides(stage: Stage) -> int:
    """Count the sides of matches, each as often as its match has sessions; one that was not played has none."""
    found = Fraction()
    listed = [(match, max(len(this.sessions), 1)) for this in stage.rounds for match in this.matches]
    if not stage.rounds:
        listed = [(match, 1) for match in stage.matches]
    for match, sessions in listed:
        if match.ended is not Ended.NOT_PLAYED:
            found += _sides_of(match) * sessions
    return -(-found.numerator // found.denominator)


def _sides_of(match: Match) -> Fraction:
    """Three teams that meet in a triangle play three mini-matches, and sit down once."""
    return Fraction(1) if match.triangular else Fraction(2)
