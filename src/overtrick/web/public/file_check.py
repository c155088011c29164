"""The result of a checked file, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from overtrick.engine.assessment import Award, Refusal, Remark
from overtrick.engine.marks import clause_marks
from overtrick.formats.answers import TOLD
from overtrick.formats.as_if import AS_IF
from overtrick.formats.awards_json import warnings
from overtrick.formats.compare import Comparison, ComparisonRow
from overtrick.formats.grades import FindingGrade, grade_of
from overtrick.formats.outcome import Outcome
from overtrick.formats.reading import Note
from overtrick.formats.reading import Question as Asked
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth
from overtrick.web.design.award_lists import AwardListing, listings
from overtrick.web.design.english import english

HANDBOOK, COLUMNS = "handbook", "columns"

#: How an answered question is called, where its word alone would say too little.
_ANSWERED = {
    HANDBOOK: gettext_noop("By whose handbook?"),
    AS_IF: gettext_noop("Work out an older event as if it was played under the oldest edition?"),
}
_FIXED = {AS_IF: (("yes", "yes"), ("no", "no"))}


class Question(NamedTuple):
    """An open question as the form asks it."""

    word: str
    asks: str
    choices: tuple[tuple[str, str], ...]  #: what is sent, and the words for it
    value: str
    hint: str
    open: bool = True  #: not answered yet

    @property
    def field(self) -> str:
        """The name of its field."""
        return f"answer {self.word}"


class ClaimDifference(NamedTuple):
    """A claim that is not what the handbook gives."""

    names: str
    claimed: str
    computed: str
    change: str
    because: str


class Checked:
    """One file: what is in it and what came of it."""

    def __init__(
        self,
        outcome: Outcome,
        content: bytes = b"",
        comparison: Comparison | None = None,
        *,
        known: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> None:
        """Keep what was worked out, the bytes for a download, and the comparison where it was made before.

        ``known``: the page itself says who the players are, with a number in the file or without. ``columns``: what
        somebody said the columns are.
        """
        self.chosen_columns = columns or {}
        self._known = known
        self.outcome = outcome
        self.content = content
        self._comparison = comparison

    @property
    def file(self) -> str:
        """Its name."""
        return self.outcome.reading.file

    @property
    def comparison(self) -> Comparison | None:
        """The claims beside the awards."""
        return self._comparison or (self.outcome.comparison() if self.outcome.worked_out else None)

    @property
    def differences(self) -> list[ClaimDifference]:
        """Where the claims are other than the awards."""
        compared = self.comparison
        return [] if compared is None else [_difference(compared, row) for row in compared.differing]

    @property
    def notes(self) -> list[Note]:
        """What is good to know about the file."""
        return [note for note in self._noted if grade_of(note.code) is FindingGrade.KNOW]

    @property
    def to_answer(self) -> list[Note]:
        """What has to be answered by a sentence before the event is submitted."""
        return [note for note in self._noted if grade_of(note.code) is not FindingGrade.KNOW]

    @property
    def _noted(self) -> list[Note]:
        return [note for note in self.outcome.reading.notes if note.code not in TOLD]

    @property
    def warnings(self) -> list[Remark]:
        """What to look at before the awards count."""
        made = self.outcome.assessment
        if made is None:
            return []
        return list(made.remarks if self._known else warnings(made))

    @property
    def awards(self) -> list[AwardListing]:
        """The awards, list by list."""
        return self._listings(self.outcome.assessment.awards) if self.outcome.assessment else []

    @property
    def zeros(self) -> list[AwardListing]:
        """Who gets nothing, list by list."""
        return self._listings(self.outcome.assessment.refusals) if self.outcome.assessment else []

    def _listings(self, decisions: Sequence[Award | Refusal]) -> list[AwardListing]:
        edition = self.outcome.edition
        return list(listings(decisions, edition)) if edition else []


def _difference(compared: Comparison, row: ComparisonRow) -> ClaimDifference:
    claimed = "–" if row.claimed is None else compared.show(row.colour, row.claimed)
    computed = "–" if row.computed is None else compared.show(row.colour, row.computed)
    change = compared.show(row.colour, abs(row.difference))
    change = _("▲ %s more") % change if row.difference > 0 else _("▼ %s less") % change
    because = ", ".join([*clause_marks(row.clauses), *([row.remark] if row.remark else [])])
    return ClaimDifference(" & ".join(row.names), claimed, computed, change, because)


def questions(outcomes: Iterable[Outcome], given: dict[str, str]) -> list[Question]:
    """Gather what the files leave open; what several ask is asked once, and answered questions can be changed."""
    found: dict[str, Question] = {}
    for outcome in outcomes:
        for each in outcome.questions:
            word, suggested = question_word(each), answer_text(each, each.suggested)
            hint = suggestion(suggested, each.because) if suggested else each.because
            if each.word == "status" and each.suggested:
                hint += " " + _("Leave it empty to use the handbook’s own word for that.")
            value = given.get(word) or (suggested if each.suggested in each.choices else "")
            closed = [answer_text(each, choice) for choice in each.closed]
            choices = handbooks() if each.word == HANDBOOK else tuple((choice, choice) for choice in closed)
            if each.word == "status" and not each.choices and not each.suggested:
                choices = _levels(given)  # before the day is known, those of the newest edition
            if each.others:
                hint = _("Likely answers: %s.") % ", ".join(each.choices)
            found.setdefault(word, Question(word, each.asks, choices, value, hint))
    for word, value in given.items():
        asks = _(_ANSWERED[word]) if word in _ANSWERED else _named(word)
        choices = handbooks() if word == HANDBOOK else _levels(given) if word == "status" else _FIXED.get(word, ())
        found.setdefault(word, Question(word, asks, choices, value, "", open=False))
    return list(found.values())


def _named(word: str) -> str:
    group, _space, name = word.partition(" ")
    if group == COLUMNS and name:
        return format_html(_("Column: {}"), english(name))
    return word.removeprefix("facts ").capitalize()


def question_word(question: Asked) -> str:
    """Name a question; each column is a question of its own: "columns place"."""
    if question.word == COLUMNS and question.choices:
        return f"{COLUMNS} {question.choices[0].split(': ', 1)[0]}"
    return question.word


def answer_text(question: Asked, choice: str) -> str:
    """Give a choice as it is answered: of a column ("place: Pos") its heading alone."""
    return choice.split(": ", 1)[-1] if question.word == COLUMNS else choice


def suggestion(answer: str, because: str) -> str:
    """Say which answer a file suggests and, where it is known, why."""
    if because:
        return _("The file suggests %(answer)s (%(because)s).") % {"answer": answer, "because": because.rstrip(".")}
    return _("The file suggests %s.") % answer


def _levels(given: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """List the statuses of the handbook that was chosen."""
    if given.get(HANDBOOK) not in editions.names():
        return ()
    return tuple((level, level) for level in worth.levels(editions.get(given[HANDBOOK]).latest))


def handbooks() -> tuple[tuple[str, str], ...]:
    """List the handbooks with the federations whose they are."""
    return tuple((name, editions.get(name).federation) for name in editions.names())
