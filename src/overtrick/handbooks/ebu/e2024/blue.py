"""What is an event worth in blue points? A hundredth of its local ones, a quarter in the simultaneous pairs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Assessment, Problem, Refused, Unknown
from overtrick.engine.event import Contest
from overtrick.engine.places import Unranked
from overtrick.engine.working import POINTS, Step, rule, step
from overtrick.handbooks.family.credit import LOCAL, Credits

from . import simultaneous

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

BLUE = "blue"
FACT = "blue event"
SIMULTANEOUS = "simultaneous pairs"
FIRST = ("1", "one", "first")


def assess(book: Book, event: Event, local: Callable[[Book, Event], Assessment]) -> Assessment:
    """Work out every blue award of an event."""
    kind = event.fact(FACT)
    if kind == SIMULTANEOUS:
        return _simultaneous(book, event)
    if kind:
        found = f"The handbook has no blue event {kind!r}."
        office = Credits(book, event)
        office.problems.append(
            Problem(found, f"Leave '{FACT}' out, or write {SIMULTANEOUS}.", ("facts",), code="fact-unknown")
        )
        return office.result()
    found_locally = local(book, event)
    stays_local = lower_divisions(event)
    seen: dict[int, Step] = {}
    awards = [
        award
        if (award.stage, award.contestant, award.field) in stays_local
        else award._replace(colour=BLUE, working=_blue_step(seen, award.working, award.units))
        for award in found_locally.awards
    ]
    return Assessment(
        found_locally.handbook,
        found_locally.edition,
        event,
        awards,
        lambda: found_locally.refusals,
        found_locally.remarks,
        found_locally.problems,
    )


def _blue_step(seen: dict[int, Step], working: Step, units: int) -> Step:
    found = seen.get(id(working))
    if found is None:
        found = seen[id(working)] = in_blue(working, units)
    return found


@rule("5.4.1")
def in_blue(local: Step, units: int) -> Step:
    """Blue awards use the local scales: 100 local points are one blue point, so a local point is a hundredth."""
    return step("{units} local points ÷ 100", units, POINTS, because=(_as_local(local),), units=units)


def _as_local(working: Step) -> Step:
    """Let the figures below count local points, whatever the colour of the award."""
    unit = simultaneous.LOCAL_POINTS if working.unit == POINTS else working.unit
    return working._replace(unit=unit, because=tuple(_as_local(each) for each in working.because))


@rule("5.2.3")
def lower_divisions(event: Event) -> set[tuple[str, str, str]]:
    """Of a county's league only the first division has blue points; the others keep their local points.

    A contestant is known by stage, name and list, as an award names them; a list in sections has their names behind.
    """
    several = len(event.stages) > 1
    found: dict[bool, set[tuple[str, str, str]]] = {True: set(), False: set()}
    for stage in event.stages:
        if stage.contest is not Contest.LEAGUE:
            continue
        label = stage.name or (str(stage.kind) if several else "")
        for field in stage.fields:
            lower = bool(field.division) and field.division.lower().removeprefix("division").strip() not in FIRST
            for each in field.contestants:
                names = (field.name, " ".join(filter(None, (field.name, each.section and f"section {each.section}"))))
                found[lower] |= {(label, each.name, name) for name in names}
    return found[True] - found[False]


@rule("5.1.2")
def _simultaneous(book: Book, event: Event) -> Assessment:
    """The simultaneous pairs pay a third of the field in a straight line, a quarter of it blue and the rest local."""
    office = Credits(book, event)
    for index, stage in enumerate(event.stages):
        try:
            simultaneous.credit(office, index, stage, {BLUE: blue_part(book), LOCAL: 1 - blue_part(book)})
        except Refused as refused:
            office.refuse_list(stage, stage.fields, refused.working)
        except Unranked as missing:
            office.problems.append(
                Problem(f"{missing}.", "Give the place or the score.", ("stages", index), code="places-missing")
            )
        except Unknown as unknown:
            office.problem(unknown, index)
    return office.result()


@rule("5.1.2")
def blue_part(book: Book) -> Fraction:
    """A quarter of a simultaneous award is blue."""
    return Fraction(book.table("simultaneous").number("all", "blue"))
