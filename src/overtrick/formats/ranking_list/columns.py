"""Which column is which? A mapping of columns, guessed from their headings and contents, shown, and open to correction.

The mapping is written with words on the left and the list's own headings on the right::

    columns:
      place: Pos
      name 1: Player A

A heading that stands twice is told apart as "Name" and "Name (2)"; a column without one is "column 3".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.event_file.keys import nearest
from overtrick.formats.event_file.keys import plain as plain_word
from overtrick.formats.ranking_list.headings import COLOURS

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYERS = 8  #: the most that a row can name one by one

_ONCE = (
    "place", "names", "numbers", "score", "percentage", "direction", "section", "team", "boards", "points", "club",
    "rank", "contestant number",
)  # fmt: skip
_EACH = ("name", "given name", "surname", "number", "points", "rank")

#: Every word that a column can have.
WORDS = (
    *_ONCE,
    *(f"{colour} points" for colour in COLOURS),
    *(f"{word} {player}" for word in _EACH for player in range(1, PLAYERS + 1)),
)

#: What is written in place of a heading when a word has no column.
NONE = "none"

_BY_POSITION = re.compile(r"column ([0-9]{1,3}|[A-Z]{1,2})", re.IGNORECASE)


class Columns(NamedTuple):
    """Columns by their words: where each stands, and what it is called in the list."""

    at: Mapping[str, int]
    labels: tuple[str, ...]

    def named(self) -> dict[str, str]:
        """Give the mapping as it is shown and saved."""
        return {word: self.labels[self.at[word]] for word in WORDS if word in self.at}


def label(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Give each column a name of its own."""
    labels: list[str] = []
    seen: dict[str, int] = {}
    for index, cell in enumerate(cells):
        name = cell or f"column {index + 1}"
        seen[name.lower()] = seen.get(name.lower(), 0) + 1
        labels.append(name if seen[name.lower()] == 1 else f"{name} ({seen[name.lower()]})")
    return tuple(labels)


def locate(heading: str, labels: tuple[str, ...]) -> int | None:
    """Find the column that a mapping means by a heading; None if there is none."""
    wanted = " ".join(heading.split()).lower()
    lowered = [each.lower() for each in labels]
    if wanted in lowered:
        return lowered.index(wanted)
    position = _BY_POSITION.fullmatch(wanted)
    if position is None:
        return None
    index = _index(position[1])
    return index if 0 <= index < len(labels) else None


def _index(written: str) -> int:
    if written.isdigit():
        return int(written) - 1
    index = 0
    for letter in written.lower():
        index = index * 26 + ord(letter) - ord("a") + 1
    return index - 1


def chosen(
    given: Mapping[str, str], labels: tuple[str, ...], name: str, line: int
) -> tuple[dict[str, int], list[Problem]]:
    """Look up the columns that somebody chose; -1 for a word that is to have none."""
    at: dict[str, int] = {}
    problems = []
    for written, heading in given.items():
        word = plain_word(written)
        if word not in WORDS:
            meant = nearest(word, WORDS)
            remedy = f"Did you mean '{meant}'?" if meant else f"The words are {', '.join(_ONCE)}, name 1 and so on."
            problems.append(
                Problem(
                    f"No column can be called '{written[:60]}'.", remedy, ("columns", word), name, code="column-unknown"
                )
            )
        elif plain_word(heading) in ("", NONE):
            at[word] = -1
        elif (index := locate(heading, labels)) is None:
            found = f"'{written}' should be the column '{heading[:60]}', which the list does not have."
            remedy = f"Its columns are {', '.join(labels)[:200]}."
            problems.append(Problem(found, remedy, ("columns", word), name, line, code="column-missing"))
        else:
            at[word] = index
    return at, problems
