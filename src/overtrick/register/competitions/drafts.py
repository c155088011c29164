"""What came of one event of a file, and where does somebody want it to go?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.answers import Answers, typed
from overtrick.formats.reading import Note, Question
from overtrick.register.competitions.models import Competition, Submission, Upload

if TYPE_CHECKING:
    from datetime import datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.competitions.assessing import Assessed
    from overtrick.register.competitions.matching import Matched
    from overtrick.register.organisations.models import Organisation


class Prepared(NamedTuple):
    """A draft as it was just worked out; who submits in the same breath need not look it all up again."""

    seated: Sequence[Matched]
    assessed: Assessed


class Draft(NamedTuple):
    """What came of one event of a file; a submission only if nothing stands in its way."""

    file: str
    upload: Upload
    submission: Submission | None = None
    problems: Sequence[Problem] = ()
    questions: Sequence[Question] = ()
    notes: Sequence[Note] = ()
    before: Submission | None = None  #: the same came before: nothing is to be done
    replaces: Submission | None = None  #: the version that counts now, where this would be a correction of it
    prepared: Prepared | None = None  #: only of a competition that nobody else has seen yet


class Placed(NamedTuple):
    """Where somebody wants a file to go, where it is not to be found by name and day."""

    competition: Competition | None = None
    separate: bool = False  #: another event of the same name and day
    points_only: bool | None = None  #: it adds points and nothing else; None: not said


class Sent(NamedTuple):
    """A file that an organisation sent: by whom, when, with which answers, and where it is to go."""

    organisation: Organisation
    upload: Upload
    actor: User
    at: datetime
    answers: Answers
    placed: Placed


def written(answers: Answers) -> list[list[str]]:
    """Write down what was answered, as a submission keeps it."""
    return [[each.place, each.word, each.name, each.written] for each in answers.given]


def answers_of(submission: Submission) -> Answers:
    """Give the answers with which a submission was read."""
    return typed((source, f"{word} {name}".strip(), said) for source, word, name, said in submission.answers)
