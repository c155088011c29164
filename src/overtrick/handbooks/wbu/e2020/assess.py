"""How does an event become awards? Local points by the rules of the family, green ones by category."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Refused, Unknown
from overtrick.engine.event import StageKind
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family import assess as family
from overtrick.handbooks.family import victory_points
from overtrick.handbooks.family.credit import Credits
from overtrick.handbooks.family.green_credit import GREEN
from overtrick.handbooks.family.green_stages import FACT

from . import events
from . import status as statuses
from .scale_selection import Route

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.engine.scales import ListScales
    from overtrick.handbooks.edition import Book


def scales(book: Book, event: Event) -> ListScales | None:
    """Give what the lists of a plain event are paid, whoever sat there; None where an event needs the long way."""
    return None if event.facts else family.scales(book, event, Route)


def assess(book: Book, event: Event) -> Assessment:
    """Work out every award of an event, and why everybody else has none."""
    if not event.facts:
        return family.assess_locally(book, event, Route)
    return victory_points.assessed(book, event, partial(_with_facts, book))


def _with_facts(book: Book, event: Event) -> Assessment:
    return family.or_why_not(book, event, lambda: _assess(book, events.with_appendix(book, event)))


def _assess(book: Book, event: Event) -> Assessment:
    if event.fact("derived scores") == "yes":
        raise Refused(derived())
    if colour(event) == GREEN:
        from . import green_assess  # noqa: PLC0415 - most events are of local points

        return green_assess.assess(book, event)
    if event.major_championship and event.fact(statuses.CHAMPIONSHIP) == statuses.SESSIONS:
        return _session_by_session(book, event)
    return family.assess_locally(book, event, Route)


@rule("4.2.1.5")
def colour(event: Event) -> str:
    """Green points are awarded instead of local ones where the event says so; a category alone does not say it."""
    told = event.fact("points")
    green = next((name for name in ("category", FACT, "top") if event.fact(name)), "")
    if not told and green:
        question = f"Which points does the event give? It has '{green}: {event.fact(green)}' but no points."
        remedy = f"Give the fact 'points': green; or remove '{green}' from an event of local points."
        raise Asked(question, remedy, "facts", "points", code="points-of-the-event", choices=("green", "local"))
    return told


@rule("3.7")
def derived() -> Step:
    """In teams events a ranking of pairs that is derived from the scores earns nothing."""
    return step("No points for a ranking of pairs derived from a teams event", 0)


@rule("5.1.3 option 1", "3.3.2 p1")
def _session_by_session(book: Book, event: Event) -> Assessment:
    """Each session of a championship is an event by itself; the overall ranking then has no award."""
    office = Credits(book, event)
    for index, stage in enumerate(event.stages):
        boards = stage.schedule.sessions
        lists = {field.session: () for field in stage.fields if field.session}
        if not lists or len(boards) < max(lists):
            found = "The club pays each session of its championship, and their lists or boards are missing."
            remedy = "Give a list and the boards for each session; or pay it overall."
            office.problems.append(Unknown(found, remedy, "stages", index, code="sessions-missing").problem)
            continue
        for number in sorted(lists):
            fields = tuple(field._replace(session=0) for field in stage.fields if field.session == number)
            session = stage._replace(
                kind=StageKind.ONLY,
                name=f"session {number}",
                fields=fields,
                schedule=type(stage.schedule)(boards[number - 1]),
            )
            office.join(
                family.assess_locally(book, event._replace(stages=(session,), facts=_local_facts(event)), Route)
            )
    return office.result()


def _local_facts(event: Event) -> tuple[tuple[str, str], ...]:
    return tuple(fact for fact in event.facts if fact[0] in ("environment", "replaces", statuses.CHAMPIONSHIP))
