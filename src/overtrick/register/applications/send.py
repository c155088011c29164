"""Sends an application: complete, with a number for the receipt, to whoever is heard first; or withdraws it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from overtrick.handbooks.questions import Question
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases, draft
from overtrick.register.applications.access import need_applicant
from overtrick.register.applications.models import Application
from overtrick.register.audit import trail
from overtrick.register.decisions import decide
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import current

State, Support = Application.State, Application.Support
_AUDITED = ("state", "support", "number")


class Incomplete(Refused):
    """Something that must be told is not."""

    def __init__(self, missing: Sequence[Question]) -> None:
        """Name everything at once."""
        listed = "; ".join(each.asks for each in missing)
        clause = next((each.clause for each in missing if each.clause), "")
        super().__init__(
            f"The application is not complete: {listed}.",
            "Answer these and send it.",
            clause,
            code="application-incomplete",
        )
        self.missing = missing


class Decided(Refused):
    """It is too late for that."""


def send(application: Application, *, actor: User, at: datetime) -> Application:
    """Send an application that tells everything it must; sent again it keeps its number."""
    with transactions.atomic():
        held = draft.locked(application)
        need_applicant(held, actor, at)
        missing = draft.missing(held)
        if missing:
            raise Incomplete(missing)
        kind = cases.kind_of(held)
        asks = kind.supported and held.organisation is not None and held.organisation.parent_id is not None
        told = trail.changed(
            held,
            *_AUDITED,
            state=State.SENT,
            support=Support.WAITING if asks else Support.NOT_ASKED,
            number=held.number or _number(at.date()),
            sent_by=actor,
            sent_at=at,
        )
        trail.record(actor, "application.send", held, *told, at=at)
    return held


def withdraw(application: Application, why: str, *, actor: User, at: datetime) -> Application:
    """Take an application back before somebody has decided it."""
    with transactions.atomic():
        held = Application.objects.select_for_update(no_key=True, of=("self",)).get(pk=application.pk)
        need_applicant(held, actor, at)
        if held.state not in (State.SENT, State.ASKED_BACK):
            raise Decided(
                "This application is not waiting for a decision.",
                "There is nothing to withdraw.",
                code="application-not-waiting",
            )
        told = trail.changed(held, *_AUDITED, state=State.WITHDRAWN)
        decide.record(held, held.title, decide.Outcome.WITHDRAWN, why=why, actor=actor, at=at)
        trail.record(actor, "application.withdraw", held, *told, why[:500], at=at)
    return held


def is_late(application: Application, on: date) -> bool:
    """Say whether it was sent, or would be sent on a day, after its deadline."""
    sent = application.sent_at.date() if application.sent_at else on
    return application.deadline is not None and sent > application.deadline


def _number(on: date) -> str:
    """Count the applications of a year: one at a time, so that no two have one number."""
    Federation.objects.select_for_update(no_key=True).get(pk=current().pk)
    begins = f"A{on.year}-"
    sent = Application.objects.filter(number__startswith=begins).order_by("-number").values_list("number", flat=True)
    last = sent.first()
    return f"{begins}{int(last.removeprefix(begins)) + 1 if last else 1:05}"
