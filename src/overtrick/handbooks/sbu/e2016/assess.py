"""How does an event become awards? By the rules of the family, unless somebody else awards its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Remark
from overtrick.handbooks.family.assess import assess_locally
from overtrick.handbooks.family.assess import scales as plain_scales
from overtrick.handbooks.family.credit import Credits

from . import elsewhere
from .scale_selection import Route

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.engine.scales import ListScales
    from overtrick.handbooks.edition import Book


def scales(book: Book, event: Event) -> ListScales | None:
    """Give what the lists of a plain event are paid, whoever sat there; None where an event needs the long way."""
    return None if event.facts else plain_scales(book, event, Route)


def assess(book: Book, event: Event) -> Assessment:
    """Work out every award of an event, and why everybody else has none."""
    if not event.facts:
        return assess_locally(book, event, Route)
    office = Credits(book, event)
    office.problems += elsewhere.contradictions(book, event)
    if office.problems:
        return office.result()
    barred = elsewhere.barred(book, event)
    if barred is not None:
        for stage in event.stages:
            office.refuse_list(stage, stage.fields, barred)
        return office.result()
    found = assess_locally(book, event, Route)
    if event.fact("competition") == elsewhere.SEEDED:
        told = elsewhere.seeded()
        found.remarks = [*found.remarks, Remark(told.says, told.clause, code="seeded-with-unseeded")]
    return found
