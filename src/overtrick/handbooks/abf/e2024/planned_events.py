"""What is an event to the quotas of its organiser, as it is planned or as its results tell? (2.3, 2.6, 2.7, 6.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Unknown

from .terms import Terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser

#: Grades whose events are limited in a year, or counted by the State.
CHAMPIONSHIP, REGIONAL, RED_SESSIONS, INTERCLUB, STATE_EVENT, STATE = "D", "C", "B4c", "B5i", "B4s", "B"
#: Of these sessions are limited, and not events.
BY_SESSIONS = (RED_SESSIONS, STATE_EVENT)
#: The kinds of the programme by their grade; a Club Championship may be red, and others bring red points as told.
GRADES = {
    "club championship": CHAMPIONSHIP,
    "red session": RED_SESSIONS,
    "regional championship": REGIONAL,
    "interclub event": INTERCLUB,
    "special State event": STATE_EVENT,
    "State championship": STATE,
}
#: Kinds of which a club's own red points take one red session.
BESIDE = ("Australia-Wide session", "event with a tour")


class CountedEvent(NamedTuple):
    """An event in the words of the quotas."""

    grade: str
    sessions: int
    at_another_time: bool = False  #: a red session outside the regular ones
    name: str = ""  #: of the championship


def grade_of(book: Book, event: Event) -> str:
    """Give the grade of an event; empty where its results do not tell."""
    try:
        return Terms(book, event).grade(event.stages[0]).name
    except Unknown:
        return ""


def sessions_of(book: Book, event: Event) -> int:
    """Count the sessions of an event."""
    return Terms(book, event).sessions_held()


def of_event(book: Book, event: Event) -> CountedEvent:
    """Tell what an event was."""
    found = grade_of(book, event)
    return CountedEvent(found, sessions_of(book, event) if found else 0)


def of_plan(planned: Planned) -> CountedEvent:
    """Tell what is planned."""
    said = planned.answers
    if planned.kind in BESIDE:
        red = said.holds("own red points") is not False
        return CountedEvent(RED_SESSIONS if red else "", 1)
    red = planned.kind == "club championship" and said.holds("for red points") is True
    return CountedEvent(
        RED_SESSIONS if red else GRADES.get(planned.kind, ""),
        said.number("sessions") or 1,
        said.holds("regular time") is False,
        said.text("championship"),
    )


def so_far(book: Book, organiser: Organiser, plans: Sequence[Planned]) -> list[CountedEvent]:
    """Tell what was run and what else is planned; a plan that has results counts as they say."""
    found = [of_event(book, each) for each in organiser.so_far()]
    for plan in plans:
        found += of_results(book, plan) or [of_plan(plan)]
    return found


def of_results(book: Book, plan: Planned) -> list[CountedEvent]:
    """Tell what was played of a plan: sessions one by one where they are limited, otherwise one event together."""
    told = of_plan(plan)
    heard = [of_event(book, each)._replace(at_another_time=told.at_another_time) for each in plan.results]
    together = {each.grade: each for each in heard if each.grade not in BY_SESSIONS}
    return [*(each for each in heard if each.grade in BY_SESSIONS), *together.values()]


def used(grade: str, events: Sequence[CountedEvent]) -> int:
    """Count the events of a grade, or their sessions where those are limited."""
    counted = [each for each in events if each.grade == grade]
    return sum(each.sessions for each in counted) if grade in BY_SESSIONS else len(counted)
