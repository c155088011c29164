"""Which points is it paid in? Non-local ones for final rankings and final stages of some events (5.1.1, 5.1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import StageKind
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import divisions
from overtrick.handbooks.family.credit import LOCAL, RANKING
from overtrick.handbooks.family.stage_sequence import CUPS

from . import guide, knock_outs

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book

NON_LOCAL = "non-local"
FINAL, DIVISION, IF_OPEN = "final", "division 1", "if open"


class Grant(NamedTuple):
    """For what an event gives non-local points, and why."""

    part: str  #: FINAL or DIVISION
    why: Step


@rule("5.1.1", "5.1.2", "5.2", "1.4.1", "2.3.1")
def granted(book: Book, event: Event) -> Grant | None:
    """The events of the list give non-local points on the scales of local ones, and congresses that were given them."""
    listed = guide.cell(book, event, NON_LOCAL)
    clause = guide.cell(book, event, "listed")
    if listed == IF_OPEN:
        listed = FINAL if event.fact("open to all") == "yes" else ""
    if listed in (FINAL, DIVISION):
        sentence = "Non-local points in the {part} of the {event}"
        part = "final ranking and final stages" if listed == FINAL else "ranking of division 1"
        return Grant(listed, step(sentence, 0, NOTHING, clause=clause, part=part, event=event.fact("event")))
    if event.fact("points") == NON_LOCAL:
        sentence = "Non-local points in the final ranking and final stages, as was granted"
        return Grant(FINAL, step(sentence, 0, NOTHING, clause="5.1.1"))
    return None


@rule("5.1.2", "QG5/knockout", "QG10", "QG12", "QG17/ranking", "1.4.1")
def colour(grant: Grant, stage: Stage, field: str, part: str) -> str:
    """Non-local points are for the final ranking, and for matches only in a knock-out that ends the event."""
    if grant.part == DIVISION:
        return NON_LOCAL if part == RANKING and _is_top(stage, field) else LOCAL
    ends = stage.kind in (StageKind.ONLY, StageKind.FINAL) or knock_outs.is_third_place(stage)
    return NON_LOCAL if ends and (part == RANKING or stage.contest in CUPS) else LOCAL


def _is_top(stage: Stage, field: str) -> bool:
    labels = [each.division for each in stage.fields]
    own = next((each.division for each in stage.fields if field.startswith(each.name)), "")
    return divisions.whole(own) == divisions.in_order(labels)[0]
