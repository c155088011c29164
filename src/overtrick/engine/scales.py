"""What does each place of a ranking list earn? Shares of a field, spacing of awards, ties, growth past a maximum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, overload

from overtrick.engine.numbers import Exact, ratio, sqrt, tidy, up
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import POINTS, Step

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from fractions import Fraction

Answer = TypeVar("Answer")

#: A tie of more contestants than this shows only the first and the last place it covers.
_PLACES_SHOWN = 6


def share_up(share: Fraction | int, contestants: int) -> int:
    """Take a share of a field, rounded up: one third of 16 is 6."""
    return up(share * contestants)


def grown(limit: Exact, actual: Exact, reached_at: int) -> Exact:
    """Let a maximum grow with the square root of how far the field is past the size that reaches it."""
    return tidy(limit * sqrt(ratio(actual, reached_at)))


class Spacing(Protocol):
    """How awards fall from the first place to the last paid one."""

    @property
    def paid(self) -> int:
        """How many places are paid."""

    def award(self, place: int) -> Exact:
        """Give the exact award of one place; nothing past the last paid one."""

    def total(self, first: int, last: int) -> Exact:
        """Add up the exact awards of a run of places."""


class ConstantReductions(NamedTuple):
    """Awards that fall by the same amount from place to place: the last paid place gets one such step."""

    top: Exact
    paid: int

    @property
    def step(self) -> Exact:
        """What a place gets more than the next one."""
        return ratio(self.top, self.paid)

    def award(self, place: int) -> Exact:
        """Give the exact award of one place."""
        return ratio(self.top * max(self.paid - place + 1, 0), self.paid)

    def total(self, first: int, last: int) -> Exact:
        """Add up a run of places at once, however long."""
        last = min(last, self.paid)
        if last < first:
            return 0
        steps = (last - first + 1) * (2 * self.paid - first - last + 2)
        return ratio(self.top * steps, 2 * self.paid)


class LiftedReductions(NamedTuple):
    """Awards that fall by the same amount, but for the last places, which the scale itself lifts to a least figure."""

    top: Exact
    paid: int
    least: Exact

    @property
    def _fall(self) -> ConstantReductions:
        return ConstantReductions(self.top, self.paid)

    def is_lifted(self, place: int) -> bool:
        """Say whether a place has the least figure and not its own."""
        return place <= self.paid and self._fall.award(place) < self.least

    def award(self, place: int) -> Exact:
        """Give the exact award of one place."""
        return self.least if self.is_lifted(place) else self._fall.award(place)

    def total(self, first: int, last: int) -> Exact:
        """Add up a run of places; only those at the end are lifted."""
        total, place = self._fall.total(first, last), self.paid
        while place >= 1 and self.is_lifted(place):
            if first <= place <= last:
                total = tidy(total + self.least - self._fall.award(place))
            place -= 1
        return total


class Pay(NamedTuple):
    """What a contestant gets for a place: whole smallest units, and why."""

    units: int
    working: Step


class PaidPlaces(Sequence[Pay]):
    """The awards of some places, each worked out when somebody looks at it: a large field has thousands."""

    __slots__ = ("_pay", "_places")

    def __init__(self, places: range, pay: Callable[[int], Pay]) -> None:
        """Take the places, and what works out the award of one."""
        self._places = places
        self._pay = pay

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Pay: ...
    @overload
    def __getitem__(self, at: slice) -> PaidPlaces: ...
    def __getitem__(self, at: int | slice) -> Pay | PaidPlaces:
        if isinstance(at, slice):
            return PaidPlaces(self._places[at], self._pay)
        return self._pay(self._places[at])

    def changed(self, change: Callable[[Pay], Pay]) -> PaidPlaces:
        """Give the same places, each award changed."""
        pay = self._pay
        return PaidPlaces(self._places, lambda place: change(pay(place)))


def _no_pay(place: int) -> Pay:
    raise IndexError(place)


#: Where no place is paid.
NO_PLACES = PaidPlaces(range(0), _no_pay)


class ByPlace(dict[tuple[int, int], Answer]):
    """Answers by place and number of contestants tied there, each worked out when somebody first asks for it."""

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[int, int], Answer]) -> None:
        """Start with none."""
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: tuple[int, int]) -> Answer:
        """Work one out."""
        answer = self[key] = self._work_out(*key)
        return answer


class PlaceAwards:
    """What one ranking list is paid, place by place, ties shared; every answer is worked out once and kept."""

    __slots__ = ("_finish", "_place", "_share", "_steps", "_unpaid", "paid", "pays", "spacing")

    def __init__(
        self,
        spacing: Spacing,
        place: Callable[[int, Exact], Step],
        share: Callable[[int, int, Exact, tuple[Step, ...]], Step],
        finish: Callable[[Step], Step],
    ) -> None:
        """Take the spacing and the handbook's own rules: one place, the sharing of a tie, minimum and rounding."""
        self.spacing = spacing
        self.paid = spacing.paid
        self._place = place
        self._share = share
        self._finish = finish
        self.pays = ByPlace(self._pay)
        self._steps: dict[int, Step] = {}
        self._unpaid: ByPlace[Step] | None = None

    def pay(self, first: int, tied: int = 1) -> Pay:
        """Work out what each of ``tied`` contestants gets who share the places from ``first`` on."""
        return self.pays[first, tied]

    def _pay(self, first: int, tied: int) -> Pay:
        finished = self._finish(self.exact(first, tied))
        return Pay(up(finished.value), finished)

    def exact(self, first: int, tied: int = 1) -> Step:
        """Give the award before any minimum and rounding."""
        if tied == 1:
            return self._step(first)
        last = first + tied - 1
        covered = range(first, last + 1) if tied <= _PLACES_SHOWN else (first, last)
        reasons = tuple(map(self._step, covered))
        total = self.spacing.total(first, last)
        return self._share(first, tied, total, reasons)

    def _step(self, place: int) -> Step:
        """Give the award of one place; ties that cover it share the step."""
        found = self._steps.get(place)
        if found is None:
            found = self._steps[place] = self._place(place, self.spacing.award(place))
        return found

    def unpaid(self, why: Callable[[int, int], Step]) -> ByPlace[Step]:
        """Keep the handbook's reasons why a place below the paid ones earns nothing."""
        if self._unpaid is None:
            self._unpaid = ByPlace(why)
        return self._unpaid

    def changed(self, change: Callable[[Step], Step]) -> PlaceAwards:
        """Give the same awards, each changed before minimum and rounding."""
        return PlaceAwards(self.spacing, self._place, self._share, lambda award: self._finish(change(award)))

    def then(self, change: Callable[[Step], Step]) -> PlaceAwards:
        """Give the same awards, each changed after minimum and rounding."""
        return PlaceAwards(self.spacing, self._place, self._share, lambda award: change(self._finish(award)))

    @property
    def places(self) -> PaidPlaces:
        """List the untied award of every paid place."""
        return PaidPlaces(range(1, self.paid + 1), self.pay)


class ListScales(NamedTuple):
    """What the lists of a plain event are paid: of a seat only its list, its place and the tie there count."""

    colour: str
    lists: tuple[PlaceAwards, ...]
    within: Decimal | None = None  #: scores nearer than this are a tie

    def units(self, at: int, first: int, tied: int) -> int:
        """Say what each of ``tied`` contestants gets who share the places of a list from ``first`` on."""
        places = self.lists[at]
        return places.pays[first, tied].units if first <= places.paid else 0


def added(parts: tuple[Step, ...], sentence: str, clause: str) -> Step:
    """Add parts that are each finished."""
    return Step(sentence, {}, tidy(sum(part.value for part in parts)), POINTS, parts, clause)
