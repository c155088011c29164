"""A change of the source: one place, one thing altered, so that what the program does should no longer be right."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """What tells a change from every other, wherever its line stands."""

    file: str
    line: str  #: its text
    change: str


class Change(NamedTuple):
    """One piece of one file, and what stands there instead."""

    file: str  #: below the root of the project
    line: int
    start: int  #: where the piece begins in the text of the file
    end: int
    kind: str
    new: str
    function: str = ""  #: the function it stands in, with its classes: "Book.close"; empty outside every function

    def apply(self, text: str) -> str:
        """The file with the change in it."""
        return text[: self.start] + self.new + text[self.end :]

    def key(self, text: str) -> Key:
        """The line, and what stood there and stands there now; of several alike on a line it says which."""
        begins = text.rfind("\n", 0, self.start) + 1
        line = text[begins:].partition("\n")[0]
        piece = text[self.start : self.end]
        which = line.count(piece, 0, self.start - begins) + 1
        told = f"{_short(piece)} → {_short(self.new)}"
        return Key(self.file, line.strip(), told if line.count(piece) <= 1 else f"{told}, number {which}")


def _short(piece: str) -> str:
    return " ".join(piece.split())
