"""Who won most in a calendar year? The trophy for everybody and the award of each rank group (1.7.2, 1.7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import POINTS, rule, step
from overtrick.handbooks.honours import Winners, YearOfPlay

from . import ranks
from .written import points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Book

#: Emerald and Diamond Grand Masters are in no group that 1.7.3 names.
_UNNAMED = ("Emerald Grand", "Diamond Grand")


def _most(years: Iterable[YearOfPlay], group: str, what: str, clause: str) -> Winners:
    listed = [each for each in years if each.units > 0]
    best = max((each.units for each in listed), default=0)
    players = tuple(each.player for each in listed if each.units == best)
    sentence = "{what}: {best} points, the most in the year" if players else "{what}: nobody"
    return Winners(what, group, players, step(sentence, best, POINTS, clause=clause, what=what, best=points(best)))


@rule("1.7.2")
def trophy(years: Iterable[YearOfPlay]) -> Winners:
    """The trophy goes to the player who won most masterpoints of all colours in the calendar year."""
    return _most(years, "", "Annual trophy", "1.7.2")


@rule("1.7.3/1")
def group(book: Book, rank: str) -> str:
    """Each rank is a group of its own, but Silver and Gold Grand Masters are one; without a rank there is none."""
    if not rank:
        return ""
    table = book.table("ranks")
    if rank in _UNNAMED and book.setting("annual_award_of_the_highest_ranks") == "with Silver and Gold Grand":
        return table.text("Gold Grand", "annual group")
    return table.text(rank, "annual group")


@rule("1.7.3/1", "1.7.3/2")
def may_win(book: Book, year: YearOfPlay) -> Finding:
    """Registered foreign players win no group; who moved here wins none below Life that they had reached before."""
    if year.foreign:
        return finding(
            "{player} is registered as an overseas player", holds=False, clause="1.7.3/1", player=year.player
        )
    if not year.rank:
        return finding("{player} had no rank when the year began", holds=False, clause="1.7.3/1", player=year.player)
    own = ranks.order(book, year.rank)
    if own < ranks.order(book, ranks.LIFE) and ranks.order(book, year.rank_abroad) >= own:
        sentence = "{player} was already {abroad} Master abroad, and {rank} is below Life"
        return finding(
            sentence, holds=False, clause="1.7.3/2", player=year.player, abroad=year.rank_abroad, rank=year.rank
        )
    sentence = "{player} began the year as {rank} Master"
    return finding(sentence, holds=True, clause="1.7.3/1", player=year.player, rank=year.rank)


@rule("1.7.3/1", "1.7.3/2")
def awards(book: Book, years: Iterable[YearOfPlay]) -> tuple[Winners, ...]:
    """Each group has its own award, for the most points of those who may win it; lowest group first."""
    grouped: dict[str, list[YearOfPlay]] = {group(book, rank): [] for rank in ranks.names(book)}
    for year in years:
        if may_win(book, year).holds:
            grouped[group(book, year.rank)].append(year)
    return tuple(_most(each, name, f"Annual award, {name} Masters", "1.7.3/1") for name, each in grouped.items())
