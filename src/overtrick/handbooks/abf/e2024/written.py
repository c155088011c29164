"""How are points and money written? Units are hundredths of a masterpoint, money is whole cents."""

from __future__ import annotations

from overtrick.engine.numbers import Exact
from overtrick.handbooks.entries import Colour

#: What a step's figure counts, beside the words of the engine.
SESSIONS = "sessions"
EVENTS = "events"
CENTS = "cents"

_MASTERPOINT = Colour("masterpoint", 100)
_CENTS_A_DOLLAR = 100


def points(units: Exact) -> str:
    """Write points of any colour: 35.00."""
    return _MASTERPOINT.show(units)


def counted(count: int, thing: str) -> str:
    """Write a number of things: 1 place, 3 places."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def dollars(cents: int) -> str:
    """Write an amount: $2.14."""
    whole, rest = divmod(abs(cents), _CENTS_A_DOLLAR)
    return f"{'-' if cents < 0 else ''}${whole}.{rest:02d}"
