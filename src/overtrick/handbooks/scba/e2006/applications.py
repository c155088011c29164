"""What does an application hold, and which status does it get? (2.11.1, 3.1 to 3.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, checklist, finding
from overtrick.handbooks import applications
from overtrick.handbooks.applications import AFFILIATION, FIRST_DAY
from overtrick.handbooks.family import status as levels

from . import licences, status
from .licences import Organisation, Proposed

if TYPE_CHECKING:
    from overtrick.engine.working import Step
    from overtrick.handbooks.applications import Case
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.questions import Answers
    from overtrick.handbooks.submission import Organiser

_BEYOND, _BETWEEN = "event beyond the entitlement", "event between organisations"
_LEAGUE, _OTHER = "league between clubs", "event of another body"
_SPECIAL = (_BEYOND, _BETWEEN, _LEAGUE, _OTHER)
#: By which answers each item of the table in 3.4.2 is given.
_ITEMS = {
    "date, time and venue": (FIRST_DAY, "time", "venue"),
    "expected entry, from abroad too": ("tables", "from_abroad"),
    "status sought": ("status_sought",),
    "tournament director": ("director",),
    "special conditions": ("special",),
    "sponsorship and its contract": ("sponsored",),
    "peripheral activities": ("activities",),
    "promotional material": ("promotion",),
    "charity or tour details": ("charity_or_tour_details",),
}
_BEST = ("best_1", "best_2", "best_3", "best_4")


class Rules(applications.Rules):
    """The answers of the SCBA."""

    def check(self, book: Book, case: Case) -> Checklist | None:
        """A special event tells what 3.4.2 lists; a corporate member pays its subscription (3.1.2)."""
        told = case.answers
        if case.kind.name == AFFILIATION:
            paid = finding("the subscription of the year is paid", holds=told.holds("subscription"), clause="3.1.2")
            return checklist("corporate membership", (paid,), clause="3.1.2")
        if case.kind.name not in _SPECIAL:
            return applications.complete(case)
        items = {item: _together(told, names) for item, names in _ITEMS.items()}
        found = [*licences.complete(book, items, charity_or_tour=bool(told.holds("charity_or_tour"))).conditions]
        if case.organiser is not None:
            needed = licences.needed(organisation_of(case.organiser), proposed(case.kind.name))
            holds, because = bool(needed.value), (needed,)
            found.insert(0, finding("{what}", holds=holds, clause=needed.clause, because=because, what=needed.says))
        if told.holds("sponsored"):
            found.append(finding("the contract with the sponsor", holds=told.given("contract"), clause="3.4.2"))
        if told.holds("major"):
            found += _major(told).conditions
        return checklist("the application", found, clause="3.4.2")

    def outcome(self, book: Book, case: Case, stated: Answers) -> Step | None:
        """A special event is at District or County, a major congress at Regional; another level may be granted."""
        if case.kind.name not in _SPECIAL or case.organiser is None:
            return None
        told, named = case.answers, stated.text("status")
        usual = _usual(book, case, stated)
        if named and levels.named(book, named).value != usual.value:
            granted = status.of_special_event(book, from_abroad=bool(told.holds("from_abroad")), granted=named)
            usual = granted._replace(because=(usual,))
        sessions, tables = told.number("sessions") or 0, told.number("tables") or 0
        fee = licences.fee_rests_on(sessions=sessions, tables=tables, status=levels.label(book, usual))
        return usual._replace(because=(*usual.because, fee))


def organisation_of(organiser: Organiser) -> Organisation:
    """Tell who runs an event in the words of chapter 3."""
    kind = {"club": "club", "national": "scba"}.get(organiser.kind, "congress")
    return Organisation(kind, affiliated=organiser.affiliated is not None)


def proposed(kind: str) -> Proposed:
    """Tell why an event needs an application, by its kind."""
    return Proposed(
        within_entitlement=kind != _BEYOND, between_organisations=kind == _BETWEEN, between_clubs_league=kind == _LEAGUE
    )


def _usual(book: Book, case: Case, stated: Answers) -> Step:
    told = case.answers
    if case.kind.name == _LEAGUE and case.organiser is not None:
        own = organisation_of(case.organiser)._replace(district=True)
        return licences.level_of(book, own, league=True)
    major = _major(told)
    congress = bool(told.holds("major")) and (major.holds is True or bool(stated.holds("bridged")))
    found = status.of_special_event(book, from_abroad=bool(told.holds("from_abroad")), major_congress=congress)
    if told.holds("major"):
        found = found._replace(because=(*found.because, major.working))
    return status.beside(book, found) if told.holds("side") else found


def _major(told: Answers) -> Checklist:
    best = tuple(each for each in map(told.number, _BEST) if each is not None)
    return licences.is_major_congress(told.number("sessions") or 0, best, from_abroad=bool(told.holds("from_abroad")))


def _together(told: Answers, names: tuple[str, ...]) -> str:
    said = [told.text(each) for each in names]
    return ", ".join(said) if all(said) else ""
