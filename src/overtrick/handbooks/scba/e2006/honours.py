"""Which honours are there beside the ranks? Prizes of the year within categories of rank (1.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.working import POINTS, rule, step
from overtrick.handbooks.honours import Winners

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.ranks import Rank
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.honours import YearOfPlay

_UNRANKED = "no rank yet"


@rule("1.3.1")
def annual_awards(book: Book, years: Iterable[YearOfPlay]) -> tuple[Winners, ...]:
    """Whoever won most from 1 January to 31 December leads the category of their rank; equals share it."""
    categories: dict[str, list[YearOfPlay]] = {rank: [] for rank in ("", *map(str, book.table("ranks").rows))}
    for year in years:
        if year.units > 0:
            categories[year.rank].append(year)
    return tuple(_leaders(rank, of_rank) for rank, of_rank in categories.items() if of_rank)


def _leaders(rank: str, years: list[YearOfPlay]) -> Winners:
    most = max(each.units for each in years)
    leaders = tuple(each.player for each in years if each.units == most)
    honour = f"Leader of the year, {rank or _UNRANKED}"
    sentence = "{honour}: the most points of {count} players"
    return Winners(honour, rank, leaders, step(sentence, most, POINTS, clause="1.3.1", honour=honour, count=len(years)))


def clubs(_book: Book) -> tuple[Rank, ...]:
    """There is no club of points."""
    return ()
