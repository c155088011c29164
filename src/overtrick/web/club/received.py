"""What came of files, as their list shows it: questions, events that are clear, events to look at, unusable files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.engine.assessment import Problem
from overtrick.formats.answers import TOLD
from overtrick.formats.grades import FindingGrade
from overtrick.formats.reading import Note
from overtrick.register.competitions import draft_store, match, submission_findings
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.draft_store import KeptFile
from overtrick.register.competitions.models import FindingAnswer, Submission, Upload
from overtrick.register.competitions.read import said_before
from overtrick.register.competitions.submission_findings import SubmissionFinding
from overtrick.register.competitions.submit_all import Reason, Seen, reasons
from overtrick.register.competitions.work_out import Worked
from overtrick.web.club import question_fields
from overtrick.web.club.question_fields import Given, QuestionField
from overtrick.web.design.fact_fields import kind_of

#: A player has no number in the file: the draft says who it is, or asks. A name that is missing is told until then.
_NO_NUMBER, _NO_NAME = "numbers-missing", "names-missing"


class Worth(NamedTuple):
    """What an event brings, in one line of the list."""

    points: list[tuple[str, str]]  #: as they are written, and their colour
    players: int  #: who is credited
    held: int  #: credits that wait
    differing: int  #: players for whom the file says something else
    late: bool
    terms: str  #: a fingerprint of what somebody agrees to who submits
    unusual: str  #: what kind of event it was, where that is not as usual
    asked: str  #: what must be mended or answered before it is submitted


class Item(NamedTuple):
    """What came of one event of a file."""

    draft: Draft
    unsaid: int  #: players of whom somebody has to say who they are
    before: str  #: when and by whom the same came first
    worth: Worth | None = None
    look: Sequence[Reason] = ()  #: why it should be looked at by itself

    @property
    def event(self) -> Submission | None:
        """The submission it became, now or before."""
        return self.draft.submission or self.draft.before

    @property
    def clear(self) -> bool:
        """Whether it can be submitted with others, without another look."""
        return self.worth is not None and not self.look

    @property
    def gone(self) -> bool:
        """Whether nothing of it is kept but the file."""
        return not (self.event or self.draft.problems or self.draft.questions)

    @property
    def why(self) -> str:
        """Say why it should be looked at by itself, apart from players whom nobody knows and earlier results."""
        words = {
            Reason.QUOTA: _("The quota of the year is used up."),
            Reason.FINDINGS: self.worth.asked if self.worth else "",
        }
        return " ".join(words[each] for each in self.look if each in words)


class Received(NamedTuple):
    """One file on the page."""

    upload: Upload
    items: list[Item]
    questions: list[QuestionField]
    problems: Sequence[Problem]
    notes: Sequence[Note]
    answered: list[tuple[str, str]]  #: fields that are answered, to be sent along with the rest


class FileList(NamedTuple):
    """Everything that came of several files, sorted by what is to be done."""

    files: list[Received]

    @property
    def uploads(self) -> list[Upload]:
        """The files themselves."""
        return [each.upload for each in self.files]

    @property
    def items(self) -> list[Item]:
        """Every event of every file."""
        return [item for each in self.files for item in each.items]

    @property
    def drafts(self) -> list[Item]:
        """What can be submitted, now or after another look."""
        return [each for each in self.items if each.draft.submission]

    @property
    def clear(self) -> list[Item]:
        """What can be submitted without another look."""
        return [each for each in self.drafts if each.clear]

    @property
    def to_look_at(self) -> list[Item]:
        """What should be looked at one by one."""
        return [each for each in self.drafts if not each.clear]

    @property
    def asked_once(self) -> list[QuestionField]:
        """Questions that several files ask and one answer settles."""
        return question_fields.asked_once(self.questions)

    @property
    def asking(self) -> list[tuple[Received, list[QuestionField]]]:
        """Files with questions, and those that are asked for each of them."""
        shared = {field for each in self.asked_once for field in each.asks_for}
        return [
            (each, [question for question in each.questions if question.field not in shared])
            for each in self.files
            if each.questions
        ]

    @property
    def unusable(self) -> list[Received]:
        """Files that cannot be used as they are."""
        return [each for each in self.files if each.problems and not each.questions]

    @property
    def unusable_keys(self) -> str:
        """Name these files, for the button that throws them all away."""
        return ",".join(str(each.upload.pk) for each in self.unusable)

    @property
    def before(self) -> list[Item]:
        """What was sent before."""
        return [each for each in self.items if each.before]

    @property
    def gone(self) -> list[Item]:
        """Files of which no draft is kept."""
        return [each for each in self.items if each.gone]

    @property
    def noted(self) -> list[Received]:
        """Files with notes."""
        return [each for each in self.files if each.notes]

    @property
    def questions(self) -> list[QuestionField]:
        """Everything that is open."""
        return [question for each in self.files for question in each.questions]

    @property
    def errors(self) -> list[QuestionField]:
        """Answers that cannot be read, or are missing."""
        own = [question for _file, questions in self.asking for question in questions]
        return [each for each in (*self.asked_once, *own) if each.error]

    def seen(self) -> list[Seen]:
        """Give what is clear, as it is shown."""
        return [
            Seen(each.draft.submission, each.worth.terms)
            for each in self.clear
            if each.draft.submission is not None and each.worth is not None
        ]


def received(uploads: Sequence[Upload], said: Mapping[int, Given], at: datetime) -> FileList:
    """Gather what came of files, and what somebody has answered about each of them just now."""
    kept = draft_store.of_uploads(uploads)
    sent = [draft.submission for each in kept.values() for draft in each.drafts if draft.submission]
    worth = draft_store.stored_each(sent, at)
    answers = submission_findings.answers({each.competition_id for each in sent}) if sent else {}
    return FileList([_file(each, kept[each.pk], said.get(each.pk), worth, answers) for each in uploads])


#: What was answered about competitions, by the key of the finding.
FindingAnswers = Mapping[int, Mapping[str, FindingAnswer]]


def _file(
    upload: Upload, kept: KeptFile, said: Given | None, worth: Mapping[int, Worked], answers: FindingAnswers
) -> Received:
    questions = [question for draft in kept.drafts for question in draft.questions]
    left = question_fields.asked(upload, questions, said)
    answered = kept.answers | (said.texts if said else {})
    items = [_item(draft, worth, answers) for draft in kept.drafts]
    return Received(
        upload,
        items,
        left,
        [problem for draft in kept.drafts for problem in draft.problems],
        [note for item in items for note in item.draft.notes if _worth_telling(note, item)],
        question_fields.answered(upload, left, answered),
    )


def _worth_telling(note: Note, item: Item) -> bool:
    """Leave out what the page says elsewhere, and what was settled since by saying who a player is."""
    if note.code in TOLD:
        return False
    if note.code == _NO_NAME:
        return item.unsaid > 0 or not item.draft.submission
    return note.code != _NO_NUMBER or not item.draft.submission


def _item(draft: Draft, worth: Mapping[int, Worked], answers: FindingAnswers) -> Item:
    before = said_before(draft.before) if draft.before else ""
    if draft.submission is None:
        return Item(draft, 0, before)
    worked = worth.get(draft.submission.pk)
    if worked is None:
        return Item(draft, match.unsaid(draft.submission), before)
    unsaid = sum(not each.said for each in worked.seated)
    known = answers.get(draft.submission.competition_id, {})
    told = submission_findings.listed(worked, draft.notes)
    asked = [each for each in told if each.grade is not FindingGrade.KNOW and each.key not in known]
    return Item(draft, unsaid, before, _worth(worked, asked), reasons(worked, asked))


def _worth(worked: Worked, asked: Sequence[SubmissionFinding]) -> Worth:
    colours = worked.edition.handbook.colours
    posted, held = worked.credits.posted, worked.credits.held
    made = worked.assessment
    return Worth(
        [(colours[colour].show(units), colour) for colour, units in worked.credits.units.items()],
        len({each.player for each in posted}),
        len(held),
        len({name for row in worked.comparison.differing for name in row.names}) if worked.comparison else 0,
        worked.late,
        draft_store.terms_of(worked),
        kind_of(worked.edition, made.event).unusual if made else "",
        submission_findings.sentences(asked),
    )
