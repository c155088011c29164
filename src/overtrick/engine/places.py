"""Who came where? Competition ranking with ties, from scores or from places as written ("3=")."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant

_WRITTEN_PLACE = re.compile(r"\s*=?\s*(\d+)\s*(?:st|nd|rd|th)?\s*=?\s*", re.IGNORECASE)

_PLACE, _SCORE = attrgetter("place"), attrgetter("score")


#: The best place that some contestants reach, and the contestants that share it; usually only one.
Tied: TypeAlias = "tuple[int, list[Contestant]]"


class Unranked(ValueError):
    """A contestant has neither a place nor a score, so nobody can say who came where."""

    def __init__(self, contestant: Contestant) -> None:
        """Name the contestant."""
        super().__init__(f"{contestant.name!r} has neither a place nor a score; give one or the other to everybody")
        self.contestant = contestant


@lru_cache(maxsize=1024)
def read_place(written: str | int) -> int:
    """Read a place as ranking lists write it: 3, "3=", "=3", "3rd", "3rd="."""
    match = _WRITTEN_PLACE.fullmatch(str(written))
    if match is None or int(match.group(1)) == 0:
        message = f"{written!r} is not a place; write for example 3 or 3="
        raise ValueError(message)
    return int(match.group(1))


def ranking(contestants: Sequence[Contestant], within: Decimal | None = None) -> Iterator[Tied]:
    """Rank contestants, best first; equals share the place they reach (1, 2, 2, 4).

    Places as written are used where every contestant has one, otherwise the scores. Only their order counts: when a
    contestant without standing is left out, those below move up. Whoever asks only for the leaders pays only for them.
    Where a handbook calls scores equal that differ a little, neighbours closer than ``within`` are tied.
    """
    if not contestants:
        return
    by_place = contestants[0].place is not None
    try:
        order = sorted(contestants, key=_PLACE if by_place else _SCORE, reverse=not by_place)
    except TypeError:  # somebody has none
        missing = next(each for each in contestants if (each.place if by_place else each.score) is None)
        raise Unranked(missing) from None
    near = None if by_place else within
    most = 1 if near is None or near <= 1 else near  # whole scores are told apart without a decimal
    before = order[0].place if by_place else order[0].score
    if before is None:  # of a list of one, which is not compared
        raise Unranked(order[0])
    first, members = 1, [order[0]]
    for at, each in enumerate(islice(order, 1, None), 2):
        value = each.place if by_place else each.score
        if value == before if near is None else (gap := before - value) < most and gap < near:  # type: ignore[operator]
            members.append(each)
        else:
            yield first, members
            first, members = at, [each]
        before = value
    yield first, members


@lru_cache(maxsize=1024)
def ordinal(place: int, tied: int = 1) -> str:
    """Write a place in words: 1st, 2nd equal, 11th."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}{' equal' if tied > 1 else ''}"
