"""What rank does a player have, what is missing for the next, and when was it reached? (2.4, 2.6)

The ranks themselves are reckoned as in the family; here is what the EBU's types of points are worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact
from overtrick.engine.ranks import Holding
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family.ranks import PARTS, WON_BEFORE, counted, ladder, name_of, promotions, rank_of, standing
from overtrick.handbooks.family.written import MASTER_POINTS

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

__all__ = [
    "PARTS",
    "WON_BEFORE",
    "counted",
    "counts_as",
    "holding",
    "in_master_points",
    "ladder",
    "name_of",
    "promotions",
    "rank_of",
    "standing",
]


def holding(*, local: int = 0, blue: int = 0, green: int = 0) -> Holding:
    """Write down what a player has: local points whole, blue and green ones in hundredths."""
    return Holding({"local": local, "blue": blue, "green": green})


@rule("2.4.2(a)", "2.4.2(b)", "2.4.2(c)", "2.4.2(d)", "2.4.3", "3.3.1")
def counts_as(book: Book, kind: str = "local") -> str:
    """Points are local unless a green or blue chapter speaks; the online points of old became local ones."""
    return book.table("colours").text(kind, "counts as")


@rule("2.4.2(b)", "2.4.2(c)", "2.4.3 p2")
def in_master_points(book: Book, kind: str, points: Exact) -> Step:
    """A green or a blue point is shown on a record as 100 master points."""
    table = book.table("colours")
    value = table.whole(kind, "master points") * points
    sentence = "{points} {kind} are {value} master points"
    return step(
        sentence, value, MASTER_POINTS, clause=table.text(kind, "clause"), points=points, kind=kind, value=value
    )
