"""How are points written? A hundredth of a point of national standing is one unit of a total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import show
from overtrick.handbooks.entries import Colour

if TYPE_CHECKING:
    from overtrick.engine.numbers import Exact

#: What a step's figure counts, beside the words of the engine.
SESSIONS = "sessions"
EVENTS = "events"

_HUNDREDTHS = Colour("coloured point", 100)


def coloured(units: Exact) -> str:
    """Write points of national standing: 7.25."""
    return _HUNDREDTHS.show(units)


def master_points(units: Exact) -> str:
    """Write units of a total: 5344."""
    return show(units)
