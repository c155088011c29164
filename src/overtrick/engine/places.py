"""Who came where? Competition ranking with ties, from scores or from places as written ("3=")."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant

_WRITTEN_PLACE = re.compile(r"\s*=?\s*(\d+)\s*(?:st|nd|rd|th)?\s*=?\s*", re.IGNORECASE)


#: The best place that some contestants reach, and the contestants that share it; usually only one.
Tied: TypeAlias = "tuple[int, list[Contestant]]"


class Unranked(ValueError):
    """A contestant has neither a place nor a score, so nobody can say who came where."""

    def __init__(self, contestant: Contestant) -> None:
        """Name the contestant."""
        super().__init__(f"{contestant.name!r} has neither a place nor a score; give one or the other to everybody")
        self.contestant = contestant


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
    values = [each.place for each in contestants] if by_place else [each.score for each in contestants]
    if None in values:
        raise Unranked(contestants[values.index(None)])
    order = sorted(range(len(values)), key=values.__getitem__, reverse=not by_place)  # type: ignore[arg-type]
    near = None if by_place else within
    most = 1 if near is None or near <= 1 else near  # whole scores are told apart without a decimal
    at, end = 0, len(order)
    while at < end:
        value = values[order[at]]
        members = [contestants[order[at]]]
        following = at + 1
        while following < end and (
            values[order[following]] == value
            if near is None
            else (gap := values[order[following - 1]] - values[order[following]]) < most and gap < near  # type: ignore[operator]
        ):
            members.append(contestants[order[following]])
            following += 1
        yield at + 1, members
        at = following


@lru_cache(maxsize=1024)
def ordinal(place: int, tied: int = 1) -> str:
    """Write a place in words: 1st, 2nd equal, 11th."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}{' equal' if tied > 1 else ''}"
