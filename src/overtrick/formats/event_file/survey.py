"""What does the reader ask of a file? It goes through files with all words, one word or two, and each ask is noted.

So the schema is made of what the reader does, and no list is kept beside the reader. A part of a surveyed file has no
values: it answers what is asked of it with something of the right kind, and notes which word was asked for what.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from itertools import combinations, product
from typing import Any, TypeVar

from overtrick.engine.records import NamedTuple
from overtrick.formats.event_file import keys
from overtrick.formats.event_file.parts import MOST, Findings, ListItem, Part
from overtrick.formats.event_file.reading import go_through
from overtrick.formats.reading import Path

C = TypeVar("C", bound=StrEnum)

#: How many values a list has in one of the files; of a list that takes three there can be any number.
LENGTHS = (0, 1, 2, 3)

#: Where each level stands in a file: the levels around it.
_AROUND = {
    "event": (),
    "stage": ("event",),
    "section": ("event", "stage"),
    "list": ("event", "stage"),
    "result": ("event", "stage", "list"),
    "player": ("event", "stage", "list", "result"),
    "round": ("event", "stage"),
    "match": ("event", "stage"),
}


class Ask(NamedTuple):
    """What a word was asked for."""

    kind: str  #: text, name, whole, decimal, score, flag, choice, counts or part
    listed: bool = False  #: a list of them
    grouped: bool = False  #: free words, each with such a value or list
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    level: str = ""  #: of the parts that stand there


class Visit(NamedTuple):
    """What happened at one part of a surveyed file."""

    levels: tuple[str, ...]
    present: frozenset[str]
    length: int
    asked: dict[str, set[Ask]]
    missing: set[str]
    problems: dict[str, set[str]]  #: codes, by word


class _File(NamedTuple):
    """A file that is surveyed: which words stand at one level, and how long its lists are."""

    level: str
    present: frozenset[str]
    length: int
    in_groups: bool  #: counts of matches are told by their boards
    visits: list[Visit]

    def part(self, *levels: str) -> SurveyPart:
        known = frozenset(keys.known(*levels).values())
        present = self.present if self.level == levels[0] else known
        return SurveyPart(self, Visit(levels, present, self.length, {}, set(), {}))

    def leads_on(self, level: str) -> bool:
        """Say whether parts of a level belong into this file: no others than those on the way are made."""
        return level == self.level or level in _AROUND[self.level]


def visits() -> list[Visit]:
    """Let the reader go through files with nothing, everything, each word alone and each two words of a level."""
    found: list[Visit] = []
    for level in keys.LEVELS:
        words = sorted(keys.known(*_levels(level)).values())
        few: list[Iterable[str]] = [(), words, *combinations(words, 1)]
        for present, length, in_groups in product(few, LENGTHS, (False, True)):
            _go(level, present, length, found, in_groups=in_groups)
        for two in combinations(words, 2):
            _go(level, two, max(LENGTHS), found)
    return found


def _levels(level: str) -> tuple[str, ...]:
    return ("event", "stage") if level == "event" else (level,)


def _go(level: str, present: Iterable[str], length: int, found: list[Visit], *, in_groups: bool = False) -> None:
    file = _File(level, frozenset(present), length, in_groups, found)
    go_through(file.part("event", "stage"))


class _Quiet(Findings):
    """Nothing is reported: what a part notes itself is enough."""

    def report(self, _code: str, _line: int, _found: str, _remedy: str, _path: Path = ()) -> None:
        """Let it be."""

    def at(self, _code: str, _path: Path, _found: str, _remedy: str) -> None:
        """Let it be."""

    def put_beside(self, _path: Path, _other: Path) -> None:
        """Keep no lines."""


class SurveyPart(Part):
    """A part of a file that has words and no values."""

    def __init__(self, file: _File, visit: Visit) -> None:
        """Note what is asked from here on."""
        self.findings = _Quiet("")
        self.path = ()
        self.line = 0
        self._file = file
        self._visit = visit
        file.visits.append(visit)

    def _note(self, word: str, kind: str, **more: Any) -> None:  # noqa: ANN401 - the fields of an ask
        if word in self._visit.present:
            self._visit.asked.setdefault(word, set()).add(Ask(kind, **more))

    # --- What is there ---------------------------------------------------------------------------------------------

    def moved(self, _path: Path) -> Part:
        """Give the same words."""
        return self

    def inherit(self, other: Part, words: Iterable[str]) -> None:
        """Take nothing over: the words are surveyed where they stand."""

    def has(self, word: str) -> bool:
        """Say whether a word stands in the file."""
        return word in self._visit.present

    def is_group(self, word: str) -> bool:
        """Say so in some files, and in others not."""
        return self._file.in_groups and self.has(word)

    def given(self, words: Iterable[str]) -> list[str]:
        """Name those of some words that stand in the file."""
        return [word for word in words if self.has(word)]

    def is_wrong(self, _word: str) -> bool:
        """Say no."""
        return False

    def problem(self, code: str, word: str, _found: str, _remedy: str) -> None:
        """Note that the reader does not take it."""
        self._visit.problems.setdefault(word, set()).add(code)

    def missing(self, word: str) -> None:
        """Note that the reader must have it."""
        self._visit.missing.add(word)

    # --- Single values ---------------------------------------------------------------------------------------------

    def text(self, word: str) -> str:
        """Give a text."""
        self._note(word, "text")
        return word if self.has(word) else ""

    def needed(self, word: str) -> str:
        """Give a text that must be there."""
        self._note(word, "name")
        if not self.has(word):
            self.missing(word)
        return word

    def whole(self, word: str, *, least: int = 0, most: int = MOST) -> int | None:
        """Give a whole number."""
        self._note(word, "whole", least=least, most=most)
        return max(least, 1) if self.has(word) else None

    def decimal(self, word: str) -> Decimal | None:
        """Give a number."""
        self._note(word, "decimal")
        return Decimal(1) if self.has(word) else None

    def flag(self, word: str, *, default: bool = False) -> bool:
        """Give a yes or no."""
        self._note(word, "flag")
        return default

    def choice(self, word: str, choices: type[C], default: C | None = None) -> C | None:
        """Give the first of a few words."""
        picked = self.one_of(word, tuple(map(str, choices)))
        return choices(picked) if picked else default

    def one_of(self, word: str, choices: tuple[str, ...]) -> str:
        """Give the first of a few words."""
        self._note(word, "choice", choices=choices)
        return choices[0] if self.has(word) else ""

    # --- Lists and groups ------------------------------------------------------------------------------------------

    def _times(self, word: str) -> range:
        length = self._visit.length if self._visit.levels[0] == self._file.level else 1  # of the way to that level
        return range(length if self.has(word) else 0)

    def texts(self, word: str) -> list[str]:
        """Give texts that differ."""
        self._note(word, "text", listed=True)
        return [f"{word} {at}" for at in self._times(word)]

    def wholes(self, word: str, *, least: int) -> list[int]:
        """Give whole numbers."""
        self._note(word, "whole", listed=True, least=least, most=MOST)
        return [1 for _at in self._times(word)]

    def decimals(self, word: str) -> list[Decimal | None]:
        """Give numbers, of which one may be left empty."""
        self._note(word, "score", listed=True)
        return [Decimal(1) for _at in self._times(word)]

    def parts(self, word: str, level: str, into: str = "") -> list[Part | None]:
        """Give parts of a level, where that is on the way; more than one would only tell the same again."""
        del into
        self._note(word, "part", listed=True, level=level)
        wanted = self._file.leads_on(level) and self._visit.levels[0] != level
        return [self._file.part(level) if wanted and not at else None for at in self._times(word)]

    def items(self, word: str, into: str = "") -> list[ListItem]:
        """Give a list whose values are asked for one by one."""
        del into
        return [_item(word) for _at in self._times(word)]

    def name_alone(self, listed: ListItem) -> str:
        """Say that it is a group of words."""
        self._note_item(listed, "name")
        return ""

    def part(self, listed: ListItem, *levels: str) -> Part | None:
        """Give one part of a list."""
        self._note_item(listed, "part", level=levels[0])
        return self._file.part(*levels) if self._file.leads_on(levels[0]) else None

    def _note_item(self, listed: ListItem, kind: str, level: str = "") -> None:
        item: Any = listed.node
        self._note(item.word, kind, listed=True, grouped=item.grouped, level=level)

    def lists(self, word: str) -> list[tuple[str, list[ListItem] | None]]:
        """Give a group of free words with a list each."""
        return [(word, [_item(word, grouped=True)])] if self.has(word) else []

    def pairs(self, word: str) -> dict[str, str]:
        """Give a group of free words with a text each."""
        self._note(word, "text", grouped=True)
        return {}

    def counts(self, word: str) -> dict[int, int]:
        """Give a group of whole numbers by whole numbers."""
        self._note(word, "counts")
        return {1: 1}


class _Item(NamedTuple):
    """A value of a list, which knows the word that it stands under."""

    word: str
    grouped: bool


def _item(word: str, *, grouped: bool = False) -> ListItem:
    node: Any = _Item(word, grouped)
    return ListItem(node, ())
