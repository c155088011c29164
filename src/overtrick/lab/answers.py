"""What is each situation worth? An edition is asked once for each, and every seat of a season takes the answer."""

from __future__ import annotations

from bisect import bisect_right
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

#: Not asked yet, and not to be answered without the whole event.
_NOT_ASKED, _WHOLE = -2, -1


class Period:
    """The answers for events of one scheme between two days on which something changes."""

    def __init__(self, shapes: int, situations: int) -> None:
        """Begin with none."""
        self.units = np.full(situations, _NOT_ASKED, np.int64)
        self.colours = np.zeros(situations, np.int8)
        self.scales: list[ListScales | None] = [None] * shapes
        self.asked = np.zeros(shapes, np.bool_)
        self.whole = np.zeros(shapes, np.bool_)  #: shapes whose events must be worked out whole


class Answers:
    """The answers of one set of rules for the situations of a season."""

    def __init__(self, season: Season, rules: Rules) -> None:
        """Read the situations; nothing is asked yet."""
        self._rules = rules
        self._schemes = season.schemes
        self._colours = {name: at for at, name in enumerate(season.colours)}
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

    @property
    def colours(self) -> list[str]:
        """The colours by their numbers: those of the season, and any that only these rules give."""
        return list(self._colours)

    def colour(self, name: str) -> int:
        """Give the number of a colour."""
        return self._colours.setdefault(name, len(self._colours))

    def number_of_period(self, day: date) -> int:
        """Count the changes up to a day."""
        return bisect_right(self._rules.days, day)

    def period(self, scheme: int, day: date, shapes: Numbers) -> Period:
        """Give the answers for events of a scheme on a day; the scales of shapes that are new are found."""
        key = (scheme, self.number_of_period(day))
        found = self._periods.get(key)
        if found is None:
            found = self._periods[key] = Period(len(self._shapes), len(self._shape))
        for shape in shapes[~found.asked[shapes]].tolist():
            edition = self._rules.edition(self._schemes[scheme], day)
            settings = self._rules.settings(self._schemes[scheme], edition)
            scales = found.scales[shape] = scales_of(edition, self._shapes[shape], day, settings)
            found.whole[shape] = scales is None
            found.asked[shape] = True
        return found

    def answer(self, period: Period, situations: Numbers) -> None:
        """Work out what some situations are worth, those that nobody asked for before."""
        new = situations[period.units[situations] == _NOT_ASKED]
        rows = zip(
            new.tolist(),
            self._shape[new].tolist(),
            self._list[new].tolist(),
            self._first[new].tolist(),
            self._tied[new].tolist(),
            strict=True,
        )
        for situation, shape, at, first, tied in rows:
            scales = period.scales[shape]
            if scales is None:
                period.units[situation] = _WHOLE
            else:
                period.units[situation] = scales.units(at, first, tied)
                period.colours[situation] = self.colour(scales.colour)
