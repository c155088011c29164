"""What may a club put on its programme, and what does it send afterwards? (chapters 1 to 3, appendix 4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import checklist, finding
from overtrick.engine.working import NOTHING, Step, step
from overtrick.handbooks import programme
from overtrick.handbooks.programme import Verdict, facts_of
from overtrick.handbooks.submission import Required

from . import championships, elsewhere, entitlements, returns, submission
from .entitlements import Award

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser

_ELSEWHERE = "awarded elsewhere"


class Rules(programme.Rules):
    """The answers of the SBU; the guide is for clubs."""

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:
        """A club names its championships of the year; what others award is sent to them."""
        kind = programme.kinds(book.edition)[planned.kind]
        facts = facts_of(kind, planned)
        award = Award(
            affiliated=organiser.affiliated is not None,
            charged=bool(planned.answers.holds("charged")),
        )
        if planned.kind == _ELSEWHERE:
            return _elsewhere(book, planned, award, facts)
        conditions = list(entitlements.may_award(book, award).conditions)
        one, takes, needs = submission.of_plan(planned), None, None
        if one is not None:
            others = submission.so_far(book, organiser, so_far)
            conditions += championships.may_be_named(book, one, others).conditions
            takes = submission.one_a_year(one.name)
            leave = championships.has_leave(one)
            needs = Required(submission.SWISS_LEAVE, leave.working) if leave.holds is None else None
        return Verdict(checklist(kind.title, conditions, clause=kind.clause), None, needs, takes, facts)


def _elsewhere(book: Book, planned: Planned, award: Award, facts: dict[str, str]) -> Verdict:
    """Say who awards the points of a heat or of simultaneous pairs, and what the club sends to whom."""
    competition = planned.answers.text("competition")
    paid = elsewhere.awarded_elsewhere(book, competition)
    allowed = finding("the club plays it", holds=award.affiliated, clause="intro.licence")
    return Verdict(allowed, _return(book, competition, paid), facts=facts)


def _return(book: Book, competition: str, paid: Step) -> Step:
    due = returns.due(book, competition)
    sentence = "No points of the club. Send {what} to {to}"
    return step(sentence, 0, NOTHING, because=(paid,), clause=due.clause, what=due.what, to=due.to)
