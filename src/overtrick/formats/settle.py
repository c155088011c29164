"""Which open questions does the handbook's own table of words answer?

A reader knows no federation: it asks for the status and says what the file hints at. Where the edition translates that
hint, the question is settled, and a note tells where the answer stood. Everything else stays a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.answers.given import WORDS
from overtrick.formats.as_if import has_no_handbook, offered
from overtrick.formats.reading import Note, Question
from overtrick.handbooks import edition as editions
from overtrick.handbooks import exchange, facts, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.assessment import Problem
    from overtrick.engine.event import Event
    from overtrick.formats.reading import Reading
    from overtrick.handbooks.edition import Edition

STATUS, HANDBOOK = "status", "handbook"

#: The way to a stage has two parts: "stages" and its number.
_OF_A_STAGE = 2


def settle(reading: Reading, edition: Edition) -> Reading:
    """Answer the question for the status where the edition's words decide it."""
    event = reading.event
    asked = [each for each in reading.questions if each.word == STATUS and each.suggested]
    if event is None or event.status or not asked or not _matters(event, edition):
        return reading
    question = asked[0]
    found = exchange.of(edition).find(question.suggested, _kind(reading))
    if found is None:
        return reading
    return reading._replace(
        event=event._replace(status=found.means),
        questions=[each for each in reading.questions if each.word != STATUS],
        notes=[*reading.notes, Note("status-taken", _says(question, found), file=reading.file)],
    )


def _matters(event: Event, edition: Edition) -> bool:
    """Say whether the status is told by itself; that of an event with a name in the handbook's lists is not."""
    return STATUS not in edition.all_facts or any(each.name == STATUS for each in facts.relevant(edition, event))


def colour_asked(reading: Reading, edition: Edition) -> list[Question]:
    """Ask which points the event gives, where the file has others than would be taken without a word.

    What the file gives is suggested and never taken: only whoever ran the event knows that it was allowed to.
    """
    words = {claim.colour for claim in reading.claims} or {reading.colour}
    told = {colour for word in words if word and (colour := exchange.of(edition).colour(word))}
    if reading.event is None or not told:
        return []
    found = []
    for each in facts.relevant(edition, reading.event):
        unusual = sorted(told & (set(each.answers) - {each.usual} if each.colour else set(each.asked_by)))
        if not unusual or reading.event.fact(each.name):
            continue
        suggested = unusual[0] if each.colour and len(unusual) == 1 else ""
        asks = f"{each.asks} The file gives {' and '.join(unusual)} points."
        found.append(Question(each.word, asks, each.answers, suggested, code="colour-of-file"))
    return found


def before_the_handbook(reading: Reading) -> tuple[Question, ...]:
    """Put the questions of a file whose handbook nobody has named: first by whose handbook it is to be worked out.

    A file of a federation without a handbook here says so. What the file hints at for the status is a word of its own
    program; it is suggested only in the words of the handbook that the file hints at.
    """
    names = tuple(editions.names())
    hinted = next(
        (each for each in reading.questions if each.word == HANDBOOK), Question(HANDBOOK, "", code="handbook-missing")
    )
    asks = "Which federation's handbook applies?"
    if has_no_handbook(reading):
        asks = (
            f"This file is from another federation ({reading.federation}), whose handbook is not here. "
            "Which handbook should we use, as if it had been played there?"
        )
        hinted = hinted._replace(suggested="", because="")
    handbook = hinted._replace(asks=asks, choices=names)
    edition = editions.get(hinted.suggested).latest if hinted.suggested in names else None
    others = [each if each.word != STATUS else _status(each, reading, edition) for each in reading.questions]
    oldest = edition.handbook.editions[0] if edition else None
    if oldest and reading.event is not None and reading.event.begins < oldest.begins:
        others.append(offered(oldest, reading.event.begins, reading.line(("date",))))
    return (handbook, *(each for each in others if each.word != HANDBOOK))


def with_levels(reading: Reading, edition: Edition) -> list[Question]:
    """Put the questions that are left once the handbook is known: the status in its words."""
    return [each if each.word != STATUS else _status(each, reading, edition) for each in reading.questions]


def _status(question: Question, reading: Reading, edition: Edition | None) -> Question:
    says = f"What status does the event have? The file says {question.suggested!r}." if question.suggested else ""
    if edition is None:
        return question._replace(asks=says or question.asks, suggested="", because="")
    found = exchange.of(edition).find(question.suggested, _kind(reading)) if question.suggested else None
    levels = worth.levels(edition)
    if found is None:
        return question._replace(asks=says or question.asks, choices=levels, suggested="", because="")
    return question._replace(choices=levels or (found.means,), suggested=found.means)


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
    hinted = next(
        (each for each in reading.questions if each.word == STATUS), Question(STATUS, "", code="status-missing")
    )
    return others, [hinted._replace(asks="What status does the event have?", choices=worth.levels(edition))]


def questions_of(problems: Sequence[Problem]) -> tuple[list[Problem], list[Question]]:
    """Part what a handbook asks, where one word answers it, from the problems that stay."""
    asked = {word: each for each in problems if each.asks and (word := _word(each))}
    left = [each for each in problems if not (each.asks and _word(each))]
    return left, [
        Question(word, each.found, each.choices, remedy=each.remedy, code=each.code) for word, each in asked.items()
    ]


def _word(problem: Problem) -> str:
    """Name the word that answers a problem; nothing where only the results themselves can be mended.

    A word is answered for the event and for its stages, not for one list, match or player.
    """
    if problem.path[:1] == ("facts",):
        return " ".join(map(str, problem.path[:2]))
    *before, last = problem.path or ("",)
    return str(last) if last in WORDS and len(before) <= _OF_A_STAGE else ""


def _kind(reading: Reading) -> str:
    """Name the colour of points that the file writes, where it writes only one."""
    written = {claim.colour for claim in reading.claims}
    return written.pop() if len(written) == 1 else ""


def _says(question: Question, found: exchange.StatusWord) -> str:
    with_colour = f" with {found.type} points" if found.type else ""
    where = f" ({question.because})" if question.because else ""
    return f"The status is taken to be {found.means}: the file says {question.suggested!r}{with_colour}{where}."
