"""How are points written? In units while they are awarded, with two decimals on a record (intro.units)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.working import rule
from overtrick.handbooks.family.written import coloured

if TYPE_CHECKING:
    from overtrick.engine.numbers import Exact


@rule("intro.units")
def on_record(points: Exact) -> str:
    """A record shows 100 points as 1.00."""
    return coloured(points)
