"""When do the points of an event fall due that is played over a season? Points that are not due yet are pending.

A handbook says when results are to be sent, and which awards there are only at the end. Where it is silent about a
contestant who is out of a knock-out, the edition leaves that open as a setting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from overtrick.engine import parts
from overtrick.engine.event import Contest
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import NOTHING, step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

#: The setting of an edition that leaves open when whoever is out of a knock-out gets the points, and its answers.
SETTING = "knock_out_points_due"
WHEN_OUT, AT_THE_END = "when out", "at the end"

KNOCK_OUTS = (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)
SERIES = (Contest.LADDER, Contest.AGGREGATE)


class DueClauses(NamedTuple):
    """Where a handbook says when points fall due."""

    knock_out: str = ""
    matches: str = ""  #: of a league, and of anything else that has a final ranking
    series: str = ""  #: of a ladder or an aggregate


class ContestantAward(Protocol):
    """An award of a contestant, just worked out or as it is kept."""

    @property
    def contestant(self) -> str:
        """Whose it is."""

    @property
    def stage(self) -> str:
        """For which stage, as it is labelled; empty: the event has one."""


def not_due(book: Book, event: Event, awards: Iterable[ContestantAward]) -> dict[int, Step]:
    """Say of awards, counted from 0, why they are not due yet; those that are due are left out."""
    if not event.still_in and not parts.goes_on(event):
        return {}
    from overtrick.handbooks import submission  # noqa: PLC0415 - most events are over

    answers = submission.of(book.edition)
    why: dict[tuple[str, str], Step | None] = {}
    found: dict[int, Step] = {}
    for at, award in enumerate(awards):
        key = award.contestant, award.stage
        if key not in why:
            why[key] = answers.pending(book, event, *key)
        reason = why[key]
        if reason is not None:
            found[at] = reason
    return found


def pending(book: Book, clauses: DueClauses, event: Event, contestant: str, stage: str) -> Step | None:
    """Say why the points of a contestant for a stage are not due yet; None: they are.

    While somebody plays on in the last stage, what was won in the stages before it is settled.
    """
    if not event.still_in or stage != parts.label(event, event.stages[-1]):
        return None
    contest = event.stages[-1].contest
    if contest in SERIES:
        return step("Due when the series is over: its awards are for the final list", 0, NOTHING, clause=clauses.series)
    if contest not in KNOCK_OUTS:
        said = "Due when the event is over: the final ranking decides part of the award"
        return step(said, 0, NOTHING, clause=clauses.matches)
    if _when(book) == AT_THE_END:
        return step("Due when the event is over", 0, NOTHING, clause=clauses.knock_out)
    if contestant in event.still_in:
        said = "Due when {contestant} is out, or the event is over"
        return step(said, 0, NOTHING, clause=clauses.knock_out, contestant=contestant)
    return None


def _when(book: Book) -> str:
    return book.setting(SETTING) if SETTING in book.edition.settings else AT_THE_END
