"""What is sent where? Returns for events awarded elsewhere, and what to enter in scoring programs for a bonus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import ratio, up
from overtrick.engine.working import rule

if TYPE_CHECKING:
    from overtrick.engine.event import Play
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book

#: Contestants of one list at a table.
_AT_A_TABLE = {"pairs": 2, "teams": 1, "individual": 4}


class Return(NamedTuple):
    """What a club sends for a competition, and to whom."""

    what: str
    to: str
    clause: str


class SpecialScale(NamedTuple):
    """What a scoring program asks for to write a file of points that it does not work out itself."""

    tables: int  #: of the event that is made up for the list
    top: int
    lowest: int
    places: int


@rule("app4.pairs-heats", "app4.variations", "app4.sims", "ch3.sims-files")
def due(book: Book, competition: str) -> Return:
    """Heats and simultaneous pairs are sent to whoever awards their points."""
    table = book.table("returns")
    return Return(*(table.text(competition, column) for column in ("what", "to", "clause")))


@rule("app2", "app3")
def special_scale(places: PlaceAwards, play: Play, listed: int) -> SpecialScale:
    """A bonus is entered by hand: a made-up event of enough tables, the top and the lowest award, how many places."""
    tables = up(ratio(listed, _AT_A_TABLE[str(play)]))
    return SpecialScale(tables, places.pay(1).units, places.pay(places.paid).units, places.paid)
