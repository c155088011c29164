"""Submits many files, or all of a folder: what came of each is told as it comes, what is open at the end.

Some files at a time are read, and then written in one transaction. A mistake in one file stops only that file. Whoever
is interrupted runs the command again: what was submitted before is known and changes nothing.
"""

from __future__ import annotations

import gc
from collections import Counter
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from overtrick.cli import files, output, questions
from overtrick.cli.office import submission_data, submissions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from overtrick.cli.files import Source
    from overtrick.cli.office.context import Here
    from overtrick.cli.office.submissions import Told
    from overtrick.engine.assessment import Problem
    from overtrick.formats.answers import Answers
    from overtrick.register.competitions.read import Read
    from overtrick.register.competitions.versions import Placed
    from overtrick.register.organisations.models import Organisation

#: So many files are read and then written together: a commit costs as much as half a file.
TOGETHER = 20

#: What may come of an event, and how the end of the list counts it.
_COUNTED = {
    "posted": "posted",
    "submitted": "submitted without points to post",
    "would": "to be posted",
    "unchanged": "unchanged",
    "asked": "with open questions",
    "refused": "refused",
}


class Wanted(NamedTuple):
    """What is to be done with every file."""

    answers: Answers
    placed: Placed
    said: Mapping[str, str]  #: what answers findings, by their code
    correct: bool
    yes: bool
    as_json: bool


class Failed(NamedTuple):
    """A file of which nothing came, and why."""

    file: str
    problem: Problem


class Tally:
    """How many events came to what, and what is still open: all that is kept until the end."""

    def __init__(self) -> None:
        """Begin with none."""
        self.counts = Counter[str]()
        self.open: list[str] = []

    def add(self, told: Told | Failed) -> str:
        """Count an event, and say what came of it in a word."""
        word = _word(told)
        self.counts[word] += 1
        if word in ("asked", "refused"):
            self.open += _open(told)
        return word

    @property
    def says(self) -> str:
        """The sum in a sentence."""
        counted = ", ".join(f"{self.counts[word]:,} {says}" for word, says in _COUNTED.items() if self.counts[word])
        return f"{output.counted(self.counts.total(), 'event')}: {counted}."


def sum_of(listed: Sequence[Told]) -> str:
    """Sum up what came of the events of one file."""
    tally = Tally()
    for each in listed:
        tally.add(each)
    return tally.says


def submit_all(here: Here, where: Organisation, names: Sequence[str], wanted: Wanted) -> int:
    """Submit every file that is meant, and say in the end what is open."""
    from overtrick.register.organisations.permissions import Action
    from overtrick.register.organisations.require import need

    need(here.actor, Action.SUBMIT, where, here.at)
    sources = files.sources(names)
    tally = Tally()
    # What is loaded by now stays to the end: files leave enough behind that it would be searched again and again.
    gc.freeze()
    try:
        with output.progress(len(sources), "Submitting") as advance:
            for first in range(0, len(sources), TOGETHER):
                together = sources[first : first + TOGETHER]
                for told in _batch(here, where, together, wanted):
                    _tell(told, tally.add(told), wanted)
                for _source in together:
                    advance()
    finally:
        gc.unfreeze()
        # What was posted is told, even if somebody stops it half-way.
        _tell_end(tally, wanted)
    return output.PROBLEMS if tally.counts["asked"] or tally.counts["refused"] else output.GOOD


def _batch(here: Here, where: Organisation, sources: Sequence[Source], wanted: Wanted) -> list[Told | Failed]:
    """Read some files, then write them in one transaction, each as a whole."""
    from overtrick.register import transactions
    from overtrick.register.organisations.require import asked_once

    with asked_once():
        found = [_read(here, where, source, wanted) for source in sources]
        with transactions.atomic() if wanted.yes else nullcontext():
            return [told for read in found for told in _one(here, read, wanted)]


def _read(here: Here, where: Organisation, source: Source, wanted: Wanted) -> tuple[str, Read] | Failed:
    from overtrick.formats.answers import together
    from overtrick.register.competitions import read

    if source.problem is not None:
        return Failed(source.label, source.problem)
    try:
        kept = files.answers_about(source.name, files.Options())
        answers = together([kept, wanted.answers]) if kept else wanted.answers
        if answers.problems:
            return Failed(source.label, answers.problems[0])
        content = files.content(source.name)
        return source.label, read.read(where, source.label, content, here.actor, here.at, answers, wanted.placed)
    except files.Unopened as unopened:
        return Failed(source.label, unopened.problem._replace(file=source.label))
    except Exception as error:  # noqa: BLE001 - the other files are not held up
        return Failed(source.label, _mistake(source.label, error))


def _one(here: Here, found: tuple[str, Read] | Failed, wanted: Wanted) -> Sequence[Told | Failed]:
    from django.db import OperationalError

    if isinstance(found, Failed):
        return [found]
    label, read = found
    try:
        return submissions.submit_file(
            here, read, wanted.said, correct=wanted.correct, yes=wanted.yes, outlook=wanted.as_json
        )
    except OperationalError:
        raise  # the database is gone or busy, for all files
    except Exception as error:  # noqa: BLE001 - the other files are not held up
        return [Failed(label, _mistake(label, error))]


def _mistake(label: str, error: Exception) -> Problem:
    """Say why a file was refused: in the office's own words, or because Overtrick made a mistake."""
    from overtrick.engine.assessment import Problem
    from overtrick.register.errors import Refused

    if isinstance(error, Refused):
        return Problem(error.found, error.remedy, file=label, code="office-refused")
    return files.mistake(label, error).problems[0]


# --- What came of it -----------------------------------------------------------------------------------------------


def _word(told: Told | Failed) -> str:
    if isinstance(told, Failed) or told.refused or told.draft.problems:
        return "refused"
    if told.draft.questions:
        return "asked"
    if told.draft.before is not None:
        return "unchanged"
    if told.outcome is None:
        return "would"
    return "posted" if told.outcome.posted is not None else "submitted"


def _open(told: Told | Failed) -> Iterator[str]:
    """List what has to be done about an event: the file, the line, what is asked or wrong."""
    if isinstance(told, Failed):
        yield _line(told.file, told.problem)
        return
    draft = told.draft
    yield from (_line(draft.file, each) for each in draft.problems)
    for each in draft.questions:
        yield f"{draft.file}: {questions.asked(each)} Answer with --answer '{each.word}={each.suggested or '…'}'."
    if told.refused:
        yield f"{draft.file}: {told.refused}"


def _line(file: str, problem: Problem) -> str:
    where = f"{file}, line {problem.line}" if problem.line else file
    return f"{where}: {problem.found} {problem.remedy}"


def _tell(told: Told | Failed, word: str, wanted: Wanted) -> None:
    if wanted.as_json:
        plain = _failed(told) if isinstance(told, Failed) else submission_data.data(told)
        output.print_line({"came_to": word, **plain})
        return
    if isinstance(told, Failed) or told.preview is None or not told.good:
        output.say(f"{told.file if isinstance(told, Failed) else told.draft.file}: {_COUNTED[word]}")
        return
    event = f"{told.preview.submission.competition.name}, {told.preview.submission.begins}"
    credited = output.counted(len(told.preview.credits.posted), "credit")
    held = f", {len(told.preview.credits.held):,} held" if told.preview.credits.held else ""
    posting = f" as posting {told.outcome.posted.posting}" if told.outcome and told.outcome.posted else ""
    beyond = f", beyond the quota: {told.outcome.beyond}" if told.outcome and told.outcome.beyond else ""
    output.say(f"{told.draft.file}: {event}: {credited}{held}, {_COUNTED[word]}{posting}{beyond}")


def _failed(told: Failed) -> dict[str, object]:
    problem = {"where": told.problem.where, "found": told.problem.found, "remedy": told.problem.remedy}
    return {"file": told.file, "problems": [problem], "questions": []}


def _tell_end(tally: Tally, wanted: Wanted) -> None:
    if wanted.as_json:
        output.print_line({"events": tally.counts.total(), **{word: tally.counts[word] for word in _COUNTED}})
        return
    output.say(tally.says)
    if not wanted.yes:
        output.say("Nothing was posted. Run it again with --yes to do it.")
    if tally.open:
        output.complain("Open:")
        for line in tally.open:
            output.complain(f"  {line}")
