"""What does the office ask about players? The guide says that everybody entitled has the points, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.working import rule
from overtrick.handbooks import record
from overtrick.handbooks.record import Destination, Goes, Holder

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book

_ENTITLED = "ch1.all-entitled"


class Rules(record.Rules):
    """The answers of the SBU; membership, and how long points are kept, stand in the full handbook."""

    @rule(_ENTITLED)
    def points_go(self, book: Book, holder: Holder, on: date) -> Destination:
        """Awards go to every player who is entitled, interested in the scheme or not."""
        found = super().points_go(book, holder, on)
        if found.goes is not Goes.CREDITED:
            return found
        return found._replace(working=found.working._replace(clause=_ENTITLED))
