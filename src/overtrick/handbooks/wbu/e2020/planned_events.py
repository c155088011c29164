"""What is an event to the entitlements of its organiser, as it is planned or as its results tell? (5)"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.event import Contest, Play
from overtrick.engine.working import rule
from overtrick.handbooks import submission

from . import events
from .entitlements import GREEN_EVENT, LADDER, Planned
from .status import is_online

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks import programme
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

CLUB, AREA = "club", "region"
OTHER = "area other event"
#: Kinds of the programme that chapter 5 sets no entitlement for.
FREE = ("event of another body", "national event")


@rule("5.1.1", "5.1.2", "5.1.3", "5.2.2", "5.2.3", "5.2.5", "5.2.6.1", "5.2.6.2")
def of_event(book: Book, organiser: str, event: Event) -> Planned | None:
    """Tell an event in the words of chapter 5; None where the chapter sets the organiser no limits."""
    event = with_appendix(book, event)
    if organiser == CLUB:
        kind = _of_a_club(event)
    elif organiser != AREA:
        return None
    elif event.fact("points") == "green":
        kind = _green_of_an_area(event)
    else:
        kind = "area online event" if is_online(event) else OTHER
    series = submission.same_name(event.fact("part of"))
    return Planned(kind, event.begins, boards=_boards(book, event, kind), series=series)


def of_plan(book: Book, planned: programme.Planned) -> Planned | None:
    """Tell what is planned in the words of chapter 5; None where the chapter sets no entitlement.

    Boards that are not told are enough: the results tell them.
    """
    if planned.kind in FREE:
        return None
    said = planned.answers
    return Planned(
        planned.kind,
        planned.day,
        boards=said.number("boards") or book.table("entitlements").whole(planned.kind, "boards"),
        days=(planned.last_day - planned.day).days + 1 if planned.kind == GREEN_EVENT else 1,
        formats=said.number("formats") or 1,
        restricted=bool(said.holds("restricted")),
        closed=bool(said.holds("closed")),
        series=submission.same_name(said.text("series")),
    )


def as_planned(book: Book, organiser: str, planned: programme.Planned | None, event: Event) -> Planned | None:
    """Tell what an event was, by its plan where its results do not speak against that."""
    seen = of_event(book, organiser, event)
    told = None if planned is None else of_plan(book, planned)
    if seen is None or told is None:
        return seen
    table = book.table("entitlements")
    same = table.text(seen.kind, "points") == table.text(told.kind, "points")
    named = (LADDER in (seen.kind, told.kind)) or "championship" in seen.kind or "championship" in told.kind
    agrees = same and (not named or seen.kind == told.kind)
    return told._replace(boards=seen.boards) if agrees else seen


def so_far(book: Book, organiser: Organiser, plans: Sequence[programme.Planned]) -> list[Planned]:
    """Tell what was run and what else is planned; results that speak against their plan count as what they are."""
    found = [of_event(book, organiser.kind, each) for each in organiser.so_far()]
    for plan in plans:
        heard = [as_planned(book, organiser.kind, plan, each) for each in plan.results] or [of_plan(book, plan)]
        # Parts of one event need not have as many boards as each other.
        found += {each and each._replace(boards=0): each for each in heard}.values()
    return [each for each in found if each is not None]


def with_appendix(book: Book, event: Event) -> Event:
    """Fill in what the appendix says; an event that it does not have is told when it is paid."""
    with suppress(Unknown, Refused):
        return events.with_appendix(book, event)
    return event


def _boards(book: Book, event: Event, kind: str) -> int:
    """Add up the boards; a series tells none, and its games have enough."""
    if event.stages[0].series is not None:
        return book.table("entitlements").whole(kind, "boards")
    return parts.boards_planned(event)


def _of_a_club(event: Event) -> str:
    if event.stages[0].contest is Contest.LADDER:
        return LADDER
    if event.major_championship:
        return f"club {_play(event)} championship"
    return "club regular event"


def _green_of_an_area(event: Event) -> str:
    if event.major_championship:
        return f"area {_play(event)} championship"
    return "area AGM event" if event.fact("category") == "C" else GREEN_EVENT


def _play(event: Event) -> str:
    return "teams" if event.stages[0].play is Play.TEAMS else "pairs"
