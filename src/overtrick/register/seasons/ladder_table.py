"""The table of a ladder: everybody's best results, and who has enough of them for the list."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal
from typing import NamedTuple

from overtrick.register.seasons.notebook import Notebook


class LadderRow(NamedTuple):
    """Somebody on a ladder."""

    place: str  #: empty: not enough results yet
    name: str
    results: int
    best: tuple[Decimal, ...]  #: the results that count, the best first
    total: Decimal

    @property
    def average(self) -> Decimal:
        """Of the results that count, to two places."""
        return (self.total / len(self.best)).quantize(Decimal("0.01")) if self.best else Decimal(0)


def table(notebook: Notebook) -> list[LadderRow]:
    """Rank those who have enough results by the sum of their best; the others come after, the most results first."""
    found: dict[str, list[Decimal]] = {name: [] for name in notebook.names}
    for game in notebook.games:
        for name, score in game.scores:
            if name in found:
                found[name].append(Decimal(score))
    counted = notebook.plan.counted
    rows = []
    for name, results in found.items():
        best = tuple(sorted(results, reverse=True)[:counted])
        rows.append(LadderRow("", name, len(results), best, sum(best, Decimal(0))))
    listed = sorted((row for row in rows if row.results >= counted), key=lambda row: -row.total)
    others = sorted((row for row in rows if row.results < counted), key=lambda row: (-row.results, -row.total))
    placed = []
    for row in listed:
        place = 1 + sum(other.total > row.total for other in listed)
        shared = sum(other.total == row.total for other in listed) > 1
        placed.append(row._replace(place=f"{place}{'=' if shared else ''}"))
    return [*placed, *others]


def average_tables(notebook: Notebook) -> Decimal | None:
    """Give the average of full tables to two places, never more than it is; none before the first game."""
    told = [Decimal(game.tables) for game in notebook.games]
    return (sum(told, Decimal(0)) / len(told)).quantize(Decimal("0.01"), ROUND_DOWN) if told else None
