"""How does an incomplete file become an event? What it says, what somebody answered, and what is still open.

The file's own part comes in the words of the event file, each with its line, so that the same checks hold for it and
the same sentences tell what is wrong. An answer goes before what the file says. What nobody said is a question, and as
long as one is open there is no event; but everything else is looked at already.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from overtrick import handbooks
from overtrick.engine.assessment import Problem
from overtrick.formats.event_file import keys, located
from overtrick.formats.event_file.located import Items, Keyed, Text
from overtrick.formats.event_file.parts import Findings
from overtrick.formats.event_file.reading import as_day, understand
from overtrick.formats.reading import Question, Reading
from overtrick.formats.scoring import METHODS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from overtrick.formats.event_file.located import Node

#: Words that a question may have without being words of the event file.
ASIDE = ("columns", "colour", "sheet", "vp scale")

Told: TypeAlias = "str | Text | Sequence[Told] | Words"


class Words(NamedTuple):
    """Some words of the event file with their values, and the line they come from; an empty value is left out.

    A value that stands on a line of its own is a :class:`Text`.
    """

    line: int
    told: Mapping[str, Told]


class Need(NamedTuple):
    """A word that an event must have: the question if nobody said it, and a stand-in to go on with."""

    question: Question
    stand_in: str
    instead: tuple[str, ...] = ()  #: other words that say the same


DATE = Need(Question("date", "On which day was it played?", code="date-missing"), "2000-01-01")
NAME = Need(Question("event", "What is the event called?", code="event-name-missing"), "Event")
PLAY = Need(Question("play", "Who competed?", ("pairs", "teams", "individual"), code="play-missing"), "pairs")
#: What is needed only where another answer makes it so.
_BROUGHT_UP = {
    "match boards": Question("match boards", "How many boards did a match have?", code="match-boards-missing")
}

BOARDS = Need(
    Question("boards", "How many boards was everybody to play?", code="boards-missing"),
    "1",
    ("sessions", "rounds of play"),
)


def complete(name: str, words: Words, needs: Sequence[Need], answers: Mapping[str, str]) -> Reading:
    """Read the words of a file together with the answers; the reading has an event when nothing is left to ask."""
    findings = Findings(name)
    known = {keys.plain(word): value for word, value in answers.items() if keys.plain(word) not in ASIDE}
    entries = [
        (Text(word, words.line), _node(value, words.line))
        for word, value in words.told.items()
        if not _is_empty(value) and word not in known
    ]
    entries += [(Text(word, 0), _answer(value, findings)) for word, value in known.items() if value.strip()]
    said = {keys.plain(word.text) for word, _value in entries}
    open_needs = [need for need in needs if not said & {need.question.word, *need.instead}]
    entries += [(Text(need.question.word, 0), Text(need.stand_in, 0)) for need in open_needs]
    reading = understand(Keyed(entries, words.line), findings)
    questions = [need.question for need in open_needs]
    problems, brought_up = _missing(reading.problems, said | {need.question.word for need in open_needs})
    questions += brought_up
    questions += [each for each in _of_the_office() if each.word not in said]
    # A path is of the event file, which nobody has seen: without a line only the words of a problem help.
    problems = [each if each.line else each._replace(path=()) for each in problems]
    return reading._replace(event=None if open_needs else reading.event, problems=problems, questions=questions)


def _missing(problems: Sequence[Problem], said: set[str]) -> tuple[list[Problem], list[Question]]:
    """Ask for what nobody said and an answer has brought up, rather than refuse it in the words of the event file."""
    asked = [str(each.path[-1]) for each in problems if each.path and each.path[-1] in _BROUGHT_UP]
    asked = [word for word in dict.fromkeys(asked) if word not in said]
    others = [each for each in problems if not each.path or each.path[-1] not in asked]
    return others, [_BROUGHT_UP[word] for word in asked]


def day_of(answers: Mapping[str, str]) -> date | None:
    """Give the day that somebody answered, for a file whose own cannot be read; None if nobody did."""
    return as_day(answers.get("date", ""))


def not_to_be_scored(name: str, answers: Mapping[str, str]) -> list[Problem]:
    """Report an answer about the scoring by which the results of a session rank nobody."""
    written = answers.get("scoring", "").strip().lower()
    if not written or written in METHODS:
        return []
    found = f"The scoring was answered with '{written}', which cannot give a ranking from the boards."
    remedy = f"Answer {keys.either(tuple(METHODS))}; otherwise export a ranking list from the scoring program."
    return [Problem(found, remedy, ("scoring",), name, code="scoring-ranks-nobody")]


@cache
def _of_the_office() -> tuple[Question, ...]:
    """What an event can do without, and its awards cannot."""
    return (
        Question(
            "handbook",
            "Which federation's handbook applies?",
            tuple(handbooks.names()),
            code="handbook-missing",
        ),
        Question("status", "What status does the event have?", code="status-missing"),
    )


def _is_empty(value: Told) -> bool:
    return not value.text if isinstance(value, Text) else not value


def _node(value: Told, line: int) -> Node:
    if isinstance(value, str):
        return Text(value, line)
    if isinstance(value, Text):
        return value
    if isinstance(value, Words):
        told = [(word, each) for word, each in value.told.items() if not _is_empty(each)]
        return Keyed([(Text(word, value.line), _node(each, value.line)) for word, each in told], value.line)
    return Items([_node(each, line) for each in value], line)


def _answer(value: str, findings: Findings) -> Node:
    """An answer is written as in the event file: [24, 24] is a list, {venue: Oakby} a group of words."""
    if not value.lstrip().startswith(("[", "{")):
        return Text(value, 0)
    tree = located.parse(b"answer: " + value.encode("utf-8", "replace"), findings.report)
    return tree.entries[0][1] if isinstance(tree, Keyed) else Text(value, 0)
