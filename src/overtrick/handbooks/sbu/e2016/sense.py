"""Do the facts of an event agree with each other? Its championship, and its movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Movement
from overtrick.engine.working import rule
from overtrick.handbooks.family import granted, majors

from . import championships

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

CHAMPIONSHIP, MOVEMENT = ("facts", "championship"), ("facts", "movement")

#: The movements of table 1 by what every event calls them.
KIND_OF = {
    "Howell": Movement.HOWELL,
    "Mitchell with arrow switch": Movement.ARROW_SWITCHED,
    "Mitchell": Movement.MITCHELL,
    "Mitchell with skip": Movement.MITCHELL,
    "Mitchell with share and relay": Movement.MITCHELL,
}


def check(_book: Book, event: Event) -> Iterator[Problem]:
    """Find contradictions."""
    if event.major_championship:
        yield from which_championship(event)
    if event.facts:
        yield from granted.check(event)
        yield from which_movement(event)


@rule("ch2.major", "ch2.minor")
def which_championship(event: Event) -> Iterator[Problem]:
    """An event is the Annual Major or the Annual Minor Championship of its club, or neither, and never both."""
    told = event.fact("championship")
    if told and told != championships.MAJOR:
        found = f"The event is given as a major championship and as championship: {told}."
        remedy = "Leave one of the two out."
        yield Problem(found, remedy, majors.MAJOR, code="major-against-championship", against=CHAMPIONSHIP)


@rule("table1")
def which_movement(event: Event) -> Iterator[Problem]:
    """The movement of table 1 is one of the kind that the stage tells."""
    kind = KIND_OF.get(event.fact("movement"))
    for index, stage in enumerate(event.stages):
        if kind is not None and stage.movement is not None and stage.movement is not kind:
            found = f"The movement is given as {event.fact('movement')}, but for the stage as {stage.movement}."
            yield Problem(
                found, "Correct one of the two.", ("stages", index, "movement"), code="two-movements", against=MOVEMENT
            )
