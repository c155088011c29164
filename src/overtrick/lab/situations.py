"""Which seats of a season earn the same? Those in one situation: an event of one shape, a list, a place, a tie there.

The award of a seat in a plain list depends on nothing else, so an edition need answer each situation once. They do not
depend on the rules under test: situations are numbered when a season is stored. An event in which more than that may
count (matches, parts of the boards, standing, facts of one handbook) has no situations and is worked out whole.

A handbook may call scores equal that differ a little. So a shape says whether any of its scores differ by less than
``CLEAR``; such an event is worked out whole by a handbook that has a limit.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from overtrick.engine import sense
from overtrick.engine.event import Contest, Handicap, Player, StageKind, Standing
from overtrick.engine.places import Unranked, ranking
from overtrick.engine.played import seats
from overtrick.engine.records import NamedTuple
from overtrick.handbooks import edition as editions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.engine.event import Contestant, Event, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import ListScales
    from overtrick.handbooks.edition import Edition

#: Scores that differ by this much are told apart by every handbook.
CLEAR = Decimal("0.1")

#: The day of a shape: it tells when an event was played to nobody.
NO_DAY = date.min


class Place(NamedTuple):
    """Where somebody came in an event: the list, the place, and how many share it."""

    list: int
    first: int
    tied: int


class Shape(NamedTuple):
    """What decides the scales of an event."""

    event: Event  #: without whatever tells who played, where and when
    near: bool  #: two scores differ by less than ``CLEAR``


class Plain(NamedTuple):
    """An event taken apart: what decides its scales, and who sat where."""

    shape: Shape
    seats: tuple[tuple[Place, Player], ...]


def taken_apart(event: Event) -> Plain | None:
    """Take an event apart; None where something beside shape and place may count for somebody."""
    if not _is_plain(event):
        return None
    stage = event.stages[0]
    seated: list[tuple[Place, Player]] = []
    near = False
    for at, field in enumerate(stage.fields):
        try:
            ranked = list(ranking(field.contestants))
        except Unranked:
            return None
        near = near or _are_near(ranked)
        seated += [
            (Place(at, first, len(members)), player)
            for first, members in ranked
            for each in members
            for player in each.players or (Player(each.name),)
        ]
    return Plain(Shape(_without_people(event), near), tuple(seated))


def _without_people(event: Event) -> Event:
    stage = event.stages[0]
    fields = tuple(field._replace(name="", contestants=(), entered=field.size) for field in stage.fields)
    return event._replace(
        name="", begins=NO_DAY, last_day=None, organiser="", stages=(stage._replace(name="", fields=fields),)
    )


def scales_of(edition: Edition, shape: Shape, day: date, settings: Mapping[str, str]) -> ListScales | None:
    """Ask an edition what the lists of a shape are paid on a day; None where it needs to see the whole event."""
    found = edition.scales(shape.event._replace(begins=day), settings or None)
    unsure = found is not None and found.within is not None and (shape.near or found.within > CLEAR)
    return None if unsure else found


def _is_plain(event: Event) -> bool:
    if len(event.stages) != 1 or event.facts or event.still_in or _is_of_a_federation(event.organiser):
        return False
    if event.boards_before or event.boards_to_come or event.direct_entrants or event.continues:
        return False
    stage = event.stages[0]
    plain = (
        stage.kind is StageKind.ONLY
        and stage.contest is Contest.MOVEMENT
        and stage.handicap is Handicap.NONE
        and stage.series is None
        and not (stage.matches or stage.rounds or stage.sections or stage.stratified or stage.between)
        and bool(stage.fields)
    )
    return plain and all(_sits_plainly(stage, each) for each in _contestants(stage)) and _makes_sense(event)


def _is_of_a_federation(organiser: str) -> bool:
    """Say whether a federation itself ran an event, which may decide the colour of its points."""
    return organiser.lower() in _federations()


@lru_cache(maxsize=1)
def _federations() -> frozenset[str]:
    """Name every federation that has a handbook, once: to look for what is installed takes longer than an event."""
    return frozenset(editions.names())


def _contestants(stage: Stage) -> Iterator[Contestant]:
    for field in stage.fields:
        yield from field.contestants


def _sits_plainly(stage: Stage, contestant: Contestant) -> bool:
    """Say whether a contestant took part for points, as a whole and throughout."""
    return (
        contestant.standing is Standing.WITH
        and not contestant.category
        and not contestant.section
        and contestant.tally is None
        and len(contestant.players) <= seats(stage)
        and all(player == Player(player.name, player.number) for player in contestant.players)
    )


def _makes_sense(event: Event) -> bool:
    return not sense.check(event, by_name=False).problems


def _are_near(ranked: list[Tied]) -> bool:
    """Say whether two neighbours of a list have scores that a handbook might call equal."""
    scores = [score for _first, members in ranked if (score := members[0].score) is not None]
    return any(one - two < CLEAR for one, two in pairwise(scores))
