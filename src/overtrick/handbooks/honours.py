"""What does an office ask a handbook about honours? Who won most in a year, and who joins a club of points.

An edition answers in its own ``honours`` module; one that has none honours nobody beyond its ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.ranks import Rank
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition


class YearOfPlay(NamedTuple):
    """What a player won in one calendar year."""

    player: str
    units: int
    rank: str = ""  #: at the start of the year
    foreign: bool = False  #: registered as a player from overseas
    rank_abroad: str = ""  #: the equivalent, for somebody who moved here


class Winners(NamedTuple):
    """Whoever won an award of the year, several where they won the same; nobody where nobody may win it."""

    honour: str  #: "Annual trophy"
    group: str  #: the rank that it is for; empty: for everybody
    players: tuple[str, ...]
    working: Step


class Honours(Protocol):
    """The answers of a handbook."""

    def annual_awards(self, book: Book, years: Iterable[YearOfPlay]) -> tuple[Winners, ...]:
        """Find who won each award of a year."""

    def clubs(self, book: Book) -> tuple[Rank, ...]:
        """List the clubs that everybody joins who has so many points."""


def of(edition: Edition) -> Honours | None:
    """Give an edition's answers; None where it honours nobody beyond its ranks."""
    return cast("Honours | None", edition.module("honours"))
