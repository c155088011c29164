"""What does an office ask a handbook about who may enter an event? An edition answers in its own ``entry`` module.

One that has none sets no limit of its own: an organiser may still set one by rank or points.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book, Edition


class EntryLimit(NamedTuple):
    """An event, or a kind of event, that not everybody may enter."""

    name: str
    clause: str


class Entering(NamedTuple):
    """A player who wants to enter, as the register has them on the day."""

    registered: bool
    overseas: bool
    units: int  #: final points of all colours
    rank: str
    on: date  #: the day that counts
    born: date | None = None


class Entry(Protocol):
    """The answers of a handbook."""

    def limits(self, book: Book) -> tuple[EntryLimit, ...]:
        """List the events that not everybody may enter."""

    def may_enter(self, book: Book, limit: str, entering: Entering) -> Checklist:
        """Say whether a player may enter one of these events, condition by condition."""


def of(edition: Edition) -> Entry | None:
    """Give an edition's answers; None where it limits no entry."""
    return cast("Entry | None", edition.module("entry"))
