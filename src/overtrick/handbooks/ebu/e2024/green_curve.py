"""How do green awards fall from the top to the last paid place? The curve of 6.6, which the handbook does not print.

It is the formula of the calculator that 6.6 refers to (erratum 4.1): a hyperbola from the top award, then its tangent
straight down to the minimum. All of it is in :class:`Curve`, so that another curve needs nothing else. Figures are in
hundredths of a green point.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import Exact, half_up, ratio, sqrt, tidy, up
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.ebu.e2024.scales import no_award_there

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.scales import Spacing
    from overtrick.handbooks.edition import Book

#: With one or two paid places there is nothing in between.
_WITHOUT_A_CURVE = 2


def written(units: Exact) -> str:
    """Write hundredths as points: 1.25, or with three dots where there are more decimals."""
    whole, rest = divmod(units.numerator // units.denominator, 100)
    return f"{whole}.{rest:02d}{'' if units.denominator == 1 else '…'}"


class Curve(NamedTuple):
    """Awards from the top to the minimum, exact where a root is a fraction and otherwise to 50 digits."""

    top: Exact
    least: Exact
    paid: int

    def award(self, place: int) -> Exact:
        """Give the exact award of one place: first the hyperbola, past its middle the tangent."""
        top, least, paid = self
        if place > paid:
            return 0
        if place == 1:
            return top
        if paid <= _WITHOUT_A_CURVE:
            return least
        root = Fraction(sqrt(Fraction(paid, 2)))
        start = 2 - root
        middle = (paid + start) / 2
        height = (top - least) * (root - 1)
        if place <= middle:
            return tidy(least + height / (place - start))
        return tidy(least + height * (paid - place) / ((middle - start) * (paid - middle)))

    def total(self, first: int, last: int) -> Exact:
        """Add up the exact awards of a run of places."""
        return tidy(sum((Fraction(self.award(place)) for place in range(first, min(last, self.paid) + 1)), Fraction(0)))


class Listed(NamedTuple):
    """Awards that are listed place by place."""

    awards: tuple[Exact, ...]

    @property
    def paid(self) -> int:
        """How many places are paid."""
        return len(self.awards)

    def award(self, place: int) -> Exact:
        """Give the award of one place."""
        return self.awards[place - 1] if place <= self.paid else 0

    def total(self, first: int, last: int) -> Exact:
        """Add up the awards of a run of places."""
        return tidy(sum((Fraction(each) for each in self.awards[first - 1 : last]), Fraction(0)))


@rule("6.6")
def place_on_the_curve(place: int, value: Exact, top: Step, least: Step, paid: Step) -> Step:
    """Awards between the first and the last place lie on the standard curve, which falls steeply at first."""
    sentence = "Place {place} of {paid} on the curve from {top} to {least}"
    return step(
        sentence, value, because=(top, paid, least), clause="6.6",
        place=place, paid=paid.value, top=written(top.value), least=written(least.value),
    )  # fmt: skip


@rule("3.5")
def share_the_tie(first: int, tied: int, total: Exact, places: tuple[Step, ...]) -> Step:
    """Ties are not broken: the exact awards of the places are shared, and rounded once."""
    sentence = "{tied} contestants share places {first} to {last}, {total} in all"
    last = first + tied - 1
    share = ratio(total, tied)
    return step(sentence, share, because=places, tied=tied, first=first, last=last, total=written(total))


@rule("3.5")
def never_under(award: Step, least: Exact) -> Step:
    """A tie that runs past the last paid place leaves everybody in it the minimum."""
    if award.value >= least:
        return award
    return step("Raised to the minimum award of {least}", least, because=(award,), least=written(least))


@rule("6.6")
def to_a_hundredth(book: Book, award: Step) -> Step:
    """A place on the curve is rounded to the nearest hundredth, halves up; a setting rounds up instead (5.48)."""
    if award.value.denominator == 1:
        return award
    if book.setting("green_ranking_rounded") == "up":
        return up_to_a_hundredth(award)
    return step("To the nearest hundredth, halves up", half_up(award.value), because=(award,), clause="6.6")


@rule("6.4.7", "6.5.5 (table 1)")
def up_to_a_hundredth(award: Step, clause: str = "6.4.7") -> Step:
    """What is won match by match is rounded up to a hundredth."""
    whole = up(award.value)
    if whole == award.value:
        return award
    return step("Rounded up to a hundredth", whole, because=(award,), clause=clause)


class Ranking(NamedTuple):
    """What a ranking list is paid in green points, with its top award and the number of places."""

    awards: PlaceAwards
    top: Step
    paid: Step


def on_the_curve(book: Book, top: Step, least: Step, paid: Step, spacing: Spacing | None = None) -> Ranking:
    """Pay so many places from the top award to the minimum; ``spacing`` where only part of a curve is paid."""
    fall = spacing or Curve(top.value, least.value, int(paid.value))

    def place(number: int, value: Exact) -> Step:
        if number > fall.paid:
            return no_award_there(number, value, paid)
        return place_on_the_curve(number, value, top, least, paid)

    def finish(award: Step) -> Step:
        return to_a_hundredth(book, never_under(award, least.value))

    return Ranking(PlaceAwards(fall, place, share_the_tie, finish), top, paid)


def listed(awards: tuple[Step, ...], paid: Step, finish: Callable[[Step], Step]) -> Ranking:
    """Pay places whose awards are listed one by one."""

    def place(number: int, value: Exact) -> Step:
        return awards[number - 1] if number <= len(awards) else no_award_there(number, value, paid)

    spacing = Listed(tuple(each.value for each in awards))
    return Ranking(PlaceAwards(spacing, place, share_the_tie, finish), awards[0], paid)
