"""Puts events on the programme of an organisation, changes, copies and cancels them.

What the handbook forbids is refused with its clause; the office can let it be held, and says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.engine.days import Period
from overtrick.engine.findings import without_answer
from overtrick.engine.working import Step
from overtrick.handbooks import questions
from overtrick.handbooks.programme import Kind, Planned, Verdict
from overtrick.handbooks.questions import Answers, Takes
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import plan_verdicts
from overtrick.register.competitions.models import COUNTING
from overtrick.register.decisions import decide
from overtrick.register.decisions.models import Decision
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.organisations.roles import is_office
from overtrick.register.programme import plans
from overtrick.register.programme.models import PlannedEvent

#: The same day of the week, a year later.
A_YEAR, _WEEK = timedelta(weeks=52), timedelta(weeks=1)
#: No event goes on for longer than a season.
LONGEST = timedelta(days=400)
_AUDITED = ("kind", "name", "begins", "ends", "answers", "state", "why_cancelled", "allowed_because")


class NotComplete(Refused):
    """Something is missing or cannot be; each with the field it is about."""

    def __init__(self, wrong: Mapping[str, str]) -> None:
        """Keep every problem, by the name of its field."""
        super().__init__(next(iter(wrong.values())), "Look at the form again.", code="plan-incomplete")
        self.wrong = wrong


class NotPlanned(Refused):
    """The handbook speaks against the event."""

    def __init__(self, verdict: Verdict) -> None:
        """Say what speaks against it, with the clause; the working says the rest."""
        against = _against(verdict)
        reasons = [without_answer(against), *(each.says for each in against.because)]
        super().__init__(
            f"{': '.join(reasons)}.",
            "Change the plan, or ask the office.",
            against.clause,
            code="plan-against-the-rules",
        )
        self.verdict = verdict


class ChangedSince(Refused):
    """Somebody else has changed it in the meantime."""


class AlreadyPlayed(Refused):
    """Its results are there."""


class PlanTold(NamedTuple):
    """What is told to plan an event; answers as they are kept, by the name of the question."""

    kind: str
    name: str
    begins: date
    ends: date
    answers: Mapping[str, str]


class Copied(NamedTuple):
    """What became of last year's programme."""

    made: list[PlannedEvent]
    refused: list[tuple[PlannedEvent, str]]  #: with what speaks against it


def plan(organisation: Organisation, told: PlanTold, *, because: str = "", actor: User, at: datetime) -> PlannedEvent:
    """Put an event on the programme; ``because`` is why the office lets it be held in spite of the handbook."""
    need(actor, Action.PLAN, organisation, at)
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        kept = _judged(organisation, told, because, actor, at)
        made = PlannedEvent.objects.create(
            federation=organisation.federation,
            organisation=organisation,
            planned_by=actor,
            planned_at=at,
            **kept,
        )
        trail.record(actor, "programme.plan", made, None, trail.values_of(made, *_AUDITED), because, at=at)
        _decide(made, actor, at)
    return made


def change(
    row: PlannedEvent, told: PlanTold, revision: int, *, because: str = "", actor: User, at: datetime
) -> PlannedEvent:
    """Plan an event otherwise, as long as its results are not there."""
    need(actor, Action.PLAN, row.organisation, at)
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=row.organisation_id)
        held = _to_change(row, revision)
        kept = _judged(row.organisation, told, because, actor, at, row=held)
        before = trail.values_of(held, *_AUDITED)
        if not _is_as_announced(held, told):
            held.planned_at = at
        for name, value in kept.items():
            setattr(held, name, value)
        held.state, held.why_cancelled = PlannedEvent.State.PLANNED, ""
        held.revision += 1
        held.save()
        trail.record(actor, "programme.change", held, before, trail.values_of(held, *_AUDITED), because, at=at)
        _decide(held, actor, at)
    return held


def cancel(row: PlannedEvent, why: str, revision: int, *, actor: User, at: datetime) -> PlannedEvent:
    """Cancel an event; it stays on the programme as cancelled, and takes nothing of a quota."""
    need(actor, Action.PLAN, row.organisation, at)
    with transactions.atomic():
        held = _to_change(row, revision)
        told = trail.changed(
            held, *_AUDITED, state=PlannedEvent.State.CANCELLED, why_cancelled=why, revision=held.revision + 1
        )
        trail.record(actor, "programme.cancel", held, *told, why, at=at)
    return held


def copy(organisation: Organisation, earlier: Period, *, actor: User, at: datetime) -> Copied:
    """Plan what was planned in an earlier year once more, on the same day of the week; what is there already stays."""
    need(actor, Action.PLAN, organisation, at)
    done = Copied([], [])
    there = {(row.kind, row.name) for row in organisation.planned_events.filter(begins__gt=earlier.last)}
    with transactions.atomic():
        for row in plans.standing(organisation, earlier):
            if (row.kind, row.name) in there:
                continue
            # Fifty-two weeks after the first day of a year are still in that year.
            later = A_YEAR if row.begins + A_YEAR > earlier.last else A_YEAR + _WEEK
            answers = _later(organisation, row, later)
            told = PlanTold(row.kind, row.name, row.begins + later, row.ends + later, answers)
            try:
                done.made.append(plan(organisation, told, actor=actor, at=at))
            except (NotComplete, NotPlanned) as refused:
                done.refused.append((row, refused.found))
    return done


def _record_of(organisation: Organisation, told: PlanTold, on: date) -> Planned:
    """Tell the handbook of an event that is to be planned on a day."""
    return Planned(
        told.kind,
        told.name,
        told.begins,
        told.ends,
        Answers(told.answers),
        licences=plans.held(organisation, told.name, told.begins),
        announced=on,
    )


def _judged(
    organisation: Organisation, told: PlanTold, because: str, actor: User, at: datetime, row: PlannedEvent | None = None
) -> dict[str, object]:
    """Give the columns of a planned event, or of ``row`` that is changed; or refuse it."""
    announced = row.planned_at.date() if row and _is_as_announced(row, told) else at.date()
    kind = _complete(organisation, told)
    relevant = {each.name for each in questions.relevant(kind.questions, told.answers)}
    told = told._replace(answers={name: said for name, said in told.answers.items() if said and name in relevant})
    verdict = plan_verdicts.verdict(organisation, _record_of(organisation, told, announced), row.pk if row else None)
    refused = verdict.allowed.holds is False
    if refused and not (because and is_office(actor, at.date())):
        raise NotPlanned(verdict)
    return {**told._asdict(), "allowed_because": because if refused else ""}


def _is_as_announced(row: PlannedEvent, told: PlanTold) -> bool:
    """Say whether it is still the kind of event, and on the day, that was announced."""
    return (row.kind, row.begins) == (told.kind, told.begins)


def _decide(row: PlannedEvent, actor: User, at: datetime) -> None:
    """Record that the office lets an event be held in spite of the handbook."""
    if row.allowed_because:
        against = _against(plan_verdicts.verdict(row.organisation, plans.record(row), row.pk))
        what = f"{row.name}: held although the handbook speaks against it"
        decide.record(
            row, what, Decision.Outcome.GRANTED, why=row.allowed_because, clause=against.clause, actor=actor, at=at
        )


def _complete(organisation: Organisation, told: PlanTold) -> Kind:
    kind = next((each for each in plan_verdicts.kinds(organisation, told.begins) if each.name == told.kind), None)
    if kind is None:
        raise NotComplete({"kind": "Choose a kind of event."})
    wrong = {} if told.name.strip() else {"name": "Enter a name for the event."}
    if told.ends < told.begins:
        wrong["ends"] = "The last day is before the first."
    elif told.ends - told.begins > LONGEST:
        wrong["ends"] = f"Choose a last day at most {LONGEST.days} days after the first."
    known = {each.name: each for each in kind.questions}
    for name, said in told.answers.items():
        if name not in known:
            wrong[name] = "This is not asked."
        elif (problem := known[name].problem(said)) is not None:
            wrong[name] = problem
    wrong.update({each.name: f"Answer: {each.asks}" for each in questions.missing(kind.questions, told.answers)})
    if wrong:
        raise NotComplete(wrong)
    return kind


def _later(organisation: Organisation, row: PlannedEvent, later: timedelta) -> dict[str, str]:
    """Give the answers for so much later: days move along."""
    kind = next((each for each in plan_verdicts.kinds(organisation, row.begins) if each.name == row.kind), None)
    days = {each.name for each in kind.questions if each.takes is Takes.DAY} if kind else set()
    return {
        name: (date.fromisoformat(said) + later).isoformat() if name in days else said
        for name, said in row.answers.items()
    }


def _to_change(row: PlannedEvent, revision: int) -> PlannedEvent:
    held = PlannedEvent.objects.select_for_update(no_key=True, of=("self",)).get(pk=row.pk)
    if held.revision != revision:
        raise ChangedSince(f"Somebody has changed {held} in the meantime.", "Look at it again.", code="changed-since")
    if held.results.filter(competition__submissions__status__in=COUNTING).exists():
        raise AlreadyPlayed(f"The results of {held} are there.", "Correct the results instead.", code="already-played")
    return held


def _against(verdict: Verdict) -> Step:
    failed = getattr(verdict.allowed, "failed", ())
    return failed[0] if failed else verdict.allowed.working
