"""What is an organisation allotted for a year, and by what? An edition answers in its own ``allotments`` module.

An allotment is worked out once, before the year: from what the organisation told for the directory, from its points of
a period before, from the members on a day. What the region above grants beside that is among the facts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from datetime import date

    from overtrick.engine.days import Period
    from overtrick.engine.findings import Use
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.handbooks.questions import Answers, Question


class AllotmentKind(NamedTuple):
    """Something that is allotted for a year."""

    name: str  #: under which it is kept
    title: str
    to: str  #: the kind of organisation that has it, in the register's word: club, region
    clause: str
    counts: str = ""  #: the colour whose points issued in the period before decide; empty: none does
    members: bool = False  #: the members on the last day of that period decide


class AllotmentFacts(NamedTuple):
    """What decides an allotment."""

    name: str  #: of the organisation
    affiliated: date | None  #: first day of affiliation
    told: Answers  #: for the directory of that year, and by the region above
    issued: int = 0  #: units of the counted colour
    members: int = 0


class Rules:
    """The answers of a handbook that allots nothing."""

    def kinds(self, book: Book) -> tuple[AllotmentKind, ...]:  # noqa: ARG002
        """List what is allotted."""
        return ()

    def directory(self, book: Book) -> tuple[Question, ...]:  # noqa: ARG002
        """List what a club tells for a year."""
        return ()

    def granted(self, book: Book) -> tuple[Question, ...]:  # noqa: ARG002
        """List what the region above says of a club for a year."""
        return ()

    def counted(self, book: Book, year: int) -> Period | None:  # noqa: ARG002
        """Give the days whose points count for a year; with the last of them the facts are settled."""
        return None

    def allotted(self, book: Book, kind: str, facts: AllotmentFacts, year: int) -> Step | None:  # noqa: ARG002
        """Work out what an organisation is allotted."""
        return None

    def of_unused(self, book: Book, unused: int, wanted: int) -> Use | None:  # noqa: ARG002
        """Say whether so many of those unused in the year before may go to an approved event; None: never."""
        return None


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module("allotments")
    return _SILENT if found is None else cast("Rules", found.Rules())
