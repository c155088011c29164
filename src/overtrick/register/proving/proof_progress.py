"""How far a proof is: its parts in their order, and what each takes of the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Share(NamedTuple):
    """What a part takes of a hundred: if all events are worked out again, and if none or few are."""

    of_all: int
    of_some: int


#: As measured for a season of 2,000 events; one of 70,000 takes the same for each.
PARTS = {
    "entries": Share(3, 3),
    "references of entries": Share(1, 1),
    "assessments": Share(45, 3),
    "held credits": Share(4, 8),
    "promotions": Share(16, 34),
    "money": Share(2, 7),
    "fines": Share(0, 0),
    "charges of events": Share(9, 4),
    "other charges": Share(1, 1),
    "charges of copies": Share(0, 0),
    "audit": Share(4, 6),
    "signed heads": Share(4, 5),
    "rows in the audit": Share(9, 18),
    "uploads": Share(1, 2),
    "database": Share(1, 8),
}
#: A part of a hundred is told in so many steps.
_FINER = 100


def beginnings(sample: int | None) -> dict[str, int]:
    """Say of each part at which part of a hundred it begins."""
    found, begins = {}, 0
    for name, share in PARTS.items():
        found[name] = begins
        begins += share.of_all if sample is None else share.of_some
    return found


class ProofProgress:
    """Adds up how far a proof is, from what it tells of each part."""

    def __init__(self, sample: int | None, tell: Callable[[int, int], object]) -> None:
        """Tell it to somebody as so much of so much."""
        self._begins = beginnings(sample)
        self._sample = sample
        self._tell = tell
        self._last = 0

    def __call__(self, what: str, done: int, of: int) -> None:
        """Take in how far a part is; one that begins again, with the next of several things, stays where it was."""
        if what not in PARTS:
            return
        share = PARTS[what].of_all if self._sample is None else PARTS[what].of_some
        within = share * _FINER * min(done, of) // of if of else 0
        self._last = max(self._last, self._begins[what] * _FINER + within)
        self._tell(self._last, 100 * _FINER)
