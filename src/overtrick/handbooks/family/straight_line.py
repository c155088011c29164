"""How do awards fall in a straight line to a last one that is fixed? Simultaneous pairs."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import Step, step
from overtrick.handbooks.family import scales
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book


class StraightLine(NamedTuple):
    """Awards that fall in equal steps from the top to a last one that is fixed."""

    top: Exact
    least: Exact
    paid: int

    def award(self, place: int) -> Exact:
        """Give the exact award of one place."""
        if place > self.paid:
            return 0
        if place == 1:
            return self.top
        return tidy(self.top - Fraction(self.top - self.least) * (place - 1) / (self.paid - 1))

    def total(self, first: int, last: int) -> Exact:
        """Add up a run of places at once, however long."""
        last = min(last, self.paid)
        if last < first:
            return 0
        return ratio((self.award(first) + self.award(last)) * (last - first + 1), 2)


@shared
def place_on_the_line(_book: Book, place: int, value: Exact, top: Step, paid: Step) -> Step:
    """Awards fall in a straight line."""
    sentence = "Place {place} of {paid} in a straight line"
    return step(sentence, value, top.unit, because=(top, paid), place=place, paid=paid.value)


def awards(book: Book, top: Step, least: Exact, paid: Step, least_of_a_tie: Exact | None = None) -> PlaceAwards:
    """Pay so many places in a straight line from the top award to the least; a shared place may have another least."""
    line = StraightLine(top.value, least, int(paid.value))

    def place(number: int, value: Exact) -> Step:
        if number > line.paid:
            return scales.no_award_there(book, number, value, paid)._replace(unit=top.unit)
        return place_on_the_line(book, number, value, top, paid)

    def finish(award: Step) -> Step:
        whole, clause = scales.rounded_up(book, award), book.clause("least on the line")
        if least_of_a_tie is not None and scales.is_shared(award):
            return scales.at_least(book, whole, least_of_a_tie, scales.tie_clause(book, clause))
        return scales.at_least(book, whole, least, clause)

    return PlaceAwards(line, place, partial(scales.share_the_tie, book), finish)
