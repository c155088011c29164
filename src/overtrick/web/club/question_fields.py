"""A form field for each open question of a file, kept separate file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext as _

from overtrick.formats.answers import Answers, typed
from overtrick.formats.reading import Question
from overtrick.handbooks.facts import STATUS
from overtrick.register.competitions import draft_store
from overtrick.register.competitions.draft import ONLY_POINTS
from overtrick.register.competitions.models import Upload
from overtrick.register.competitions.stated_facts import ASKED_OF_PLAN
from overtrick.register.competitions.versions import Placed
from overtrick.register.federations import handbook
from overtrick.web.design.english import english
from overtrick.web.public.file_check import answer_text, question_word, suggestion

#: Where an answer was given, as the notes of a file and the audit tell it.
SOURCE = "the form"
_FACTS = "facts "
#: What several files that are sent together are asked once, in the same words; the answer is for these files alone.
_ASKED_ONCE = (STATUS, "organiser")
FIGURES = ("boards", "least boards", "boards with sit-outs", "boards in play", "match boards", "winners")


class AnswerChoice(NamedTuple):
    """One answer that can be chosen."""

    value: str
    words: str
    chosen: bool


class QuestionField(NamedTuple):
    """A question as the form puts it."""

    word: str
    file: str  #: the name of the file that asks, or of all files that do
    field: str
    asks: str
    choices: tuple[AnswerChoice, ...]
    value: str
    hint: str
    figures: bool
    error: str = ""
    asked_by: tuple[str, ...] = ()  #: the field of every file that asks it, where it is asked once for several

    @property
    def words(self) -> str:
        """The question as the page shows it; those of a file are English."""
        return english(self.asks) if self.file else self.asks

    @property
    def asks_for(self) -> tuple[str, ...]:
        """Every field that an answer is for."""
        return self.asked_by or (self.field,)

    @property
    def id(self) -> str:
        """The id of its field; a group of buttons has one for its words."""
        return self.field.replace(" ", "-")

    @property
    def at(self) -> str:
        """What the list of errors links to: the field, or the first button of several."""
        return f"{self.id}-0" if self.choices else self.id

    @property
    def described_by(self) -> str:
        """What a screen reader reads with the field."""
        return " ".join(f"{self.id}-{part}" for part, told in (("hint", self.hint), ("error", self.error)) if told)


class Given(NamedTuple):
    """What was typed for one file."""

    answers: Answers
    placed: Placed
    texts: dict[str, str]  #: by the word
    asked: frozenset[str]  #: the fields of the questions that were put


def given(upload: Upload, posted: QueryDict) -> Given:
    """Take the answers of a form for one file."""
    start = _field(upload, "")
    texts = {name[len(start) :]: str(value).strip() for name, value in posted.items() if name.startswith(start)}
    asked = frozenset(posted.getlist("asked"))
    for word in (field[len(start) :] for field in asked if field.startswith(start)):
        texts[word] = texts.get(word) or str(posted.get(_field(None, word), "")).strip()
    before = draft_store.answers_to(upload).items()  # another window may have answered meanwhile
    texts = {word: value for word, value in before if _field(upload, word) not in asked} | {
        word: value for word, value in texts.items() if value
    }
    points_only = {"yes": True, "no": False}.get(texts.get(ONLY_POINTS, ""))
    words = [(SOURCE, word, value) for word, value in texts.items() if word != ONLY_POINTS]
    return Given(typed(words), Placed(points_only=points_only), texts, asked)


def asked(upload: Upload, questions: Iterable[Question], said: Given | None) -> list[QuestionField]:
    """Put the questions of a file; once somebody has pressed the button, whatever is left empty is an error."""
    found: dict[str, QuestionField] = {}
    for each in questions:
        word = question_word(each)
        texts = said.texts if said else {}
        value = texts.get(word, "") or answer_text(each, each.suggested)
        shown = _words(upload, word)
        choices = tuple(
            AnswerChoice(written, shown(written), written == value)
            for written in (answer_text(each, choice) for choice in each.closed)
        )
        error = ""
        if said and word not in texts and _field(upload, word) in said.asked:
            asks = _("Choose an answer: {question}") if choices else _("Enter an answer: {question}")
            error = format_html(asks, question=english(each.asks))
        elif said and word in texts:
            error = unreadable(word, texts[word])
        hint = _hint(each)
        put = QuestionField(
            word, upload.name, _field(upload, word), each.asks, choices, value, hint, word in FIGURES, error
        )
        found.setdefault(word, put)
    return list(found.values())


def unreadable(word: str, text: str) -> str:
    """Say why an answer cannot be read; nothing where it can, or where there is none."""
    if not text or word == ONLY_POINTS:
        return ""
    wrong = " ".join(f"{each.found} {each.remedy}" for each in typed([(SOURCE, word, text)]).problems)
    return english(wrong) if wrong else ""


def _words(upload: Upload, word: str) -> Callable[[str], str]:
    """Give what says an answer in plain words: for the status and the facts, those of the handbook."""
    if word != STATUS and not word.startswith(_FACTS):
        return str
    known = handbook.edition_on(upload.organisation.federation, upload.uploaded_at.date()).all_facts
    fact = known.get(word.removeprefix(_FACTS))
    return fact.shown if fact else str


def asked_once(questions: Iterable[QuestionField]) -> list[QuestionField]:
    """Put together what several files ask in the same words and an organisation answers once for all."""
    groups: dict[tuple[object, ...], list[QuestionField]] = {}
    for each in questions:
        if each.word in _ASKED_ONCE:
            same = (each.word, each.asks, tuple(choice.value for choice in each.choices))
            groups.setdefault(same, []).append(each)
    together = [group for group in groups.values() if len(group) > 1]
    return [
        group[0]._replace(
            field=_field(None, group[0].word),
            file=", ".join(each.file for each in group),
            hint="",
            error=next((each.error for each in group if each.error), ""),
            asked_by=tuple(each.field for each in group),
        )
        for group in together
    ]


def answered(upload: Upload, questions: Iterable[QuestionField], texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Give what was answered and is not asked any more, to be sent along."""
    open_fields = {each.field for each in questions}
    pairs = [(_field(upload, word), value) for word, value in texts.items()]
    return [(field, value) for field, value in pairs if field not in open_fields]


def _field(upload: Upload | None, word: str) -> str:
    """Name the field of a question: of one file, or of all that ask it."""
    return f"answer {upload.pk if upload else 'all'} {word}"


def _hint(question: Question) -> str:
    if question.code == ASKED_OF_PLAN:
        return _("You planned %s for that day.") % question.because
    if question.suggested:
        return suggestion(question.suggested.split(": ", 1)[-1], question.because)
    return {
        "date": _("For example 12 November 2026."),
        "boards": _("For example 24. Your scoring program shows it with the movement."),
        "sessions": _("The boards of each session, for example 24, 24."),
    }.get(question.word, question.because)
