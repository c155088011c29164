"""Is an application for an event complete? It tells what the handbook's table asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import checklist, finding
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book

CHARITY_OR_TOUR = "charity or tour"


@shared
def complete(book: Book, application: Mapping[str, str], *, charity_or_tour: bool = False) -> Checklist:
    """An application tells everything the table lists; what does not arise is answered with none."""
    table = book.table("licence_application")
    conditions = []
    for row in table.rows:
        name = str(row)
        if table.text(name, "asked") == CHARITY_OR_TOUR and not charity_or_tour:
            continue
        given = bool(application.get(name, "").strip())
        conditions.append(finding("{name} given", holds=given, clause=table.text(name, "clause"), name=name))
    return checklist("application", conditions, clause=book.clause("applications.complete"))
