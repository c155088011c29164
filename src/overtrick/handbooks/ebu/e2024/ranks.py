"""What rank does a player have, what is missing for the next, and when was it reached? (2.4, 2.6)

The ranks themselves are reckoned as in the family; here is what the EBU's types of points are worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.ranks import Holding
from overtrick.engine.working import rule
from overtrick.handbooks.family.ranks import (
    PARTS,
    WON_BEFORE,
    counted,
    in_master_points,
    ladder,
    name_of,
    promotions,
    rank_of,
    standing,
)

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


@rule("2.4.2(d)")
def counts_as(book: Book, kind: str = "local") -> str:
    """The online points of old became local ones; every other type counts as what it is."""
    return book.table("colours").text(kind, "counts as")
