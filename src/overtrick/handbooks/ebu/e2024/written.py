"""How are points and money written? A hundredth of a blue or green point is one master point; money is pence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import show
from overtrick.handbooks.edition import Colour

if TYPE_CHECKING:
    from overtrick.engine.numbers import Exact

#: What a step's figure counts, beside the words of the engine.
MASTER_POINTS = "master points"
SESSIONS = "sessions"
EVENTS = "events"
PENCE = "pence"

_HUNDREDTHS = Colour("coloured point", 100)
_PENCE_A_POUND = 100


def coloured(units: Exact) -> str:
    """Write green, blue or gold points: 7.25."""
    return _HUNDREDTHS.show(units)


def master_points(units: Exact) -> str:
    """Write master points, of which a hundredth of a green or blue point is one: 5344."""
    return show(units)


def pounds(pence: int) -> str:
    """Write an amount: £2.14."""
    whole, rest = divmod(abs(pence), _PENCE_A_POUND)
    return f"{'-' if pence < 0 else ''}£{whole}.{rest:02d}"
