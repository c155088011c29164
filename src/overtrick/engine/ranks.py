"""How far has a player come? Holdings by colour, ranks with their minima, and what is missing for the next one.

The ranks of a handbook are a list, lowest first. A player has the highest listed one whose minima are all met; it need
not be true that every rank below it is met too.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import Exact, up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date

    from overtrick.engine.working import Step

_NOTHING: Mapping[str, int] = MappingProxyType({})


class Holding(NamedTuple):
    """What a player has won over the years, in smallest units by colour."""

    units: Mapping[str, int]
    of_which: Mapping[str, int] = _NOTHING  #: the part of it that a rule treats apart, by that rule's name

    def of(self, colours: Iterable[str]) -> int:
        """Add up some colours."""
        units = self.units
        return sum([units[colour] for colour in colours if colour in units])

    def plus(self, units: Mapping[str, int]) -> Holding:
        """Add points won, or take points away, colour by colour."""
        colours = dict.fromkeys((*self.units, *units))
        return self._replace(units={each: self.units.get(each, 0) + units.get(each, 0) for each in colours})


class Minimum(NamedTuple):
    """So many units a rank asks for, of these colours together."""

    words: str  #: "in total", "red and gold", "gold"
    colours: tuple[str, ...]
    units: Exact
    working: Step | None = None  #: why it is not the printed figure, where it is not

    def met(self, holding: Holding) -> bool:
        """Say whether a holding has enough."""
        return holding.of(self.colours) >= self.units


class Rank(NamedTuple):
    """A rank and everything it asks for; the widest minimum first, the narrowest last."""

    name: str
    minima: tuple[Minimum, ...]
    clause: str

    def met(self, holding: Holding) -> bool:
        """Say whether a holding meets every minimum."""
        return all(each.met(holding) for each in self.minima)


class Shortfall(NamedTuple):
    """What a holding lacks of one minimum, in whole units; nothing where it is met."""

    minimum: Minimum
    held: int
    missing: int


class ToWin(NamedTuple):
    """Points still to be won that count for one minimum and are in none that is narrower."""

    words: str
    colours: tuple[str, ...]
    units: int


class RankStanding(NamedTuple):
    """The rank of a holding, the next one listed, and what that lacks."""

    rank: str  #: empty below the first
    following: str  #: empty at the top
    missing: tuple[Shortfall, ...]
    to_win: tuple[ToWin, ...]
    working: Step
    beyond: Step | None = None  #: why nothing is said of higher ranks, where the handbook leaves them out
    counted: tuple[Step, ...] = ()  #: how points of one colour came to count for another minimum than their own


class DatedPoints(NamedTuple):
    """Points of one colour that counted from a day on; a correction may be below zero."""

    day: date
    colour: str
    units: int


class Reached(NamedTuple):
    """A rank, and the first day on which a holding met it."""

    rank: Rank
    day: date
    holding: Holding


def highest(ranks: Sequence[Rank], holding: Holding) -> int:
    """Find the highest listed rank that is met, as its index; -1 where none is."""
    return next((at for at in reversed(range(len(ranks))) if ranks[at].met(holding)), -1)


class Finder:
    """Names the ranks of many holdings: whoever stands between the same minima has the same rank."""

    def __init__(self, ranks: Sequence[Rank], upto: Minimum | None = None) -> None:
        """Sort what the ranks ask for, by colours; a list that has no end of its own is known up to a minimum."""
        asked: dict[tuple[str, ...], set[Exact]] = {}
        for minimum in (minimum for rank in ranks for minimum in rank.minima):
            asked.setdefault(minimum.colours, set()).add(minimum.units)
        self._ranks = ranks
        self._upto = upto
        if upto is not None:
            asked.setdefault(upto.colours, set()).add(upto.units)
        self._asked = [(colours, sorted(units)) for colours, units in asked.items()]
        self._known: dict[tuple[int, ...], str] = {}

    def name(self, holding: Holding) -> str | None:
        """Name the highest listed rank that is met; empty where none is, and None beyond the end of the list."""
        units = holding.units
        between = tuple(
            [
                bisect_right(minima, sum([units[colour] for colour in colours if colour in units]))
                for colours, minima in self._asked
            ]
        )
        found = self._known.get(between)
        if found is None:
            if self._upto is not None and holding.of(self._upto.colours) >= self._upto.units:
                return None
            at = highest(self._ranks, holding)
            found = self._known[between] = self._ranks[at].name if at >= 0 else ""
        return found


def shortfalls(rank: Rank, holding: Holding) -> tuple[Shortfall, ...]:
    """Compare a holding with every minimum of a rank."""
    found = []
    for minimum in rank.minima:
        held = holding.of(minimum.colours)
        found.append(Shortfall(minimum, held, max(up(minimum.units - held), 0)))
    return tuple(found)


def to_win(missing: Sequence[Shortfall]) -> tuple[ToWin, ...]:
    """Say which points are the fewest that fill every shortfall, the narrowest colours first.

    A gold point also counts as red and gold and in the total; so the wider minima ask only for what is left.
    """
    covered = 0
    parts = []
    for each in reversed(missing):
        extra = max(each.missing - covered, 0)
        covered += extra
        if extra:
            parts.append(ToWin(each.minimum.words, each.minimum.colours, extra))
    return tuple(parts)


def held_on(opening: Holding, credited: Iterable[DatedPoints], on: date | None) -> Holding:
    """Add to a holding what was credited up to a day, that day included; all of it where no day is asked for."""
    holding = opening
    for credit in credited:
        if on is None or credit.day <= on:
            holding = holding.plus({credit.colour: credit.units})
    return holding


def as_it_is(holding: Holding) -> Holding:
    """Count a holding for ranks just as it was won."""
    return holding


def days_reached(
    ranks: Sequence[Rank],
    opening: Holding,
    credited: Iterable[DatedPoints],
    counted: Callable[[Holding], Holding] = as_it_is,
) -> tuple[Reached, ...]:
    """Find the day of every promotion: all credits of a day count together, and a rank once reached stays.

    ``counted`` says how a holding counts for ranks, where points of one colour may stand in for another.
    """
    holding = opening
    best = highest(ranks, counted(holding))
    promotions = []
    for day, of_the_day in groupby(sorted(credited, key=lambda each: each.day), key=lambda each: each.day):
        for credit in of_the_day:
            holding = holding.plus({credit.colour: credit.units})
        now = highest(ranks, counted(holding))
        if now > best:
            best = now
            promotions.append(Reached(ranks[now], day, holding))
    return tuple(promotions)
