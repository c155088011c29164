"""How does an event become awards? By its colour of points: local by the rules of the family, blue, green."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.working import rule
from overtrick.handbooks.family import assess as family
from overtrick.handbooks.family import victory_points
from overtrick.handbooks.family.credit import LOCAL, Credits

from .scale_selection import Route

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.engine.scales import ListScales
    from overtrick.handbooks.edition import Book


BLUE = "blue"
EBU = "EBU"


def scales(book: Book, event: Event) -> ListScales | None:
    """Give what the lists of a plain event are paid, whoever sat there; None where an event needs the long way."""
    return None if event.facts or event.organiser.upper() == EBU else family.scales(book, event, Route)


def assess(book: Book, event: Event) -> Assessment:
    """Work out every award of an event, and why everybody else has none; of local points unless it says otherwise."""
    return victory_points.assessed(book, event, partial(_assess, book)) if event.facts else _assess(book, event)


def _assess(book: Book, event: Event) -> Assessment:
    if (event.facts or event.organiser) and (points := colour(event)) != LOCAL:
        return _other_points(book, event, points)
    return assess_locally(book, event)


@rule("2.4.2(a)", "2.4.3", "3.3.1", "5.1.1")
def colour(event: Event) -> str:
    """Points are local unless the event is of another colour; one of the EBU itself that does not say is blue."""
    return event.fact("points") or (BLUE if event.organiser.upper() == EBU else LOCAL)


def _other_points(book: Book, event: Event, points: str) -> Assessment:
    # Loaded here: most events are of local points, and need not wait for these.
    from . import blue, green_assess  # noqa: PLC0415

    if points == BLUE:
        return blue.assess(book, event, assess_locally)
    if points == green_assess.GREEN:
        return green_assess.assess(book, event)
    office = Credits(book, event)
    found = f"There are no {points!r} points."
    office.problems.append(
        Problem(found, "Write local, blue or green for the fact 'points'.", ("facts",), code="fact-unknown")
    )
    return office.result()


def assess_locally(book: Book, event: Event) -> Assessment:
    """Work out every local-point award of an event, and why everybody else has none."""
    return family.assess_locally(book, event, Route)
