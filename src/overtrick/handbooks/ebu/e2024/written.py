"""How is money written? In pence, shown as pounds."""

from __future__ import annotations

#: What a step's figure counts, beside the words of the engine.
PENCE = "pence"

_PENCE_A_POUND = 100


def pounds(pence: int) -> str:
    """Write an amount: £2.14."""
    whole, rest = divmod(abs(pence), _PENCE_A_POUND)
    return f"{'-' if pence < 0 else ''}£{whole}.{rest:02d}"
