"""What is the result for one file? Its reading, the edition that governs it, and the assessment or the problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import sense
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
    from overtrick.handbooks.edition import Edition, Handbook

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


def work_out(reading: Reading, on: str = "", *, as_if: bool = False) -> Outcome:
    """Work out the awards of what was read, or say everything that stands in the way.

    ``on`` takes the edition of another day, ``as_if`` the oldest one for an event from before it. What an edition is
    used for that it does not govern is marked as such.
    """
    if reading.problems:
        return Outcome(reading, problems=reading.problems, questions=reading.questions)
    if reading.event is None and not reading.questions:
        remedy = "Give the results file of the event; 'overtrick read' says what is in this one."
        found = Problem(
            "There is no event in this file, so there is nothing to work out.",
            remedy,
            file=reading.file,
            code="no-event",
        )
        return Outcome(reading, problems=[found])
    if not reading.handbook:
        return _without_handbook(reading)
    if reading.event is None or any(each.word == "date" for each in reading.questions):
        return Outcome(reading, questions=reading.questions)
    used = _edition(reading, reading.event.begins, on, as_if=as_if)
    if used.edition is None:
        return _without_edition(reading, used)
    if reading.questions:
        from overtrick.formats.settle import settle  # noqa: PLC0415 - an event file asks nothing

        reading = settle(reading, used.edition)
    return _assessed(reading, used.edition, used.as_if)


def _without_edition(reading: Reading, used: _Found) -> Outcome:
    """Say why no edition can be used; what else is open is asked in the words of the one that is offered."""
    if used.offered is None:
        return Outcome(reading, problems=used.problems, questions=reading.questions)
    from overtrick.formats.settle import settle, with_levels  # noqa: PLC0415 - told of few events

    reading = settle(reading, used.offered)
    return Outcome(reading, questions=[*with_levels(reading, used.offered), *used.questions])


def _assessed(reading: Reading, edition: Edition, as_if: str) -> Outcome:
    problems = list(_wrong_settings(edition, reading))
    needed = [each for each in reading.questions if each.word != _LEFT_TO_THE_EDITION]
    coloured = _coloured(reading, edition) if reading.claims or reading.colour else []
    if problems or needed or coloured or reading.event is None:
        from overtrick.formats.settle import with_levels  # noqa: PLC0415 - an event file asks nothing

        return Outcome(reading, edition, problems=problems, questions=[*with_levels(reading, edition), *coloured])
    assessment = edition.assess(reading.event, reading.settings or None)
    problems = list(assessment.problems)
    questions: list[Question] = []
    if as_if:
        assessment.as_if = as_if
    if problems:
        from overtrick.formats.settle import questions_of, status_asked  # noqa: PLC0415 - most have no problem

        problems, questions = questions_of(problems)
        if reading.format != EVENT_FILE:
            problems, status = status_asked(reading, edition, problems)
            questions = [*status, *questions]
    located = [_located(each, reading) for each in problems]
    return Outcome(reading, edition, None if questions else assessment, located, questions)


def _coloured(reading: Reading, edition: Edition) -> list[Question]:
    from overtrick.formats.settle import colour_asked  # noqa: PLC0415 - an event file claims nothing

    return colour_asked(reading, edition)


def _without_handbook(reading: Reading) -> Outcome:
    known = editions.names()
    if reading.format == EVENT_FILE:
        remedy = f"Add 'handbook:' with {' or '.join(known)}."
        found = Problem(
            "The file does not say which handbook applies.", remedy, file=reading.file, code="handbook-missing"
        )
        return Outcome(reading, problems=[found], questions=reading.questions)
    from overtrick.formats.settle import before_the_handbook  # noqa: PLC0415 - an event file asks nothing

    located = [_located(each, reading) for each in _of_every_handbook(reading)]
    return Outcome(reading, problems=located, questions=before_the_handbook(reading))


def _of_every_handbook(reading: Reading) -> list[Problem]:
    """Find what makes no sense whichever handbook applies; what one has to ask, it asks once it is known."""
    event = reading.event
    problems = [] if event is None else [each for each in sense.check(event).problems if not each.asks]
    if event is None or not problems:
        return []
    widest = max(editions.get(name).latest.level_match for name in editions.names())
    kept = sense.check(event, widest).problems
    return [each for each in problems if each in kept]


class _Found(NamedTuple):
    """The edition to use, or why there is none; and why it does not govern the event, where it does not."""

    edition: Edition | None = None
    as_if: str = ""
    problems: Sequence[Problem] = ()
    questions: Sequence[Question] = ()
    offered: Edition | None = None  #: the oldest, for an older event


def _edition(reading: Reading, begins: date, on: str, *, as_if: bool) -> _Found:
    try:
        handbook = editions.get(reading.handbook)
    except editions.NoHandbook as error:
        line = reading.lines.get(("handbook",), 0)
        return _Found(
            problems=[
                Problem(f"{error}.", "Name one of these.", ("handbook",), reading.file, line, code="handbook-unknown")
            ]
        )
    oldest = handbook.editions[0]
    governing = _governing(handbook, begins)
    edition = governing
    if on:
        day = _day(on)
        if day is None:
            return _Found(
                problems=[
                    Problem(f"{on!r} is not a day.", "Write it as 2026-11-15.", file="--on", code="date-unreadable")
                ]
            )
        edition = _governing(handbook, day)
    elif as_if and begins < oldest.begins:
        edition = oldest
    if edition is not None and edition is governing and not reading.federation:
        return _Found(edition)
    if edition is not None:
        from overtrick.formats.as_if import because  # noqa: PLC0415 - told of few events

        return _Found(edition, because(reading, edition, on))
    line = reading.lines.get(("date",), 0)
    if on or begins >= oldest.begins:
        remedy = "Check the date."
        return _Found(
            problems=[
                Problem(
                    _ungoverned(handbook, _day(on) or begins), remedy, ("date",), reading.file, line, code="no-edition"
                )
            ]
        )
    from overtrick.formats.as_if import offered  # noqa: PLC0415 - told of few events

    return _Found(questions=[offered(oldest, begins, line)], offered=oldest)


def _day(written: str) -> date | None:
    from datetime import date  # noqa: PLC0415 - quick start: an event file has loaded it

    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _governing(handbook: Handbook, day: date) -> Edition | None:
    try:
        return handbook.edition(day)
    except editions.NoEdition:
        return None


def _ungoverned(handbook: Handbook, day: date) -> str:
    try:
        handbook.edition(day)
    except editions.NoEdition as error:
        return str(error)
    return ""


def _wrong_settings(edition: Edition, reading: Reading) -> Iterator[Problem]:
    for name, value in reading.settings.items():
        try:
            edition.book(settings={name: value})
        except editions.BadSetting as error:
            line = reading.lines.get(("settings",), 0)
            yield Problem(
                f"{error}.", "Correct the setting.", ("settings", name), reading.file, line, code="setting-unknown"
            )


def _located(problem: Problem, reading: Reading) -> Problem:
    """Say where in the file a problem stands; what was never in the file is answered, and the remedy says how."""
    located = reading.located(problem)
    if reading.format == EVENT_FILE or not problem.path:
        return located
    word = {"facts": "fact"}.get(str(problem.path[0]), str(problem.path[-1]))
    how = _HOW.get(word, "")
    if how:  # nothing in the file says it, so there is no place to name
        return located._replace(remedy=f"{problem.remedy} {how}", path=(), line=0)
    return located if located.line else located._replace(path=())


#: How something is answered that the handbook asks and no results file says.
_HOW = {"status": "Answer with --status.", "fact": "Answer with --fact NAME=VALUE."}
