"""What of the money waits for somebody in the office."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.engine import days
from overtrick.handbooks.money import Run
from overtrick.register.ledger.models import Closing
from overtrick.register.money import accounts, disputes, licence_fees, pricing, proposals, reminders
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.plan import plan
from overtrick.register.organisations.models import Organisation


class WaitingRun(NamedTuple):
    """A run that has something to bill."""

    asked: Asked
    documents: int
    gross: int
    missing: int  #: charges without an amount, which it leaves out


class Waiting(NamedTuple):
    """How much waits."""

    proposals: int
    disputes: int
    missing: int  #: charges without an amount
    overdue: int  #: invoices past their due day
    reminders: int  #: invoices of which somebody is to be reminded
    on_account: int  #: accounts with money that is matched to nothing
    licences: int  #: that are charged, and whose event is over
    runs: tuple[WaitingRun, ...]


def waiting(at: datetime) -> Waiting:
    """Count what waits."""
    today = at.date()
    past = [each for each in accounts.open_documents() if each.days_past(today) > 0]
    return Waiting(
        proposals.waiting(at).count(),
        disputes.waiting().count(),
        pricing.missing().count(),
        len(past),
        len(reminders.propose(today)),
        sum(amount > 0 for amount in accounts.on_account().values()),
        licence_fees.to_settle(today).count(),
        tuple(waiting_runs(today)),
    )


def waiting_runs(today: date, owner: Organisation | None = None) -> Iterator[WaitingRun]:
    """List the runs that would make documents today; with ``owner``, of what is collected for a region."""
    for kind in Run:
        until = last_day(kind, today)
        if until is None:
            continue
        asked = Asked(kind, until, today, owner)
        planned = plan(kind, until, today, owner.pk if owner else None)
        if planned.documents or planned.problems:
            gross = sum(each.gross for each in planned.documents)
            yield WaitingRun(asked, len(planned.documents), gross, planned.missing)


def last_day(kind: Run, today: date) -> date | None:
    """Say until which day a run can take what is billed; None: no month that it needs is closed."""
    if kind not in (Run.MONTH, Run.QUARTER):
        return today
    last = Closing.objects.order_by("-month").values_list("month", flat=True).first()
    if last is None:
        return None
    until = days.month(last).last
    if kind is Run.QUARTER and until != days.quarter(until).last:
        until = days.quarter(until).first - timedelta(days=1)
    return until
