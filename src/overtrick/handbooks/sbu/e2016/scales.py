"""What does each place earn? A part of the field, equal steps from the top to the last paid place, ties, rounding.

Contestants are counted one by one: a half table adds a pair to one ranking list (ch1.lines).
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.numbers import Exact, tidy, up
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family import scales as family
from overtrick.handbooks.family.shared import share

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.handbooks.edition import Book

COUNTED = {Play.PAIRS: "pairs", Play.TEAMS: "teams", Play.INDIVIDUAL: "players"}

#: The part of a field that is paid where no exception is told.
USUAL = "paid of a field"


@rule("ch1.share", "ch1.share-exceptions", "ch1.lines")
def paid_places(
    book: Book, play: Play, contestants: int, part: str, clause: str = "", chosen: tuple[Step, ...] = ()
) -> Step:
    """A third of the ranking list is paid, a half or a quarter in some events, as if the list had a full multiple.

    ``chosen`` says why it is this part of this list.
    """
    clause = clause or ("ch1.share" if part == USUAL else "ch1.share-exceptions")
    return family.part_of_the_field(contestants, COUNTED[play], share(book, part), chosen, clause)


@rule("ch1.ties")
def last_place_in_full(last: Step, tied: int, *, begins_above: bool) -> Step:
    """A tie for the last paid place gives each its award in full; one that begins above it gives nobody less."""
    sentence = "{tied} contestants tie for the last paid place: each has its award in full"
    if begins_above:
        sentence = "{tied} contestants tie past the last paid place: nobody has less than its award (errata 0.2)"
    return step(sentence, last.value, because=(last,), tied=tied)


def place_awards(
    book: Book, top: Step, paid: Step, finish: Callable[[Book, Step], Step] = family.rounded_up
) -> PlaceAwards:
    """Pay so many places in equal steps; the last of them gets one step, and fractions are rounded up at the end."""
    spacing, place = family.equal_steps(book, top, paid)

    def share_of(first: int, tied: int, total: Exact, places: tuple[Step, ...]) -> Step:
        covered = range(first, min(first + tied - 1, spacing.paid) + 1)
        if book.setting("ties_share") == "rounded awards":
            total = sum(up(spacing.award(number)) for number in covered)
        shared = family.share_the_tie(book, first, tied, total, places)
        last = place(spacing.paid, spacing.award(spacing.paid))
        above = first < spacing.paid
        if first + tied - 1 <= spacing.paid or shared.value >= last.value:
            return shared
        if above and book.setting("tie_past_the_last_place") == "only shared":
            return shared
        return last_place_in_full(last, tied, begins_above=above)

    return PlaceAwards(spacing, place, share_of, partial(finish, book))


def times(value: Exact, factor: Exact) -> Exact:
    """Multiply exactly."""
    return tidy(Fraction(value) * factor)
