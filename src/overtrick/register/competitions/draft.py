"""Drafts an event that was read: its questions and problems or, without any, a draft with what it is worth.

Making a draft changes nothing. It is kept so that pages only read it, and worked out again when somebody answers a
question or says who a player is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine import parts
from overtrick.engine.assessment import Award, Problem
from overtrick.engine.event import Event
from overtrick.formats.answers import Answers, apply, together, typed
from overtrick.formats.names import plain
from overtrick.formats.reading import POINTS_ONLY, ListColumns, Note, Question, Reading
from overtrick.formats.settle import colour_asked, questions_of, settle, status_asked
from overtrick.handbooks import edition as editions
from overtrick.handbooks import facts, money
from overtrick.handbooks.edition import Edition
from overtrick.register.accounts.models import User
from overtrick.register.competitions import (
    claims,
    event_store,
    further_stage,
    join,
    other_club,
    stated_facts,
    usual_answers,
    versions,
)
from overtrick.register.competitions.assess import Assessed, assess, edition_for, settings_for
from overtrick.register.competitions.match import Matched, as_said, match, told_apart
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.competitions.named_players import Named, everybody, named
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.competitions.versions import Placed, SubmissionPlace
from overtrick.register.competitions.work_out import Worked, work_out
from overtrick.register.organisations.models import Organisation
from overtrick.register.periods import ONE_DAY

#: Whether a status is needed is for the edition to say; the handbook is the federation's.
_NOT_ASKED = ("status", "handbook")

#: The word that answers whether a file only adds points.
ONLY_POINTS = "points only"

#: What to do about an event that no edition governs.
_TOO_OLD = (
    "Check the date. An event that no edition governs cannot be credited; 'Check a file' works it out "
    "as if it had been played under the oldest edition."
)

#: So many characters of a contestant, a name and a number have room in the register.
_ROOM = (300, 200, 30)


_NO_ANSWERS = Answers()


class SentFile(NamedTuple):
    """A file that an organisation sent: by whom, when, with which answers, and where it is to go."""

    organisation: Organisation
    upload: Upload
    actor: User
    at: datetime
    answers: Answers
    placed: Placed


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
    worked: Worked | None = None  #: what it is worth
    earlier: Sequence[Submission] = ()  #: drafts whose place it takes
    answers: Answers = _NO_ANSWERS  #: with which it was made
    columns: ListColumns | None = None  #: of a list: what each was taken for
    since: Sequence[PointsChange] = ()  #: what the last answers changed


def written(answers: Answers) -> list[list[str]]:
    """Write down what was answered, as a submission keeps it."""
    return [[each.place, each.word, each.name, each.written] for each in answers.given]


def answers_of(kept: Iterable[Sequence[str]]) -> Answers:
    """Give the answers that were written down."""
    return typed((source, f"{word} {name}".strip(), said) for source, word, name, said in kept)


class Desk:
    """Where drafts are made of the events of one file."""

    def __init__(self, sent: SentFile, places: dict[tuple[str, date], list[str]] | None = None) -> None:
        self.sent = sent
        self.federation = sent.organisation.federation
        #: the events of this file so far: where in it they stand
        self.places = {} if places is None else places

    def drafts(self, readings: Sequence[Reading]) -> list[Draft]:
        """Make a draft of each event of a file; of several, the facts that were answered are for those that ask them.

        One answer is for all events of a file that ask the same. So points of a colour that is not usual are only asked
        about if all events have it.
        """
        if len(readings) == 1:
            return [self.draft(readings[0])]
        colours = [self._colour_asked(each) for each in readings]
        played = [asked for asked, each in zip(colours, readings, strict=True) if each.event is not None]
        if any(asked != played[0] for asked in played):
            readings = [_apart(each, asked) for each, asked in zip(readings, colours, strict=True)]
        return [self._draft_of_several(each) for each in readings]

    def _settled(self, reading: Reading) -> tuple[Reading, Edition] | None:
        """Give an event as the edition of its day settles it; None: nothing can be asked about its kind yet."""
        if reading.event is None or self._only_points(reading):
            return None
        edition = self._edition(reading.event.begins, reading, reading.event.last_day)
        return None if isinstance(edition, Problem) else (settle(reading, edition), edition)

    def _colour_asked(self, reading: Reading) -> list[Question]:
        found = self._settled(reading)
        return colour_asked(*found) if found else []

    def _facts_that_matter(self, reading: Reading) -> set[str]:
        found = self._settled(reading)
        if found is None or found[0].event is None:
            return set()
        return {each.word for each in facts.relevant(found[1], found[0].event)}

    def _draft_of_several(self, reading: Reading) -> Draft:
        """Make a draft of one of several events, with the facts that it asks and those that the answers bring up."""
        made = self.draft(reading)
        answered = self.sent.answers.facts()
        if not answered:
            return made
        at_first = self._facts_that_matter(reading)
        asked = {each.word for each in made.questions}
        while taken := sorted(answered.keys() & asked):
            reading = apply(reading, Answers(tuple(answered.pop(word) for word in taken)))
            made = self.draft(reading)
            asked = {each.word for each in made.questions} | (self._facts_that_matter(reading) - at_first)
        if made.submission is None:
            return made
        untaken = (
            f"{each.written!r} ({each.place}) is not taken for the {each.label}: this event does not ask it."
            for each in answered.values()
        )
        notes = [Note("answer-not-asked", each, file=reading.file) for each in untaken]
        return made._replace(notes=[*made.notes, *notes])

    def draft(self, reading: Reading) -> Draft:
        """Make a draft of one reading; what its plan or licence states, or is so of all files, is answered."""
        stated = self._stated(reading)
        made = self._answered(reading, stated)
        if made.problems and stated.given:  # the results contradict it: what is stated is shown beside them
            stated = _NO_ANSWERS
            made = self._answered(reading, stated)
        usual = usual_answers.answers_to(self.sent.organisation, made.questions)
        if usual.given:
            made = self._answered(reading, together([usual, stated]))
        event = reading.event
        if made.questions and event is not None and join.is_stated(self.sent.organisation, event.begins):
            place = self._place(event.name, event.begins)
            made = made._replace(questions=stated_facts.suggested(place.competition, event, made.questions))
        return made

    def _stated(self, reading: Reading) -> Answers:
        """Answer what a reading leaves open and the plan or the licence of its event states."""
        found = self._settled(reading)
        if found is None or found[0].event is None:
            return _NO_ANSWERS
        event, edition = found[0].event, found[1]
        if not join.is_stated(self.sent.organisation, event.begins):
            return _NO_ANSWERS
        place = self._place(event.name, event.begins)
        joined = join.of_results(place.competition, event.begins, lambda: event)
        return stated_facts.answers(joined, edition, event, self.sent.answers)

    def _answered(self, reading: Reading, also: Answers) -> Draft:
        """Make a draft of one reading with some answers beside those that were given."""
        if not also.given:
            made = self.draft_as_said(reading)
            return made._replace(answers=self.sent.answers, columns=reading.columns)
        answers = together([also, self.sent.answers])
        made = Desk(self.sent._replace(answers=answers), self.places).draft_as_said(apply(reading, also))
        return made._replace(answers=answers, columns=reading.columns)

    def draft_as_said(self, reading: Reading) -> Draft:
        """Make a draft of one reading with no answers but those given, or say what stands in its way."""
        problems = [*reading.problems, *self._other_handbook(reading), *self._other_federation(reading)]
        problems += other_club.problems(self.sent.organisation, reading, self.sent.answers)
        asked = [each for each in reading.questions if each.word not in _NOT_ASKED]
        asked += other_club.questions(self.sent.organisation, reading, self.sent.answers)
        if self._only_points(reading):
            return self._draft_of_points(reading, problems, asked)
        asked += self._asked_about_points(reading)
        if problems or reading.event is None or any(each.word == "date" for each in asked):
            return self._open(reading, problems, asked)
        event = reading.event
        edition = self._edition(event.begins, reading, event.last_day)
        if isinstance(edition, Problem):
            return self._open(reading, [edition], asked)
        reading = settle(reading, edition)
        asked += colour_asked(reading, edition)
        if self.sent.placed == Placed():
            asked += further_stage.asked(self.sent.organisation, reading.event or event)
        if asked or reading.event is None:
            return self._open(reading, problems, asked)
        if parts.continues(reading.event):
            return self._draft_of_a_further_stage(reading, reading.event)
        return self._draft_of_results(reading, reading.event._replace(continues=None), edition)

    def _draft_of_a_further_stage(self, reading: Reading, event: Event) -> Draft:
        """Make a draft of the whole event, the stages that were sent before and this one, under its first day."""
        joined = further_stage.joined(self.sent.organisation, event, self.sent.placed.competition)
        if isinstance(joined, Problem):
            return self._open(reading, [reading.located(joined)], ())
        desk = Desk(self.sent._replace(placed=Placed(competition=joined.competition)), self.places)
        edition = edition_for(self.federation, joined.event.begins, joined.event.last_day)
        return desk._draft_of_results(reading, joined.event, edition)

    def _edition(self, day: date, reading: Reading, last_day: date | None = None) -> Edition | Problem:
        """Give the edition of a day of play, or say what is wrong with the day."""
        # East of Greenwich, where the moment is counted, it may be the next day already.
        word = "last day" if last_day else "date"
        found = f"{last_day or day} is in the future."
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
        twisted = [reading.located(each) for each in event_store.unkeepable(event, text)]
        twisted += _too_long(people, reading)
        if twisted:
            return self._open(reading, twisted, ())
        place = self._place(event.name, event.begins)
        seated = as_said(place.drafts, told_apart(event, match(self.sent.organisation, people, edition)))
        assessed = assess(self.federation, event, seated)
        if assessed.assessment.problems:
            return self._unassessed(reading, assessed.assessment.problems, edition)
        nameless = _nameless(assessed.assessment.awards, people, reading)
        if nameless:
            return self._open(reading, nameless, ())
        kept = event_store.stored(self.federation, event, text)
        submission = Submission(
            kind=Submission.Kind.RESULTS, event=kept, sha256=event_store.fingerprint(text), begins=event.begins
        )
        return self._placed(reading, event.name, submission, place, seated, assessed)

    def _place(self, name: str, begins: date) -> SubmissionPlace:
        """Find the competition of an event, among those of this file too."""
        also = len(self.places.get((plain(name), begins), ()))
        return versions.place_of(self.sent.organisation, name, begins, self.sent.placed, also=also)

    def _placed(
        self,
        reading: Reading,
        name: str,
        submission: Submission,
        place: SubmissionPlace,
        seated: Sequence[Matched],
        assessed: Assessed | None,
    ) -> Draft:
        """Make a draft the next version of its competition, unless the same is there already."""
        sent = self.sent
        if not sent.placed.separate and sent.placed.competition is None:
            versions.hold_results(sent.organisation, submission)
            elsewhere = versions.elsewhere(sent.organisation, submission, reading.file)
            if elsewhere is not None:
                return self._open(reading, [elsewhere], ())
        begins = submission.begins
        known = self.places.setdefault((plain(name), begins), [])
        before = place.same(submission)
        if before is not None:
            return Draft(reading.file, sent.upload, notes=reading.notes, before=before)
        if known and not sent.placed.separate:
            found = f"This is the same event as in {known[0]}: {name}, {begins}."
            remedy = "Leave one of them out; if they are two events, say that they are separate."
            return self._open(reading, [Problem(found, remedy, (), reading.file, code="event-twice")], ())
        known.append(reading.file)
        submission.federation = self.federation
        submission.competition = place.competition
        submission.version = place.next_version
        submission.upload = sent.upload
        submission.file = reading.file[:300]
        submission.read_as = reading.format[:60]
        submission.answers = written(sent.answers)
        submission.claims = submission.claims or claims.kept_claims(reading.claims)
        worked = work_out(submission, seated, sent.at, assessed)
        return Draft(
            *(reading.file, sent.upload, submission, (), (), reading.notes),
            replaces=place.counting,
            worked=worked,
            earlier=place.drafts,
        )

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
                "Check that it is the right file. Nobody is credited with its points.",
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
            return [Question(ONLY_POINTS, asks, ("yes", "no"), "yes", "the charge code", code="points-only")]
        return []

    def _draft_of_points(self, reading: Reading, problems: list[Problem], asked: list[Question]) -> Draft:
        told = self.sent.answers.get("date")
        day = reading.event.begins if reading.event else told.value if told else None
        if day is None:
            asked.append(
                Question("date", "On which day were these points won? The file does not say.", code="date-missing")
            )
        if problems or asked or day is None:
            return self._open(reading, problems, asked)
        edition = self._edition(day, reading)
        if isinstance(edition, Problem):
            return self._open(reading, [edition], ())
        points, problems = claims.points(reading, edition, day)
        problems += _too_long((each.who for each in points), reading)
        asked = self._level_of_points(edition, {each.colour for each in points}, day)
        if problems or asked:
            return self._open(reading, problems, asked)
        told = self.sent.answers.get("event")
        name = reading.event.name if reading.event else told.written if told else reading.file
        place = self._place(name, day)
        people = list(dict.fromkeys(each.who for each in points))
        seated = as_said(place.drafts, match(self.sent.organisation, people, edition))
        kept = claims.kept(points)
        level = self.sent.answers.get("status")
        same = [name, day.isoformat(), kept, *([level.written] if level else [])]
        sha256 = event_store.fingerprint(json.dumps(same, ensure_ascii=False))
        submission = Submission(kind=Submission.Kind.POINTS, claims=kept, sha256=sha256, begins=day)
        return self._placed(reading, name, submission, place, seated, None)

    def _level_of_points(self, edition: Edition, colours: set[str], day: date) -> list[Question]:
        """Ask for the status or grade of points where the charge depends on it."""
        book = edition.book(day, settings_for(self.federation, edition, day) or None)
        known, told = money.of(edition).levels_of_points(book, colours), self.sent.answers.get("status")
        fact = edition.all_facts.get("status")
        if not known or fact is None or (told and fact.spelt(told.written) in known):
            return []
        asks = f"{fact.asks} The file does not say, and the charge depends on it."
        return [Question("status", asks, known, code="status-missing")]


def _apart(reading: Reading, asked: Iterable[Question]) -> Reading:
    """Let an event be sent by itself where an answer about its points would be one about the other events too."""
    remedy = "Send the file of this event by itself, and answer it there."
    found = (f"{each.asks} That is not so of all events of this file." for each in asked)
    problems = [Problem(each, remedy, (), reading.file, code="colour-of-one-event") for each in found]
    return reading._replace(problems=[*reading.problems, *problems])


def _nameless(awards: Iterable[Award], people: Iterable[Named], reading: Reading) -> list[Problem]:
    """Find teams and pairs that won points without a player: nobody could be credited with them."""
    known = set(people)
    teams = dict.fromkeys(each.contestant for each in awards if named(each.contestant, each.player) not in known)
    remedy = "Add the names and numbers of those who played."
    return [
        Problem(
            f"{each} has won points, but its players are not named.", remedy, (), reading.file, code="players-missing"
        )
        for each in teams
    ]


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
