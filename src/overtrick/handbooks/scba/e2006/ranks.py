"""What rank does a player have, what is missing for the next, and when was it reached? (1.5)

The ranks are reckoned as in the family, in points; a hundred of them are a Master Point, and the fraction is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import down, ratio
from overtrick.engine.ranks import Holding, held_on
from overtrick.engine.working import MASTER_POINTS, Step, rule, step
from overtrick.handbooks.family import ranks as family
from overtrick.handbooks.family.ranks import PARTS, WON_BEFORE, counted, ladder, name_of, promotions

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from overtrick.engine.ranks import DatedPoints, RankStanding
    from overtrick.handbooks.edition import Book

__all__ = ["PARTS", "WON_BEFORE", "counted", "ladder", "name_of", "promotions", "rank_of", "standing"]

_A_MASTER_POINT = 100


@rule("1.4.1")
def holding(*, local: int = 0, non_local: int = 0) -> Holding:
    """Keep the two types of points apart."""
    return Holding({"local": local, "non-local": non_local})


@rule("1.5.1")
def in_master_points(held: Holding) -> Step:
    """A hundred points of both types together are a Master Point; the fraction is dropped (errata A20)."""
    points = sum(held.units.values())
    value = down(ratio(points, _A_MASTER_POINT))
    return step("{value} Master Points: {points} points ÷ 100", value, MASTER_POINTS, value=value, points=points)


@rule("1.5.2")
def national_master_points(held: Holding) -> Step:
    """A hundred non-local points are a National Master Point, which the senior ranks ask for."""
    points = held.units.get("non-local", 0)
    value = down(ratio(points, _A_MASTER_POINT))
    sentence = "{value} National Master Points: {points} non-local ÷ 100"
    return step(sentence, value, MASTER_POINTS, value=value, points=points)


def standing(book: Book, held: Holding) -> RankStanding:
    """Give the most senior rank whose minima are met, and how many Master Points that is counted by."""
    found = family.standing(book, held)
    told = (in_master_points(held), national_master_points(held))
    return found._replace(working=found.working._replace(because=(*told, *found.working.because[1:])))


def rank_of(book: Book, held: Holding, on: date | None = None, credited: Iterable[DatedPoints] = ()) -> RankStanding:
    """Give the rank of a holding together with what was credited up to a day, that day included."""
    return standing(book, held_on(held, credited, on))
