"""A change of the source: one place, one thing altered, so that what the program does should no longer be right."""

from __future__ import annotations

from typing import NamedTuple


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

    def told(self, text: str) -> str:
        """The change in one line: what stood there and what stands there now."""
        return f"{_short(text[self.start : self.end])} → {_short(self.new)}"


def _short(piece: str) -> str:
    return " ".join(piece.split())
