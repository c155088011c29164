"""What does it cost? Levies, capitation, commission and penalties, in cents (8, 5.1.1, 5.1.2, 6.2.1, 6.3).

All of it is paid to the Masterpoint Centre (8, 1.4.1), but for what a State charges its own Congresses (5.1.1/6). The
amounts are those of chapter 8 until the federation enters others.
"""

from __future__ import annotations

from datetime import time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks import licence_questions, money
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Rate, Run, Tariff
from overtrick.handbooks.money_causes import How

from . import state_levies
from .levies import LATE, NOT_TOLD, charge_of, late_file, levies, penalty, percentage, red_grades
from .registration import may_cancel
from .written import dollars
from .years import registration_year

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList
    from overtrick.handbooks.money_causes import Overdue, Registered, Submitted
    from overtrick.handbooks.questions import Question
    from overtrick.handbooks.submission import Organiser

_COMMISSION, _OVERDUE = "commission", "overdue"
#: The rows of the capitation fee, by their clause.
_PERIODS = {
    "8.3.2/Apr-Sep": "capitation April to September",
    "8.3.2/Oct-Dec": "capitation October to December",
    "8.3.2/Jan-Mar": "capitation January to March",
}
_NO_FEE = "8.3.2/Jan-Mar"
_POINT, _MEMBER = "point", "member"
_INTERCLUB = "interclub event"
_GST = "gst"
_MIDDAY = time(12)


class Rules(money.Rules):
    """The answers of the ABF."""

    currency = Currency("AUD", "$")

    def printed(self, book: Book) -> Tariff | None:
        """Every amount is printed in chapter 8."""
        return printed(book)

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:
        """Levies by classes of grades, capitation by the day of registration, commission, penalties; a State's own."""
        return charge_types(book)

    def levels_of_points(self, book: Book, colours: Collection[str]) -> tuple[str, ...]:
        """Red points are levied by their grade, which a file of points does not tell."""
        return red_grades(book) if "red" in colours else ()

    def of_submission(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:
        """Every point credited costs the levy of its grade, and a Congress the State's own levy."""
        prices = self.prices_of(book, tariff, submitted)
        return (*levies(book, prices, submitted), *state_levies.state_levies(book, prices, submitted))

    def of_late_file(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:
        """A share of the levy for each month."""
        return late_file(book, self.prices_of(book, tariff, submitted), submitted)

    def of_registration(self, book: Book, tariff: Tariff | None, registered: Registered) -> tuple[Due, ...]:
        """Capitation for new and reactivated members and for the roll; whoever moves between clubs costs nothing."""
        prices = self.prices(book, tariff, registered.tariff_day)
        if registered.how is How.ROLL:
            return of_the_roll(book, prices, registered)
        if registered.how in (How.NEW, How.REACTIVATED):
            return of_a_newcomer(book, prices, registered)
        return ()

    def roll_day(self, book: Book, day: date) -> date | None:
        """The roll is that of the last day of the registration year, 31 March (8.2/1)."""
        return registration_year(book, day).last

    def licence_questions(
        self,
        book: Book,  # noqa: ARG002
        licence: str,
        organiser: Organiser,  # noqa: ARG002
        *,
        played: bool = False,
    ) -> tuple[Question, ...]:
        """Leave costs nothing; of an interclub event the club is named that pays the levies (2.7/3)."""
        return (licence_questions.payer("2.7/3"),) if licence == _INTERCLUB and not played else ()

    def overdue(self, book: Book, invoice: Overdue) -> tuple[Due, ...]:
        """A share of what is unpaid, each quarter."""
        return overdue(book, invoice)


# --- The price list ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)  # every file asks three times
def charge_types(book: Book) -> tuple[ChargeType, ...]:
    """List the rows of chapter 8."""
    levied = book.table("levies")
    classes = {charge_of(book, str(grade)): levied.text(str(grade), "clause") for grade in levied.rows}
    return (
        *(ChargeType(name, _POINT, f"Levy at {_grades(clause)}", clause) for name, clause in classes.items()),
        ChargeType(NOT_TOLD, _POINT, "Levy on red points whose grade is not told", "8.1", says="the levy of the grade"),
        *(
            ChargeType(name, _MEMBER, f"C{name[1:]}", clause, says="no fee" if clause == _NO_FEE else "")
            for clause, name in _PERIODS.items()
        ),
        ChargeType(_COMMISSION, _MEMBER, "Commission for a new player", "8.3/commission"),
        ChargeType(
            LATE, "cent", "Penalty for a late file", "8.4/late file",
            says=f"{percentage(book, LATE)} of the levy for each month begun",
        ),
        ChargeType(
            _OVERDUE, "cent", "Penalty for an overdue account", "8.4/overdue",
            says=f"{percentage(book, _OVERDUE)} of what is unpaid for each quarter begun",
        ),
        *state_levies.charge_types(),
    )  # fmt: skip


def _grades(clause: str) -> str:
    return f"grades {', '.join(clause.partition('/')[2].split())}"


@rule("8", "1.4.1/4")
@lru_cache(maxsize=16)  # likewise
def printed(book: Book) -> Tariff:
    """Give the fees that the Masterpoint Centre collects, as chapter 8 prints them."""
    levied, capitation, figures = book.table("levies"), book.table("capitation"), book.table("charges")
    rates = [
        Rate(charge_of(book, str(grade)), levied.whole(str(grade), "levy"), _POINT, _GST, levied.source,
             levied.text(str(grade), "clause"))
        for grade in levied.rows
    ]  # fmt: skip
    for month in (4, 10):
        clause = capitation.text(month, "clause")
        fee = capitation.whole(month, "fee")
        rates.append(Rate(_PERIODS[clause], fee, _MEMBER, _GST, capitation.source, clause))
    off = figures.whole(_COMMISSION, "figure")
    rates.append(Rate(_COMMISSION, off, _MEMBER, _GST, figures.source, "8.3/commission"))
    return Tariff(book.edition.begins, {each.charge: each for each in rates}, levied.source)


# --- Members -------------------------------------------------------------------------------------------------------


@rule("8.3.2/Apr-Sep", "8.3.2/Oct-Dec", "8.3.2/Jan-Mar", "8.2/1")
def of_a_newcomer(book: Book, prices: PriceList, registered: Registered) -> tuple[Due, ...]:
    """A new or reactivated home member costs a yearly fee, less for whoever joins late in the year.

    It is charged with the quarter. For a player who is new to the scheme the club has a commission.
    """
    clause = book.table("capitation").text(registered.day.month, "clause")
    charge, owes = _PERIODS[clause], Owes(Payer.HOME_CLUB, Run.QUARTER, days.quarter(registered.day).last)
    free = _why_free(book, registered)
    if free is not None:
        return (prices.exempt(charge, owes._replace(billed=None), free),)
    if clause == _NO_FEE:
        says = step("Registered on {day}: no fee until 31 March", 0, NOTHING, clause=clause, day=registered.day)
        return (prices.exempt(charge, owes, says), *commission(book, prices, registered, owes, fee=False))
    day = step("Registered on {day}", 0, NOTHING, clause=clause, day=registered.day)
    fee = prices.due(charge, 1, owes, clause, (day,))
    return (fee, *commission(book, prices, registered, owes, fee=True))


@rule("8.2/1")
def of_the_roll(book: Book, prices: PriceList, registered: Registered) -> tuple[Due, ...]:
    """Whoever is at home in a club on 31 March and was not cancelled by then costs the whole year from 1 April."""
    charge = _PERIODS["8.3.2/Apr-Sep"]
    owes = Owes(Payer.HOME_CLUB, Run.YEAR, registered.day + timedelta(days=1))
    cancelled = _is_cancelled(book, registered)
    if cancelled is not None and cancelled.holds:
        return ()
    free = is_free(book, registered.club)
    if free.holds:
        return (prices.exempt(charge, owes._replace(billed=None), free.working),)
    roll = step("On the roll of {day}", 0, NOTHING, clause="8.2/1", day=registered.day)
    because = (roll,) if cancelled is None else (roll, cancelled.working)
    return (prices.due(charge, 1, owes, "8.3.2/Apr-Sep", because),)


@rule("1.4.2/2")
def _is_cancelled(book: Book, registered: Registered) -> Finding | None:
    """A cancellation counts for the roll if it came by midday on its day; a later one brings no credit."""
    received = registered.cancellation_received
    if received is None:
        return None
    if not registration_year(book, registered.day).holds(received.date()):
        return finding("the cancellation belongs to another year", holds=False, clause="1.4.2/2")
    return may_cancel(book, received.date(), after_midday=received.time() > _MIDDAY)


def _why_free(book: Book, registered: Registered) -> Step | None:
    """Say why a newcomer costs nothing; None: there is a fee."""
    free = is_free(book, registered.club)
    if free.holds:
        return free.working
    first = registered.club_first_affiliated
    if registered.how is not How.NEW or first is None:
        return None
    waived = capitation_is_waived(book, first, registered.day, seen_before=not registered.new_to_scheme)
    return waived.working if waived.holds else None


@rule("8.2/2")
def capitation_is_waived(book: Book, first_affiliated: date, registered: date, *, seen_before: bool) -> Finding:
    """A club that is new altogether pays nothing in its first year for players who were never in the scheme before.

    The first year ends on the 31 March after it affiliated, however short that is.
    """
    ends = registration_year(book, first_affiliated).last
    holds = not seen_before and first_affiliated <= registered <= ends
    sentence = "new club, registered on {day} within its first year to {ends}, never in the scheme before"
    return finding(sentence, holds=holds, clause="8.2/2", day=registered, ends=ends)


@rule("1.3.3/1", "1.3.6/1")
def is_free(book: Book, club: str) -> Finding:
    """Nobody pays for players in the clubs for overseas visitors and for youth."""
    table = book.table("players_clubs")
    rows = {table.text(str(key), "club"): table.text(str(key), "clause") for key in table.rows}
    sentence = "{club} pays no capitation"
    return finding(sentence, holds=club in rows, clause=rows.get(club, "8.2/1"), club=club)


@rule("8.3/commission")
def commission(book: Book, prices: PriceList, registered: Registered, owes: Owes, *, fee: bool) -> tuple[Due, ...]:
    """A club is paid a dollar, off the fee, for every player it registers who is new to the scheme.

    Whether that is also so in the months without a fee is a setting: the clause says "these periods".
    """
    if not registered.new_to_scheme or not (fee or book.setting("commission_without_fee") == "yes"):
        return ()
    tariff = prices.tariff
    if tariff is not None and _COMMISSION not in tariff.rates:  # the sentence under the list of fees has it
        rates = {**tariff.rates, _COMMISSION: printed(book).rates[_COMMISSION]}
        prices = prices._replace(tariff=tariff._replace(rates=rates))
    return (prices.due(_COMMISSION, 1, owes, "8.3/commission", share=-1),)


# --- Accounts ------------------------------------------------------------------------------------------------------


@rule("8.4/overdue")
def overdue(book: Book, invoice: Overdue) -> tuple[Due, ...]:
    """An account more than 90 days overdue costs 10 % a quarter, each time of what is unpaid when the quarter begins.

    By a setting the penalties that were charged before count as unpaid, too.
    """
    length = book.table("charges").whole(_OVERDUE, "days")
    compound = book.setting("penalties_grow") == "compound"
    found: list[Due] = []
    ends = invoice.due + timedelta(days=length)
    while ends < invoice.as_at:
        unpaid, at = invoice.unpaid(ends), ends
        ends += timedelta(days=length)
        if unpaid <= 0:
            continue
        before = money.line(due.amount or 0 for due in found) if compound else 0
        owes = Owes(Payer.ORGANISER, Run.PROCESSED, at + timedelta(days=1))
        sentence = "{number}: {base} unpaid {late} days after {due}: {percent}"
        late = (at - invoice.due).days
        found.append(
            penalty(book, _OVERDUE, unpaid + before, 1, owes, sentence, number=invoice.number, late=late,
                    due=invoice.due)
        )  # fmt: skip
    return tuple(found)


@rule("5.1.1/6", "5.1.2/11", "5.1.2/12")
def credits_may_go(outstanding: int, *, tour: bool = False, own_club: bool = True, colour: str = "red") -> Finding:
    """Credits go to the Centre once the levies are paid; the State secretary holds them until then.

    A State-controlled Congress pays the State's own levy first. A tour's red credits wait for every levy; where the
    operator has no club, the green ones do too.
    """
    clause = "5.1.1/6" if not tour else "5.1.2/11" if own_club else "5.1.2/12"
    holds = outstanding == 0 or (tour and own_club and colour == "green")
    sentence = "{owed} of levies are outstanding before {colour} credits go to the Centre"
    return finding(sentence, holds=holds, clause=clause, owed=dollars(outstanding), colour=colour)
