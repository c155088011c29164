"""Which changes are tried: drawn by a seed, so many in each area, no two at the same place.

A change is drawn by what it is, not by where it stands in a list: after an edit elsewhere the same seed draws it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from pathlib import Path

from tests.mutants.areas import AREAS, Area, changes_of
from tests.mutants.changes import Change


def drawn(root: Path, seed: int, count: int) -> list[tuple[Area, Change]]:
    """In an order that tries every area early, so that a run that is stopped has seen them all."""
    dealt = [
        ((at + 0.5) / area.share, area, change)
        for area in AREAS
        for at, change in enumerate(islice(_from(area, root, seed), count))
    ]
    return [(area, change) for _, area, change in sorted(dealt, key=lambda each: each[0])][:count]


def _from(area: Area, root: Path, seed: int) -> Iterator[Change]:
    """Of each kind one in turn: figures are many and would crowd out the rest."""
    kinds: dict[str, list[tuple[str, Change]]] = {}
    texts: dict[str, str] = {}
    for change in changes_of(area, root):
        text = texts.setdefault(change.file, (root / change.file).read_text(encoding="utf-8"))
        lot = hashlib.sha256(f"{seed} {change.key(text)}".encode()).hexdigest()
        kinds.setdefault(change.kind, []).append((lot, change))
    places: set[tuple[str, int]] = set()
    for each in filter(None, chain.from_iterable(zip_longest(*(sorted(kinds[kind]) for kind in sorted(kinds))))):
        _, change = each
        if (change.file, change.start) not in places:
            places.add((change.file, change.start))
            yield change
