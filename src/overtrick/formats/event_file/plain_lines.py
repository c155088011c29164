"""Is this an event file as nearly everybody writes it? Then it is read without the YAML library.

To load that library takes longer than to work out a club night, and ``overtrick award`` runs once for each. This reads
a part of YAML that cannot be read in two ways: lines of ``word: value``, items of a list, and lists in brackets on one
line, of letters, figures and a few signs. For everything else the answer is None, and the library reads the file.
"""

from __future__ import annotations

import re

from overtrick.engine.records import NamedTuple
from overtrick.formats.event_file.nodes import Items, Keyed, Node, Text

#: Longer files take longer to read than the library takes to load; and no plain file goes deeper.
_LONGEST, _DEEPEST = 100_000, 8

_LINE = re.compile(r"( *)(- +)?(?:(\w[\w-]{0,30}(?: [\w-]{1,30}){0,3}):(?: +|$))?(.*)")
_VALUE = re.compile(r"\w(?:[\w .,()/&'+=-]*[\w.)=])?")
_PIECE = re.compile(r"[\[\]{},]|:(?= )|\w(?:[\w .()/&'+=-]*[\w.)=])?| +")


class _Line(NamedTuple):
    """One line: how far it is indented, whether an item of a list begins in it, its word and what stands after it."""

    indent: int
    item: int  #: the indent of what stands behind the dash; 0 without one
    word: str
    rest: str
    number: int


class _NotPlain(Exception):
    """The file has more than this reads."""


def read(text: str) -> Node | None:
    """Read a plain file into a tree; None if it has anything that is not plain."""
    if len(text) > _LONGEST:
        return None
    try:
        lines = _Lines(text)
        root = lines.block(0, 0)
    except _NotPlain:
        return None
    return None if lines.left else root


class _Lines:
    """The lines of a file, read one after the other."""

    def __init__(self, text: str) -> None:
        text = text.replace("\r\n", "\n")
        if "\r" in text:  # it ends a line too, even in a comment
            raise _NotPlain
        numbered = enumerate(text.split("\n"), 1)
        self.left = [_line(line, number) for number, line in numbered if not _is_empty(line)][::-1]

    def _next_is(self, indent: int, *, item: bool) -> bool:
        return bool(self.left) and self.left[-1].indent == indent and bool(self.left[-1].item) is item

    def block(self, indent: int, depth: int) -> Node:
        """Read the list or the words that begin on the next line, all of one indent."""
        if depth > _DEEPEST or not self.left:
            raise _NotPlain
        return self._items(indent, depth) if self.left[-1].item else self._words(indent, depth)

    def _items(self, indent: int, depth: int) -> Items:
        found: list[Node] = []
        line = self.left[-1].number
        while self._next_is(indent, item=True):
            each = self.left.pop()
            if each.word:
                self.left.append(each._replace(indent=each.item, item=0))
                found.append(self.block(each.item, depth + 1))
            else:
                found.append(_value(each))
        return Items(found, line)

    def _words(self, indent: int, depth: int) -> Keyed:
        found: list[tuple[Text, Node]] = []
        line = self.left[-1].number
        while self._next_is(indent, item=False):
            each = self.left.pop()
            if not each.word:
                raise _NotPlain
            found.append((Text(each.word, each.number), _value(each) if each.rest else self._below(indent, depth)))
        if not found:
            raise _NotPlain
        return Keyed(found, line)

    def _below(self, indent: int, depth: int) -> Node:
        """Read what stands under a word: further in, or a list that is not."""
        if not self.left or (self.left[-1].indent <= indent and not self._next_is(indent, item=True)):
            raise _NotPlain
        return self.block(self.left[-1].indent, depth + 1)


def _is_empty(line: str) -> bool:
    """Say whether a line has nothing, or a comment alone."""
    return not line.strip(" ") or line.lstrip(" ").startswith("#")


def _line(line: str, number: int) -> _Line:
    found = _LINE.fullmatch(line.rstrip(" "))
    if found is None:
        raise _NotPlain
    spaces, dash, word, rest = found.groups("")
    return _Line(len(spaces), len(spaces) + len(dash) if dash else 0, word, rest, number)


def _value(line: _Line) -> Node:
    if not line.rest.startswith(("[", "{")):
        return Text(_scalar(line.rest), line.number)
    pieces = _PIECE.findall(line.rest)
    if "".join(pieces) != line.rest:
        raise _NotPlain
    pieces = [piece for piece in reversed(pieces) if piece[0] != " "]
    found = _in_brackets(pieces, line.number, 0)
    if pieces:
        raise _NotPlain
    return found


def _scalar(value: str) -> str:
    if _VALUE.fullmatch(value) is None:
        raise _NotPlain
    return value


def _in_brackets(pieces: list[str], line: int, depth: int) -> Node:
    """Read a value out of the pieces of a line, of which the next is the last."""
    opening = _taken(pieces)
    if opening not in ("[", "{"):
        return Text(_scalar(opening), line)
    if depth > _DEEPEST:
        raise _NotPlain
    items: list[Node] = []
    words: list[tuple[Text, Node]] = []
    separator = ","
    while separator == ",":
        if opening == "{":
            word = Text(_scalar(_taken(pieces)), line)
            if _taken(pieces) != ":":
                raise _NotPlain
            words.append((word, _in_brackets(pieces, line, depth + 1)))
        else:
            items.append(_in_brackets(pieces, line, depth + 1))
        separator = _taken(pieces)
    if separator != ("}" if opening == "{" else "]"):
        raise _NotPlain
    return Keyed(words, line) if opening == "{" else Items(items, line)


def _taken(pieces: list[str]) -> str:
    if not pieces:
        raise _NotPlain
    return pieces.pop()
