"""An application as every page shows it: its state, answers, papers, conditions, decisions and what is owed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from overtrick.engine.findings import Checklist, without_answer
from overtrick.engine.working import Step
from overtrick.handbooks import questions
from overtrick.handbooks.questions import Question, Takes
from overtrick.register.accounts.models import User
from overtrick.register.applications import access, cases, draft, obligations, send
from overtrick.register.applications.models import Application, Paper
from overtrick.register.decisions import decide
from overtrick.web import access as web_access
from overtrick.web.design.english import english
from overtrick.web.design.templatetags.design import day
from overtrick.web.design.working import clause_link

State, Support = Application.State, Application.Support

STATES: dict[str, tuple[str | Promise, str]] = {
    State.DRAFT: (_("draft"), "chip-local"),
    State.SENT: (_("waiting"), "chip-odd"),
    State.ASKED_BACK: (_("asked back"), "chip-odd"),
    State.GRANTED: (_("granted"), "chip-good"),
    State.REFUSED: (_("refused"), "chip-wrong"),
    State.WITHDRAWN: (_("withdrawn"), "chip-local"),
}
_HEARD: dict[str, str | Promise] = {
    Support.NOT_ASKED: "",
    Support.WAITING: _("The organisation above is asked for its support."),
    Support.SUPPORTED: _("The organisation above supports it."),
    Support.NOT_SUPPORTED: _("The organisation above does not support it."),
}


class Answered(NamedTuple):
    """A question and its answer in words."""

    asks: str
    said: str
    clause: SafeString | str
    paper: Paper | None = None


class Condition(NamedTuple):
    """A condition, and whether it is met."""

    says: str
    clause: SafeString | str
    state: str  #: yes, no, open


class DebtLine(NamedTuple):
    """A paper that falls due, and whether it came."""

    name: str
    due: date
    clause: SafeString | str
    arrived: date | None
    late: bool
    over: int  #: days


class Sheet(NamedTuple):
    """Everything about an application that somebody may read."""

    application: Application
    title: str
    says: str
    clause: SafeString | str
    state: str | Promise
    chip: str
    support: str | Promise
    late: bool
    answers: list[Answered]
    stated: list[Answered]
    conditions: list[Condition]
    decisions: Sequence[object]
    debts: list[DebtLine]
    earlier: list[DebtLine]


def sheet(application: Application, handbook: str) -> Sheet:
    """Put an application together for a page."""
    kind, on = cases.kind_of(application), web_access.today()
    words, chip = STATES[application.state]
    decided = application.state in (State.GRANTED, State.REFUSED, State.WITHDRAWN)
    return Sheet(
        application,
        english(kind.title),
        english(kind.says),
        clause_link(kind.clause, handbook),
        words,
        chip,
        _HEARD[application.support] if application.state == State.SENT else "",
        application.state != State.DRAFT and send.is_late(application, on),
        answered(application, kind.questions, application.answers, handbook),
        answered(application, kind.states, application.stated, handbook),
        conditions_of(None if application.state == State.WITHDRAWN else cases.check(application), handbook),
        [(each, clause_link(each.clause, handbook) if each.clause else "") for each in decide.about(application)],
        debt_lines(obligations.debts(application), on, handbook),
        [] if decided else debt_lines(obligations.late_before(application), on, handbook),
    )


def answered(
    application: Application, asked: Sequence[Question], told: dict[str, str], handbook: str
) -> list[Answered]:
    """Give the questions that matter with their answers; a paper can be opened."""
    papers = {each.question: each for each in application.papers.all()}
    return [
        Answered(
            english(each.asks),
            _words(each, told.get(each.name, "")),
            clause_link(each.clause, handbook) if each.clause else "",
            papers.get(each.name) if each.takes is Takes.PAPER else None,
        )
        for each in questions.relevant(asked, told)
        if told.get(each.name)
    ]


def _words(asked: Question, said: str) -> str:
    if asked.takes is Takes.DAY:
        return day(date.fromisoformat(said))
    if asked.takes in (Takes.TEXT, Takes.DESCRIPTION, Takes.PAPER):
        return said
    return str(english(asked.shown(said)))


def conditions_of(found: Checklist | None, handbook: str) -> list[Condition]:
    """Give conditions with their clauses, what fails first."""
    if found is None:
        return []
    states = {True: "yes", False: "no", None: "open"}
    listed = [
        Condition(english(without_answer(each.working)), clause_link(each.working.clause, handbook), states[each.holds])
        for each in found.conditions
    ]
    return sorted(listed, key=lambda each: ("no", "open", "yes").index(each.state))


class Reason(NamedTuple):
    """A step of a working, for a page that shows it as a list."""

    says: str
    clause: SafeString | str
    depth: int


def reasons(working: Step, handbook: str, depth: int = 0) -> Iterator[Reason]:
    """Give a working step by step, what it rests on below it."""
    yield Reason(english(working.says), clause_link(working.clause, handbook) if working.clause else "", depth)
    for each in working.because:
        yield from reasons(each, handbook, depth + 1)


def debt_lines(debts: Sequence[obligations.Debt], on: date, handbook: str) -> list[DebtLine]:
    """Give papers as a page lists them."""
    return [
        DebtLine(
            english(each.owed.name),
            each.owed.due.day,
            clause_link(each.owed.due.working.clause, handbook),
            each.arrived,
            each.late,
            each.days_over(on),
        )
        for each in debts
    ]


class Rights(NamedTuple):
    """What somebody may do with an application."""

    change: bool
    withdraw: bool
    support: bool
    decide: bool
    declare: bool


def rights(application: Application, user: User, on: date, *, applicant: bool) -> Rights:
    """Say which buttons somebody sees; the services ask again."""
    waits = application.state == State.SENT
    return Rights(
        applicant and application.state in draft.OPEN,
        applicant and application.state in (State.SENT, State.ASKED_BACK),
        waits and application.support == Support.WAITING and access.may_support(application, user, on),
        waits and access.may_decide(application, user, on),
        applicant and application.state == State.GRANTED,
    )
