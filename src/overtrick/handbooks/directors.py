"""What does an office ask a handbook about tournament directors? An edition answers in its own ``directors`` module."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book, Edition


class Level(NamedTuple):
    """A level at which a director can be accredited."""

    name: str
    by: str  #: the kind of organisation that gives it, in the register's word: region, national
    clause: str


class Directing(NamedTuple):
    """What is known of who directs an event."""

    event: str  #: one of the kinds that the handbook tells apart
    level: str | None  #: empty: not accredited; None: not known
    plays: bool | None = None
    playing_forbidden: bool = False  #: by the region, where the handbook leaves it to that


class Rules:
    """The answers of a handbook that accredits no directors."""

    def levels(self, book: Book) -> tuple[Level, ...]:  # noqa: ARG002
        """List the levels, the lowest first."""
        return ()

    def events(self, book: Book) -> tuple[str, ...]:  # noqa: ARG002
        """List the kinds of events that ask for a director of some level."""
        return ()

    def directed(self, book: Book, directing: Directing) -> Checklist | None:  # noqa: ARG002
        """Say whether an event is directed as it should be; None: the handbook does not ask."""
        return None


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module("directors")
    return _SILENT if found is None else cast("Rules", found.Rules())
