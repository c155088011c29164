"""What does an office ask a handbook about returns? Where results are sent on, and what a program is told by hand.

An edition answers in its own ``returns`` module; one that has none has everything sent to the office alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book, Edition


class Return(NamedTuple):
    """What a club sends for a competition, and to whom."""

    what: str
    to: str
    clause: str


class ProgramFigures(NamedTuple):
    """What somebody types into a scoring program that does not work a list out by itself."""

    stage: str
    tables: int  #: of the event that is made up for the list
    top: int
    lowest: int
    places: int
    clauses: tuple[str, ...]


class Returns(Protocol):
    """The answers of a handbook."""

    def returns_of(self, book: Book, event: Event) -> tuple[Return, ...]:
        """Say where the results of an event are sent on."""

    def program_figures(self, book: Book, event: Event) -> tuple[ProgramFigures, ...]:
        """Say what is entered by hand for the lists of an event."""


def of(edition: Edition) -> Returns | None:
    """Give an edition's answers; None where nothing is sent elsewhere."""
    return cast("Returns | None", edition.module("returns"))
