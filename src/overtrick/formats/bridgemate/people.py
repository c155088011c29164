"""Who is behind a pair's number? Those who keyed in their numbers at the table where the pair began."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Player
from overtrick.formats.bridgemate.movement import present

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.formats.bridgemate.movement import Entrant, WinnersFound
    from overtrick.formats.bridgemate.session import Sat, Seating, Session

_SPOKEN = {"N": "North", "S": "South", "E": "East", "W": "West"}


class Person(NamedTuple):
    """A player at the start; with neither a name nor a number nobody keyed anything in."""

    direction: str
    name: str
    number: str


def people(session: Session, found: Mapping[int, WinnersFound]) -> dict[Entrant, tuple[Person, ...]]:
    """Find who sat where the pair or player began."""
    sat = {(each.section, each.table, each.direction): each for each in session.sat if each.round <= 1}
    known: dict[Entrant, tuple[Person, ...]] = {}
    for seating in _first_seatings(session):
        for side, directions in zip(present(seating, session, found), ("NS", "EW"), strict=True):
            persons = [_person(session, sat.get((seating.section, seating.table, seat)), seat) for seat in directions]
            if session.individual:
                known.update((entrant, (person,)) for entrant, person in zip(side, persons, strict=False))
            elif side:
                known[side[0]] = tuple(persons)
    return known


def _first_seatings(session: Session) -> list[Seating]:
    seatings = [planned.seating for planned in session.planned] or [result.seating for result in session.results]
    first = min((seating.round for seating in seatings), default=0)
    return [seating for seating in seatings if seating.round == first]


def _person(session: Session, sat: Sat | None, direction: str) -> Person:
    if sat is None:
        return Person(direction, "", "")
    number = "" if sat.number.strip("0") == "" else sat.number
    name = sat.name or session.names.get(number, "") or session.names.get(number.lstrip("0"), "")
    return Person(direction, name, number)


def players(persons: tuple[Person, ...], label: str) -> tuple[Player, ...]:
    """Give the players of a contestant; where only some are known, the others are named by their seat."""
    if not any(person.name or person.number for person in persons):
        return ()
    return tuple(Player(person.name or f"{_SPOKEN[person.direction]} of {label}", person.number) for person in persons)
