"""A table of a report, and counts of a few, of which a public one says no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from overtrick.formats.tables import Cell
from overtrick.lab.small_groups import LEAST_GROUP

_FEW = f"fewer than {LEAST_GROUP}"


class Table(NamedTuple):
    """A table of a report; its name is that of its files."""

    name: str
    title: str
    says: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    figures: frozenset[str] = frozenset()  #: columns that stand at the right


def few(count: int, *, public: bool) -> Cell:
    """Give a count, or in public that it is of a few."""
    return _FEW if public and 0 < count < LEAST_GROUP else count


def told(column: str, cell: Cell) -> str:
    """Write a cell for people: thousands are parted, and a change has its sign."""
    if isinstance(cell, Decimal):
        sign = "+" if column.startswith("Change") and cell > 0 else ""
        return f"{sign}{cell:,}".replace("-", "−")
    return f"{cell:,}" if isinstance(cell, int) else str(cell)
