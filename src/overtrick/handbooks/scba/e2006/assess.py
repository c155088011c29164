"""How does an event become awards? By the rules of the family; some parts in non-local points, some events abroad."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Remark
from overtrick.handbooks.family import assess as family
from overtrick.handbooks.family import victory_points

from . import guide, knock_outs, overseas, points
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
    event = knock_outs.apart(event)
    if not event.facts:
        return family.assess_locally(book, event, Route)
    return victory_points.assessed(book, event, partial(_with_facts, book))


def _with_facts(book: Book, event: Event) -> Assessment:
    return family.or_why_not(book, event, lambda: _assess(book, guide.with_guide(book, event)))


def _assess(book: Book, event: Event) -> Assessment:
    if overseas.is_one(event):
        return overseas.assess(book, event, Route(book, event))
    grant = points.granted(book, event)
    if grant is None:
        return family.assess_locally(book, event, Route)
    found = family.assess_locally(book, event, Route, partial(points.colour, grant))
    found.remarks = [*found.remarks, Remark(grant.why.says, grant.why.clause, code="points-granted")]
    return found
