"""What is each situation worth? An edition is asked once for each, and every seat of a season takes the answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.engine.scales import ListScales
from overtrick.formats import event_record
from overtrick.lab.proposal import Rules
from overtrick.lab.season import Season
from overtrick.lab.situations import Shape, scales_of

Numbers: TypeAlias = npt.NDArray[np.int64]

#: Stands for the answer that nobody has asked for yet.
_NOT_ASKED = -1


class Colours(dict[str, int]):
    """Numbers of colours: those of a season, and any that only some rules give, as they come."""

    def __init__(self, colours: Iterable[str]) -> None:
        """Begin with those of a season."""
        super().__init__({name: at for at, name in enumerate(colours)})

    def __missing__(self, name: str) -> int:
        """Number a colour that is new."""
        found = self[name] = len(self)
        return found


class Period:
    """The answers for events of one scheme between two days on which something changes."""

    def __init__(self, shapes: int, situations: int) -> None:
        """Begin with none."""
        self.units = np.full(situations, _NOT_ASKED, np.int64)
        self.colours = np.zeros(situations, np.int8)
        self.scales: list[ListScales | None] = [None] * shapes
        self.paid = np.zeros(shapes, np.int64)  #: places of each shape; nothing is paid below, and nobody need be asked
        self.asked = np.zeros(shapes, np.bool_)
        self.whole = np.zeros(shapes, np.bool_)  #: shapes whose events must be worked out whole


class Answers:
    """The answers of one set of rules for the situations of a season."""

    def __init__(self, season: Season, rules: Rules, colours: Colours) -> None:
        """Read the situations; nothing is asked yet."""
        self._rules = rules
        self._schemes = season.schemes
        self._colours = colours
        shapes = season.table("shapes").to_pydict()
        self._shapes = [
            Shape(rules.told(event_record.read(body)), near)
            for body, near in zip(shapes["body"], shapes["near"], strict=True)
        ]
        situations = season.table("situations")
        self._shape, self._list, self._first, self._tied = (
            situations[name].to_numpy().astype(np.int64) for name in ("shape", "list", "first", "tied")
        )
        self._periods: dict[tuple[int, int], Period] = {}

    def number_of_period(self, day: date) -> int:
        """Count the changes up to a day."""
        return bisect_right(self._rules.days, day)

    def period(self, scheme: int, day: date, shapes: Numbers) -> Period:
        """Give the answers for events of a scheme on a day; the scales of shapes that are new are found."""
        key = (scheme, self.number_of_period(day))
        found = self._periods.get(key)
        if found is None:
            found = self._periods[key] = Period(len(self._shapes), len(self._shape))
        new = shapes[~found.asked[shapes]]
        edition = self._rules.edition(self._schemes[scheme], day)
        settings = self._rules.settings(self._schemes[scheme], edition)
        for shape in new.tolist():
            scales = found.scales[shape] = scales_of(edition, self._shapes[shape], day, settings)
            found.whole[shape] = scales is None
            found.paid[shape] = 0 if scales is None else max(places.paid for places in scales.lists)
        found.asked[new] = True
        return found

    def answer(self, period: Period, situations: Numbers) -> None:
        """Work out what some situations are worth, those that nobody asked for before."""
        new = situations[period.units[situations] == _NOT_ASKED]
        period.units[new] = 0
        new = new[self._first[new] <= period.paid[self._shape[new]]]
        columns = (self._shape, self._list, self._first, self._tied)
        units, colours = [], []
        for shape, at, first, tied in zip(*(column[new].tolist() for column in columns), strict=True):
            if (scales := period.scales[shape]) is not None:  # a shape that has none pays no place, and is not here
                units.append(scales.units(at, first, tied))
                colours.append(self._colours[scales.colour])
        period.units[new], period.colours[new] = units, colours
