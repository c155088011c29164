"""The points that somebody names to be told a rank: read into a holding, and the answer as plain data."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.numbers import exact, show
from overtrick.engine.ranks import Holding
from overtrick.engine.working import as_data, cited

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick.engine.numbers import Exact
    from overtrick.engine.ranks import RankStanding, ToWin
    from overtrick.handbooks.edition import Edition, Handbook
    from overtrick.handbooks.entries import Colour

#: More than anybody has ever had of a colour, and how long it is written.
MOST = 10_000_000
LONGEST = 20


class Fault(StrEnum):
    """What can be wrong with a figure."""

    UNKNOWN = "unknown"  #: no colour, and no part that a rule treats apart
    NO_NUMBER = "no number"
    STEPS = "steps"  #: finer than the smallest unit of the colour


class WrongFigure(NamedTuple):
    """A figure that cannot be taken."""

    name: str
    written: str
    fault: Fault
    smallest: str = ""  #: the smallest step of the colour


class BadHolding(ValueError):
    """Some of the figures cannot be taken."""

    def __init__(self, wrong: list[WrongFigure]) -> None:
        super().__init__(", ".join(each.name for each in wrong))
        self.wrong = wrong


def names(handbook: Handbook, parts: Mapping[str, str]) -> list[str]:
    """Name everything that can be told: the colours, and the parts of them that a rule treats apart."""
    return [*handbook.colours, *parts]


def holding(handbook: Handbook, parts: Mapping[str, str], given: Mapping[str, str]) -> Holding:
    """Read points as people write them; everything that is wrong is told at once."""
    units = dict.fromkeys(handbook.colours, 0)
    of_which: dict[str, int] = {}
    wrong: list[WrongFigure] = []
    for name, written in given.items():
        if name not in handbook.colours and name not in parts:
            wrong.append(WrongFigure(name, written, Fault.UNKNOWN))
            continue
        colour = handbook.colours.get(name) or next(iter(handbook.colours.values()))
        found = _units(colour, written)
        if isinstance(found, Fault):
            wrong.append(WrongFigure(name, written, found, show(Fraction(1, colour.units))))
        elif name in handbook.colours:
            units[name] = found
        else:
            of_which[parts[name]] = found
    if wrong:
        raise BadHolding(wrong)
    return Holding(units, of_which)


def _units(colour: Colour, written: str) -> int | Fault:
    """Read points into smallest units of the colour."""
    try:
        units = (
            Fraction(exact(written)) * colour.units if len(written) <= LONGEST and "e" not in written.lower() else None
        )
    except (ValueError, ZeroDivisionError):
        units = None
    if units is None or units > MOST * colour.units:
        return Fault.NO_NUMBER
    return Fault.STEPS if units < 0 or units.denominator != 1 else units.numerator


def missing_points(edition: Edition, part: ToWin) -> str:
    """Write missing points: of one colour as that colour is written, of several in the smallest units they share."""
    colours = [edition.handbook.colours[name] for name in part.colours if name in edition.handbook.colours]
    return min(colours, key=lambda colour: colour.units).show(part.units)


def points(edition: Edition) -> Callable[[Exact], str]:
    """Say how points are written in the working of a rank."""
    return next(iter(edition.handbook.colours.values())).show


def rank_data(edition: Edition, held: Holding, standing: RankStanding, *, working: bool = True) -> dict[str, Any]:
    """Turn the rank of a holding into plain data: the same for the command line and the API."""
    colours = edition.handbook.colours
    return {
        "handbook": edition.handbook.name,
        "edition": edition.name,
        "held": {name: colours[name].show(units) for name, units in held.units.items()},
        "rank": standing.rank or None,
        "next": standing.following or None,
        "missing": [
            {"points": missing_points(edition, part), "colours": [name for name in part.colours if name in colours]}
            for part in standing.to_win
        ],
        "clauses": cited(standing.working),
        "working": as_data(standing.working, points(edition)) if working else None,
    }
