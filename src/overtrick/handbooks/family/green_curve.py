"""How do green awards fall from the top to the last paid place? The standard curve, which no handbook prints.

It is the formula of the calculator that the handbooks refer to: a hyperbola from the top award, then its tangent
straight down to the minimum. All of it is in :class:`Curve`, so that another curve needs nothing else. Figures are in
hundredths of a green point.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import Exact, half_up, ratio, show, show_decimal, sqrt, tidy, up
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import Step, step
from overtrick.handbooks.family.scales import no_award_there
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.scales import Spacing
    from overtrick.handbooks.edition import Book

#: With one or two paid places there is nothing in between.
_WITHOUT_A_CURVE = 2
_BOTH = 2


def written(units: Exact) -> str:
    """Write hundredths as points: 1.25, or with three more decimals where there is no end."""
    if units.denominator != 1:
        return show_decimal(ratio(units, 100))
    whole, rest = divmod(units.numerator, 100)
    return f"{whole}.{rest:02d}"


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

    def formula(self, place: int) -> str:
        """Write the award of one place as it is worked out by hand; empty at both ends, which are no curve.

        The tangent is 4 times what the hyperbola falls, by the square of its width: see the formula of ``award``.
        """
        top, least, paid = self
        if place == 1 or place >= paid or paid <= _WITHOUT_A_CURVE:
            return ""
        half = f"√{show(ratio(paid, 2))}"
        fall = f"({written(top)} − {written(least)}) × ({half} − 1)"
        if 2 * place <= paid + 2 - Fraction(sqrt(Fraction(paid, 2))):
            return f"{written(least)} + {fall} ÷ ({half} + {place - 2})"
        return f"{written(least)} + 4 × {fall} × {paid - place} ÷ ({half} + {paid - 2})²"


class ListedAwards(NamedTuple):
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


@shared
def place_on_the_curve(
    _book: Book, place: int, value: Exact, top: Step, least: Step, paid: Step, formula: str = ""
) -> Step:
    """Awards between the first and the last place lie on the standard curve, which falls steeply at first."""
    sentence = "Place {place} of {paid} on the curve from {top} to {least}"
    if formula:
        sentence += ": {formula}"
    return step(
        sentence, value, because=(top, paid, least),
        place=place, paid=paid.value, top=written(top.value), least=written(least.value), formula=formula,
    )  # fmt: skip


@shared
def share_the_tie(_book: Book, first: int, tied: int, total: Exact, places: tuple[Step, ...]) -> Step:
    """Ties are not broken: the exact awards of the places are shared, and rounded once."""
    last = first + tied - 1
    spelled = " + ".join(written(each.value) for each in places) if len(places) == tied else f"{written(total)} in all"
    sentence = "{tied} contestants share places {first} {to} {last}: ({spelled}) ÷ {tied}"
    return step(
        sentence, ratio(total, tied), because=places,
        tied=tied, first=first, last=last, spelled=spelled, to="and" if tied == _BOTH else "to",
    )  # fmt: skip


@shared
def never_under(_book: Book, award: Step, least: Exact) -> Step:
    """A tie that runs past the last paid place leaves everybody in it the minimum."""
    if award.value >= least:
        return award
    return step("Raised to the minimum award of {least}", least, because=(award,), least=written(least))


@shared
def to_a_hundredth(book: Book, award: Step) -> Step:
    """A place on the curve is rounded to the nearest hundredth, halves up; a setting rounds up instead."""
    if award.value.denominator == 1:
        return award
    if book.setting("green_ranking_rounded") == "up":
        return up_to_a_hundredth(book, award)
    return step("To the nearest hundredth, halves up", half_up(award.value), because=(award,))


@shared
def up_to_a_hundredth(_book: Book, award: Step, clause: str = "") -> Step:
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


def on_the_curve(
    book: Book,
    top: Step,
    least: Step,
    paid: Step,
    spacing: Spacing | None = None,
    then: Callable[[Step], Step] | None = None,
) -> Ranking:
    """Pay so many places from the top award to the minimum; ``spacing`` where only part of a curve is paid.

    ``then`` is done to every award when it is finished.
    """
    fall = spacing or Curve(top.value, least.value, int(paid.value))
    formula: Callable[[int], str] = getattr(fall, "formula", lambda _place: "")

    def place(number: int, value: Exact) -> Step:
        if number > fall.paid:
            return no_award_there(book, number, value, paid)
        return place_on_the_curve(book, number, value, top, least, paid, formula(number))

    def finish(award: Step) -> Step:
        finished = to_a_hundredth(book, never_under(book, award, least.value))
        return finished if then is None else then(finished)

    return Ranking(PlaceAwards(fall, place, partial(share_the_tie, book), finish), top, paid)


def listed(book: Book, awards: tuple[Step, ...], paid: Step, finish: Callable[[Step], Step]) -> Ranking:
    """Pay places whose awards are listed one by one."""

    def place(number: int, value: Exact) -> Step:
        return awards[number - 1] if number <= len(awards) else no_award_there(book, number, value, paid)

    spacing = ListedAwards(tuple(each.value for each in awards))
    return Ranking(PlaceAwards(spacing, place, partial(share_the_tie, book), finish), awards[0], paid)
