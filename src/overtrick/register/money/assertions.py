"""Balances that somebody asserts for a day, by the bank's statement for one; ``verify`` sees that they still hold."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Sum

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import moneybook
from overtrick.register.money.models import Assertion, JournalPosting
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


class Differs(Refused):
    """The journal says something else."""


def balance_of(name: str, day: date) -> int:
    """Say what an account of the journal comes to at the end of a day."""
    rows = JournalPosting.objects.filter(name=name, entry__day__lte=day)
    return int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)


def names() -> list[str]:
    """Name the accounts of the journal."""
    return list(JournalPosting.objects.order_by("name").values_list("name", flat=True).distinct())


def assert_balance(name: str, day: date, amount: int, *, actor: User, at: datetime) -> Assertion:
    """Say what an account of the journal comes to at the end of a day; refused, with the difference, if it does not."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        found = balance_of(name, day)
        if found != amount:
            raise Differs(
                f"{name} comes to {found} on {day}, not {amount}.",
                f"Look for the difference of {found - amount}.",
                code="balance-differs",
            )
        made = Assertion.objects.create(
            federation=current(), name=name, day=day, amount=amount, made_by=actor, made_at=at
        )
        trail.record(actor, "money.assert", made, None, {"name": name, "day": str(day), "amount": amount}, at=at)
    return made
