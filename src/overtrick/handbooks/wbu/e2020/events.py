"""Which event of the appendix is it? Its points, category and status, as the handbook lists them (Appendix 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family.green_stages import FACT
from overtrick.handbooks.family.shared import listed

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

NAMED = "event"
NOTHING = "none"


@rule("3.9.3", "5.3 default")
def with_appendix(book: Book, event: Event) -> Event:
    """Fill in what the appendix says of a named event; what the event tells itself stands."""
    name, table = listed(book, "appendix_1", event, NAMED, "The appendix has no event"), book.table("appendix_1")
    if not name:
        return event
    if table.text(name, "points") == NOTHING:
        raise Refused(no_points(table.text(name, "clause"), name))
    known = dict(event.facts)
    for fact, column in (("points", "points"), ("category", "category"), (FACT, "kind")):
        cell = table.text(name, column)
        if cell and fact not in known:
            known[fact] = cell
    return event._replace(facts=tuple(known.items()), status=event.status or table.text(name, "status"))


def no_points(clause: str, name: str) -> Step:
    """Say that an event of the appendix has no points for now."""
    return step("{name}: currently no master points are awarded", 0, clause=clause, name=name)
