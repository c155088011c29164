"""What does it cost, and who pays? Universal membership and licence fees, in pence (1.3, 1.5.4, 1.7.19, 1.11).

The handbook prints no amounts: the Board sets them, and they change each 1 April.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.working import NOTHING, rule, step
from overtrick.handbooks import money, submission
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Rate, Run

from . import subscriptions
from .licences import Paper, falls_due
from .organisations import KINDS, OrganiserKind
from .subscriptions import (
    CLOSED_BLUE,
    CLUB,
    COUNTY,
    COUNTY_SHARE,
    GREEN,
    LEAGUE,
    LICENCE,
    NOVICE,
    SURCHARGE,
)  # fmt: skip

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import LicensedEvent, PriceList, Submitted, Tariff

_PLAYER, _TABLE, _HEAT = "player session", "table session", "heat"
_SIMULTANEOUS, _DEPOSIT = "simultaneous licence a heat", "deposit"
_COMMERCIAL, _CHARITY = "commercial licence a table and session", "charity licence a table and session"
_GREEN_ONLINE = "green licence a table and session online"
_RATES = {"": LICENCE, "commercial": _COMMERCIAL, "charity": _CHARITY, "green": GREEN, "green online": _GREEN_ONLINE}
#: Licences that have a rate of their own.
_RATE_OF_LICENCE = {"one-day green event": "green"}


class Rules(money.Rules):
    """The answers of the EBU."""

    currency = Currency("GBP", "£")

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:  # noqa: ARG002
        """Subscriptions by player sessions, licences by tables and sessions or by heats."""
        return charge_types()

    def of_submission(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:
        """A subscription, unless it is paid otherwise or free."""
        prices, event, organiser = self.prices_of(book, tariff, submitted), submitted.event, submitted.organiser
        kind = KINDS.get(organiser.kind, OrganiserKind.OTHER)
        nothing = subscriptions.monthly(submitted)._replace(billed=None)
        if event is None:
            only = subscriptions.charge_code(book, "points only")
            return (prices.exempt(subscriptions.row_of(kind, event), nothing, only),)
        licence = submission.of(book.edition).licence(book, organiser, event)
        free = subscriptions.why_free(book, kind, event, None if licence is None else licence.working)
        if free is not None:
            charge = LICENCE if free.clause == "1.3.3(b)" else subscriptions.row_of(kind, event)
            return (prices.exempt(charge, nothing, free),)
        if kind is OrganiserKind.CLUB and subscriptions.is_closed_blue(event):
            return (subscriptions.closed_blue(book, prices, submitted, event),)
        return subscriptions.subscription(book, prices, submitted, event)

    def of_licence(self, book: Book, tariff: Tariff | None, licensed: LicensedEvent) -> tuple[Due, ...]:
        """By tables and sessions, or by heats, at one of several rates; a deposit comes off."""
        prices = self.prices(book, tariff, licensed.begins)
        return licence_fee(book, prices, licensed)


@rule("1.3.2", "1.11.1")
def charge_types() -> tuple[ChargeType, ...]:
    """List what the Board sets each 1 April."""
    return (
        ChargeType(CLUB, _PLAYER, "Club sessions", "1.3.3(a)"),
        ChargeType(COUNTY, _PLAYER, "County events", "1.3.3(a)"),
        ChargeType(LEAGUE, _PLAYER, "Teams leagues", "1.3.3(a)"),
        ChargeType(NOVICE, _PLAYER, "Novice sessions with magazine points", "1.3.1 (novice)"),
        ChargeType(SURCHARGE, _PLAYER, "Surcharge of a club that is not affiliated", "1.2.5 p4"),
        ChargeType(COUNTY_SHARE, _PLAYER, "County charge", "1.3.3(a)", of_region=True),
        ChargeType(CLOSED_BLUE, _TABLE, "Closed blue sessions, a third of the green licence", "5.3.3 p2", GREEN),
        ChargeType(LICENCE, _TABLE, "Licence", "1.11.2"),
        ChargeType(_COMMERCIAL, _TABLE, "Licence of a commercial event", "1.11.3"),
        ChargeType(_CHARITY, _TABLE, "Licence of a charity event", "1.11.4"),
        ChargeType(GREEN, _TABLE, "Licence of a green event", "1.11.2"),
        ChargeType(_GREEN_ONLINE, _TABLE, "Licence of an online green event", "1.11.2"),
        ChargeType(_SIMULTANEOUS, _HEAT, "Licence of simultaneous pairs", "1.11.2"),
        ChargeType(_DEPOSIT, "penny", "Deposit paid before", "1.7.19"),
    )


@rule("1.5.4", "1.11.2", "1.11.3", "1.11.4", "1.3.3(b)")
def licence_fee(book: Book, prices: PriceList, licensed: LicensedEvent) -> tuple[Due, ...]:
    """A licence costs by tables and sessions, for simultaneous pairs by heats.

    Commercial ventures may pay otherwise, a charity less, a green event its own fee. It is due 30 days after the end.
    """
    by = falls_due(book, Paper.FEE, licensed.ended)
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, licensed.processed, by.day)
    rate = licensed.rate or _RATE_OF_LICENCE.get(licensed.licence, "")
    charge = _SIMULTANEOUS if licensed.heats else _RATES[rate]
    if licensed.waived:
        free = step("The EBU charges no fee for this licence", 0, NOTHING, clause="1.11.1")
        return (prices.exempt(charge, owes._replace(billed=None), free),)
    quantity = licensed.heats or licensed.tables * licensed.sessions
    fee = prices.due(charge, quantity, owes, "", (by.working,))
    return (fee, *_deposit(prices, licensed, owes))


@rule("1.7.19")
def _deposit(prices: PriceList, licensed: LicensedEvent, owes: Owes) -> tuple[Due, ...]:
    """The EBU may ask for a deposit; what was paid comes off the fee."""
    if not licensed.deposit:
        return ()
    rate = Rate(_DEPOSIT, 1, "penny", clause="1.7.19")
    paid = prices.currency.shown(licensed.deposit)
    working = step("Less a deposit of {paid}", -licensed.deposit, NOTHING, (), "1.7.19", paid=paid)
    return (
        Due(_DEPOSIT, licensed.deposit, rate.basis, owes.payer, owes.run, owes.billed, rate, "1.7.19", working,
            share=-1, pay_by=owes.pay_by),
    )  # fmt: skip
