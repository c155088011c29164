"""Which words does an event file know? Each with a value that shows how it is written.

Capitals, hyphens, underscores and spaces are all one: ``Match-Boards`` is ``match boards``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BETWEEN_WORDS = re.compile(r"[\s_-]+")

EVENT = {
    "event": "Tuesday pairs",
    "date": "2026-11-10",
    "last day": "2026-11-24",
    "still in": "[Oaks, Elms]",
    "boards before": "24",
    "boards to come": "24",
    "direct entrants": "[Oaks, Elms]",
    "continues": "2026-11-10",
    "handbook": "one that 'overtrick handbooks' lists",
    "organiser": "Oakby Bridge Club",
    "status": "club",
    "major championship": "no",
    "entry": "open",
    "facts": "{venue: Oakby}",
    "settings": "{without_standing: places stay}",
    "stages": "a list, each with play, boards and results",
}
STAGE = {
    "stage": "final",
    "name": "Final",
    "play": "pairs",
    "contest": "swiss",
    "winners": "2",
    "boards": "24",
    "sessions": "[24, 24]",
    "movement": "howell",
    "rounds of play": "9",
    "boards per round": "2",
    "sit out": "some",
    "least boards": "21",
    "boards in play": "27",
    "boards with sit-outs": "24",
    "match boards": "6",
    "tables": "9.5",
    "original tables": "16",
    "main tables": "9",
    "second tables": "12",
    "stages before": "2",
    "stratified": "yes",
    "handicap": "rescored",
    "carry forward": "yes",
    "scored across": "no",
    "scoring": "matchpoints",
    "match scores": "imps",
    "standing": "without",
    "team size": "4",
    "between": "[2A, 2B]",
    "status": "club",
    "games": "20",
    "results counted": "12",
    "average tables": "9.5",
    "results": "a list, each with place and names",
    "lists": "a list, each with results",
    "sections": "a list, each with section and boards",
    "matches": "a list, each with winner and loser",
    "rounds": "a list, each with matches",
}
LIST = {
    "list": "North-South",
    "section": "A",
    "division": "1",
    "session": "1",
    "status": "club",
    "boards": "24",
    "sessions": "[24, 24]",
    "match boards": "12",
    "movement": "mitchell",
    "scoring": "imps",
    "standing": "without",
    "entered": "14",
    "results": "a list, each with place and names",
}
SECTION = {
    "section": "A",
    "boards": "24",
    "sessions": "[24, 24]",
    "movement": "howell",
    "scoring": "imps",
}
TALLY = {"won": "4", "drawn": "1", "mini won": "1", "mini drawn": "1"}
RESULT = {
    "place": "3=",
    "score": "58.33",
    "name": "Oaks",
    "names": "[Ann Abel, Bob Baker]",
    "numbers": "[10012, 10020]",
    "players": "a list, each with name and number",
    "standing": "without",
    "category": "B",
    "section": "A",
    **TALLY,
}
PLAYER = {
    "name": "Ann Abel",
    "number": "10012",
    "boards": "12",
    "deemed boards": "6",
    "suspended": "yes",
    "substitute": "yes",
    "rank": "Club Master",
    "sessions": "[1, 3]",
    **TALLY,
}
MATCH = {
    "sides": "[Oaks, Elms]",
    "between": "[Oaks, Elms]",
    "winner": "Oaks",
    "loser": "Elms",
    "drawn": "yes",
    "scores": "[31, 24]",
    "imps": "[31, 24]",
    "boards": "24",
    "ended": "conceded",
    "triangular": "yes",
    "line-ups": "{Oaks: [Ann Abel, Bob Baker, Cy Cole, Di Dean]}",
    "segments": "a list, each with scores",
}
ROUND = {
    "name": "Semi-final",
    "boards": "24",
    "sessions": "[32, 32]",
    "matches": "a list, each with winner and loser",
    "byes": "[Oaks, Elms]",
    "earned byes": "[Oaks]",
    "entered": "16",
}

#: What may be told for the event as a whole, and holds for every stage that does not tell it.
FOR_EVERY_STAGE = ("boards", "sessions", "match boards", "movement", "scoring", "match scores", "standing")

LEVELS = {
    "event": EVENT,
    "stage": STAGE,
    "list": LIST,
    "section": SECTION,
    "result": RESULT,
    "player": PLAYER,
    "match": MATCH,
    "round": ROUND,
}


@lru_cache(1024)
def plain(written: str) -> str:
    """Write a word as it is compared: without capitals, hyphens or underscores."""
    return _BETWEEN_WORDS.sub(" ", written).strip().lower()


@lru_cache
def known(*levels: str) -> dict[str, str]:
    """Give the words of some levels, by how they are compared."""
    return {plain(word): word for level in levels for word in LEVELS[level]}


def example(word: str) -> str:
    """Show how a word is written with a value."""
    value = next(words[word] for words in LEVELS.values() if word in words)
    if value.startswith("a list"):
        return f"{word}: and under it {value}"
    return f"{word}: {value}"


def nearest(written: str, words: Iterable[str]) -> str:
    """Find the word that was probably meant; empty if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    found = get_close_matches(written, list(words), n=1, cutoff=0.6)
    return found[0] if found else ""


def either(words: Iterable[str]) -> str:
    """Write a choice: pairs, teams or individual."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
