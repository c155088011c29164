"""What is told about an event before it is submitted, in three grades, and what was answered to it.

What must be answered is answered by a sentence before it is passed over. The answer stays with the event, and counts
for its later versions too as long as the finding is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.formats.grades import FindingGrade, grade_of
from overtrick.formats.reading import Note
from overtrick.register.accounts.models import User
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import FindingAnswer, Submission
from overtrick.register.competitions.work_out import Worked
from overtrick.register.errors import Refused

#: The key under which one sentence answers everything that has no answer of its own.
EVERYTHING = ""
LONGEST = 500

#: What a draft says who is who about, and a file need not.
_SAID_ELSEWHERE = ("numbers-missing", "names-missing")


class SubmissionFinding(NamedTuple):
    """Something that is told before an event is submitted."""

    code: str
    says: str
    clause: str = ""

    @property
    def grade(self) -> FindingGrade:
        """What it asks of whoever submits."""
        return grade_of(self.code)

    @property
    def key(self) -> str:
        """Tell it from others of the event: it is another one when it says something else."""
        return event_store.fingerprint("\n".join(self))[:24]


class Unanswered(Refused):
    """Something must be answered before the event is submitted."""

    def __init__(self, left: Sequence[SubmissionFinding]) -> None:
        """Say what, and keep it."""
        super().__init__(
            f"This must be answered first. {sentences(left)}",
            "Say why it is right, or change what is wrong.",
            code="findings-open",
        )
        self.left = left


def sentences(found: Iterable[SubmissionFinding]) -> str:
    """Write findings one after the other."""
    return " ".join(f"{each.says.rstrip('.')}." for each in found)


def listed(worked: Worked, notes: Iterable[Note] = ()) -> list[SubmissionFinding]:
    """List what is told about a submission: what must be mended first, then what must be answered, then the rest."""
    found = [
        *(SubmissionFinding(each.code, each.working.says, each.working.clause) for each in worked.objections),
        *(SubmissionFinding(each.code, each.working.says, each.working.clause) for each in worked.doubts),
        *_of_the_file(notes),
        *_good_to_know(worked),
    ]
    order = list(FindingGrade)
    return sorted(dict.fromkeys(found), key=lambda each: order.index(each.grade))


def _of_the_file(notes: Iterable[Note]) -> list[SubmissionFinding]:
    """Take over what the reader noted; a note of what should be mended is answered, for the file has been read."""
    return [SubmissionFinding(each.code, each.says) for each in notes if each.code not in _SAID_ELSEWHERE]


def _good_to_know(worked: Worked) -> list[SubmissionFinding]:
    found = []
    unsaid = sum(not each.said for each in worked.seated)
    if unsaid:
        says = f"Players whom we do not know, and whose points will be held: {unsaid}"
        found.append(SubmissionFinding(code="players-not-known", says=says))
    if worked.comparison is not None and not worked.comparison.agrees:
        differing = len(worked.comparison.differing)
        says = f"The file gives other points than the handbook. Contestants: {differing}"
        found.append(SubmissionFinding(code="points-claimed-otherwise", says=says))
    if worked.quota is not None and worked.quota.holds is None:
        working = worked.quota.working
        found.append(SubmissionFinding(code="quota-unknown", says=working.says, clause=working.clause))
    if worked.late:
        found.append(SubmissionFinding(code="results-late", says=f"The results were due by {worked.due}"))
    return found


def to_answer(found: Iterable[SubmissionFinding], *, office: bool = False) -> list[SubmissionFinding]:
    """Give what must be answered; what the office lets through is in the audit, and needs no other sentence."""
    return [
        each
        for each in found
        if each.grade is not FindingGrade.KNOW and not (office and each.code in _OBJECTIONS) and not _is_refused(each)
    ]


#: What the office lets through by submitting it.
_OBJECTIONS = frozenset(
    (
        "issued-by-another",
        "named-for-another",
        "not-affiliated",
        "licence-missing",
        "licence-late",
        "beyond-entitlement",
    )
)
_REFUSED = frozenset(("points-not-theirs", "event-not-theirs"))


def _is_refused(finding: SubmissionFinding) -> bool:
    """No sentence helps against what is refused."""
    return finding.code in _REFUSED


def answers(competitions: Iterable[int]) -> dict[int, dict[str, FindingAnswer]]:
    """Give what was answered about some competitions, by the key of the finding."""
    rows = FindingAnswer.objects.filter(competition__in=list(competitions)).select_related("answered_by")
    found: dict[int, dict[str, FindingAnswer]] = {}
    for each in rows.order_by("pk"):
        found.setdefault(each.competition_id, {})[each.key] = each
    return found


def answers_to(submission: Submission) -> dict[str, FindingAnswer]:
    """Give what was answered about the event of a submission."""
    return answers([submission.competition_id]).get(submission.competition_id, {})


def answer(
    submission: Submission, found: Sequence[SubmissionFinding], said: Mapping[str, str], actor: User, at: datetime
) -> list[str]:
    """Keep what is answered to what must be; refuse if something is left. What was answered is told for the audit.

    ``said`` has sentences by the key of a finding or by its code; one under no key answers everything else.
    """
    if not found:
        return []
    before = answers_to(submission)
    made, left = [], []
    for each in found:
        if each.key in before:
            continue
        text = " ".join((said.get(each.key) or said.get(each.code) or said.get(EVERYTHING) or "").split())
        if text:
            made.append(
                FindingAnswer(
                    competition=submission.competition,
                    version=submission.version,
                    key=each.key,
                    code=each.code,
                    finding=each.says[:LONGEST],
                    clause=each.clause[:60],
                    answer=text[:LONGEST],
                    answered_by=actor,
                    answered_at=at,
                )
            )
        else:
            left.append(each)
    if left:
        raise Unanswered(left)
    FindingAnswer.objects.bulk_create(made)
    return [f"{each.code}: {each.answer}" for each in made]
