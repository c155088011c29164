"""What was found while reading? Problems, notes, questions, claims, and the line of each part of the event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.formats.reading import Claim, Note, Question

if TYPE_CHECKING:
    from overtrick.formats.reading import Path


class Findings:
    """Everything there is to say about one file, collected on the way."""

    __slots__ = ("claims", "file", "lines", "notes", "problems", "questions")

    def __init__(self, file: str) -> None:
        """Begin with nothing."""
        self.file = file
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self.questions: list[Question] = []
        self.claims: list[Claim] = []
        self.lines: dict[Path, int] = {}

    def report(self, code: str, line: int, found: str, remedy: str, path: Path = ()) -> None:
        """Keep a problem: no event comes out of the file until it is put right."""
        self.problems.append(Problem(found, remedy, path, self.file, line, code=code))

    def note(self, code: str, line: int, says: str) -> None:
        """Keep something worth knowing that stands in nobody's way."""
        self.notes.append(Note(code, says, line))

    def ask(
        self, code: str, word: str, asks: str, choices: tuple[str, ...] = (), suggested: str = "", because: str = ""
    ) -> None:
        """Keep a question that the file leaves open."""
        self.questions.append(Question(word, asks, choices, suggested, because, code=code))

    def ask_likely(self, code: str, word: str, asks: str, likely: tuple[str, ...]) -> None:
        """Keep a question with the likely answers; another can be right."""
        self.questions.append(Question(word, asks, likely, others=True, code=code))
