"""How far down is paid, and how do awards fall? Placing awards, ties and rounding (4.1.1, 4.4.2, 4.4.6)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, half_even, half_up, ratio, tidy
from overtrick.engine.records import NamedTuple
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import FACTOR, PLACES, Step, rule, step

from . import grades
from .written import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

SECOND = Fraction(7, 10)


@lru_cache(maxsize=8192)
def part_of_winner(place: int) -> Exact:
    """Second place gets 70 % of the winner, place n from the third on one part in n − 1 (4.1.1)."""
    return 1 if place == 1 else SECOND if place == 2 else Fraction(1, place - 1)  # noqa: PLR2004 - places


@lru_cache(maxsize=1024)
def parts_of_winner(last: int) -> Exact:
    """Add up the parts of the first places."""
    return tidy(sum((Fraction(part_of_winner(place)) for place in range(1, last + 1)), Fraction(0)))


class Placings(NamedTuple):
    """Awards that fall from the winner's as 4.1.1 says; ``scale`` gives another course where a clause has one."""

    winner: Exact
    paid: int

    def award(self, place: int) -> Exact:
        """Give the exact award of one place."""
        return tidy(self.winner * part_of_winner(place)) if place <= self.paid else 0

    def total(self, first: int, last: int) -> Exact:
        """Add up a run of places."""
        last = min(last, self.paid)
        if last < first:
            return 0
        return tidy(self.winner * (parts_of_winner(last) - parts_of_winner(first - 1)))


@rule("4.1.1/1", "4.1.1/2", "4.1.1 note", "4.2.3/short teams", "4.2.3/short butler", "4.3.1/1", "4.3.2/1")
def paid_places(contestants: int, *, third: bool) -> Step:
    """Duplicate and individual events pay the top half, rounded down; teams, Butler and matches the top third, up."""
    if third:
        places = -(-contestants // 3)
        words, clause = "{said}: a third of {contestants}, rounded up", "4.1.1/2"
    else:
        places = contestants // 2
        words, clause = "{said}: half of {contestants}, rounded down", "4.1.1/1"
    return step(words, places, PLACES, clause=clause, said=counted(places, "place"), contestants=contestants)


@rule("4.1.1/3")
def place_award(place: int, value: Exact, paid: Step, winner: Step) -> Step:
    """Second place gets 70 %, the others the winner's award divided by one less than their place."""
    if place > paid.value:
        return step("Place {place}: no award there", 0, because=(paid,), clause=paid.clause, place=place)
    if place == 1:
        return step("Place 1: the winner's award", value, because=(paid, winner), clause="4.1.1/3")
    part = "70 %" if place == 2 else f"one part in {place - 1}"  # noqa: PLR2004 - second place
    return step(
        "Place {place}: {part} of the winner's award",
        value,
        because=(paid, winner),
        clause="4.1.1/3",
        place=place,
        part=part,
    )


@rule("4.4.6/1", "4.4.6/2")
def shared(first: int, tied: int, total: Exact, places: tuple[Step, ...]) -> Step:
    """Equals share the awards of the paid places they fill; at the last paid place they share that one award."""
    words = "{tied} contestants share places {first} to {last}"
    return step(
        words, ratio(total, tied), because=places, clause="4.4.6/1", tied=tied, first=first, last=first + tied - 1
    )


@rule("4.4.2")
def rounded(book: Book, award: Step) -> Step:
    """Awards go to the nearest hundredth; a half goes up, as every printed figure does, or by a setting to even."""
    to_even = book.setting("rounding") == "half-even"
    whole = half_even(award.value) if to_even else half_up(award.value)
    if whole == award.value:
        return award
    words = "Rounded to a hundredth, a half to even" if to_even else "Rounded to a hundredth, a half up"
    return step(words, whole, because=(award,))


@rule("4.4.2", "4.2.5/1", "4.4.9/1")
def with_factors(winner: Step, factors: Sequence[Step]) -> Step:
    """All factors are multiplied before anything is rounded."""
    if not factors:
        return winner
    value = tidy(winner.value * grades.times(factors))
    return step("Times the factors", value, because=(winner, *factors), clause="4.4.2")


def place_awards(book: Book, winner: Step, paid: Step) -> PlaceAwards:
    """Put the placing awards of one list together."""

    def place(number: int, value: Exact) -> Step:
        return place_award(number, value, paid, winner)

    def finish(award: Step) -> Step:
        return rounded(book, award)

    return PlaceAwards(Placings(winner.value, int(paid.value)), place, shared, finish)


def factor(value: Exact, words: str, clause: str) -> Step:
    """Record a factor."""
    return step(words, value, FACTOR, clause=clause)
