"""What is told about an event before it is submitted, as pages show it: three grades, a field for each answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.formats.grades import FindingGrade
from overtrick.register.competitions import submission_findings
from overtrick.register.competitions.models import FindingAnswer, Submission
from overtrick.register.competitions.submission_findings import SubmissionFinding
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.working import clause_link

_FIELD = "answer-"


class FindingRow(NamedTuple):
    """One finding, with what was answered to it or is being typed."""

    says: str
    clause: SafeString | str
    field: str
    answer: FindingAnswer | None
    typed: str
    error: str


class FindingRows(NamedTuple):
    """Everything that is told about an event."""

    mend: list[FindingRow]
    answer: list[FindingRow]
    know: list[FindingRow]

    @property
    def mistakes(self) -> list[Mistake]:
        """What is still to be answered, for the list on top of the page."""
        return [Mistake(each.field, each.error) for each in self.answer if each.error]


def said(posted: QueryDict) -> dict[str, str]:
    """Take the answers that somebody typed, by the key of the finding."""
    return {
        name.removeprefix(_FIELD): str(posted[name])[: submission_findings.LONGEST]
        for name in posted
        if name.startswith(_FIELD)
    }


def rows(
    submission: Submission,
    found: Iterable[SubmissionFinding],
    *,
    office: bool,
    typed: Mapping[str, str],
    wrong: Iterable[SubmissionFinding] = (),
) -> FindingRows:
    """Sort findings by what they ask of whoever looks at them; ``wrong`` are those without an answer."""
    listed = list(found)
    answers = submission_findings.answers_to(submission) if listed else {}
    asked = submission_findings.to_answer(listed, office=office)
    open_keys = {each.key for each in wrong}
    handbook = submission.federation.handbook

    def row(each: SubmissionFinding) -> FindingRow:
        error = _("Say why this is right: %s") % each.says if each.key in open_keys else ""
        field = f"{_FIELD}{each.key}"
        clause = clause_link(each.clause, handbook)
        return FindingRow(each.says, clause, field, answers.get(each.key), typed.get(each.key, ""), error)

    rest = [each for each in listed if each not in asked]
    return FindingRows(
        [row(each) for each in rest if each.grade is not FindingGrade.KNOW],
        [row(each) for each in asked],
        [row(each) for each in rest if each.grade is FindingGrade.KNOW],
    )
