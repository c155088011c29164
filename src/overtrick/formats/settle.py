"""Which open questions does the handbook's own table of words answer?

A reader knows no federation: it asks for the status and says what the file hints at. Where the edition translates that
hint, the question is settled, and a note tells where the answer stood. Everything else stays a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.answers.given import WORDS
from overtrick.formats.reading import Note, Question
from overtrick.handbooks import exchange, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.assessment import Problem
    from overtrick.formats.reading import Reading
    from overtrick.handbooks.edition import Edition

STATUS = "status"


def settle(reading: Reading, edition: Edition) -> Reading:
    """Answer the question for the status where the edition's words decide it."""
    event = reading.event
    asked = [each for each in reading.questions if each.word == STATUS and each.suggested]
    if event is None or event.status or not asked:
        return reading
    question = asked[0]
    found = exchange.of(edition).find(question.suggested, _kind(reading))
    if found is None:
        return reading
    return reading._replace(
        event=event._replace(status=found.means),
        questions=[each for each in reading.questions if each.word != STATUS],
        notes=[*reading.notes, Note(_says(question, found))],
    )


def status_asked(
    reading: Reading, edition: Edition, problems: Sequence[Problem]
) -> tuple[list[Problem], list[Question]]:
    """Make a question of the problem that nobody has said the status; every other problem stays one.

    It is asked with the handbook's words for it, and what the file hints at.
    """
    event = reading.event
    if event is None or event.status or any(stage.status for stage in event.stages):
        return list(problems), []
    others = [each for each in problems if each.path[-1:] != (STATUS,)]
    if len(others) == len(problems):
        return others, []
    hinted = next((each for each in reading.questions if each.word == STATUS), Question(STATUS, ""))
    return others, [hinted._replace(asks="What status does the event have?", choices=worth.levels(edition))]


def questions_of(problems: Sequence[Problem]) -> tuple[list[Problem], list[Question]]:
    """Part what a handbook asks, where one word answers it, from the problems that stay."""
    asked = {word: each for each in problems if each.asks and (word := _word(each))}
    left = [each for each in problems if not (each.asks and _word(each))]
    return left, [Question(word, each.found, each.choices, because=each.remedy) for word, each in asked.items()]


def _word(problem: Problem) -> str:
    """Name the word that answers a problem; nothing where only the results themselves can be mended."""
    if problem.path[:1] == ("facts",):
        return " ".join(map(str, problem.path[:2]))
    last = str(problem.path[-1]) if problem.path else ""
    return last if last in WORDS else ""


def _kind(reading: Reading) -> str:
    """Name the colour of points that the file writes, where it writes only one."""
    written = {claim.colour for claim in reading.claims}
    return written.pop() if len(written) == 1 else ""


def _says(question: Question, found: exchange.StatusWord) -> str:
    with_colour = f" with {found.type} points" if found.type else ""
    where = f" ({question.because})" if question.because else ""
    return f"The status is taken to be {found.means}: the file says {question.suggested!r}{with_colour}{where}."
