"""Whose points are these to issue, and whose event is it to name? (2.6.2, 4.2.1, 5.1, Appendix 1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.submission import (
    CLUB,
    NATIONAL,
    REGION,
    Decider,
    Doubt,
    Objection,
    not_affiliated,
    not_to_issue,
    not_to_name,
    same_name,
    statuses,
)

from . import events, members
from .licences import Licensable, needed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

_UNION = "WBU"
#: The statuses of each organiser: Club* and Area* are enhanced ones of its own (3.1.2).
_OWN = {CLUB: ("", "club", "club*"), REGION: ("", "club", "club*", "area", "area*")}
#: Categories of national events, and of those that the union raises to it.
_OF_THE_UNION = ("A*", "A", "special")


def objections(book: Book, organiser: Organiser, event: Event) -> Iterator[Objection]:
    """Find what is not for this organiser: ``event`` has what the appendix says of it."""
    if organiser.kind == NATIONAL:
        return
    if organiser.kind == CLUB:
        yield from not_affiliated(organiser, is_affiliated(organiser))
    name = event.fact(events.NAMED)
    named = objection_to_name(book, organiser, name) if name else None
    if named is not None:
        yield named
        return
    green = event.fact("points") == "green"
    if green and organiser.kind == CLUB:
        yield not_to_issue(needed(Licensable(CLUB, green=True)))
        return
    if name:
        return
    if green and event.fact("category") in _OF_THE_UNION:
        yield Objection("issued-by-another", _category(event.fact("category")), Decider.OFFICE)
    for status in statuses(event):
        if status not in _OWN.get(organiser.kind, (status,)):
            above = organiser.kind == CLUB and status != NATIONAL
            submitted = members.submitted_by(status.rstrip("*"))
            yield Objection("issued-by-another", submitted, Decider.ABOVE if above else Decider.OFFICE)


#: Enhanced statuses, each with the clause that says for what.
_ENHANCED = {"club*": "5.1.4", "area*": "5.2.11"}


def doubts(organiser: Organiser, event: Event) -> list[Doubt]:
    """A club's or area's enhanced status is for qualifying rounds; its championship and the appendix have it too."""
    if organiser.kind == NATIONAL or event.major_championship or event.fact(events.NAMED):
        return []
    return [Doubt("status-enhanced", _enhanced(each)) for each in statuses(event) if each in _ENHANCED]


@rule("5.1.4", "5.2.11")
def _enhanced(status: str) -> Step:
    """Qualifying rounds for an event of a higher body have enhanced status."""
    sentence = "{status} status is for qualifying rounds of a higher body"
    return step(sentence, 0, NOTHING, clause=_ENHANCED[status], status=status.capitalize())


def objection_to_name(book: Book, organiser: Organiser, name: str) -> Objection | None:
    """Say why an organiser may not name an event of the appendix; None: it may, or there is no such event."""
    if name not in book.table("appendix_1").rows or organiser.kind == NATIONAL:
        return None
    against = of_another(book, organiser.name if organiser.kind == REGION else "", name)
    if against is None:
        return None
    # An area may be called otherwise than in the appendix; the office knows it.
    area = book.table("appendix_1").text(name, "organiser") != _UNION and organiser.kind == REGION
    return Objection("named-for-another", against, Decider.OFFICE) if area else not_to_name(against)


@rule("App1 A1.1", "App1 A2.1", "App1 A3.1", "App1 A4.1", "App1 A5.1")
def of_another(book: Book, area: str, name: str) -> Step | None:
    """An event of the appendix is named by the area that it is listed for, or by the union."""
    table = book.table("appendix_1")
    body = table.text(name, "organiser")
    if body != _UNION and same_name(body) in same_name(area):
        return None
    sentence = "{name} is an event of {body}, which submits it"
    return step(sentence, 0, NOTHING, clause=table.text(name, "clause"), name=name, body=body)


@rule("5.1")
def is_affiliated(organiser: Organiser) -> Finding:
    """A club is affiliated through its area."""
    return finding("{name} is an affiliated club", holds=organiser.member, clause="5.1", name=organiser.name)


@rule("4.2.1.1 A", "4.2.1.1 A*", "4.2.1.1 special")
def _category(category: str) -> Step:
    """Categories above B are for events of the union, and for those of an area that it has raised."""
    sentence = "Category {category} is for events of the union, and for those that it has raised"
    return step(sentence, 0, NOTHING, clause=f"4.2.1.1 {category}", category=category)
