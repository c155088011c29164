"""How large can the figures of an event be? One bound for each word, whether a file tells it or somebody asks about it.

Whatever is worked out takes as long as these figures are large. So nobody can ask for more work than the largest event
there could be.
"""

from __future__ import annotations

#: More than any event has had, a simultaneous one of many countries included.
MOST_TABLES = 12_500
#: So many individuals sit at that many tables; pairs and teams are fewer.
MOST_CONTESTANTS = 4 * MOST_TABLES
#: A ladder of a year has fewer.
MOST_BOARDS = 9_999
#: Of sessions, rounds, stages and matches.
MOST_PARTS = 999
#: Each division has a level among all others.
MOST_DIVISIONS = 99
#: Of everything else that is counted.
MOST = 9_999
#: Of a fact that only one handbook asks about, such as how many members a federation has.
MOST_OF_A_FACT = 999_999
#: Of the name of a list, a section or a division, and of what is told as a fact, in characters.
LONGEST_TEXT = 300

_BY_WORD = {
    **dict.fromkeys(("entered", "pairs", "teams", "qualifiers", "finalists", "places", "members"), MOST_CONTESTANTS),
    **dict.fromkeys(("session", "stages before", "consolations", "which"), MOST_PARTS),
    **dict.fromkeys(("division", "divisions"), MOST_DIVISIONS),
    **dict.fromkeys(("events", "meetings", "round", "rounds of play", "team size"), MOST_PARTS),
}


def most(word: str) -> int:
    """Give the largest figure that a word can have: "tables", "match boards"; "match-boards" is the same word."""
    plain = word.replace("-", " ")
    if plain in _BY_WORD:
        return _BY_WORD[plain]
    if plain.endswith("tables"):
        return MOST_TABLES
    return MOST_BOARDS if "boards" in plain else MOST
