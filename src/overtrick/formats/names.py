"""Names as people write them: capitals, accents and spaces make no other name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

Value = TypeVar("Value")


def plain(name: str) -> str:
    """Write a name so that capitals, accents and spaces make no difference."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(sign for sign in letters if not unicodedata.combining(sign)).split())


class ByName(dict[str, Value]):
    """What is known of each name on a list; the list does not change once names are looked for."""

    @cached_property
    def _written(self) -> dict[str, list[str]]:
        """The names as the list has them, by how they are written plainly: made once, for all that are looked for."""
        found: dict[str, list[str]] = {}
        for each in self:
            found.setdefault(plain(each), []).append(each)
        return found

    def spelt(self, name: str) -> str:
        """Write a name as the list has it, where just one on it is the same but for capitals, accents or spaces."""
        if not self or name in self:
            return name
        found = self._written.get(plain(name), ())
        return found[0] if len(found) == 1 else name


def spelt(name: str, known: Iterable[str]) -> str:
    """Write a name as one of these few, where just one of them is the same but for capitals, accents or spaces."""
    return ByName(dict.fromkeys(known)).spelt(name)
