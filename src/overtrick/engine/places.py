"""Who came where? Competition ranking with ties, from scores or from places as written ("3=")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from overtrick.engine.event import Contestant

_WRITTEN_PLACE = re.compile(r"\s*=?\s*(\d+)\s*(?:st|nd|rd|th)?\s*=?\s*", re.IGNORECASE)


class Tied(NamedTuple):
    """The contestants that share a place; usually only one."""

    first: int  #: the best of the places they fill
    members: list[Contestant]


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


def ranking(contestants: Sequence[Contestant]) -> list[Tied]:
    """Rank contestants, best first; equals share the place they reach (1, 2, 2, 4).

    Places as written are used where every contestant has one, otherwise the scores. Only their order counts: when a
    contestant without standing is left out, those below move up.
    """
    if not contestants:
        return []
    if contestants[0].place is not None:
        return _grouped(contestants, _place)
    return _grouped(contestants, _minus_score)


def _place(contestant: Contestant) -> object:
    if contestant.place is None:
        raise Unranked(contestant)
    return contestant.place


def _minus_score(contestant: Contestant) -> object:
    if contestant.score is None:
        raise Unranked(contestant)
    return -contestant.score


def _grouped(contestants: Iterable[Contestant], key: Callable[[Contestant], object]) -> list[Tied]:
    keyed = sorted([(key(contestant), index, contestant) for index, contestant in enumerate(contestants)])
    groups: list[Tied] = []
    last: object = None
    for index, (value, _order, contestant) in enumerate(keyed):
        if value == last:
            groups[-1].members.append(contestant)
        else:
            groups.append(Tied(index + 1, [contestant]))
            last = value
    return groups


def ordinal(place: int, tied: int = 1) -> str:
    """Write a place in words: 1st, 2nd equal, 11th."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}{' equal' if tied > 1 else ''}"
