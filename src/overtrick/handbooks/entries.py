"""What do the files of a handbook list? Its colours of points, settings, errata and rules of the family, as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, ratio, show, show_decimal
from overtrick.engine.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Colour(NamedTuple):
    """A colour of points and how it is written."""

    name: str
    units: int  #: smallest units in one point
    record: int = 0  #: in one point as a record writes it, where that is otherwise

    @property
    def on_record(self) -> Colour:
        """Give the colour as records and ranking lists write it."""
        return self._replace(units=self.record) if self.record else self

    def show(self, units: Exact) -> str:
        """Write units as players see them; a fraction of a unit, inside a working, with more decimals.

        Whole points keep their thirds: 6 1/3.
        """
        if units.denominator != 1:
            return show(units) if self.units == 1 else show_decimal(ratio(units, self.units))
        if self.units == 1:
            return str(units)
        digits = len(str(self.units)) - 1
        whole, rest = divmod(abs(units.numerator), self.units)
        return f"{'-' if units < 0 else ''}{whole}.{rest:0{digits}d}"


class Setting(NamedTuple):
    """Something the handbook leaves open: the question, the choices, and why the default was taken."""

    name: str
    default: str
    choices: tuple[str, ...]
    clause: str
    errata: str
    question: str
    reason: str


class Erratum(NamedTuple):
    """A place where the print contradicts the rule or itself, and the reading taken."""

    id: str
    clause: str
    printed: str
    reading: str
    reason: str
    setting: str  #: the setting that switches it; empty where it is not disputed


class Family(NamedTuple):
    """What an edition says about the rules it shares with others: which clause each is, and how it is read here."""

    clauses: Mapping[str, tuple[str, ...]]  #: by the name of the rule; the first is the one to cite
    rules: tuple[str, ...]  #: of these names, the rules that it takes over
    readings: Mapping[str, str]  #: answers to what is a setting elsewhere and settled here
    own: Mapping[str, str]  #: functions of the edition's own that do a rule of the family another way
