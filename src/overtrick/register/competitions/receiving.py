"""What came of a file? Kept as it is, read, everybody in it looked up: a draft, or what stands in its way.

Nothing is posted here. The same file again is not even read.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from overtrick.engine.assessment import Problem
from overtrick.formats import recognise
from overtrick.formats.answers import Answers, apply, typed
from overtrick.formats.reading import Question, Reading
from overtrick.formats.settle import settle
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth
from overtrick.register.audit import trail
from overtrick.register.competitions import claimed, stored
from overtrick.register.competitions.allowed import NotAllowed, need
from overtrick.register.competitions.assessing import assess, edition_for
from overtrick.register.competitions.matching import Matched, match, told_apart
from overtrick.register.competitions.models import Competition, Submission, Upload
from overtrick.register.competitions.players_named import everybody
from overtrick.register.ledger import sql
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.periods import ONE_DAY
from overtrick.register.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from overtrick.engine.event import Event
    from overtrick.formats.reading import Note
    from overtrick.handbooks.edition import Edition
    from overtrick.register.accounts.models import User
    from overtrick.register.competitions.assessing import Assessed
    from overtrick.register.competitions.players_named import Named

Status = Submission.Status
_COUNTING = (Status.SUBMITTED, Status.APPROVED)

#: Whether a status is needed is for the edition to say; the handbook is the federation's.
_NOT_ASKED = ("status", "handbook")

#: A file of this charge code only adds points (EBU 2.8.2).
_POINTS_ONLY = "The charge code is 02."

#: So many characters of a contestant, a name and a number have room in the register.
_ROOM = (300, 200, 30)

_NO_ANSWERS = Answers()


class Prepared(NamedTuple):
    """A draft as it was just worked out; who submits in the same breath need not look it all up again."""

    seated: Sequence[Matched]
    assessed: Assessed


class NotSetApart(Refused):
    """It cannot be made another event."""


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


_ANYWHERE = Placed()


def receive(
    organisation: Organisation,
    name: str,
    content: bytes,
    actor: User,
    at: datetime,
    answers: Answers = _NO_ANSWERS,
    placed: Placed = _ANYWHERE,
) -> list[Draft]:
    """Take a file in: one draft for each event in it, or the problems and open questions."""
    need(actor, Action.UPLOAD, organisation, at)
    if placed.competition is not None and placed.competition.organisation_id != organisation.pk:
        found = f"{placed.competition} is not an event of {organisation}."
        raise NotAllowed(found, "Choose one of its own.")
    sha256 = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        # One file of an organisation at a time: two that are the same must not both be the first.
        Organisation.objects.select_for_update().get(pk=organisation.pk)
        upload = Upload.objects.filter(organisation=organisation, sha256=sha256).first()
        if upload is not None and not answers.given:
            answers = _said_before(upload)
        if upload is not None and not placed.separate:
            again = _all_came_before(upload, answers)
            if again:
                return again
        read = recognise.read(name, content, answers.named("columns"), answers.texts())
        readings = [apply(reading, answers) for reading in read]
        if upload is None:
            upload = Upload.objects.create(
                federation=organisation.federation,
                organisation=organisation,
                name=name[:255],
                sha256=sha256,
                packed=zlib.compress(content, 6),
                events=len(readings),
                uploaded_by=actor,
                uploaded_at=at,
            )
            trail.record(actor, "upload.receive", upload, None, {"name": name, "sha256": sha256}, at=at)
        desk = _Desk(organisation, upload, actor, at, answers, placed)
        return [desk.draft(reading) for reading in readings]


def reread(upload: Upload, answers: Answers, actor: User, at: datetime, placed: Placed = _ANYWHERE) -> list[Draft]:
    """Read a file that is kept again, with more of its questions answered."""
    return receive(upload.organisation, upload.name, upload.content, actor, at, answers, placed)


def look_again(upload: Upload, answers: Answers, actor: User, at: datetime, placed: Placed = _ANYWHERE) -> list[Draft]:
    """Say what would come of a file that is kept, and change nothing.

    A draft that is made of it already is given as it stands in the register; one that is not is given without its
    submission, and with neither problems nor questions.
    """
    found = []
    with transaction.atomic():
        drafts = reread(upload, answers, actor, at, placed)
        transaction.set_rollback(True)
    for each in drafts:
        made = each.submission
        if made is not None:
            same = {"competition": made.competition_id, "sha256": made.sha256, "status": Status.DRAFT}
            made = upload.submissions.filter(**same).select_related("competition__organisation").first()
        found.append(each._replace(submission=made))
    return found


def set_apart(draft: Submission, actor: User, at: datetime) -> list[Draft]:
    """Make a draft one of another event of the same name and day, where it looked like a correction."""
    need(actor, Action.SUBMIT, draft.competition.organisation, at)
    with transaction.atomic():
        Competition.objects.select_for_update().get(pk=draft.competition_id)
        rows = Submission.objects.filter(pk=draft.pk, status=Status.DRAFT, upload__events=1)
        fresh = rows.select_related("upload__organisation__federation", "competition").first()
        if fresh is None or fresh.upload is None:
            found = "Only a draft of a file with one event can be set apart."
            raise NotSetApart(found, "Give the event another name, and send it again.")
        placed = Placed(separate=True, points_only=True if fresh.kind == Submission.Kind.POINTS else None)
        upload, answers = fresh.upload, answers_of(fresh)
        trail.record(actor, "submission.set apart", fresh, {"competition": fresh.competition_id}, None, at=at)
        fresh.delete()
        return reread(upload, answers, actor, at, placed)


def answers_of(submission: Submission) -> Answers:
    """Give the answers with which a submission was read."""
    return typed((source, f"{word} {name}".strip(), written) for source, word, name, written in submission.answers)


def _said_before(upload: Upload) -> Answers:
    """Give what was answered the last time the same file came."""
    last = upload.submissions.exclude(answers=[]).order_by("pk").last()
    return answers_of(last) if last else _NO_ANSWERS


def _written(answers: Answers) -> list[list[str]]:
    return [[each.source, each.word, each.name, each.written] for each in answers.given]


def _all_came_before(upload: Upload, answers: Answers) -> list[Draft]:
    """Find what was submitted from this very file with these very answers; nothing if any of it is still to do."""
    written = _written(answers)
    listed = upload.submissions.filter(status__in=(*_COUNTING, Status.REPLACED)).select_related(
        "competition", "submitted_by"
    )
    same = [each for each in listed.order_by("pk") if each.answers == written]
    latest = list({each.file: each for each in same}.values())
    if not latest or len(latest) < upload.events:
        return []
    return [Draft(each.file, upload, before=each) for each in latest]


def said_before(before: Submission) -> str:
    """Say when and by whom the same came first, and what became of it."""
    first = f"{before.competition} of {before.competition.begins} came on {before.submitted_at:%d %B %Y}"
    by = f" from {before.submitted_by.username}" if before.submitted_by else ""
    after = before.replaced_by.exclude(status=Status.RETURNED).order_by("version").first()
    since = f"; version {after.version} has replaced it since" if after else ""
    return f"{first}{by}{since}. Nothing was changed."


class _Desk:
    """Where the events of one file are laid out."""

    def __init__(
        self, organisation: Organisation, upload: Upload, actor: User, at: datetime, answers: Answers, placed: Placed
    ) -> None:
        self.organisation = organisation
        self.federation = organisation.federation
        self.upload = upload
        self.actor = actor
        self.at = at
        self.answers = answers
        self.placed = placed
        self.laid_out: dict[int, str] = {}  #: the competitions of this file so far, and where in it they stand

    def draft(self, reading: Reading) -> Draft:
        """Make a draft of one reading, or say what stands in its way."""
        problems = [*reading.problems, *self._other_handbook(reading)]
        asked = [each for each in reading.questions if each.word not in _NOT_ASKED]
        if self._only_points(reading):
            return self._draft_of_points(reading, problems, asked)
        asked += self._asked_about_points(reading)
        if problems or reading.event is None or any(each.word == "date" for each in asked):
            return self._open(reading, problems, asked)
        edition = self._edition(reading.event.begins, reading)
        if isinstance(edition, Problem):
            return self._open(reading, [edition], asked)
        reading = settle(reading, edition)
        if asked or reading.event is None:
            return self._open(reading, problems, asked)
        return self._draft_of_results(reading, reading.event, edition)

    def _edition(self, day: date, reading: Reading) -> Edition | Problem:
        """Give the edition of a day of play, or say what is wrong with the day."""
        # East of Greenwich, where the moment is counted, it may be the next day already.
        found = f"{day} has not come yet."
        if day <= self.at.date() + ONE_DAY:
            try:
                return edition_for(self.federation, day)
            except editions.NoEdition as error:
                found = str(error)
        return Problem(found, "Check the date.", ("date",), reading.file, reading.line(("date",)))

    def _draft_of_results(self, reading: Reading, event: Event, edition: Edition) -> Draft:
        text = stored.written(event)
        people = everybody(event)
        twisted = [*(_located(each, reading) for each in stored.unkeepable(event, text)), *_too_long(people, reading)]
        if twisted:
            return self._open(reading, twisted, ())
        seated = told_apart(event, match(self.organisation, people, edition))
        assessed = assess(self.federation, event, seated)
        if assessed.assessment.problems:
            return self._unassessed(reading, assessed.assessment.problems, edition)
        kept = stored.keep_event(self.federation, text)
        submission = Submission(kind=Submission.Kind.RESULTS, event=kept, sha256=kept.sha256)
        return self._filed(reading, event.name, event.begins, submission, seated, assessed)

    def _open(self, reading: Reading, problems: Sequence[Problem], questions: Sequence[Question]) -> Draft:
        return Draft(reading.file, self.upload, None, problems, questions, reading.notes)

    def _unassessed(self, reading: Reading, problems: Sequence[Problem], edition: Edition) -> Draft:
        """Ask for the status where the handbook needs it and nobody has said it; all else has to be put right."""
        unsaid = [each for each in problems if each.path[-1:] == ("status",) and not _status_given(reading)]
        others = [_located(each, reading) for each in problems if each not in unsaid]
        return self._open(reading, others, [_status_asked(reading, edition)] if unsaid else ())

    def _other_handbook(self, reading: Reading) -> list[Problem]:
        if reading.handbook in ("", self.federation.handbook):
            return []
        found = f"The file asks for the handbook {reading.handbook}; here {self.federation.handbook} applies."
        return [Problem(found, "Check that it is the right file.", ("handbook",), reading.file)]

    # --- Files that only add points ------------------------------------------------------------------------------

    def _only_points(self, reading: Reading) -> bool:
        if reading.event is None:
            return bool(reading.claims) and self.placed.points_only is not False
        return self.placed.points_only is True

    def _asked_about_points(self, reading: Reading) -> list[Question]:
        if self.placed.points_only is None and any(note.says == _POINTS_ONLY for note in reading.notes):
            asks = "The charge code 02 is for files that only add points. Is this one?"
            return [Question("points only", asks, ("yes", "no"), "yes", "the charge code")]
        return []

    def _draft_of_points(self, reading: Reading, problems: list[Problem], asked: list[Question]) -> Draft:
        told = self.answers.get("date")
        day = reading.event.begins if reading.event else told.value if told else None
        if day is None:
            asked.append(Question("date", "On which day were these points won? Nothing in the file says it."))
        if problems or asked or day is None:
            return self._open(reading, problems, asked)
        edition = self._edition(day, reading)
        if isinstance(edition, Problem):
            return self._open(reading, [edition], ())
        points, problems = claimed.points(reading, edition)
        problems += _too_long((each.who for each in points), reading)
        if problems:
            return self._open(reading, problems, ())
        told = self.answers.get("event")
        name = reading.event.name if reading.event else told.written if told else reading.file
        seated = match(self.organisation, list(dict.fromkeys(each.who for each in points)), edition)
        kept = claimed.kept(points)
        written = json.dumps([name, day.isoformat(), kept], ensure_ascii=False)
        submission = Submission(kind=Submission.Kind.POINTS, claims=kept, sha256=stored.fingerprint(written))
        return self._filed(reading, name, day, submission, seated, None)

    # --- Into the register ---------------------------------------------------------------------------------------

    def _filed(
        self,
        reading: Reading,
        name: str,
        begins: date,
        submission: Submission,
        seated: Sequence[Matched],
        assessed: Assessed | None,
    ) -> Draft:
        """Put a draft into its competition; it takes the place of an earlier draft there."""
        competition, new = self._competition(name[:300], begins)
        versions = []
        if not new:
            rows = competition.submissions.select_related("submitted_by", "competition")
            versions = list(rows.order_by("version"))
        counting = next((each for each in reversed(versions) if each.status in _COUNTING), None)
        before = next((each for each in reversed(versions) if _same(each, submission)), None)
        if before is not None:
            return Draft(reading.file, self.upload, notes=reading.notes, before=before)
        if competition.pk in self.laid_out:
            found = f"This is the event of {self.laid_out[competition.pk]} again: {name}, {begins}."
            remedy = "Leave one of them out; if they are two events, say that they are separate."
            return self._open(reading, [Problem(found, remedy, (), reading.file)], ())
        self.laid_out[competition.pk] = reading.file
        for earlier in versions:
            if earlier.status == Status.DRAFT:
                told = {"version": earlier.version, "file": earlier.file, "sha256": earlier.sha256}
                trail.record(self.actor, "submission.discard", earlier, told, None, at=self.at)
                earlier.delete()
        numbers = [each.version for each in versions if each.status != Status.DRAFT]
        submission.federation = self.federation
        submission.competition = competition
        submission.begins = begins
        submission.version = max(numbers, default=0) + 1
        submission.upload = self.upload
        submission.file = reading.file[:300]
        submission.read_as = reading.format[:60]
        submission.answers = _written(self.answers)
        submission.claims = submission.claims or claimed.kept_claims(reading.claims)
        submission.save()
        seat(submission, seated)
        entered = {"competition": competition.name, "begins": begins, "version": submission.version}
        trail.record(self.actor, "submission.draft", submission, None, entered, at=self.at)
        prepared = Prepared(seated, assessed) if new and assessed else None
        return Draft(reading.file, self.upload, submission, (), (), reading.notes, None, counting, prepared)

    def _competition(self, name: str, begins: date) -> tuple[Competition, bool]:
        """Find the competition that a file is about, or enter a new one."""
        if self.placed.competition is not None:
            return self.placed.competition, False
        listed = Competition.objects.filter(organisation=self.organisation, begins=begins)
        same = [each for each in listed.order_by("pk") if _plain(each.name) == _plain(name)]
        if same and not self.placed.separate:
            return same[-1], False
        if same:
            name = f"{name[:290]} ({len(same) + 1})"
        made = Competition.objects.create(
            federation=self.federation, organisation=self.organisation, name=name, begins=begins
        )
        return made, True


def seat(submission: Submission, seated: Sequence[Matched]) -> None:
    """Keep who is who in a submission."""
    columns = ("submission_id", "contestant", "name", "number", "player_id", "match")
    rows = [
        (
            submission.pk,
            *each.who,
            each.player.pk if each.player else None,
            each.match.value,
        )
        for each in seated
    ]
    sql.insert("competitions_seat", columns, rows)


def _status_given(reading: Reading) -> bool:
    event = reading.event
    return event is not None and bool(event.status or any(stage.status for stage in event.stages))


def _status_asked(reading: Reading, edition: Edition) -> Question:
    """Ask for the status with the handbook's words for it, and what the file hints at."""
    hinted = next((each for each in reading.questions if each.word == "status"), None)
    asks = "What status does the event have?"
    choices = worth.levels(edition)
    return Question("status", asks, choices, hinted.suggested if hinted else "", hinted.because if hinted else "")


def _same(earlier: Submission, submission: Submission) -> bool:
    """A version that counts, or counted until a correction came, says the same; a returned one may come again."""
    counted = earlier.status in (*_COUNTING, Status.REPLACED)
    return counted and earlier.sha256 == submission.sha256 and earlier.kind == submission.kind


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _located(problem: Problem, reading: Reading) -> Problem:
    return problem._replace(file=reading.file, line=reading.line(problem.path))


def _too_long(people: Iterable[Named], reading: Reading) -> list[Problem]:
    """A name is kept whole: cut off, it could be that of somebody else."""
    return [
        Problem(f"{text[:40]!r}… is longer than {room} characters.", "Shorten it.", (), reading.file)
        for who in people
        for text, room in zip(who, _ROOM, strict=True)
        if len(text) > room
    ]
