"""Which events are not for everybody, and may this player enter? National events and restricted ones (7.1, App A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, checklist, finding
from overtrick.handbooks.entry import EntryLimit

from . import entrants, national_events
from .entrants import Entrant

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.entry import Entering

_POINTS = "points below"


def limits(book: Book) -> tuple[EntryLimit, ...]:
    """The competitions of Appendix A first, then every national event: all of them ask for registration at least."""
    table = book.table("entry_limits")
    own = [EntryLimit(str(name), table.text(str(name), "clause")) for name in table.rows]
    listed = [national_events.event(book, name) for name in national_events.names(book)]
    return (*own, *(EntryLimit(each.name, each.clause) for each in listed))


def may_enter(book: Book, limit: str, entering: Entering) -> Checklist:
    """Ask each condition of one of them; whether somebody is of the sex an event is for, no register says."""
    entrant = Entrant(entering.registered, entering.overseas, entering.units, entering.rank)
    table = book.table("entry_limits")
    if limit not in table.rows:
        return national_events.may_enter(book, national_events.event(book, limit), entrant)
    clause = table.text(limit, "clause")
    if table.text(limit, "measure") == _POINTS:
        return checklist(limit, [entrants.below_the_limit(book, limit, entering.units)], clause=clause)
    if entering.born is None:
        return checklist(limit, [finding("the day of birth is not known", holds=None, clause=clause)], clause=clause)
    return checklist(limit, [entrants.old_enough(book, entering.born, entering.on)], clause=clause)
