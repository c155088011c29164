"""How is a value taken from the file? Word by word, each with its line, and every mistake noted instead of raised."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from overtrick.engine.assessment import Problem
from overtrick.engine.records import NamedTuple
from overtrick.formats.event_file import keys
from overtrick.formats.event_file.located import Items, Keyed, Node, Refused, Text
from overtrick.formats.reading import Path, line_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from enum import StrEnum

#: No figure of an event is larger; it also keeps a slip of the keyboard from becoming an entry of millions.
MOST = 999_999

#: So many problems of a file are enough to show what is wrong with it.
_MANY = 100
_WHOLE = re.compile(r"0|[1-9][0-9]{0,5}")
DECIMAL = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]|\u2028|\u2029")
#: Nobody knows the word; one that is known is like it, or none is.
MISSPELT, UNKNOWN = "word-misspelt", "word-unknown"

_YES_NO = {"yes": True, "true": True, "no": False, "false": False}

C = TypeVar("C", bound="StrEnum")


class Findings:
    """What came up while a file was read: problems, and the line of everything in the event."""

    def __init__(self, file: str) -> None:
        """Start with nothing."""
        self.file = file
        self.problems: list[Problem] = []
        self.lines: dict[Path, int] = {}
        self._wrong: set[Path] = set()

    def report(self, code: str, line: int, found: str, remedy: str, path: Path = ()) -> None:
        """Note a problem on a line; what is wrong once is not looked at again."""
        self.note(code, line, found, remedy, path)
        self._wrong.add(path)

    def note(self, code: str, line: int, found: str, remedy: str, path: Path) -> None:
        """Note a problem that leaves the value usable."""
        self.problems.append(Problem(found, remedy, path, self.file, line, code=code))

    def at(self, code: str, path: Path, found: str, remedy: str) -> None:
        """Note a problem with a part of the event, on the line where that part stands."""
        self.report(code, line_of(self.lines, path), found, remedy, path)

    @property
    def may_guess(self) -> bool:
        """Say whether to look for what was meant: after many problems nobody reads that, and it takes long."""
        return len(self.problems) < _MANY

    def put_beside(self, path: Path, other: Path) -> None:
        """Say that a part of the event stands where another does."""
        self.lines[path] = self.lines[other]

    def skip(self, path: Path) -> None:
        """Remember that a value was refused before, so that nobody misses it."""
        self._wrong.add(path)

    def is_wrong(self, path: Path) -> bool:
        """Say whether a part has a problem of its own already."""
        return path in self._wrong


class ListItem(NamedTuple):
    """A value of a list with its place in the event."""

    node: Node
    path: Path


class Part:
    """A piece of the file: words with their values, looked up one by one."""

    def __init__(self, findings: Findings, node: Keyed, path: Path, *levels: str) -> None:
        """Lay out the words; one that is not known here, or is there twice, is a problem."""
        self.findings = findings
        self.path = path
        self.line = node.line
        self._nodes: dict[str, Node] = {}
        self._levels = levels
        findings.lines.setdefault(path, node.line)
        known = keys.known(*levels)
        first: dict[str, int] = {}
        unknown: list[Text] = []
        for written, value in node.entries:
            word = known.get(keys.plain(written.text))
            if word is None:
                unknown.append(written)
            elif word in first:
                found = f"'{word}' is here twice; the first is on line {first[word]}."
                findings.note("word-twice", written.line, found, "Keep one of them.", (*path, word))
            else:
                first[word] = written.line
                self._nodes[word] = value
                findings.lines[(*path, word)] = value.line if isinstance(value, Text) and value.text else written.line
        for written in unknown:
            self._unknown(written)

    def _unknown(self, written: Text) -> None:
        levels = self._levels
        word = " ".join(written.text.split())[:60]
        meant = keys.nearest(keys.plain(word), keys.known(*levels)) if self.findings.may_guess else ""
        elsewhere = [level for level in keys.LEVELS if keys.plain(word) in keys.known(level) and level not in levels]
        if elsewhere:
            code, found = "word-elsewhere", f"'{word}' cannot be used here; it belongs to a {keys.either(elsewhere)}."
            remedy = "Move it there, or remove it."
        else:
            code, found = MISSPELT if meant else UNKNOWN, f"We do not know the word '{word}' here."
            remedy = (
                f"Did you mean '{keys.known(*levels)[meant]}'?" if meant else "Remove it, or see the list of words."
            )
            if meant and not self.has(keys.known(*levels)[meant]):
                self.findings.skip((*self.path, keys.known(*levels)[meant]))
        self.findings.report(code, written.line, found, remedy, (*self.path, word))

    def moved(self, path: Path) -> Part:
        """Give the same words at another place of the event: one stage that stands at the top of the file."""
        other = object.__new__(Part)
        other.findings, other.path, other.line = self.findings, path, self.line
        other._nodes, other._levels = self._nodes, self._levels
        for word in keys.known(*self._levels).values():
            if word in self._nodes:
                self.findings.lines.setdefault((*path, word), self.findings.lines[(*self.path, word)])
            if self.is_wrong(word):
                self.findings.skip((*path, word))
        self.findings.lines.setdefault(path, self.line)
        return other

    def inherit(self, other: Part, words: Iterable[str]) -> None:
        """Take over what is told around this part and not in it."""
        for word in words:
            if word in other._nodes and word not in self._nodes:
                self._nodes[word] = other._nodes[word]
                self.findings.lines.setdefault((*self.path, word), self.findings.lines[(*other.path, word)])

    def has(self, word: str) -> bool:
        """Say whether a word is given."""
        return word in self._nodes

    def is_group(self, word: str) -> bool:
        """Say whether words with values stand under a word, and not a single value."""
        return isinstance(self._nodes.get(word), Keyed)

    def given(self, words: Iterable[str]) -> list[str]:
        """Name those of some words that are given."""
        return [word for word in words if word in self._nodes]

    def is_wrong(self, word: str) -> bool:
        """Say whether a word was given and could not be read."""
        return self.findings.is_wrong((*self.path, word))

    def problem(self, code: str, word: str, found: str, remedy: str) -> None:
        """Note a problem with the value of a word."""
        self.findings.at(code, (*self.path, word), found, remedy)

    def missing(self, word: str) -> None:
        """Note that a word is not there, unless it was only misspelt."""
        if not self.is_wrong(word):
            self.problem("word-missing", word, f"'{word}' is missing here.", f"Add for example {keys.example(word)}.")

    # --- single values ---------------------------------------------------------------------------------------------

    def text(self, word: str) -> str:
        """Take a text; empty if it is not given."""
        node = self._nodes.get(word)
        return "" if node is None else self._text(node, word, (*self.path, word))

    def needed(self, word: str) -> str:
        """Take a text that must be there."""
        written = self.text(word)
        if not written:
            self.missing(word)
        return written

    def whole(self, word: str, *, least: int = 0, most: int = MOST) -> int | None:
        """Take a whole number."""
        if not self.has(word):
            return None
        return self._whole(self.text(word), word, (*self.path, word), least, most)

    def decimal(self, word: str) -> Decimal | None:
        """Take a number that may have decimals."""
        if not self.has(word):
            return None
        return self._decimal(self.text(word), word, (*self.path, word))

    def flag(self, word: str, *, default: bool = False) -> bool:
        """Take a yes or no."""
        if not self.has(word):
            return default
        written = self.text(word)
        answer = _YES_NO.get(written.lower())
        if answer is None and not self.is_wrong(word):
            self.problem("value-unreadable", word, _value_found(word, written), "Write yes or no.")
        return default if answer is None else answer

    def choice(self, word: str, choices: type[C], default: C | None = None) -> C | None:
        """Take one of a few words."""
        if not self.has(word):
            return default
        picked = self.one_of(word, _values(choices))
        return choices(picked) if picked else default

    def one_of(self, word: str, choices: tuple[str, ...]) -> str:
        """Take one of a few words; empty if it is not given or none of them."""
        if not self.has(word):
            return ""
        written = self.text(word)
        by_plain = _by_plain(choices)
        picked = by_plain.get(keys.plain(written), "")
        if not picked and not self.is_wrong(word):
            meant = keys.nearest(keys.plain(written), by_plain) if self.findings.may_guess else ""
            hint = f" Did you mean {by_plain[meant]}?" if meant else ""
            self.problem("value-unreadable", word, _value_found(word, written), f"Write {keys.either(choices)}.{hint}")
        return picked

    def _text(self, node: Node, word: str, path: Path) -> str:
        if isinstance(node, Refused):
            self.findings.skip(path)
        if self.findings.is_wrong(path):
            return ""
        if not isinstance(node, Text):
            what = "a list" if isinstance(node, Items) else "a group of lines"
            found = f"'{word}' has {what}; a single value belongs here."
            self.findings.report("value-unreadable", node.line, found, f"Write for example {keys.example(word)}.", path)
            return ""
        written = node.text.strip(" \t")
        if CONTROL.search(written):
            found = f"'{word}' has several lines, or a character that cannot be printed."
            self.findings.report("value-unreadable", node.line, found, "Write it on one line.", path)
            return ""
        return " ".join(written.split())

    def _whole(self, written: str, word: str, path: Path, least: int, most: int = MOST) -> int | None:
        if self.findings.is_wrong(path):
            return None
        if _WHOLE.fullmatch(written) and least <= int(written) <= most:
            return int(written)
        size = f"from {least} to {most}" if most < MOST else f"of {least} or more" if least else "without decimals"
        remedy = f"Write a whole number {size}, for example {keys.example(word)}."
        self.findings.at("value-unreadable", path, _value_found(word, written), remedy)
        return None

    def _decimal(self, written: str, word: str, path: Path) -> Decimal | None:
        if self.findings.is_wrong(path):
            return None
        figures = written.removesuffix("%").rstrip()
        if DECIMAL.fullmatch(figures):
            return Decimal(figures)
        remedy = f"Write a number, for example {keys.example(word)}."
        if DECIMAL.fullmatch(written.replace(",", ".")):
            remedy = f"Write it with a point: {written.replace(',', '.')}."
        self.findings.at("value-unreadable", path, _value_found(word, written), remedy)
        return None

    # --- lists and groups ------------------------------------------------------------------------------------------

    def items(self, word: str, into: str = "") -> list[ListItem]:
        """Take a list; ``into`` is its name in the event, where that is another."""
        node = self._nodes.get(word)
        if node is None:
            return []
        path = (*self.path, into or word)
        self.findings.lines.setdefault(path, self.findings.lines[(*self.path, word)])
        if isinstance(node, Refused):
            self.findings.skip(path)
        elif isinstance(node, Items):
            return self._listed(node, path) or []
        elif isinstance(node, Text) and not node.text.strip():
            found = f"There is nothing under '{word}'."
            self.findings.report(
                "value-missing", self.findings.lines[(*self.path, word)], found, _example_remedy(word), path
            )
        else:
            self.findings.report("value-unreadable", node.line, f"'{word}' has no list.", _example_remedy(word), path)
        return []

    def texts(self, word: str) -> list[str]:
        """Take a list of texts; one that cannot be read is empty."""
        return [self._text(each.node, word, each.path) for each in self.items(word)]

    def wholes(self, word: str, *, least: int) -> list[int]:
        """Take a list of whole numbers; none at all if one cannot be read."""
        found = [
            self._whole(self._text(each.node, word, each.path), word, each.path, least) for each in self.items(word)
        ]
        return [] if None in found else [each for each in found if each is not None]

    def decimals(self, word: str) -> list[Decimal | None]:
        """Take a list of numbers that may have decimals; one may be left empty."""
        written = [(self._text(each.node, word, each.path), each.path) for each in self.items(word)]
        return [self._decimal(text, word, path) if text else None for text, path in written]

    def parts(self, word: str, level: str, into: str = "") -> list[Part | None]:
        """Take a list of groups; in the place of one that is no group stands nothing."""
        return [self.part(each, level) for each in self.items(word, into)]

    def part(self, listed: ListItem, *levels: str) -> Part | None:
        """Take one group out of a list."""
        node, path = listed
        if isinstance(node, Keyed):
            return Part(self.findings, node, path, *levels)
        if isinstance(node, Refused):
            self.findings.skip(path)
        else:
            shown = f"'{node.text.strip()[:60]}' is" if isinstance(node, Text) else "There is a list"
            found = f"{shown} where a {levels[0]} belongs."
            some = keys.either([f"'{each}'" for each in list(keys.LEVELS[levels[0]])[:2]])
            self.findings.report(
                "value-unreadable", node.line, found, f"Begin with a word and a colon, such as {some}.", path
            )
        return None

    def name_alone(self, listed: ListItem) -> str:
        """Take the name of a player of whom a list tells no more; empty where it is a group of words."""
        node = listed.node
        return " ".join(node.text.split()) if isinstance(node, Text) else ""

    def lists(self, word: str) -> list[tuple[str, list[ListItem] | None]]:
        """Take a group of free words with a list each; None in the place of what is no list."""
        return [(name, self._listed(node, (*self.path, word, name))) for name, node in self.entries(word)]

    def _listed(self, node: Node, path: Path) -> list[ListItem] | None:
        if isinstance(node, Refused):
            return []
        if not isinstance(node, Items):
            return None
        listed = [ListItem(each, (*path, index)) for index, each in enumerate(node.items)]
        for each, way in listed:
            self.findings.lines.setdefault(way, each.line)
        return listed

    def pairs(self, word: str) -> dict[str, str]:
        """Take a group of free words with a text each, as they are written."""
        return {
            name: self._text(node, name, (*self.path, word, name)) if isinstance(node, Text | Refused) else ""
            for name, node in self.entries(word)
            if isinstance(node, Text | Refused) or self._no_text(word, name, node)
        }

    def _no_text(self, word: str, name: str, node: Node) -> bool:
        found = f"'{name}' has a list; a single value belongs here."
        self.findings.report(
            "value-unreadable", node.line, found, "Write one value after the colon.", (*self.path, word, name)
        )
        return False

    def counts(self, word: str) -> dict[int, int]:
        """Take a group of whole numbers by whole numbers: how many matches of so many boards."""
        found: dict[int, int] = {}
        for name, node in self.entries(word):
            path = (*self.path, word, name)
            boards = self._whole(name, word, path, 1)
            count = self._whole(self._text(node, word, path), word, path, 0)
            if boards is not None and count is not None:
                found[boards] = count
        return found

    def entries(self, word: str) -> list[tuple[str, Node]]:
        """Take a group of free words."""
        node = self._nodes.get(word)
        path = (*self.path, word)
        if node is None:
            return []
        if isinstance(node, Refused):
            self.findings.skip(path)
            return []
        if not isinstance(node, Keyed):
            remedy = f"Write for example {keys.example(word)}."
            self.findings.at("value-missing", path, f"'{word}' has no words with values under it.", remedy)
            return []
        found: dict[str, Node] = {}
        for written, value in node.entries:
            name = " ".join(written.text.split())
            self.findings.lines.setdefault((*path, name), written.line)
            if not name or name in found:
                what = f"'{name}' is under '{word}' twice." if name else "A word is missing before a colon."
                self.findings.report("word-twice", written.line, what, "Keep one of them.", (*path, name))
            else:
                found[name] = value
        return list(found.items())


@lru_cache
def _values(choices: type[StrEnum]) -> tuple[str, ...]:
    return tuple(str(each) for each in choices)


@lru_cache
def _by_plain(choices: tuple[str, ...]) -> dict[str, str]:
    return {keys.plain(each): each for each in choices}


def _value_found(word: str, written: str) -> str:
    return f"'{word}' is '{written[:60]}'." if written else f"There is nothing after '{word}'."


def _example_remedy(word: str) -> str:
    return f"Write for example {keys.example(word)}."
