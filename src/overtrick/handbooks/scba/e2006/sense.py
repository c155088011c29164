"""Do the facts of an event agree with each other? Its level against the quick guide, a congress, a championship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem, Unknown
from overtrick.engine.working import rule
from overtrick.handbooks.family import granted, majors, victory_points
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import whole

from . import guide
from . import status as statuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.edition import Book

STATUS = ("status",)
EVENT, CONGRESS = ("facts", "event"), ("facts", "congress")

#: The levels at which a congress organisation is never licensed: those of a club, and of the SCBA itself.
NOT_OF_A_CONGRESS = ("club", statuses.SCBA)


def check(book: Book, event: Event) -> Iterator[Problem]:
    """Find contradictions."""
    if victory_points.concern(event):
        yield from victory_points.check(event)
    if event.facts:
        yield from granted.check(event)
        yield from against_the_guide(book, event)
        yield from against_a_congress(event)
    if event.major_championship:
        yield from not_a_major(book, event)


@rule("3.2.6")
def not_a_major(book: Book, event: Event) -> Iterator[Problem]:
    """A major championship has 36 boards, is not restricted, and every member can win it: no league of divisions."""
    return majors.contradictions(event, whole(book, "match event"), "3.2.6")


@rule("5.1.2", "3.2.6/status")
def against_the_guide(book: Book, event: Event) -> Iterator[Problem]:
    """A named event has the level of the guide, and is a major or a minor championship as the guide says."""
    name, level = event.fact("event"), guide.cell(book, event, "status")
    if not level:
        return
    try:
        told, listed = _factor(book, event, event.status), _factor(book, event, level)
    except Unknown:  # a membership that is no number is told by the rule that reads it
        return
    if told is not None and told != listed:
        found = f"The {name} is at {level} level by the quick guide, but the status is given as {event.status}."
        remedy = "Leave the status out, or correct the event."
        yield Problem(found, remedy, STATUS, code="status-against-guide", against=EVENT)
    championship = guide.cell(book, event, "championship")
    if event.major_championship and championship in ("minor", "none"):
        what = "a minor championship" if championship == "minor" else "no championship"
        found = f"The {name} is {what} by the quick guide, but is given as a major one."
        remedy = "Leave the major championship out."
        yield Problem(found, remedy, majors.MAJOR, code="major-against-guide", against=EVENT)


def _factor(book: Book, event: Event, name: str) -> Exact | None:
    if name == statuses.SCBA:
        return statuses.pegged(book, event).value
    return levels.named(book, name).value if name in levels.names(book) else None


@rule("3.5.1(a)", "3.5.3")
def against_a_congress(event: Event) -> Iterator[Problem]:
    """A congress organisation is licensed at District level or higher; it is no club and not the SCBA."""
    if event.fact("congress") == "yes" and event.status in NOT_OF_A_CONGRESS:
        found = f"A congress organisation is licensed at District level or higher, and the status is {event.status}."
        yield Problem(
            found, "Give the level of the licence, or leave the congress out.", STATUS,
            code="status-against-congress", against=CONGRESS,
        )  # fmt: skip
