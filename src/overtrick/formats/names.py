"""Names as people write them: capitals, accents and spaces make no other name."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection


def plain(name: str) -> str:
    """Write a name so that capitals, accents and spaces make no difference."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(sign for sign in letters if not unicodedata.combining(sign)).split())


def spelt(name: str, known: Collection[str]) -> str:
    """Write a name as a list has it, where just one on it is the same but for capitals, accents or spaces."""
    if not known or name in known:
        return name
    wanted = plain(name)
    found = [each for each in known if plain(each) == wanted]
    return found[0] if len(found) == 1 else name
