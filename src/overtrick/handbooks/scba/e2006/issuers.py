"""Whose points are these to issue, whose event is it to name, and what must be applied for? (3.1, 3.3, 3.4, 5.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contest
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.submission import (
    CLUB,
    NATIONAL,
    Decider,
    Objection,
    not_to_issue,
    not_to_name,
    statuses,
)

from . import licences
from .licences import Organisation, Proposed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

GUIDE, ABROAD = "event", "overseas event"
_SCBA = "scba"
_BETWEEN = ("champions", "few from each club")


def objections(book: Book, organiser: Organiser, event: Event) -> Iterator[Objection]:
    """Find what is for the SCBA alone: its own events, its status, non-local points, what was played abroad."""
    if organiser.kind == NATIONAL:
        return
    if event.fact(ABROAD):
        yield Objection("issued-by-another", _abroad(), Decider.OFFICE)
        return
    name = event.fact(GUIDE)
    named = objection_to_name(book, organiser, name) if name else None
    if named is not None:
        yield named
        return
    if _SCBA in statuses(event):
        yield not_to_issue(_own_status())
    if event.fact("points") == "non-local":
        yield Objection("issued-by-another", _non_local(), Decider.OFFICE)


def objection_to_name(book: Book, organiser: Organiser, name: str) -> Objection | None:
    """Say why an organiser may not name an event of the guide; None: it may, or there is no such event."""
    if name not in book.table("guide").rows or organiser.kind == NATIONAL:
        return None
    against = of_the_scba(book, name)
    return None if against is None else not_to_name(against)


@rule("5.1.2", "QG1", "3.1.2", "3.2.7(a)")
def of_the_scba(book: Book, name: str) -> Step | None:
    """A weekly game is any club's; every other event of the guide is the SCBA's own."""
    table = book.table("guide")
    listed = table.text(name, "listed")
    if not listed and table.text(name, "status") == CLUB:
        return None
    clause = listed or table.text(name, "clause")
    return step("{name} is an event of the SCBA, which submits it", 0, NOTHING, clause=clause, name=name)


@rule("3.1.5")
def _own_status() -> Step:
    return step("The status of the SCBA is for its own events", 0, NOTHING)


@rule("5.1.1")
def _non_local() -> Step:
    return step("Non-local points are for the SCBA to give", 0, NOTHING)


@rule("5.1.3")
def _abroad() -> Step:
    return step("Points for an event abroad are for the SCBA to grant", 0, NOTHING)


def application(organiser: Organiser, event: Event) -> Step | None:
    """Say for what an organiser has to apply, as far as the results tell; the SCBA applies for nothing."""
    if organiser.kind == NATIONAL or event.fact(GUIDE) or event.fact(ABROAD):
        return None
    club = organiser.kind == CLUB and event.fact("congress") != "yes"
    whose = Organisation(CLUB if club else "congress", affiliated=organiser.member is not False)
    above = any(each not in ("", CLUB, _SCBA) for each in statuses(event))
    league = above and event.stages[0].contest is Contest.LEAGUE
    proposed = Proposed(
        within_entitlement=not above,
        between_organisations=event.fact("entry") in _BETWEEN,
        between_clubs_league=league,
    )
    found = licences.needed(whose, proposed)
    return found if found.value else None
