"""What does an application hold, what does its licence state, and does it still hold? (3.9, 5.1, 5.4 to 5.6)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, checklist, finding
from overtrick.handbooks import applications
from overtrick.handbooks.applications import AFFILIATION, CONVERSION, EVENT, FIRST_DAY, LAST_DAY

from . import licences
from .licences import UNIONS, Licence, Licensable

if TYPE_CHECKING:
    from overtrick.engine.findings import Finding
    from overtrick.engine.working import Step
    from overtrick.handbooks.applications import Case
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.questions import Answers

_OPEN, _SCALE, _HOLIDAY = "event open to non-members", "scale", "holiday event"
#: By which answers each item of the table in 5.6 is given.
_ITEMS = {
    "date, time and venue": (FIRST_DAY, "time", "venue"),
    "expected entry, from outside too, and from where": ("expected", "from_outside"),
    "status sought": ("status_sought",),
    "tournament director": ("director",),
    "special conditions": ("special",),
    "sponsorship and its contract": ("sponsored",),
    "peripheral activities": ("activities",),
    "charity or tour details": ("charity_or_tour_details",),
}
_BODIES = {"club": "club", "region": "area", "national": "national"}


class Rules(applications.Rules):
    """The answers of the WBU."""

    def check(self, book: Book, case: Case) -> Checklist | None:
        """A licence tells what 5.6 lists; a club comes through its area (5.1)."""
        if case.kind.name == AFFILIATION:
            return _affiliation(case)
        if case.kind.name in (_SCALE, CONVERSION):
            return applications.complete(case)
        found = [*_needed(case)]
        if case.kind.name == _OPEN:
            given = applications.complete(case)
            found += given.conditions if given else ()
            return checklist("the permission", found, clause="5.6 club open")
        told = case.answers
        items = {item: _together(told, names) for item, names in _ITEMS.items()}
        found += licences.complete(book, items, charity_or_tour=bool(told.holds("charity_or_tour"))).conditions
        if told.holds("sponsored"):
            found.append(finding("the contract with the sponsor", holds=told.given("contract"), clause="5.6(f)"))
        if told.holds("congress"):
            found.append(_congress(told))
        return checklist("the application", found, clause="5.6(a)")

    def outcome(self, book: Book, case: Case, stated: Answers) -> Step | None:  # noqa: ARG002
        """A licence says which points it allows, at which status or category (5.6 grant)."""
        licence = _licence(case, stated)
        return licences.states_what_is_allowed(licence).working if licence else None

    def kept(self, book: Book, case: Case, declared: Answers) -> Checklist | None:  # noqa: ARG002
        """A licence lasts while the event keeps its format, and is held every year (5.6 retention)."""
        licence, same = _licence(case, case.stated), declared.holds("same_format")
        if licence is None:
            return None
        if same is None:
            open_ = finding("same format, and run every year", holds=None, clause="5.6 retention")
            return checklist("the licence", (open_,), clause="5.6 retention")
        now = licence.event_format if same else ""
        years = declared.number("years_without") or 0
        found = licences.still_holds(licence, now, years_without=years)
        return checklist("the licence", (found,), clause="5.6 retention")


def _affiliation(case: Case) -> Checklist:
    told = case.answers
    found = [finding("through the area", holds=case.supported, clause="5.1")]
    if told.holds("online_only"):
        contract = finding("a provider under contract with the WBU", holds=told.given("provider"), clause="5.1")
        found.append(contract)
    return checklist("affiliation", found, clause="5.1")


def _needed(case: Case) -> tuple[Finding, ...]:
    """Say that leave is needed, and whose; an event that needs none is told so."""
    if case.organiser is None:
        return ()
    whose = _BODIES.get(case.organiser.kind, "holiday company" if case.kind.name == _HOLIDAY else "other")
    online = case.kind.name == "new online green event"
    found = licences.needed(
        Licensable(
            whose,
            green=whose == "area",
            congress=bool(case.answers.holds("congress")),
            online=online,
            replaces=False,
            open_to_others=case.kind.name == _OPEN,
            charity=bool(case.answers.holds("charity_or_tour")),
        )
    )
    return (finding("{what}", holds=bool(found.value), clause=found.clause, because=(found,), what=found.says),)


def _congress(told: Answers) -> Finding:
    first, last = told.day(FIRST_DAY), told.day(LAST_DAY) or told.day(FIRST_DAY)
    days = (last - first).days + 1 if first is not None and last is not None else 0
    return licences.is_congress(days, UNIONS if told.holds("all_unions") else ())


def _licence(case: Case, stated: Answers) -> Licence | None:
    """Give the licence as the Secretary keeps it; None for what is no licence of 5.6, or was not sent yet."""
    if case.kind.name in (AFFILIATION, CONVERSION, _SCALE, _OPEN) or case.sent is None or case.organiser is None:
        return None
    return Licence(
        case.organiser.name,
        case.answers.text(EVENT),
        stated.text("points"),
        stated.text("status") or stated.text("category"),
        case.sent,
        case.answers.text("format"),
        stated.number("fee"),
    )


def _together(told: Answers, names: tuple[str, ...]) -> str:
    """Write the answers of an item as one text; empty where one of them is missing."""
    said = [told.text(each) for each in names]
    return ", ".join(said) if all(said) else ""
