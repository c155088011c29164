"""What rank does a player have, and what is missing for the next? The guide prints Club Master only.

The other ranks are in an appendix that the guide promises and does not have. They can be filled into the table of
ranks; nothing here has to change for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.ranks import Holding, RankStanding, held_on
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import ranks as family
from overtrick.handbooks.family.ranks import PARTS, WON_BEFORE, counted, ladder, name_of, promotions

from .written import on_record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from overtrick.engine.ranks import DatedPoints
    from overtrick.handbooks.edition import Book

__all__ = ["PARTS", "WON_BEFORE", "counted", "holding", "ladder", "name_of", "promotions", "rank_of", "standing"]


def holding(*, local: int = 0, national: int = 0) -> Holding:
    """Write down what a player has, in units."""
    return Holding({"local": local, "national": national})


@rule("intro.club-master")
def no_more_printed(shown: str) -> Step:
    """Say that the ranks above are not known here."""
    sentence = "{shown} MP on the record; the guide prints no rank above this one (errata 3.1)"
    return step(sentence, 0, NOTHING, shown=shown)


@rule("intro.club-master")
def standing(book: Book, held: Holding) -> RankStanding:
    """Club Master needs 200 points, local or national; whoever has it is told that the guide goes no further."""
    found = family.standing(book, held)
    if found.following:
        return found
    told = no_more_printed(on_record(held.of(family.all_colours(book))))
    working = found.working._replace(because=(*found.working.because, told))
    return found._replace(working=working, beyond=told)


def rank_of(book: Book, held: Holding, on: date | None = None, credited: Iterable[DatedPoints] = ()) -> RankStanding:
    """Give the rank of a holding together with what was credited up to a day, that day included."""
    return standing(book, held_on(held, credited, on))
