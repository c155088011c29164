"""What gold points does a player have on a day? As in the family, but not for every union's green points (2.5)"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import POINTS, Step, rule, step
from overtrick.handbooks.family import gold as family
from overtrick.handbooks.family.gold import counts_for_rank

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.gold import Performance

__all__ = ["Origin", "counts_for_rank", "held", "on_day", "origin_earns_gold", "original"]


class Origin(StrEnum):
    """Where green points were won."""

    EBU = "EBU"
    BGB = "Bridge Great Britain, by way of another home union"
    OTHER_UNION = "another home union's own event"


@rule("2.5.4")
def origin_earns_gold(origin: str) -> Finding:
    """Green points of Bridge Great Britain earn gold though they come from another union; that union's own do not."""
    return finding("green points of {origin}", holds=origin != Origin.OTHER_UNION, clause="2.5.4", origin=str(origin))


def _barred(origin: str) -> Step | None:
    source = origin_earns_gold(origin or Origin.EBU)
    if source.holds:
        return None
    words = "No gold for green points of another union's own event"
    return step(words, 0, POINTS, because=(source.working,), clause="2.5.1")


def original(book: Book, performance: Performance) -> Step:
    """Give the gold points of one performance."""
    return family.original(book, performance, _barred)


def on_day(book: Book, performance: Performance, on: date) -> Step:
    """Give what is left of them on a day."""
    return family.on_day(book, performance, on, _barred)


def held(book: Book, performances: Iterable[Performance], on: date) -> Step:
    """Give all that a player has on a day."""
    return family.held(book, performances, on, _barred)
