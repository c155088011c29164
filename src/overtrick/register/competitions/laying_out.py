"""What stands in the way of an event that was read? Questions and problems; without any, who is in it: a draft."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.formats.reading import POINTS_ONLY, Question
from overtrick.formats.settle import questions_of, settle, status_asked
from overtrick.handbooks import edition as editions
from overtrick.register.competitions import claimed, event_store
from overtrick.register.competitions.assessing import assess, edition_for
from overtrick.register.competitions.drafts import Draft, Sent
from overtrick.register.competitions.filing import Files
from overtrick.register.competitions.matching import match, told_apart
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.named_players import everybody
from overtrick.register.periods import ONE_DAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from overtrick.engine.event import Event
    from overtrick.formats.reading import Reading
    from overtrick.handbooks.edition import Edition
    from overtrick.register.competitions.named_players import Named

#: Whether a status is needed is for the edition to say; the handbook is the federation's.
_NOT_ASKED = ("status", "handbook")

#: What to do about an event that no edition governs.
_TOO_OLD = (
    "Check the date. An event that no edition governs cannot be credited; 'Check a file' works it out "
    "as if it had been played under the oldest edition."
)

#: So many characters of a contestant, a name and a number have room in the register.
_ROOM = (300, 200, 30)


class Desk:
    """Where the events of one file are laid out."""

    def __init__(self, sent: Sent) -> None:
        self.sent = sent
        self.federation = sent.organisation.federation
        self.files = Files(sent)

    def draft(self, reading: Reading) -> Draft:
        """Make a draft of one reading, or say what stands in its way."""
        problems = [*reading.problems, *self._other_handbook(reading), *self._other_federation(reading)]
        asked = [each for each in reading.questions if each.word not in _NOT_ASKED]
        if self._only_points(reading):
            return self._draft_of_points(reading, problems, asked)
        asked += self._asked_about_points(reading)
        if problems or reading.event is None or any(each.word == "date" for each in asked):
            return self._open(reading, problems, asked)
        edition = self._edition(reading.event.begins, reading, reading.event.last_day)
        if isinstance(edition, Problem):
            return self._open(reading, [edition], asked)
        reading = settle(reading, edition)
        if asked or reading.event is None:
            return self._open(reading, problems, asked)
        return self._draft_of_results(reading, reading.event, edition)

    def _edition(self, day: date, reading: Reading, last_day: date | None = None) -> Edition | Problem:
        """Give the edition of a day of play, or say what is wrong with the day."""
        # East of Greenwich, where the moment is counted, it may be the next day already.
        word = "last day" if last_day else "date"
        found = f"{last_day or day} has not come yet."
        if (last_day or day) <= self.sent.at.date() + ONE_DAY:
            try:
                return edition_for(self.federation, day, last_day)
            except editions.NoEdition as error:
                return Problem(
                    str(error), _TOO_OLD, ("date",), reading.file, reading.line(("date",)), code="no-edition"
                )
        return Problem(found, f"Check the {word}.", (word,), reading.file, reading.line((word,)), code="date-to-come")

    def _draft_of_results(self, reading: Reading, event: Event, edition: Edition) -> Draft:
        text = event_store.written(event)
        people = everybody(event)
        twisted = [
            *(reading.located(each) for each in event_store.unkeepable(event, text)),
            *_too_long(people, reading),
        ]
        if twisted:
            return self._open(reading, twisted, ())
        seated = told_apart(event, match(self.sent.organisation, people, edition))
        assessed = assess(self.federation, event, seated)
        if assessed.assessment.problems:
            return self._unassessed(reading, assessed.assessment.problems, edition)
        kept = event_store.keep_event(event_store.stored(self.federation, event, text))
        submission = Submission(kind=Submission.Kind.RESULTS, event=kept, sha256=event_store.fingerprint(text))
        return self.files.put(reading, event.name, event.begins, submission, seated, assessed)

    def _open(self, reading: Reading, problems: Sequence[Problem], questions: Sequence[Question]) -> Draft:
        return Draft(reading.file, self.sent.upload, None, problems, questions, reading.notes)

    def _unassessed(self, reading: Reading, problems: Sequence[Problem], edition: Edition) -> Draft:
        """Ask for the status and the facts that the handbook needs and nobody has said; all else has to be mended."""
        others, asked = questions_of(problems)
        others, status = status_asked(reading, edition, others)
        return self._open(reading, [reading.located(each) for each in others], [*status, *asked])

    def _other_handbook(self, reading: Reading) -> list[Problem]:
        if reading.handbook in ("", self.federation.handbook):
            return []
        found = f"The file asks for the handbook {reading.handbook}; here {self.federation.handbook} applies."
        return [Problem(found, "Check that it is the right file.", ("handbook",), reading.file, code="other-handbook")]

    def _other_federation(self, reading: Reading) -> list[Problem]:
        """Refuse a file of another federation: our handbook does not govern its events, so nobody is credited."""
        ours = editions.get(self.federation.handbook).federation
        if reading.federation in ("", ours):
            return []
        found = f"This is a file of another federation ({reading.federation}); only events of ours can be credited."
        return [
            Problem(
                found,
                "Check that it is the right file. Nobody is credited with points of it.",
                (),
                reading.file,
                code="other-federation",
            )
        ]

    # --- Files that only add points ------------------------------------------------------------------------------

    def _only_points(self, reading: Reading) -> bool:
        if reading.event is None:
            return bool(reading.claims) and self.sent.placed.points_only is not False
        return self.sent.placed.points_only is True

    def _asked_about_points(self, reading: Reading) -> list[Question]:
        if self.sent.placed.points_only is None and any(note.code == POINTS_ONLY for note in reading.notes):
            asks = "The charge code 02 is for files that only add points. Is this one?"
            return [Question("points only", asks, ("yes", "no"), "yes", "the charge code", code="points-only")]
        return []

    def _draft_of_points(self, reading: Reading, problems: list[Problem], asked: list[Question]) -> Draft:
        told = self.sent.answers.get("date")
        day = reading.event.begins if reading.event else told.value if told else None
        if day is None:
            asked.append(
                Question(
                    "date", "On which day were these points won? Nothing in the file says it.", code="date-missing"
                )
            )
        if problems or asked or day is None:
            return self._open(reading, problems, asked)
        edition = self._edition(day, reading)
        if isinstance(edition, Problem):
            return self._open(reading, [edition], ())
        points, problems = claimed.points(reading, edition)
        problems += _too_long((each.who for each in points), reading)
        if problems:
            return self._open(reading, problems, ())
        told = self.sent.answers.get("event")
        name = reading.event.name if reading.event else told.written if told else reading.file
        seated = match(self.sent.organisation, list(dict.fromkeys(each.who for each in points)), edition)
        kept = claimed.kept(points)
        written = json.dumps([name, day.isoformat(), kept], ensure_ascii=False)
        submission = Submission(kind=Submission.Kind.POINTS, claims=kept, sha256=event_store.fingerprint(written))
        return self.files.put(reading, name, day, submission, seated, None)


def _too_long(people: Iterable[Named], reading: Reading) -> list[Problem]:
    """A name is kept whole: cut off, it could be that of somebody else."""
    return [
        Problem(
            f"{text[:40]!r}… is longer than {room} characters.", "Shorten it.", (), reading.file, code="name-too-long"
        )
        for who in people
        for text, room in zip(who, _ROOM, strict=True)
        if len(text) > room
    ]
