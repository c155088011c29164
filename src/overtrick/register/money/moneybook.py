"""The money book of a federation: since when it charges, in which currency, and what its handbook leaves to it."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.handbooks import money
from overtrick.handbooks.money import Rules
from overtrick.handbooks.money_causes import TariffDay
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.money import journal, tariffs
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
    here = current()
    return transactions.asked_once(("money book", here.pk), MoneyBook.objects.filter(federation=here).first)


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


class NoAmounts(Refused):
    """Something would be charged for which nobody has entered an amount."""


def begin(begins: date, *, actor: User | None, at: datetime, unpriced: bool = False) -> MoneyBook:
    """Charge from a day on. What was processed before costs nothing here.

    ``unpriced`` says that somebody has seen what has no amount on that day: its charges are kept without one.
    """
    need(actor, Action.BILL, None, at)
    check_amounts(begins, unpriced=unpriced)
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


def check_amounts(begins: date, *, unpriced: bool) -> None:
    """Refuse to charge from a day on what has no amount then, unless somebody has seen it."""
    if not unpriced and (missing := tariffs.without_amount(begins)):
        raise NoAmounts(
            f"No amount is entered that holds on {begins} for: {'; '.join(each.charge for each in missing)}.",
            "Enter a tariff from that day first, or say that these charges may be kept without an amount.",
            code="amounts-missing",
        )


def charges_by_day_of_play(day: date) -> bool:
    """Say whether the amounts of the day of play hold for a submission, and not those of the day it is sent."""
    book = handbook.book_on(current(), day)
    return money.of(book.edition).tariff_day(book) is TariffDay.PLAYED


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
