"""What the holder of a licence owes: a declaration that its conditions are kept, and papers after the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.findings import Checklist
from overtrick.handbooks.applications import Owed
from overtrick.handbooks.questions import Answers, Question
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases, draft
from overtrick.register.applications.access import need_applicant, need_decider
from overtrick.register.applications.models import Application, HandedIn
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation

State = Application.State


class NotOwed(Refused):
    """There is no such paper, or it came already."""


class Debt(NamedTuple):
    """A paper that one licence owes."""

    application: Application
    owed: Owed
    arrived: date | None

    def days_over(self, on: date) -> int:
        """Count the days since it was due, as long as it has not come; nought where it came or is not due."""
        return max((on - self.owed.due.day).days, 0) if self.arrived is None else 0

    @property
    def late(self) -> bool:
        """Say whether it came too late."""
        return self.owed.in_time.holds is False


def conditions(application: Application) -> tuple[Question, ...]:
    """List what the holder declares about the conditions of the licence."""
    found = cases.rules_on(application.begun_at.date())
    return found.rules.declares(found.book, cases.case_of(application))


def kept(application: Application) -> Checklist | None:
    """Say which conditions are kept, which are not, and which nobody told."""
    found = cases.rules_on(application.begun_at.date())
    return found.rules.kept(found.book, cases.case_of(application), Answers(application.declared))


def declare(application: Application, typed: Mapping[str, str], *, actor: User, at: datetime) -> dict[str, str]:
    """Keep what the holder declares; give what could not be kept, a sentence for each question."""
    with transactions.atomic():
        held = _granted(application)
        need_applicant(held, actor, at)
        told, mistakes = draft.read(conditions(held), typed, held.declared)
        told = {name: said for name, said in told.items() if said}
        if told != held.declared:
            changed = trail.changed(held, "declared", declared=told)
            trail.record(actor, "application.declare", held, *changed, at=at)
    application.refresh_from_db()
    return mistakes


def debts(application: Application) -> list[Debt]:
    """List what falls due after the event of a granted application."""
    if application.state != State.GRANTED or application.last_day is None:
        return []
    arrived = dict(application.handed_in.values_list("paper", "day"))
    found = cases.rules_on(application.begun_at.date())
    owed = found.rules.papers(found.book, cases.case_of(application), application.last_day, arrived)
    return [Debt(application, each, arrived.get(each.name)) for each in owed]


def overdue(on: date, organisation: Organisation | None = None) -> list[Debt]:
    """List what is overdue on a day, the longest first; of one organisation or of all."""
    rows = Application.objects.filter(state=State.GRANTED, last_day__lt=on).select_related("organisation", "player")
    if organisation is not None:
        rows = rows.filter(organisation=organisation)
    found = [each for row in rows.prefetch_related("handed_in") for each in debts(row) if each.days_over(on)]
    return sorted(found, key=lambda each: each.owed.due.day)


def late_before(application: Application) -> list[Debt]:
    """List what the applicant's earlier licences owe or gave too late: whoever decides looks at it."""
    on = application.sent_at.date() if application.sent_at else application.begun_at.date()
    earlier = Application.objects.filter(state=State.GRANTED, last_day__lt=on).exclude(pk=application.pk)
    if application.organisation is not None:
        earlier = earlier.filter(organisation=application.organisation)
    else:
        earlier = earlier.filter(player=application.player)
    return [each for row in earlier.order_by("last_day") for each in debts(row) if each.late or each.days_over(on)]


def hand_in(application: Application, papers: Iterable[str], day: date, *, actor: User, at: datetime) -> list[HandedIn]:
    """Tick papers off that have come; whoever decides notes it."""
    with transactions.atomic():
        held = _granted(application)
        need_decider(held, actor, at)
        open_ = {each.owed.name for each in debts(held) if each.arrived is None}
        listed = list(dict.fromkeys(papers))
        if not listed or set(listed) - open_:
            raise NotOwed(
                "Nothing that is still owed was chosen.", "Choose the papers that have come.", code="nothing-owed"
            )
        if day > at.date():
            raise NotOwed(f"{day} is still to come.", "Enter the day on which they came.", code="day-in-the-future")
        made = []
        for name in listed:
            made.append(HandedIn.objects.create(application=held, paper=name, day=day, noted_by=actor, noted_at=at))
            trail.record(actor, "application.hand_in", held, None, {"paper": name, "day": day}, at=at)
    return made


def _granted(application: Application) -> Application:
    held = Application.objects.select_for_update(no_key=True, of=("self",)).get(pk=application.pk)
    if held.state != State.GRANTED:
        raise NotOwed(
            "This application is not granted.", "There is nothing to keep yet.", code="application-not-granted"
        )
    return held
