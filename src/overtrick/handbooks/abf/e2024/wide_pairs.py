"""What does the Australia-Wide Pairs pay? A standard award at the top, then two flat ones (6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact
from overtrick.engine.records import NamedTuple
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import Step, rule, step

from . import placing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Contestant
    from overtrick.handbooks.edition import Book


class FlatBelow(NamedTuple):
    """The course of 6.3: the usual awards while above the higher figure, then that for some, then the lower one."""

    winner: Exact
    paid: int
    standard: int  #: places with the usual award
    higher: int  #: places after them with the higher figure
    high: Exact
    low: Exact

    def award(self, place: int) -> Exact:
        """Give the exact award of one place."""
        if place > self.paid:
            return 0
        if place <= self.standard:
            return placing.Placings(self.winner, self.paid).award(place)
        return self.high if place <= self.standard + self.higher else self.low

    def total(self, first: int, last: int) -> Exact:
        """Add up a run of places."""
        return sum((self.award(place) for place in range(first, min(last, self.paid) + 1)), 0)


@rule("6.3/3")
def place_awards(book: Book, winner: Step, paid: Step) -> PlaceAwards:
    """The usual award while above 0.20 unrounded; of the other places half get 0.20, rounded down, the rest 0.10."""
    figures = book.table("figures")
    high, low = figures.number("wide pairs high", "value"), figures.number("wide pairs low", "value")
    usual = placing.Placings(winner.value, int(paid.value))
    standard = sum(1 for place in range(1, usual.paid + 1) if usual.award(place) > high)
    course = FlatBelow(winner.value, usual.paid, standard, (usual.paid - standard) // 2, high, low)

    def place(number: int, value: Exact) -> Step:
        if number <= standard or number > usual.paid:
            return placing.place_award(number, value, paid, winner)
        words = "Place {number}: past the awards above 0.20"
        return step(words, value, because=(paid, winner), clause="6.3/3", number=number)

    def finish(award: Step) -> Step:
        return placing.rounded(book, award)

    return PlaceAwards(course, place, placing.shared, finish)


@rule("6.3/4")
def with_howells(
    north_south: Sequence[Contestant], east_west: Sequence[Contestant], howell: Sequence[Contestant]
) -> tuple[list[Contestant], list[Contestant]]:
    """Howell sections that are not ranked by themselves join the two directions in turn, the first North-South."""
    sections: dict[str, list[Contestant]] = {}
    for contestant in howell:
        sections.setdefault(contestant.section, []).append(contestant)
    lines: tuple[list[Contestant], list[Contestant]] = ([*north_south], [*east_west])
    for at, members in enumerate(sections.values()):
        lines[at % 2].extend(members)
    return lines
