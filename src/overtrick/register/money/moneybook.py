"""The money book of a federation: since when it charges, in which currency, and what its handbook leaves to it."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.handbooks import money
from overtrick.handbooks.money import Rules
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.money import journal
from overtrick.register.money.models import MoneyBook
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


class NotBegun(Refused):
    """The federation does not charge with Overtrick."""


class Begun(Refused):
    """It does so already."""


def book() -> MoneyBook | None:
    """Give the money book of the federation in scope; None: it does not charge with Overtrick."""
    return MoneyBook.objects.filter(federation=current()).first()


def need_book() -> MoneyBook:
    """Give the money book; refuse where there is none."""
    found = book()
    if found is None:
        raise NotBegun(
            "This federation does not charge with Overtrick yet.",
            "Say from which day on it does.",
            code="charging-not-begun",
        )
    return found


def begin(begins: date, *, actor: User | None, at: datetime) -> MoneyBook:
    """Charge from a day on. What was processed before costs nothing here."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        federation = current()
        if book() is not None:
            raise Begun(
                "This federation charges already.", "Enter another tariff to change amounts.", code="charging-begun"
            )
        made = MoneyBook.objects.create(
            federation=federation,
            begins=begins,
            currency=rules_on(federation, begins).currency.code,
            hash=journal.beginning(federation.slug),
        )
        trail.record(actor, "money.begin", federation, None, {"begins": str(begins)}, at=at)
    return made


def written_amount(amount: int, day: date) -> str:
    """Write an amount in the money of the federation in scope: £1,016.80."""
    money = rules_on(current(), day).currency
    whole, _dot, cents = money.shown(abs(amount)).removeprefix(money.sign).partition(".")
    return f"{'−' if amount < 0 else ''}{money.sign}{int(whole):,}.{cents}"


def rules_on(federation: Federation, day: date) -> Rules:
    """Give what the edition of a day answers about money."""
    return money.of(handbook.edition_on(federation, day))


def payment_days(day: date) -> int:
    """Give the days an invoice of a day allows until it is due."""
    return rules_on(current(), day).payment_days(handbook.book_on(current(), day))


def reminder_days(day: date) -> tuple[int, ...]:
    """Give the days after the due day on which reminders are proposed."""
    return rules_on(current(), day).reminder_days(handbook.book_on(current(), day))


def tax_by_line(day: date) -> bool:
    """Say whether documents of a day round tax for each line, and not once for the document."""
    return rules_on(current(), day).tax_by_line(handbook.book_on(current(), day))
