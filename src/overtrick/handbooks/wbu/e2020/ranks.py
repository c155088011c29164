"""What rank does a player have? In the published list with blue points, in the online record without (2.7, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, checklist, finding
from overtrick.engine.ranks import Holding, held_on
from overtrick.engine.working import rule
from overtrick.handbooks.family import ranks as family
from overtrick.handbooks.family.ranks import PARTS, WON_BEFORE, in_master_points, ladder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from overtrick.engine.findings import Checklist
    from overtrick.engine.ranks import DatedPoints, RankStanding, Reached
    from overtrick.handbooks.edition import Book

__all__ = [
    "PARTS",
    "WON_BEFORE",
    "convert",
    "holding",
    "in_master_points",
    "ladder",
    "may_convert",
    "name_of",
    "promotions",
    "rank_of",
    "standing",
]

BLUE = "blue"
_FOR_ONE = "for one"


def holding(*, local: int = 0, green: int = 0, blue: int = 0) -> Holding:
    """Keep black, green and blue points apart: local points whole, the others in hundredths."""
    return Holding({"local": local, "green": green, "blue": blue})


@rule("2.8.2 p2", "2.8.2 p3")
def standing(book: Book, held: Holding) -> RankStanding:
    """The published lists count blue points, a third of them as green; the online record leaves them out."""
    return family.standing(book, _counting(book, held))


def name_of(book: Book, held: Holding) -> str:
    """Name the rank of a holding without the working."""
    return family.name_of(book, _counting(book, held))


def promotions(book: Book, opening: Holding, credited: Iterable[DatedPoints]) -> tuple[Reached, ...]:
    """Find the day on which each rank was reached, in the list or in the record as the setting says."""
    counting = (each for each in credited if each.colour != BLUE or not _leaves_out_blue(book))
    return family.promotions(book, _counting(book, opening), counting)


def _leaves_out_blue(book: Book) -> bool:
    return book.setting("rank_in") == "online record"


def _counting(book: Book, held: Holding) -> Holding:
    return without_blue(held) if _leaves_out_blue(book) else held


def without_blue(held: Holding) -> Holding:
    """Give a holding as the online record counts it."""
    return held._replace(units={**held.units, BLUE: 0})


def rank_of(book: Book, held: Holding, on: date | None = None, credited: Iterable[DatedPoints] = ()) -> RankStanding:
    """Give the rank of a holding together with what was credited up to a day, that day included."""
    return standing(book, held_on(held, credited, on))


@rule("2.8.2 p4")
def may_convert(book: Book, held: Holding, rank: str, *, converted_before: bool) -> Checklist:
    """Blue points of a record become green ones once, on request, if a particular rank needs it."""
    wanted = next((each for each in ladder(book, held.of(family.all_colours(book))) if each.name == rank), None)
    needed = wanted is not None and not wanted.met(without_blue(held))
    reached = wanted is not None and wanted.met(convert(book, held))
    conditions: tuple[Finding, ...] = (
        finding("not converted before", holds=not converted_before, clause="2.8.2 p4"),
        finding("{rank} is not reached without", holds=needed, clause="2.8.2 p4", rank=rank),
        finding("{rank} is reached with it", holds=reached, clause="2.8.2 p4", rank=rank),
    )
    return checklist("conversion of blue points", conditions, clause="2.8.2 p4")


@rule("2.8.2 p4", "2.7.4 p2")
def convert(book: Book, held: Holding) -> Holding:
    """Three blue points go out and one green comes in, of at most 50 green; what is over stays blue."""
    instead = int(family.instead(book, "blue", held.units.get("blue", 0)).value)
    spent = instead * book.table("colours").whole("blue", _FOR_ONE)
    units = {**held.units, "green": held.units.get("green", 0) + instead, "blue": held.units.get("blue", 0) - spent}
    return held._replace(units=units)
