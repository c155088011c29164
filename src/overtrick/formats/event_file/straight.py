"""Is all well with the file? Then its event is read straight from its values, without the line of each.

Nearly every file is in order, and nobody asks where its values stand. So they are read first as the JSON library gives
them, by the same steps as always; at the first thing that is not in order, reading stops, and the file is read again
piece by piece, with the line of everything, to tell all its problems. Nothing is ever reported from here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from overtrick.formats.event_file import keys, located
from overtrick.formats.event_file.parts import CONTROL, Findings, ListItem, Part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.formats.event_file.nodes import Keyed, Node
    from overtrick.formats.reading import Path

#: Words with their values as they stand in the file: a value is a text, a list or such a group.
Group = dict[str, Any]

#: How the file writes what the JSON library gives as another thing than text.
_WRITTEN = {True: "true", False: "false", None: ""}

#: A file of fewer letters cannot have too many values: each takes a letter, and there is a sign between two.
_SHORT = 2 * located.MOST_VALUES
_BEFORE_A_VALUE = ",:[{"

#: The escapes that can stand for half of a character begin so.
_HALVES = ("\\ud", "\\uD")

#: No event has so many groups inside each other, but the segments of a match can.
_DEEPEST = 10


class NotStraight(Exception):
    """Something is not in order, or not usual; only the long way tells."""


class NoFindings(Findings):
    """Nothing is noted on the straight way: whatever there is to note ends it."""

    @property
    def may_guess(self) -> bool:
        """Nobody will read what was meant."""
        return False

    def note(self, _code: str, _line: int, _found: str, _remedy: str, _path: Path) -> NoReturn:
        """Go the long way."""
        raise NotStraight

    def at(self, _code: str, _path: Path, _found: str, _remedy: str) -> NoReturn:
        """Go the long way."""
        raise NotStraight

    def skip(self, _path: Path) -> NoReturn:
        """Go the long way."""
        raise NotStraight

    def is_wrong(self, _path: Path) -> bool:
        """Say no: nothing wrong is passed."""
        return False

    def put_beside(self, _path: Path, _other: Path) -> None:
        """Keep no lines."""


class StraightPart(Part):
    """Words with their values, as the JSON library gives them."""

    _nodes: Group  #: plain values in the place of nodes

    def __init__(self, findings: Findings, node: Group, *levels: str, depth: int = 0) -> None:
        """Lay out the words, which are all known and there once."""
        if depth > _DEEPEST:
            raise NotStraight
        self.findings = findings
        self.path = ()
        self.line = 0
        self._levels = levels
        self._depth = depth
        self._nodes = node if node.keys() <= _words(levels) else _by_word(node, levels)

    def moved(self, _path: Path) -> Part:
        """Give the same words: here nothing has a place."""
        return self

    def inherit(self, other: Part, words: Iterable[str]) -> None:
        """Take over what is told around this part and not in it."""
        around: Group = other._nodes  # noqa: SLF001 - of this class too
        for word in words:
            if word in around:
                self._nodes.setdefault(word, around[word])

    def is_group(self, word: str) -> bool:
        """Say whether words with values stand under a word, and not a single value."""
        return isinstance(self._nodes.get(word), dict)

    def is_wrong(self, _word: str) -> bool:
        """Say no: nothing wrong is passed."""
        return False

    def text(self, word: str) -> str:
        """Take a text; empty if it is not given."""
        value = self._nodes.get(word)
        return "" if value is None else _text(value)

    def _text(self, node: Any, _word: str, _path: Path) -> str:  # noqa: ANN401 - whatever stands there
        return _text(node)

    def items(self, word: str, into: str = "") -> list[ListItem]:  # noqa: ARG002 - here nothing has a place
        """Take a list."""
        return [ListItem(each, ()) for each in self._list(word)]

    def _list(self, word: str) -> list[Any]:
        value = self._nodes.get(word, _NOTHING)
        if type(value) is not list:
            raise NotStraight
        return value

    def texts(self, word: str) -> list[str]:
        """Take a list of texts."""
        return list(map(_text, self._list(word))) if word in self._nodes else []

    def parts(self, word: str, level: str, into: str = "") -> list[Part | None]:  # noqa: ARG002 - as above
        """Take a list of groups."""
        return [self._group(each, level) for each in self._list(word)]

    def part(self, listed: ListItem, *levels: str) -> Part:
        """Take one group out of a list."""
        return self._group(listed.node, *levels)

    def _group(self, node: Any, *levels: str) -> Part:  # noqa: ANN401 - whatever stands there
        if type(node) is not dict:
            raise NotStraight
        return StraightPart(self.findings, node, *levels, depth=self._depth + 1)

    def name_alone(self, listed: ListItem) -> str:
        """Take the name of a player of whom a list tells no more; empty where it is a group of words."""
        node: Any = listed.node
        return "" if type(node) is dict else _text(node)

    def lists(self, word: str) -> list[tuple[str, list[ListItem] | None]]:
        """Take a group of free words with a list each."""
        return [(name, self._listed(value, ())) for name, value in self.entries(word)]

    def _listed(self, node: Any, _path: Path) -> list[ListItem]:  # noqa: ANN401 - whatever stands there
        if type(node) is not list:
            raise NotStraight
        return [ListItem(each, ()) for each in node]

    def pairs(self, word: str) -> dict[str, str]:
        """Take a group of free words with a text each, as they are written."""
        return {name: _text(value) for name, value in self.entries(word)}

    def entries(self, word: str) -> list[tuple[str, Any]]:
        """Take a group of free words."""
        value = self._nodes.get(word, _NO_WORDS)
        if type(value) is not dict:
            raise NotStraight
        found = {" ".join(name.split()): each for name, each in value.items()}
        if len(found) < len(value) or "" in found:
            raise NotStraight
        return list(found.items())


_NOTHING: list[Any] = []
_NO_WORDS: Group = {}


def _text(value: Any) -> str:  # noqa: ANN401 - whatever stands there
    if type(value) is not str:
        if value is not None and type(value) is not bool:
            raise NotStraight
        return _WRITTEN[value]
    if value.isprintable():
        return " ".join(value.split()) if " " in value else value
    if CONTROL.search(value.strip(" \t")):
        raise NotStraight
    return " ".join(value.split())


@lru_cache
def _words(levels: tuple[str, ...]) -> frozenset[str]:
    return frozenset(keys.known(*levels).values())


def _by_word(node: Group, levels: tuple[str, ...]) -> Group:
    """Give the values by the words as we write them."""
    known = keys.known(*levels)
    found = {known.get(keys.plain(word), ""): value for word, value in node.items()}
    if len(found) < len(node) or "" in found:
        raise NotStraight
    return found


# --- From a file, or from nodes ----------------------------------------------------------------------------------


def parse(content: bytes) -> Group | None:
    """Read JSON as it is: figures as they are written, and no word twice; None if it is no JSON."""
    text = located.decoded(content, _stop)
    if text is None or not located.is_json(text):
        return None
    import json  # noqa: PLC0415 - most files are YAML

    too_long = len(text) > _SHORT and sum(map(text.count, _BEFORE_A_VALUE)) >= located.MOST_VALUES
    if too_long or any(each in text for each in _HALVES):
        raise NotStraight
    try:
        tree: Group = json.loads(text, object_pairs_hook=_once, parse_int=str, parse_float=str, parse_constant=str)
    except (json.JSONDecodeError, RecursionError):
        raise NotStraight from None
    return tree


def of_nodes(tree: Keyed) -> Group:
    """Give the values of a tree without their lines."""
    return _once([(word.text, _value(node)) for word, node in tree.entries])


def _value(node: Node) -> Any:  # noqa: ANN401 - a text, a list or a group
    if isinstance(node, located.Text):
        return node.text
    if isinstance(node, located.Items):
        return [_value(each) for each in node.items]
    if isinstance(node, located.Keyed):
        return of_nodes(node)
    raise NotStraight


def _once(entries: list[tuple[str, Any]]) -> Group:
    found = dict(entries)
    if len(found) < len(entries):
        raise NotStraight
    return found


def _stop(_code: str, _line: int, _found: str, _remedy: str) -> NoReturn:
    raise NotStraight
