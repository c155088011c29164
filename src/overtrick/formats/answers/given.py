"""Which answers are there? Each with the place where it was given; the more specific one counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.assessment import Problem

#: The words that can be answered, as the event file writes them.
WORDS = (
    "handbook", "status", "date", "last day", "event", "organiser", "boards", "least boards", "boards with sit-outs",
    "boards in play", "sessions", "still in", "play", "contest", "winners", "match boards", "entry", "handicap",
    "stratified", "major championship", "scoring", "scored across", "match scores", "movement", "facts", "settings",
    "columns", "colour", "sheet", "vp scale",
)  # fmt: skip

#: Words about the file and not about the event, which the event file does not have.
OF_THE_FILE = ("columns", "colour", "sheet", "vp scale")

#: Takes back a status or a fact that the file tells.
NOT_SAID = "not said"

#: The codes of the notes that tell an answer: somebody typed it, or it stands in a file beside the results.
TYPED, KEPT = "answer-typed", "answer-kept"
TOLD = (TYPED, KEPT)

#: Words with names under them, each answered for itself.
GROUPS = ("facts", "settings", "columns")


class Answer(NamedTuple):
    """One word answered; for a fact, a setting or a column also its name."""

    word: str
    name: str
    value: Any  #: as the event takes it: a number, a day, a word
    written: str
    source: str  #: "tuesday.answers.yaml" or "--boards"
    line: int = 0  #: where it stands in a file of answers; 0: somebody typed it
    instead: str = ""  #: the more general answer that this one replaces, in words

    @property
    def place(self) -> str:
        """Say where it was given: "tuesday.answers.yaml, line 3" or "--boards"."""
        return f"{self.source}, line {self.line}" if self.line else self.source

    @property
    def label(self) -> str:
        """Name what is answered, as a club would: "boards", "fact 'venue'"."""
        return f"{self.word[:-1]} '{self.name}'" if self.name else self.word


class Answers(NamedTuple):
    """What was answered, and what of it could not be read."""

    given: tuple[Answer, ...] = ()
    problems: tuple[Problem, ...] = ()

    def get(self, word: str) -> Answer | None:
        """Find the answer to a word."""
        return next((each for each in self.given if each.word == word), None)

    def named(self, word: str) -> dict[str, str]:
        """Give what was answered under a word with names: the facts, the settings, the columns."""
        return {each.name: each.written for each in self.given if each.word == word}

    def facts(self) -> dict[str, Answer]:
        """Give the answers about the kind of event, by the word of the question."""
        return {f"{each.word} {each.name}": each for each in self.given if each.word == "facts"}

    def without_facts(self) -> Answers:
        """Leave out what was answered about the kind of event."""
        return self._replace(given=tuple(each for each in self.given if each.word != "facts"))

    def texts(self) -> dict[str, str]:
        """Give every plain answer as it was written, by its word."""
        return {each.word: each.written for each in self.given if not each.name}


def together(sources: Iterable[Answers]) -> Answers:
    """Put answers together, from the most general to the most particular; a later one replaces an earlier."""
    found: dict[tuple[str, str], Answer] = {}
    problems: list[Problem] = []
    for answers in sources:
        problems += answers.problems
        for answer in answers.given:
            before = found.get((answer.word, answer.name))
            if before is not None and before.written != answer.written:
                found[answer.word, answer.name] = answer._replace(instead=f"{before.place} says {before.written}")
            else:
                found[answer.word, answer.name] = answer
    return Answers(tuple(found.values()), tuple(problems))
