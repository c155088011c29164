"""What does a submission cost, and what does it use up? (2.6.6, 5.1, 5.2)"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.event import Contest, Play
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import rule
from overtrick.handbooks import submission
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import entitlements, events, licences, members
from .entitlements import Planned
from .licences import Licensable
from .status import is_online

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser, Quota

CLUB, AREA = "club", "region"
_ORGANISERS = {CLUB: "club", AREA: "area", "national": "national"}
_OTHER = "area other event"
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
        "Other events face to face": _OTHER,
    },
}


_GREEN, _ONLINE = Licensed("green event", "5.6 area green"), Licensed("new online green event", "5.2.1 green b")
_OTHER_BODY = Licensed("event of another body", "5.5")
_SCALE = Licensed("event without a scale", "4 uncovered")


class Rules(submission.Rules):
    """The answers of the WBU; the rates themselves are not in the handbook."""

    due = DueClauses(knock_out="2.6.7", matches="4.1.4.3 places", series="4.1.6 bonus")

    licences = (
        _GREEN,
        _ONLINE,
        Licensed("event open to non-members", "5.6 club open", by_above=True),
        Licensed("holiday event", "5.4"),
        _OTHER_BODY,
        _SCALE,
    )

    def fee(self, book: Book, event: Event, units: Mapping[str, int]) -> Step | None:  # noqa: ARG002
        """Clubs and areas are charged as they submit, licensed national events with their licence (2.6.6)."""
        return members.charged_with(national_with_licence=event.status == "national")

    def fee_of_points(self, book: Book) -> Step | None:  # noqa: ARG002
        """Awards are charged when they are submitted (2.6.6 p1)."""
        return members.charged_with(national_with_licence=False)

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """See whether an organiser may still run such an event; regular club events have no limit (5.1.1)."""
        planned = planned_as(book, organiser.kind, event)
        if planned is None or entitlements.allowed(book, planned.kind).value == entitlements.UNLIMITED:
            return None
        found = entitlements.may_run(book, planned, _so_far(book, organiser))
        holds = found.holds
        if planned.kind == _OTHER and holds is False:
            holds = None
        besides = (finding(_BESIDES, holds=None, clause="5.2.7").working,) if holds is None else ()
        because = (*(each.working for each in found.conditions), *besides)
        clause = entitlements.allowed(book, planned.kind).clause
        return finding("{kind}", holds=holds, clause=clause, because=because, kind=planned.kind)

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[Quota]:
        """Ladders and championships of a club; championships, green events and others of an area (5.1, 5.2)."""
        if organiser.affiliated is None or organiser.kind not in _QUOTAS:
            return ()
        held = _so_far(book, organiser)
        return [
            submission.Quota(what, entitlements.allowed(book, kind), entitlements.used(kind, held))
            for what, kind in _QUOTAS[organiser.kind].items()
        ]

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:
        """An area's green events need a licence, except its championships; so does everything of another body (5.5)."""
        event = _with_appendix(book, event)
        whose = _ORGANISERS.get(organiser.kind, "other")
        if whose == "national":
            return None
        planned = planned_as(book, organiser.kind, event)
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
        what = _OTHER_BODY if whose == "other" else _ONLINE if found.clause == _ONLINE.clause else _GREEN
        return Required(what, found)


def _so_far(book: Book, organiser: Organiser) -> list[Planned]:
    planned = (planned_as(book, organiser.kind, each) for each in organiser.so_far())
    return [each for each in planned if each is not None]


@rule("5.1.1", "5.1.2", "5.1.3", "5.2.2", "5.2.3", "5.2.5", "5.2.6.1", "5.2.6.2")
def planned_as(book: Book, organiser: str, event: Event) -> Planned | None:
    """Tell an event in the words of chapter 5; None where the chapter sets the organiser no limits."""
    event = _with_appendix(book, event)
    if organiser == CLUB:
        kind = _of_a_club(event)
    elif organiser != AREA:
        return None
    elif event.fact("points") == "green":
        kind = _green_of_an_area(event)
    else:
        kind = "area online event" if is_online(event) else _OTHER
    series = submission.same_name(event.fact("part of"))
    return Planned(kind, event.begins, boards=_boards(book, event, kind), series=series)


def _with_appendix(book: Book, event: Event) -> Event:
    """Fill in what the appendix says; an event that it does not have is told when it is paid."""
    with suppress(Unknown, Refused):
        return events.with_appendix(book, event)
    return event


def _boards(book: Book, event: Event, kind: str) -> int:
    """Add up the boards; a series tells none, and its games have enough."""
    if event.stages[0].series is not None:
        return book.table("entitlements").whole(kind, "boards")
    return sum(each.schedule.boards for each in event.stages)


def _of_a_club(event: Event) -> str:
    if event.stages[0].contest is Contest.LADDER:
        return "club ladder"
    if event.major_championship:
        return f"club {_play(event)} championship"
    return "club regular event"


def _green_of_an_area(event: Event) -> str:
    if event.major_championship:
        return f"area {_play(event)} championship"
    return "area AGM event" if event.fact("category") == "C" else "area green event"


def _play(event: Event) -> str:
    return "teams" if event.stages[0].play is Play.TEAMS else "pairs"
