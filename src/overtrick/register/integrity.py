"""The findings of ``verify``: what is wrong in the stored data, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Progress = Callable[[int, int], object]  #: how much is done, of how much


class FoundRow(NamedTuple):
    """A row that a finding is about, so that a page can name it: its table and its key."""

    table: str
    key: int


class Finding(NamedTuple):
    """Something in the office's memory that is not as it should be."""

    where: str  #: "entry 17", "balance of player 4 in local"
    says: str  #: without anybody's name: proofs are kept, and whoever is erased must not stand in one
    about: FoundRow | None = None  #: a player, a submission or an entry


def silent(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


def counted(rows: Iterable[T], every: int, tell: Progress) -> Iterator[T]:
    """Go through rows, telling now and then how far it is."""
    for done, row in enumerate(rows):
        if not done % _NOW_AND_THEN:
            tell(done, every)
        yield row


_NOW_AND_THEN = 2_000
