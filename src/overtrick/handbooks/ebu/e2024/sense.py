"""Do the facts of an event agree with each other? What contradicts the handbook's own words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.working import rule
from overtrick.handbooks.family import granted, majors, victory_points

from .assess import BLUE, EBU
from .scale_selection import SIDE_EVENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

POINTS = "points"
GREEN = "green"

#: Who has no green points of their own.
BELOW_A_COUNTY = ("club", "district")
#: Facts that belong to events of one colour.
COLOUR_OF = {"green event": GREEN, "blue event": BLUE}


def check(book: Book, event: Event) -> Iterator[Problem]:
    """Find contradictions, and facts that are missing beside others."""
    if victory_points.concern(event):
        yield from victory_points.check(event)
    if event.facts:
        yield from granted.check(event)
        yield from colour_of_points(event)
        yield from green_below_a_county(event)
    if event.major_championship:
        yield from not_a_major(book, event)
        yield from beside_a_licensed_event(event)


@rule("1.2.4", "1.2.4 p2")
def not_a_major(book: Book, event: Event) -> Iterator[Problem]:
    """A major championship has 36 boards, is not restricted, and every member can win it: no league of divisions."""
    least = book.table("quotas").whole("boards of a major championship at least", "figure")
    return majors.contradictions(event, least, "1.2.4")


@rule("1.6.2")
def beside_a_licensed_event(event: Event) -> Iterator[Problem]:
    """A side event is one level lower than the event it is beside: it is not a major championship."""
    if event.fact(SIDE_EVENT) == "yes":
        found = "The event is given as a major championship and as a side event of another."
        against = ("facts", SIDE_EVENT)
        yield Problem(found, "Leave one of the two out.", majors.MAJOR, code="major-side-event", against=against)


@rule("5.1.1", "6.4.1(b)", "5.1.2")
def colour_of_points(event: Event) -> Iterator[Problem]:
    """An event of chapter 5 or 6 gives the points of that chapter; which it gives is asked where it is not told."""
    told = event.fact(POINTS) or (BLUE if event.organiser.upper() == EBU else "")
    for fact, colour in COLOUR_OF.items():
        kind = event.fact(fact)
        if not kind or told == colour:
            continue
        if told and event.fact(POINTS):
            found = f"The event is given as a {fact}, {kind!r}, but with {told} points."
            remedy = f"Write 'points: {colour}', or leave the {fact} out."
            yield Problem(found, remedy, ("facts", POINTS), code="points-against-event", against=("facts", fact))
            continue
        yield Problem(
            f"Which points does the event give? It is given as a {fact}, {kind!r}.",
            f"Add 'points: {colour}' to the facts, or leave the {fact} out.",
            ("facts", POINTS),
            code="points-missing",
            against=("facts", fact),
            asks=True,
            choices=("local", BLUE, GREEN),
        )


@rule("6.1.1", "6.1.4")
def green_below_a_county(event: Event) -> Iterator[Problem]:
    """Green points are for events of a county and of the EBU: one of a club or a district has none."""
    if event.fact(POINTS) == GREEN and event.status in BELOW_A_COUNTY:
        found = f"Green points are for events of a county or the EBU (6.1), and the status is {event.status}."
        remedy = "Give the status of the licence, county or higher; or correct the points."
        yield Problem(found, remedy, ("status",), code="green-below-county", against=("facts", POINTS))
