"""What came of one file? Its reading, the edition that governs it, the assessment, or what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.records import NamedTuple
from overtrick.formats.event_file.reading import FORMAT as EVENT_FILE
from overtrick.formats.reading import Question
from overtrick.handbooks import edition as editions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from overtrick.engine.assessment import Assessment
    from overtrick.formats.compare import Comparison
    from overtrick.formats.reading import Reading
    from overtrick.handbooks.edition import Edition

#: Whether a status is needed is for the edition to say: in some it follows from other answers.
_LEFT_TO_THE_EDITION = "status"


class Outcome(NamedTuple):
    """What came of one file; awards only if there is neither a problem nor an open question."""

    reading: Reading
    edition: Edition | None = None
    assessment: Assessment | None = None
    problems: Sequence[Problem] = ()
    questions: Sequence[Question] = ()

    @property
    def worked_out(self) -> bool:
        """Say whether the awards can be used."""
        return self.assessment is not None and not self.problems and not self.questions

    def comparison(self) -> Comparison | None:
        """Set the file's claims beside the awards; nothing where there are no claims or no awards."""
        if self.assessment is None or self.edition is None or not self.reading.claims:
            return None
        from overtrick.formats.compare import compare  # noqa: PLC0415 - an event file claims nothing

        return compare(self.assessment, self.reading.claims, self.edition)


def work_out(reading: Reading, on: str = "") -> Outcome:
    """Work out the awards of what was read, or say everything that stands in the way."""
    if reading.problems:
        return Outcome(reading, problems=reading.problems, questions=reading.questions)
    if reading.event is None and not reading.questions:
        remedy = "Give the results file of the event; 'overtrick read' says what is in this one."
        found = Problem("There is no event in this file, so there is nothing to work out.", remedy, file=reading.file)
        return Outcome(reading, problems=[found])
    if not reading.handbook:
        return _without_handbook(reading)
    if reading.event is None or any(each.word == "date" for each in reading.questions):
        return Outcome(reading, questions=reading.questions)
    edition, problems = _edition(reading, reading.event.begins, on)
    if edition is None:
        return Outcome(reading, problems=problems, questions=reading.questions)
    if reading.questions:
        from overtrick.formats.settle import settle  # noqa: PLC0415 - an event file asks nothing

        reading = settle(reading, edition)
    return _assessed(reading, edition)


def _assessed(reading: Reading, edition: Edition) -> Outcome:
    problems = list(_wrong_settings(edition, reading))
    needed = [each for each in reading.questions if each.word != _LEFT_TO_THE_EDITION]
    if problems or needed or reading.event is None:
        return Outcome(reading, edition, problems=problems, questions=reading.questions)
    assessment = edition.assess(reading.event, reading.settings or None)
    problems = list(assessment.problems)
    questions: list[Question] = []
    if problems:
        from overtrick.formats.settle import questions_of, status_asked  # noqa: PLC0415 - most have no problem

        problems, questions = questions_of(problems)
        if reading.format != EVENT_FILE:
            problems, status = status_asked(reading, edition, problems)
            questions = [*status, *questions]
    located = [_located(each, reading) for each in problems]
    return Outcome(reading, edition, None if questions else assessment, located, questions)


def _without_handbook(reading: Reading) -> Outcome:
    known = editions.names()
    if reading.format == EVENT_FILE:
        remedy = f"Add 'handbook:' with {' or '.join(known)}."
        found = Problem("It does not say which handbook applies.", remedy, file=reading.file)
        return Outcome(reading, problems=[found], questions=reading.questions)
    if any(each.word == "handbook" for each in reading.questions):
        return Outcome(reading, questions=reading.questions)
    asked = Question("handbook", "Whose handbook applies?", tuple(known))
    return Outcome(reading, questions=(asked, *reading.questions))


def _edition(reading: Reading, begins: date, on: str) -> tuple[Edition | None, list[Problem]]:
    from datetime import date  # noqa: PLC0415 - quick start: an event file has loaded it

    try:
        day = date.fromisoformat(on) if on else begins
        return editions.get(reading.handbook).edition(day), []
    except ValueError:
        return None, [Problem(f"{on!r} is not a day.", "Write it as 2026-11-15.", file="--on")]
    except editions.NoHandbook as error:
        line = reading.lines.get(("handbook",), 0)
        return None, [Problem(f"{error}.", "Name one of these.", ("handbook",), reading.file, line)]
    except editions.NoEdition as error:
        line = reading.lines.get(("date",), 0)
        remedy = "Check the date, or choose the edition's day with --on."
        return None, [Problem(str(error), remedy, ("date",), reading.file, line)]


def _wrong_settings(edition: Edition, reading: Reading) -> Iterator[Problem]:
    line = reading.lines.get(("settings",), 0)
    for name, value in reading.settings.items():
        try:
            edition.book(settings={name: value})
        except editions.BadSetting as error:
            yield Problem(f"{error}.", "Correct the setting.", ("settings", name), reading.file, line)


def _located(problem: Problem, reading: Reading) -> Problem:
    """Say where in the file a problem stands; what was never in the file is answered, and the remedy says how."""
    located = reading.located(problem)
    if reading.format == EVENT_FILE or not problem.path:
        return located
    word = {"facts": "fact"}.get(str(problem.path[0]), str(problem.path[-1]))
    how = _HOW.get(word, "")
    return located._replace(remedy=f"{problem.remedy} {how}".strip(), line=0 if how else located.line)


#: How something is answered that the handbook asks and no results file says.
_HOW = {"status": "Answer with --status.", "fact": "Answer with --fact NAME=VALUE."}
