"""Which honours are there beside the ranks? The trophy and awards of a year, and the One Thousand Club (1.7, 1.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import ranks
from .annual_awards import awards, trophy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.ranks import Rank
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.honours import Winners, YearOfPlay


def annual_awards(book: Book, years: Iterable[YearOfPlay]) -> tuple[Winners, ...]:
    """The trophy of the year, then the award of each rank group, lowest first."""
    listed = tuple(years)
    return trophy(listed), *awards(book, listed)


def clubs(book: Book) -> tuple[Rank, ...]:
    """The One Thousand Club."""
    return (ranks.thousand_club(book),)
