"""What does an office ask a handbook about gold points that fade? An edition answers in its own ``gold`` module."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition


class Performance(NamedTuple):
    """All green points of one player from one event."""

    day: date  #: on which the award counted
    green: int  #: hundredths
    event: str = ""
    origin: str = ""  #: whose points they are, where that matters


class Gold(Protocol):
    """The answers of a handbook."""

    def original(self, book: Book, performance: Performance) -> Step:
        """Give the gold points of one performance."""

    def on_day(self, book: Book, performance: Performance, on: date) -> Step:
        """Give what is left of them on a day."""

    def held(self, book: Book, performances: Iterable[Performance], on: date) -> Step:
        """Give all that a player has on a day."""

    def counts_for_rank(self, book: Book) -> Step:
        """Say whether ranks ask for gold."""


def of(edition: Edition) -> Gold | None:
    """Give an edition's answers; None where it knows no gold that fades."""
    return cast("Gold | None", edition.module("gold"))
