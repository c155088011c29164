"""Which awards of an event that is not over are not due yet? Their points are pending: shown, and not in the book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from overtrick.engine.event import Event
from overtrick.engine.working import Step
from overtrick.handbooks import submission as rules
from overtrick.handbooks.edition import Book


class ContestantAward(Protocol):
    """An award of a contestant, just worked out or as it is kept."""

    @property
    def contestant(self) -> str:
        """Whose it is."""


def not_due(book: Book, event: Event, awards: Iterable[ContestantAward]) -> dict[int, Step]:
    """Say of awards, counted from 0, why they are not due yet; those that are due are left out."""
    if not event.still_in:
        return {}
    answers = rules.of(book.edition)
    why: dict[str, Step | None] = {}
    found: dict[int, Step] = {}
    for at, award in enumerate(awards):
        if award.contestant not in why:
            why[award.contestant] = answers.pending(book, event, award.contestant)
        reason = why[award.contestant]
        if reason is not None:
            found[at] = reason
    return found
