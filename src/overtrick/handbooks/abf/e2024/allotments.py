"""How many red sessions and interclub events has a club or State in a year, and by which facts? (2.6, 2.7, 6.2.1)"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine.days import Period
from overtrick.engine.numbers import ratio
from overtrick.engine.working import step
from overtrick.handbooks import allotments, questions
from overtrick.handbooks.allotments import AllotmentKind

from . import quotas
from .club_events import fundraiser
from .written import SESSIONS

if TYPE_CHECKING:
    from overtrick.engine.findings import Use
    from overtrick.engine.working import Step
    from overtrick.handbooks.allotments import AllotmentFacts
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.handbooks.questions import Question

RED_SESSIONS = "red sessions"
INTERCLUB = "interclub events"
STATE_SESSIONS = "State red sessions"
KINDS = (
    AllotmentKind(RED_SESSIONS, "Red sessions", "club", "2.6/3", counts="green"),
    AllotmentKind(INTERCLUB, "Interclub events", "club", "2.7/1"),
    AllotmentKind(STATE_SESSIONS, "Special State sessions", "region", "6.2.1/2", members=True),
)
_FILE = "allotments"
_HUNDREDTHS = 100


@lru_cache
def _asked(edition: Edition, by: str) -> tuple[Question, ...]:
    return questions.checked(f"{_FILE}.toml", edition.data(_FILE)[by])


def club_of(facts: AllotmentFacts, year: int) -> quotas.Club:
    """Put what is kept of a club into the words of 2.6."""
    told = facts.told
    kilometres, applied = told.number("kilometres"), told.day("remote since")
    return quotas.Club(
        facts.name,
        facts.affiliated or date.max,
        told.number("scheduled sessions") or 0,
        facts.issued,
        None if kilometres is None else ratio(kilometres, _HUNDREDTHS),
        # A club applies each year: the day of an earlier year does not count again.
        applied is not None and quotas.cut_off(year - 1) < applied <= quotas.cut_off(year),
        told.number("founded"),
        told.number("bridge day sessions") or 0,
    )


class Rules(allotments.Rules):
    """The answers of the ABF."""

    def kinds(self, book: Book) -> tuple[AllotmentKind, ...]:  # noqa: ARG002
        """Red sessions and interclub events of clubs, special sessions of States."""
        return KINDS

    def directory(self, book: Book) -> tuple[Question, ...]:
        """Sessions, distance, founding year."""
        return _asked(book.edition, "directory")

    def granted(self, book: Book) -> tuple[Question, ...]:
        """A Bridge Day (2.6/6), and interclub events of a remote club (2.7/1)."""
        return _asked(book.edition, "granted")

    def counted(self, book: Book, year: int) -> Period | None:  # noqa: ARG002
        """Twelve months to 30 September before the year (2.6/4)."""
        last = quotas.cut_off(year)
        return Period(last.replace(year=last.year - 1) + timedelta(days=1), last)

    def allotted(self, book: Book, kind: str, facts: AllotmentFacts, year: int) -> Step | None:
        """What a club or a State may run in the year."""
        if kind == STATE_SESSIONS:
            return quotas.b4s(book, facts.members)
        if facts.affiliated is None:
            return step("Never affiliated", 0, SESSIONS, clause="2.6/3")
        club = club_of(facts, year)
        if kind == INTERCLUB:
            return quotas.b5i(book, club, permitted=facts.told.holds("more interclub events") is True)
        return quotas.b4c(book, club, year)

    def of_unused(self, book: Book, unused: int, wanted: int) -> Use | None:  # noqa: ARG002
        """What clubs did not use may go to fundraising events that the State approves (2.6 note/4)."""
        return fundraiser(unused, wanted, approved=True)
