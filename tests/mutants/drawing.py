"""Which changes are tried: drawn by a seed, so many in each area, no two at the same place."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.areas import AREAS, Area, changes_of
from tests.mutants.changes import Change


def drawn(root: Path, seed: int, count: int) -> list[tuple[Area, Change]]:
    """In an order that tries every area early, so that a run that is stopped has seen them all."""
    dealt = [(index / area.share, area, change) for area in AREAS for index, change in _from(area, root, seed, count)]
    return [(area, change) for _, area, change in sorted(dealt, key=lambda each: each[0])][:count]


def _from(area: Area, root: Path, seed: int, count: int) -> Iterator[tuple[float, Change]]:
    """A kind first, then a change of that kind: figures are many and would crowd out the rest."""
    random_of = random.Random(f"{seed} {area.name}")
    kinds: dict[str, list[Change]] = {}
    for change in changes_of(area, root):
        kinds.setdefault(change.kind, []).append(change)
    for each in kinds.values():
        random_of.shuffle(each)
    places: set[tuple[str, int]] = set()
    index = 0
    while kinds and index <= count:
        kind = random_of.choice(sorted(kinds))
        change = kinds[kind].pop()
        if not kinds[kind]:
            del kinds[kind]
        if (change.file, change.start) not in places:
            places.add((change.file, change.start))
            index += 1
            yield index - 0.5, change
