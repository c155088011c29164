"""Which listed name is meant? One as people write it, and the nearest ones where none is that."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: So many are offered.
_OFFERED = 3
#: Two words that are so much alike are one, misspelt; a name has at least half of what was written.
_ALIKE, _HALF = 0.8, 0.5
_WORD = re.compile(r"[^\W_]+")
#: Words that say what kind of event it is: they tell no name from another.
_KINDS = frozenset(("and", "championship", "cup", "event", "of", "open", "pairs", "swiss", "team", "teams", "the"))


def plain(written: str) -> str:
    """Write a name without what people write differently: capitals, commas, apostrophes, an ampersand."""
    joined = written.casefold().replace("&", " and ").replace("'", "").replace("\u2019", "")
    return " ".join(_WORD.findall(joined))


def nearest(names: Iterable[str], written: str) -> tuple[str, ...]:
    """Give the names that come nearest to one that is not listed, the nearest first; none where nothing is near."""
    wanted = plain(written).split()
    telling = [word for word in wanted if word not in _KINDS] or wanted
    found = [(*_nearness(telling, plain(name), " ".join(wanted)), name) for name in names] if wanted else []
    near = sorted((each for each in found if each[0] >= _HALF), key=lambda each: (-each[0], -each[1]))
    return tuple([name for _part, _alike, name in near[:_OFFERED]])


def _nearness(telling: list[str], name: str, written: str) -> tuple[float, float]:
    """Say how much of the words stands in a name, and how much the two are alike as a whole."""
    best = [max([_alike(word, each) for each in name.split()], default=0.0) for word in telling]
    return sum(each for each in best if each >= _ALIKE) / len(telling), _alike(written, name)


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def remedy(names: Iterable[str], written: str) -> str:
    """Say what to write for a name that is not listed."""
    *first, last = [f"'{name}'" for name in nearest(names, written)] or ("",)
    if not last:
        return "Write the name as the handbook lists it."
    return (
        f"If you mean one of them, write {', '.join(first)} or {last}." if first else f"Write {last}, if you mean that."
    )
