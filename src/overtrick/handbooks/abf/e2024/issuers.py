"""Whose points are these to issue, and whose event is it to name? (1.6, 2.5, 5.4.1, 7.5.1, 7.5.7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.submission import NATIONAL, REGION, Decider, Objection, not_to_name

from . import national_events, offices
from .terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

    from .national_events import NationalEvent

NAMED = "event"
#: How the rounds of the Grand National Open Teams are paid that States and clubs run.
_QUALIFYING = "7.5.7"
_FOR_ALL_STATES = "all States"


def objections(book: Book, organiser: Organiser, event: Event, *, authorised: bool) -> Iterator[Objection]:
    """Find grades that another office issues; ``authorised``: red points are authorised, or that is asked by itself."""
    if organiser.kind == NATIONAL:
        return
    try:
        terms = Terms(book, event)
        national = terms.listed
        grades = list(dict.fromkeys(terms.grade(stage).name for stage in event.stages))
    except Unknown:
        return  # it is told when the event is assessed
    if national is not None:
        named = objection_to_name(book, organiser, national.name)
        if named is not None:
            yield named
        return
    office = offices.STATE_SECRETARY if organiser.kind == REGION else offices.CLUB_SECRETARY
    for grade in grades:
        issuer = offices.issuer(book, grade)
        nominated = authorised and issuer.delegate == offices.NOMINEE
        found = offices.may_issue(book, offices.NOMINEE if nominated else office, grade)
        if not found.holds and not _is_below(organiser, issuer.office):
            yield Objection("issued-by-another", issuer.working, _decider(issuer.office))


def _is_below(organiser: Organiser, office: str) -> bool:
    """A State also plays at the grades of its clubs."""
    return organiser.kind == REGION and office == offices.CLUB_SECRETARY


def _decider(office: str) -> Decider:
    return Decider.ABOVE if office == offices.STATE_SECRETARY else Decider.OFFICE


def listed(book: Book, event: Event) -> NationalEvent | None:
    """Give the National event that an event is; None: none, or it is told when the event is assessed."""
    try:
        return Terms(book, event).listed
    except Unknown:
        return None


def objection_to_name(book: Book, organiser: Organiser, name: str) -> Objection | None:
    """Say why an organiser may not name a national event; None: it may, or there is no such event.

    A club plays qualifying rounds of the Grand National Open Teams, which its State issues; a State may host one of the
    others, which the Goldpoint Coordinator authorises.
    """
    if organiser.kind == NATIONAL:
        return None
    try:
        national = national_events.event(book, name)
    except national_events.NoSuchEvent:
        return None
    if is_gnot_qualifying(national):
        office = offices.STATE_SECRETARY if organiser.kind == REGION else offices.CLUB_SECRETARY
        found = offices.may_issue(book, office, national.grade, gnot_qualifying=True)
        return None if found.holds else Objection("issued-by-another", found.working.because[0], Decider.ABOVE)
    against = authorised_by_the_coordinator(national)
    hosts = organiser.kind == REGION
    return Objection("named-for-another", against, Decider.OFFICE) if hosts else not_to_name(against)


@rule("2.5", "7.5.7/2")
def is_gnot_qualifying(national: NationalEvent) -> bool:
    """Clubs and States run the qualifying rounds of the Grand National Open Teams."""
    return national.paid_by == _QUALIFYING and national.place == _FOR_ALL_STATES


@rule("7.5.1/2")
def authorised_by_the_coordinator(national: NationalEvent) -> Step:
    """Gold points of National events are authorised by the Goldpoint Coordinator."""
    sentence = "{name} is a National event: the {office} authorises its points"
    office = offices.GOLDPOINT_COORDINATOR
    return step(sentence, 0, NOTHING, (national.working,), "7.5.1/2", name=national.name, office=office)
