"""How did the pairs move? Told by who met whom: in a Mitchell, arrow-switched or not, there are two kinds of pairs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.engine.event import Movement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


#: Opponents whom everybody met, or met on average in a Mitchell: after fewer rounds nobody need have changed places.
ENOUGH = 3


def of_section(met: Iterable[tuple[str, str]], *, two: bool) -> Movement | None:
    """Tell how a section moved, by who met whom and whether each direction has a winner; None after a few rounds."""
    if two:  # each direction has keys of its own
        fewest = min((min(Counter(side).values()) for side in zip(*set(met), strict=True)), default=0)
        return Movement.MITCHELL if fewest >= ENOUGH else None
    opponents: dict[str, set[str]] = {}
    for one, other in met:
        opponents.setdefault(one, set()).add(other)
        opponents.setdefault(other, set()).add(one)
    if min(map(len, opponents.values()), default=0) < ENOUGH:
        return None
    return _with_one_winner(opponents)


def _with_one_winner(opponents: Mapping[str, set[str]]) -> Movement:
    """Tell a Howell from an arrow-switched Mitchell: in the latter nobody meets a pair of the own kind."""
    kinds: dict[str, bool] = {}
    for first in opponents:
        open_pairs = [] if first in kinds else [first]
        kinds.setdefault(first, True)
        while open_pairs:
            pair = open_pairs.pop()
            for other in opponents[pair]:
                if other not in kinds:
                    kinds[other] = not kinds[pair]
                    open_pairs.append(other)
                elif kinds[other] == kinds[pair]:
                    return Movement.HOWELL
    return Movement.ARROW_SWITCHED
