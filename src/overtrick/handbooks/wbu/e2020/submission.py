"""What does a submission use up, and who may make it? (5.1, 5.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import submission
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import entitlements, events, issuers, licences, planned_events
from .licences import Licensable
from .planned_events import AREA, CLUB, OTHER, as_planned
from .status import is_online

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Doubt, Objection, Organiser, Quota

    from .entitlements import Planned

ORGANISERS = {CLUB: "club", AREA: "area", "national": "national"}
#: What an area's local event may be besides, which no results tell: it may be the first of its kind, or not be limited.
_BESIDES = (
    "Not known: a No Fear, junior, simultaneous or invitation event, or a qualifying round, has its own entitlement"
)

#: What each organiser may run, as its pages call it.
_QUOTAS = {
    CLUB: {
        "Ladders": "club ladder",
        "Championships for pairs": "club pairs championship",
        "Championships for teams": "club teams championship",
    },
    AREA: {
        "Championships for pairs": "area pairs championship",
        "Championships for teams": "area teams championship",
        "Green events": "area green event",
        "Green events at the general meeting": "area AGM event",
        "Other events face to face": OTHER,
    },
}


#: Facts that make an event a green one.
_OF_GREEN_EVENTS = ("category", "green event", "top", "event")

_GREEN = Licensed("green event", "5.6 area green")


class Rules(submission.Rules):
    """The answers of the WBU."""

    due = DueClauses(knock_out="2.6.7", matches="4.1.4.3 places", series="4.1.6 bonus")

    licences = (
        _GREEN,
        Licensed("new online green event", "5.2.1 green b"),
        Licensed("event open to non-members", "5.6 club open", by_above=True),
        Licensed("holiday event", "5.4"),
        Licensed("event of another body", "5.5"),
        Licensed("event without a scale", "4 uncovered"),
    )

    def waits(self, book: Book, event: Event) -> Step | None:  # noqa: ARG002
        """Green points go by the boards of the whole event (4.2.1.4, 4.2.1.8)."""
        if not parts.goes_on(event) or not any(map(event.fact, _OF_GREEN_EVENTS)):
            return None
        return step("Due with the last stage: green points go by all boards", 0, NOTHING, clause="4.2.1.8")

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """See whether an organiser may still run such an event; regular club events have no limit (5.1.1)."""
        planned = as_planned(book, organiser.kind, organiser.planned, event)
        if planned is None or entitlements.allowed(book, planned.kind).value == entitlements.UNLIMITED:
            return None
        found = entitlements.may_run(book, planned, planned_events.so_far(book, organiser, organiser.run()))
        holds = found.holds
        if planned.kind == OTHER and holds is False and organiser.planned is None:
            holds = None
        besides = (finding(_BESIDES, holds=None, clause="5.2.7").working,) if holds is None else ()
        because = (*(each.working for each in found.conditions), *besides)
        clause = entitlements.allowed(book, planned.kind).clause
        return finding("{kind}", holds=holds, clause=clause, because=because, kind=planned.kind)

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[Quota]:
        """Ladders and championships of a club; championships, green events and others of an area (5.1, 5.2)."""
        if organiser.affiliated is None or organiser.kind not in _QUOTAS:
            return ()
        run, every = (planned_events.so_far(book, organiser, plans) for plans in (organiser.run(), organiser.plans()))
        return submission.with_plans(*(_quotas(book, organiser.kind, held) for held in (run, every)))

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:
        """An area's green events need a licence, except its championships; so does everything of another body (5.5)."""
        event = planned_events.with_appendix(book, event)
        whose = ORGANISERS.get(organiser.kind, "other")
        if whose == "national":
            return None
        planned = as_planned(book, organiser.kind, organiser.planned, event)
        found = licences.needed(
            Licensable(
                whose,
                planned.kind if planned else "",
                green=event.fact("points") == "green",
                online=is_online(event),
                replaces=event.fact("replaces") == "yes",
            )
        )
        if not found.value:
            return None
        return Required(licence_of(found), found)

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Objection]:
        """A club is affiliated and has no green points; events above its own level are submitted there (2.6.2, 5.1)."""
        return list(issuers.objections(book, organiser, planned_events.with_appendix(book, event)))

    def doubts(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Doubt]:
        """Enhanced status is for qualifying rounds of a higher body and for championships (5.1.4, 5.2.11)."""
        return issuers.doubts(organiser, planned_events.with_appendix(book, event))

    def objection_to_name(self, book: Book, organiser: Organiser, fact: str, name: str) -> Objection | None:
        """An event of the appendix is named by the area that it is listed for, or by the union."""
        return issuers.objection_to_name(book, organiser, name) if fact == events.NAMED else None


def licence_of(needed: Step) -> Licensed:
    """Name the licence or permission that a clause asks for; a green event's where it names no other."""
    return next((each for each in Rules.licences if each.clause == needed.clause), _GREEN)


def _quotas(book: Book, organiser: str, held: Sequence[Planned]) -> list[Quota]:
    return [
        submission.Quota(what, entitlements.allowed(book, kind), entitlements.used(kind, held))
        for what, kind in _QUOTAS[organiser].items()
    ]
