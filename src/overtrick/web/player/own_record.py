"""The player of the account in this federation, with all their numbers."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from django.http import HttpRequest

from overtrick.handbooks.entries import Colour
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.people.identity import Person, person
from overtrick.web.access import actor, federation


def me(request: HttpRequest) -> Person | None:
    """Give the player of the account, with all records of the same person; none if there is none in this federation."""
    mine = actor(request).player_id
    return person(player=mine) if mine else None


class PointsWriter:
    """How points are written in a federation."""

    def __init__(self, whose: Federation) -> None:
        """Know its colours."""
        self.colours: dict[str, Colour] = handbook.on_record(whose)
        self._together = handbook.together(whose)
        #: Write points of a colour; no colour: of all together. The same few figures stand on every page.
        self.show = lru_cache(maxsize=10_000)(self._show)

    def _show(self, colour: str, units: int) -> str:
        return handbook.written(self.colours.get(colour) or self._together, units)

    def exact(self, colour: str, units: int) -> Decimal:
        """Give points of a colour as a figure, with the places that the colour has; nothing without a colour."""
        known = self.colours.get(colour)
        return Decimal(known.show(units)) if known else Decimal(0)

    def of(self, colours: tuple[str, ...], units: int) -> str:
        """Write points of several colours together: in the smallest units they share."""
        known = [name for name in colours if name in self.colours]
        if len(known) == len(self.colours):
            return self.show("", units)
        one = min(known, key=lambda name: self.colours[name].units, default="")
        return self.show(one, units)


@lru_cache
def points_by(handbook: str) -> PointsWriter:
    """Give the way in which a handbook writes points."""
    return PointsWriter(Federation(handbook=handbook))


def points(request: HttpRequest) -> PointsWriter:
    """Give the way in which this federation writes points."""
    return points_by(federation(request).handbook)
