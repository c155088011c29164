"""What is a file made of? Values, lists and words with what belongs to each; every one knows its line."""

from __future__ import annotations

from overtrick.engine.records import NamedTuple


class Text(NamedTuple):
    """A single value, as written."""

    text: str
    line: int


class Items(NamedTuple):
    """A list."""

    items: list[Node]
    line: int


class Keyed(NamedTuple):
    """Words with what belongs to each."""

    entries: list[tuple[Text, Node]]
    line: int


class Refused(NamedTuple):
    """A value that cannot be used and has been reported."""

    line: int


Node = Text | Items | Keyed | Refused
