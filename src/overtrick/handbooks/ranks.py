"""What does an office ask a handbook about ranks? An edition answers in its own ``ranks`` module.

One that has only the table of ranks is read as in the family; one that has neither has no ranks, and says so.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from overtrick.engine.ranks import RankStanding
from overtrick.engine.working import NOTHING, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from overtrick.engine.ranks import DatedPoints, Holding, Rank, Reached
    from overtrick.handbooks.edition import Book, Edition

_NAME = "ranks"

#: More than anybody has ever had: the ranks up to there are all that can be asked for.
_FAR = 10_000_000

_NO_PARTS: Mapping[str, str] = MappingProxyType({})
_NO_DAYS: Mapping[str, tuple[str, date]] = MappingProxyType({})


class Ranks(Protocol):
    """The answers of a handbook."""

    #: Parts of a holding that a rule treats apart, by the name a person asks for them.
    PARTS: Mapping[str, str]
    #: How a record tells such a part: points of a colour that were won before a day.
    WON_BEFORE: Mapping[str, tuple[str, date]]

    def ladder(self, book: Book, most: int) -> list[Rank]:
        """List every rank, lowest first; stars without an end go as far as a total of ``most``."""

    def rank_of(
        self, book: Book, held: Holding, on: date | None = None, credited: Iterable[DatedPoints] = ()
    ) -> RankStanding:
        """Give the rank of a holding together with what was credited up to a day."""

    def name_of(self, book: Book, held: Holding) -> str:
        """Name the rank of a holding without the working."""

    def promotions(self, book: Book, opening: Holding, credited: Iterable[DatedPoints]) -> tuple[Reached, ...]:
        """Find the day on which each rank was reached."""


class _Unranked:
    """The answers of a handbook without ranks."""

    PARTS = _NO_PARTS
    WON_BEFORE = _NO_DAYS

    def ladder(self, book: Book, most: int) -> list[Rank]:  # noqa: ARG002
        """List none."""
        return []

    def rank_of(
        self,
        book: Book,
        held: Holding,  # noqa: ARG002
        on: date | None = None,  # noqa: ARG002
        credited: Iterable[DatedPoints] = (),  # noqa: ARG002
    ) -> RankStanding:
        """Say that there is none."""
        told = step("{title} has no ranks", 0, NOTHING, title=book.edition.title)
        return RankStanding("", "", (), (), told, beyond=told)

    def name_of(self, book: Book, held: Holding) -> str:  # noqa: ARG002
        """Name none."""
        return ""

    def promotions(self, book: Book, opening: Holding, credited: Iterable[DatedPoints]) -> tuple[Reached, ...]:  # noqa: ARG002
        """Nobody is promoted."""
        return ()


_UNRANKED = _Unranked()


@lru_cache
def of(edition: Edition) -> Ranks:
    """Give an edition's answers."""
    found = edition.module("ranks")
    if found is not None:
        return cast("Ranks", found)
    if _NAME in edition.table_names:
        return cast("Ranks", import_module(f"{__package__}.family.{_NAME}"))
    return _UNRANKED


def order(book: Book) -> dict[str, int]:
    """Number the ranks of a handbook, the lowest first."""
    return {rank.name: at for at, rank in enumerate(of(book.edition).ladder(book, _FAR))}


def higher(places: Mapping[str, int], one: str, other: str) -> str:
    """Give the higher of two ranks, by their order; a name that the handbook does not have is below all."""
    if not other or one == other:
        return one
    return max(one, other, key=lambda name: places.get(name, -1))


def known(edition: Edition) -> bool:
    """Say whether the handbook has ranks."""
    return of(edition) is not _UNRANKED
