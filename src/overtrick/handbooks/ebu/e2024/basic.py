"""What is a basic event worth? Club nights and everything played through without matches (4.1, 4.10)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.working import FACTOR, Step, rule, step
from overtrick.handbooks.ebu.e2024 import entry, scales
from overtrick.handbooks.ebu.e2024 import status as levels

if TYPE_CHECKING:
    from overtrick.engine.event import Play, Schedule
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.ebu.e2024.matches import MatchAwards
    from overtrick.handbooks.edition import Book

LONG_EVENT = 72
MATCH_EVENT = 36


class Tariff(NamedTuple):
    """What the contestants of one ranking list are paid: for places, for matches, or both."""

    status: Step
    tables: Step
    places: PlaceAwards | None
    paid: Step | None  #: how many places, and why
    matches: MatchAwards | None = None
    note: Step | None = None  #: why this scale and not another


class Size(NamedTuple):
    """What of a stage decides its scale: who competes, how many with standing in each list, how long."""

    play: Play
    winners: int
    counts: tuple[int, ...]
    schedule: Schedule
    lower_section: bool = False  #: one below the top of several sections of differing status

    @property
    def column(self) -> str:
        """The column of the scales."""
        return entry.column(self.play, self.winners)

    @property
    def tables(self) -> Step:
        """Full tables."""
        return entry.full_tables(self.play, self.winners, self.counts)


def check(book: Book, size: Size) -> None:
    """Refuse what is too small or too short for points."""
    if not (size.lower_section and size.winners > 1 and book.setting("small_two_winner_section") == "paid"):
        entry.large_enough(book, size.play, size.winners, size.tables)
    entry.long_enough(size.schedule)
    entry.enough_of_the_movement(size.play, size.schedule)


@rule("4.1.2", "4.1.7", "4.1.1", "4.2.1", "3.7.4", "4.10.2", "4.10.3")
def tariff(book: Book, size: Size, status: Step, *, qualifying: bool = False, note: Step | None = None) -> Tariff:
    """A basic event is paid by the boards it has: a quarter, a third or half of the field.

    72 boards raise it a level; a first qualifying stage keeps its level (4.1.7 speaks of basic events) and has a lower
    maximum at 36 boards.
    """
    check(book, size)
    boards = entry.duration(size.schedule)
    if boards >= LONG_EVENT and (not qualifying or book.setting("long_qualifying_stage") == "raised"):
        status = levels.long_event(book, status, boards)
    share = book.table("share")
    limit = share.text(boards, "limit")
    if qualifying and boards >= MATCH_EVENT:
        limit += " qualifying"
    tables = size.tables
    fraction = Fraction(share.number(boards, "share"))
    paid = scales.paid_places(size.column, tables, fraction, share.text(boards, "words"), "4.1.2")
    places = scales.place_awards(
        book, scale="basic", column=size.column, tables=tables, paid=paid, status=status, limit=limit
    )
    return Tariff(status, tables, places, paid, note=note)


@rule("4.10.2", "4.10.3")
def of_the_organiser(status: Step, entry_by: str) -> Step:
    """An event for the strongest, the weakest or the champions of others is a plain event of its organiser.

    Only who plays in it counts; earlier stages run by others do not.
    """
    clause = "4.10.3" if entry_by == "champions" else "4.10.2"
    sentence = "Entry by selection: an ordinary event of the organiser, on its own entry"
    return step(sentence, status.value, FACTOR, because=(status,), clause=clause)
