"""Reminders of invoices that are not paid: proposed every day, sent when the office confirms the list.

When is a setting (days after the due day). Of each step an invoice is reminded once. Where several steps were missed
only the last is proposed. Lines in dispute are left out; an invoice of which nothing else is left is not reminded of.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.money import accounts, journal, moneybook, news
from overtrick.register.money.models import Document, MoneyAccount, Reminder
from overtrick.register.money.unpaid import Unpaid
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


class ProposedReminder(NamedTuple):
    """A reminder that the office may send."""

    document: Document
    step: int  #: so many days after the due day
    left: int  #: without lines in dispute
    time: int  #: 1: the first reminder of this invoice
    days: int  #: past the due day

    @property
    def key(self) -> str:
        """By what it is chosen."""
        return f"{self.document.reference} {self.step}"


def propose(day: date) -> list[ProposedReminder]:
    """List the organisations and members to remind on a day, the oldest invoice first."""
    steps = sorted(moneybook.reminder_days(day))
    waiting = [each for each in accounts.open_documents(None, day) if each.days_past(day) >= steps[0]]
    unpaid = Unpaid([each.document.pk for each in waiting])
    sent: dict[int, list[int]] = {}
    for document, step in Reminder.objects.filter(document__in=[each.document.pk for each in waiting]).values_list(
        "document", "step"
    ):
        sent.setdefault(document, []).append(step)
    found = []
    for each in waiting:
        before = sent.get(each.document.pk, [])
        step = max(step for step in steps if step <= each.days_past(day))
        left = unpaid.undisputed(each.document.pk, day, day)
        if left > 0 and step > max(before, default=-1):
            found.append(ProposedReminder(each.document, step, left, len(before) + 1, each.days_past(day)))
    return found


def send(chosen: Sequence[str], *, actor: User, at: datetime) -> list[Reminder]:
    """Send the reminders that somebody of the office has looked at, by their keys; what was paid since is left out."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()  # two people may have the same list before them
        wanted = set(chosen)
        listed = [each for each in propose(at.date()) if each.key in wanted]
        made = Reminder.objects.bulk_create(
            Reminder(
                federation=current(),
                document=each.document,
                step=each.step,
                amount=each.left,
                day=at.date(),
                made_by=actor,
                made_at=at,
            )
            for each in listed
        )
        news.reminded(zip(made, (each.time for each in listed), strict=True), actor, at)
        trail.keep(
            trail.draft(
                actor, "document.remind", each, None, {"number": each.document.reference, "step": each.step}, at=at
            )
            for each in made
        )
    return made


def sent_to(account: MoneyAccount) -> list[Reminder]:
    """List the reminders of an account, the newest first."""
    rows = Reminder.objects.filter(document__account=account).select_related("document")
    return list(rows.order_by("-day", "-pk"))
