"""How does an event become awards? By the rules of the family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.handbooks.family.assess import assess_locally
from overtrick.handbooks.family.scale_selection import Route

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book


def assess(book: Book, event: Event) -> Assessment:
    """Pay local points only: Elbonia has no others."""
    return assess_locally(book, event, Route)
