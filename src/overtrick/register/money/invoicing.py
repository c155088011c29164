"""Runs: all invoices that are due on a day. A run is rehearsed, then done whole or not at all; again, it finds nothing.

``credit`` takes back part of an invoice by two people; see also ``discretion``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine import days
from overtrick.handbooks.money import Run
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Closing
from overtrick.register.money import documents, journal, matching, moneybook
from overtrick.register.money.models import BillingRun, Document
from overtrick.register.money.plan import Plan, Progress, plan, silent
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

#: Which months a run covers: their last month must be closed. Others are billed at any time.
_CLOSED = (Run.MONTH, Run.QUARTER)


#: Of a hundred parts of the work so many are done when the charges are read, when the lines are worked out, and when
#: the documents are written; then what is on account pays them.
_WHOLE, _READ, _PLANNED, _WRITTEN = 100, 10, 60, 90


class NotYet(Refused):
    """The run cannot be done now."""


class Asked(NamedTuple):
    """A run that somebody asks for."""

    run: Run
    until: date  #: it takes what is billed until then
    day: date  #: of the documents
    owner: Organisation | None = None  #: a region that bills its own tariff; none: the federation, and everything


class Rehearsed(NamedTuple):
    """What a run would do."""

    asked: Asked
    plan: Plan
    stops: str = ""  #: why it cannot be done now; empty: it can

    @property
    def gross(self) -> int:
        """What its documents come to."""
        return sum(each.gross for each in self.plan.documents)


class Done(NamedTuple):
    """What a run did."""

    run: BillingRun | None  #: None: there was nothing to do
    documents: Sequence[Document]


def rehearse(asked: Asked, *, actor: User, at: datetime) -> Rehearsed:
    """Show what a run would do. No number is used."""
    _need_biller(asked, actor, at)
    planned = _planned(asked, silent)
    return Rehearsed(asked, planned, _stops(asked, planned, at))


def run(asked: Asked, *, actor: User, at: datetime, progress: Progress = silent) -> Done:
    """Make all documents of a run, or none; a second time there is nothing left to do."""
    _need_biller(asked, actor, at)
    with transactions.atomic():
        journal.lock()  # two runs at once would plan the same charges
        progress(_READ, _WHOLE)
        steps = _PLANNED - _READ
        planned = _planned(asked, lambda done, of: progress(_READ + steps * done // of, _WHOLE))
        progress(_PLANNED, _WHOLE)
        if stops := _stops(asked, planned, at):
            raise NotYet(stops, "Nothing was billed.", code="invoicing-not-yet")
        if not planned.documents:
            return Done(None, [])
        made = BillingRun.objects.create(
            federation=current(),
            run=asked.run,
            until=asked.until,
            day=asked.day,
            owner=asked.owner,
            made_by=actor,
            made_at=at,
        )
        issued = documents.issue(planned.documents, asked.day, actor=actor, at=at, run=made)
        progress(_WRITTEN, _WHOLE)
        settled = {each.account_id: each.account for each in issued}
        matching.after_documents(settled.values(), issued, actor, at)
        after = {"run": asked.run, "until": str(asked.until), "documents": len(issued)}
        after |= {"owner": asked.owner.number} if asked.owner else {}
        trail.record(actor, "billing.run", made, None, after, at=at)
    return Done(made, issued)


def _planned(asked: Asked, progress: Progress) -> Plan:
    return plan(asked.run, asked.until, asked.day, asked.owner.pk if asked.owner else None, progress)


def _need_biller(asked: Asked, actor: User, at: datetime) -> None:
    """Refuse whoever may not bill: the office everything, the treasurer of a region what is collected for it."""
    need(actor, Action.BILL, asked.owner, at)
    moneybook.need_book()
    if asked.owner is not None and asked.owner.kind != Organisation.Kind.REGION:
        raise NotYet(f"{asked.owner} has no tariff of its own.", "Only regions have.", code="no-own-tariff")


def _stops(asked: Asked, planned: Plan, at: datetime) -> str:
    """Say why a run cannot be done now; empty: it can."""
    if asked.day > at.date():
        return f"{asked.day} is in the future: a document has a day that has come."
    if asked.until > asked.day:
        return f"What is billed until {asked.until} cannot be invoiced on {asked.day}."
    told = documents.out_of_order(asked.day) or (_open_month(asked) if asked.run in _CLOSED else "")
    return told or " ".join(planned.problems)


def _open_month(asked: Asked) -> str:
    """Say why months are not ready to be billed; empty: they are."""
    if asked.until != days.month(asked.until).last:
        return f"{asked.until} is not the last day of a month."
    if asked.run is Run.QUARTER and asked.until != days.quarter(asked.until).last:
        return f"{asked.until} is not the last day of a quarter."
    # Months are closed in order, and the first one takes all before it.
    closed = Closing.objects.filter(month__gte=asked.until.replace(day=1)).exists()
    return "" if closed else f"{asked.until:%B %Y} is not closed yet."
