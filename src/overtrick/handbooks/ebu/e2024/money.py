"""What does it cost, and who pays? Universal membership and licence fees, in pence (1.3, 1.5.4, 1.7.19, 1.11).

The handbook prints no amounts: the Board sets them, and they change each 1 April.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.seats import table_sessions
from overtrick.engine.working import NOTHING, rule, step
from overtrick.handbooks import licence_questions as asked
from overtrick.handbooks import money, submission
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Rate, Run

from . import subscriptions
from .licences import Paper, falls_due, other_fee_due
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
    from collections.abc import Mapping, Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList, Tariff
    from overtrick.handbooks.money_causes import LicensedEvent, SharedPeriod, Submitted
    from overtrick.handbooks.questions import Answers, Question
    from overtrick.handbooks.submission import Organiser

_PLAYER, _TABLE, _HEAT = "player session", "table session", "heat"
_SIMULTANEOUS, _DEPOSIT = "simultaneous licence a heat", "deposit"
_COMMERCIAL, _CHARITY = "commercial licence a table and session", "charity licence a table and session"
_GREEN_ONLINE = "green licence a table and session online"
_RATES = {"": LICENCE, "commercial": _COMMERCIAL, "charity": _CHARITY, "green": GREEN, "green online": _GREEN_ONLINE}
#: Licences that have a rate of their own, which pay by heats, that are no fee's business, and that subscribe.
_RATE_OF_LICENCE = {"one-day green event": "green"}
_PAIRS_EVERYWHERE, _SCALE, _LEAGUE = "simultaneous pairs", "event without a scale", "inter-county league"
_RATES_OF_GREEN = ("green", "green online")
_RATES_OF_OTHERS = (asked.ORDINARY, "commercial", "charity")


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

    def licence_questions(
        self,
        book: Book,  # noqa: ARG002
        licence: str,
        organiser: Organiser,  # noqa: ARG002
        *,
        played: bool = False,
    ) -> tuple[Question, ...]:
        """Tables and sessions, or heats; at which rate; a deposit."""
        return licence_questions(licence, played=played)

    def licence_told(self, book: Book, told: Answers) -> Mapping[str, str]:  # noqa: ARG002
        """An event in aid of a charity pays the reduced fee, unless another is chosen."""
        charity = {asked.RATE: "charity"} if told.holds("charity") else {}
        return {**charity, **told.told}

    def licence_played(self, book: Book, events: Sequence[Event]) -> Mapping[str, str]:  # noqa: ARG002
        """Results tell their tables; how many heats there were they do not."""
        return {asked.TABLE_SESSIONS: asked.hundredths(sum(map(table_sessions, events)))} if events else {}

    def shares_with(self, book: Book, event: Event) -> tuple[SharedPeriod, ...]:  # noqa: ARG002
        """Party and charity sessions of a year share an allowance, which the play of the year before decides."""
        return subscriptions.shared_periods(event)


@rule("1.3.2", "1.11.1")
def charge_types() -> tuple[ChargeType, ...]:
    """List what the Board sets each 1 April."""
    return (
        ChargeType(CLUB, _PLAYER, "Club sessions", "1.3.3(a)"),
        ChargeType(COUNTY, _PLAYER, "County events", "1.3.3(a)"),
        ChargeType(LEAGUE, _PLAYER, "Teams leagues", "1.3.3(a)"),
        ChargeType(NOVICE, _PLAYER, "Novice sessions with magazine points", "1.3.1 (novice)"),
        ChargeType(SURCHARGE, _PLAYER, "Surcharge of a club that is not affiliated", "1.2.5 p4"),
        ChargeType(COUNTY_SHARE, _PLAYER, "County charge", "1.3.3(a)", optional=True, of_region=True),
        ChargeType(
            CLOSED_BLUE,
            _TABLE,
            "Closed blue sessions, a third of the green licence",
            "5.3.3 p2",
            GREEN,
            says="a third of the green licence",
        ),
        ChargeType(LICENCE, _TABLE, "Licence", "1.11.2"),
        ChargeType(_COMMERCIAL, _TABLE, "Licence of a commercial event", "1.11.3"),
        ChargeType(_CHARITY, _TABLE, "Licence of a charity event", "1.11.4"),
        ChargeType(GREEN, _TABLE, "Licence of a green event", "1.11.2"),
        ChargeType(_GREEN_ONLINE, _TABLE, "Licence of an online green event", "1.11.2"),
        ChargeType(_SIMULTANEOUS, _HEAT, "Licence of simultaneous pairs", "1.11.2"),
        ChargeType(_DEPOSIT, "penny", "Deposit paid before", "1.7.19", says="what was paid before"),
    )


def licence_questions(licence: str, *, played: bool) -> tuple[Question, ...]:
    """List what decides the fee; leave for a scale is no licence, and leagues of teams pay by the session."""
    if licence in (_SCALE, _LEAGUE):
        return ()
    if licence == _PAIRS_EVERYWHERE:
        sizes: tuple[Question, ...] = (asked.heats("1.11.2", played=played),)
    else:
        tables = asked.tables("1.11.2", played=False), asked.sessions("1.11.2")
        rates = _RATES_OF_GREEN if licence in _RATE_OF_LICENCE else _RATES_OF_OTHERS
        sizes = (*((asked.table_sessions("1.11.2"),) if played else tables), asked.rate("1.11.3", rates))
    return (asked.charged("1.11.1"), *sizes, asked.deposit("1.7.19"), asked.fee_due("1.3.3(b)"))


@rule("1.5.4", "1.11.2", "1.11.3", "1.11.4", "1.3.3(b)")
def licence_fee(book: Book, prices: PriceList, licensed: LicensedEvent) -> tuple[Due, ...]:
    """A licence costs by tables and sessions, for simultaneous pairs by heats.

    Commercial ventures may pay otherwise, a charity less, a green event its own fee. It is due 30 days after the end.
    """
    if licensed.licence == _SCALE:
        return ()
    by = other_fee_due(licensed.pay_by) if licensed.pay_by else falls_due(book, Paper.FEE, licensed.ended)
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, licensed.processed, by.day)
    rate = licensed.rate or _RATE_OF_LICENCE.get(licensed.licence, "")
    charge = _SIMULTANEOUS if licensed.heats or licensed.licence == _PAIRS_EVERYWHERE else _RATES[rate]
    if licensed.licence == _LEAGUE:
        says = step("Leagues of teams pay the standard subscription with their results", 0, NOTHING, clause="1.3.2")
        return (prices.exempt(charge, owes._replace(billed=None), says),)
    if licensed.waived:
        free = step("The EBU charges no fee for this licence", 0, NOTHING, clause="1.11.1")
        return (prices.exempt(charge, owes._replace(billed=None), free),)
    quantity = licensed.heats if charge == _SIMULTANEOUS else licensed.tables_in_all
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
