"""What is charged, at which rate, to whom? An edition answers in its own ``money`` module.

A charge is exact: a quantity at a rate. Money is rounded where charges become the line of a document, and only there.
Amounts are in the currency's smallest unit. A tariff that the handbook prints ships with the edition; every other one
is the federation's, from a day on.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from overtrick.engine.days import year_from
from overtrick.engine.numbers import half_up, many, show, show_decimal
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks.money_causes import TariffDay
from overtrick.handbooks.questions import Answers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import date

    from overtrick.engine.event import Event
    from overtrick.engine.numbers import Exact
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.handbooks.money_causes import (
        LicensedEvent,
        Overdue,
        RecordCopy,
        Registered,
        Season,
        SharedPeriod,
        Submitted,
    )
    from overtrick.handbooks.questions import Question
    from overtrick.handbooks.submission import Organiser


class Run(StrEnum):
    """When charges are put on a document."""

    PROCESSED = "as processed"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class Payer(StrEnum):
    """Who is charged, as seen from the cause; the register knows who that is."""

    ORGANISER = "organiser"  #: whoever submits the event or holds the licence
    REGION = "region"  #: the county, area or State above it
    ALLOTTED = "allotted"  #: the club that the points are allotted to
    HOME_CLUB = "home club"  #: of the member who registers
    MEMBER = "member"  #: who asks for a copy of the own record


class Currency(NamedTuple):
    """A federation's money: its code, and how an amount of its smallest unit is written."""

    code: str
    sign: str

    def shown(self, amount: Exact) -> str:
        """Write an amount: £16.80; a rate of less than the smallest unit with all its figures, £0.0425."""
        if amount.denominator != 1:
            return f"{'-' if amount < 0 else ''}{self.sign}{show_decimal(abs(Fraction(amount)) / 100)}"
        whole = abs(amount.numerator)
        return f"{'-' if amount < 0 else ''}{self.sign}{whole // 100}.{whole % 100:02}"


class ChargeType(NamedTuple):
    """A row that a price list can have."""

    charge: str  #: "levy C D E F"
    basis: str
    words: str  #: as an invoice says it
    clause: str
    priced_as: str = ""  #: the row whose rate it is, where it has none of its own
    optional: bool = False  #: as long as no amount is entered, it is not charged at all
    of_region: bool = False  #: a region sets it for its own clubs, and it is collected for the region
    says: str = ""  #: what it costs, where that is a rule and no amount is ever entered


class Rate(NamedTuple):
    """A row of a price list."""

    charge: str  #: the type, as an invoice words it: "levy C D E F"
    amount: Exact  #: for one of the basis
    basis: str  #: "point", "player session", "table and session", "member"
    tax: str = ""  #: the tax code; empty: none
    source: str = ""  #: who says so
    clause: str = ""  #: where the handbook prints it


class Tariff(NamedTuple):
    """The amounts of a federation, or of a region with its own, from a day on."""

    begins: date
    rates: Mapping[str, Rate]
    source: str


class Due(NamedTuple):
    """What one payer owes because of one cause: exact, never rounded by itself."""

    charge: str
    quantity: Exact
    basis: str
    payer: Payer
    run: Run
    billed: date | None  #: the day whose run takes it; None: there is nothing to bill
    rate: Rate | None  #: None: no amount is entered for it
    clause: str
    working: Step
    exempt: bool = False  #: counted and shown, of quantity 0
    share: Exact = 1  #: of the rate: a third for a closed blue session; minus for what comes off
    pay_by: date | None = None  #: where the handbook says it; None: as the invoice does
    collected_for: Payer | None = None  #: whose money it is; None: the federation's

    @property
    def amount(self) -> Exact | None:
        """What it comes to; None where no amount is entered."""
        if self.exempt:
            return 0
        return None if self.rate is None else Fraction(self.rate.amount) * self.quantity * self.share


def line(amounts: Iterable[Exact]) -> int:
    """Round what a line adds up to, half a cent up; what is taken back is the rounded line with its sign turned."""
    total = sum(amounts, Fraction())
    return half_up(total) if total >= 0 else -half_up(-total)


def tax_within(gross: int, rate: Exact) -> int:
    """Say how much of an amount is the tax in it, for a line."""
    return line([Fraction(gross) * rate / (1 + Fraction(rate))])


def tax_on(net: int, rate: Exact) -> int:
    """Say how much tax comes on top of an amount, for a line."""
    return line([Fraction(net) * rate])


class Owes(NamedTuple):
    """Who owes a charge, and when it is put on a document."""

    payer: Payer
    run: Run
    billed: date | None
    pay_by: date | None = None
    collected_for: Payer | None = None


class PriceList(NamedTuple):
    """A tariff in hand: what makes a charge of a quantity."""

    currency: Currency
    types: Mapping[str, ChargeType]
    tariff: Tariff | None
    day: date  #: which chose the tariff

    def due(
        self,
        charge: str,
        quantity: Exact,
        owes: Owes,
        clause: str = "",
        because: tuple[Step, ...] = (),
        *,
        share: Exact = 1,
    ) -> Due:
        """Charge a quantity, with its working; one that has no amount says so. ``share``: of the rate."""
        kind = self.types[charge]
        rate = None if self.tariff is None else self.tariff.rates.get(kind.priced_as or charge)
        values: dict[str, object] = {"count": many(quantity, kind.basis), "words": kind.words}
        sentence = "{words}: {count}; no amount is entered for this from {day}"
        amount: Exact = 0
        if rate is not None:
            amount = Fraction(rate.amount) * quantity * share
            sentence = "{words}: {count} at {rate}{part}: {amount}"
            part = "" if share == 1 else ", taken off" if share == -1 else f", {show(share)} of it"
            values |= {"rate": self.currency.shown(rate.amount), "part": part}
            values |= {"amount": self.currency.shown(line([amount]))}
        working = step(sentence, amount, NOTHING, because, clause or kind.clause, day=self.day, **values)
        return Due(
            *(charge, quantity, kind.basis, owes.payer, owes.run, owes.billed, rate, working.clause, working),
            share=share,
            pay_by=owes.pay_by,
            collected_for=owes.collected_for,
        )

    def stated(self, charge: str, amount: int, owes: Owes, clause: str, because: tuple[Step, ...] = ()) -> Due:
        """Charge what whoever grants something sets for it, whatever the tariff says."""
        kind, usual = self.types[charge], None if self.tariff is None else self.tariff.rates.get(charge)
        rate = Rate(charge, amount, "licence", usual.tax if usual else "", "stated with the grant", clause)
        values = {"words": kind.words, "amount": self.currency.shown(amount)}
        working = step("{words}: {amount}, as stated with the grant", amount, NOTHING, because, clause, **values)
        return Due(charge, 1, rate.basis, owes.payer, owes.run, owes.billed, rate, clause, working, pay_by=owes.pay_by)

    def has(self, charge: str) -> bool:
        """Say whether an amount is entered for a charge."""
        return self.tariff is not None and charge in self.tariff.rates

    def exempt(self, charge: str, owes: Owes, reason: Step) -> Due:
        """Charge nothing, with the clause that says so: it is counted and shown."""
        basis = self.types[charge].basis
        return Due(charge, 0, basis, owes.payer, owes.run, owes.billed, None, reason.clause, reason, exempt=True)


class Rules:
    """The answers of a handbook that says nothing of money."""

    currency = Currency("GBP", "£")
    #: Whether members pay something themselves; otherwise no page of theirs speaks of money.
    charges_members: bool = False

    def tariff_day(self, book: Book) -> TariffDay:
        """Say which day of a submission chooses its tariff."""
        return TariffDay(_chosen(book, "tariff_day", TariffDay.PLAYED))

    def payment_days(self, book: Book) -> int:
        """Say how many days after its date an invoice is due."""
        return int(_chosen(book, "payment_days", "30"))

    def reminder_days(self, book: Book) -> tuple[int, ...]:
        """Say how many days after its due day an organisation is reminded of an invoice, each time once."""
        return tuple(int(each) for each in _chosen(book, "reminder_days", "0 14 30").split())

    def tax_by_line(self, book: Book) -> bool:
        """Say whether tax is rounded for each line, and not once for the invoice."""
        return _chosen(book, "tax_rounding", "line") == "line"

    def printed(self, book: Book) -> Tariff | None:  # noqa: ARG002
        """Give the amounts that the handbook prints; None: it prints none."""
        return None

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:  # noqa: ARG002
        """List every row that a price list can have."""
        return ()

    def prices(self, book: Book, tariff: Tariff | None, day: date) -> PriceList:
        """Take a tariff in hand that a day has chosen."""
        return PriceList(self.currency, {each.charge: each for each in self.charge_types(book)}, tariff, day)

    def prices_of(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> PriceList:
        """Take the tariff of a submission in hand."""
        return self.prices(book, tariff, submitted.day(self.tariff_day(book)))

    def levels_of_points(self, book: Book, colours: Collection[str]) -> tuple[str, ...]:  # noqa: ARG002
        """List the statuses, of which a file of points of these colours has to tell one; none: it need not."""
        return ()

    def of_submission(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what a submission costs."""
        return ()

    def of_late_file(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what it costs that a file came late."""
        return ()

    def of_registration(self, book: Book, tariff: Tariff | None, registered: Registered) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what a member costs the club."""
        return ()

    def of_licence(self, book: Book, tariff: Tariff | None, licensed: LicensedEvent) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what a licence costs."""
        return ()

    def licence_questions(
        self,
        book: Book,  # noqa: ARG002
        licence: str,  # noqa: ARG002
        organiser: Organiser,  # noqa: ARG002
        *,
        played: bool = False,  # noqa: ARG002
    ) -> tuple[Question, ...]:
        """List what decides the fee of a licence, before its event and after it; none: nothing has to be told."""
        return ()

    def licence_told(self, book: Book, told: Answers) -> Mapping[str, str]:  # noqa: ARG002
        """Give what an application for a licence tells of its fee, by the names of ``licence_questions``."""
        return told.told

    def licence_played(self, book: Book, events: Sequence[Event]) -> Mapping[str, str]:  # noqa: ARG002
        """Give what the results of a licensed event tell of its fee; what they do not is asked."""
        return {}

    def shares_with(self, book: Book, event: Event) -> tuple[SharedPeriod, ...]:  # noqa: ARG002
        """Give the periods in which other events of the organiser cost more or less because of this one."""
        return ()

    def roll_day(self, book: Book, day: date) -> date | None:  # noqa: ARG002
        """Give the day of the yearly roll of members, in the year around a day; None: there is none."""
        return None

    def season_begins(self, book: Book, day: date) -> date | None:  # noqa: ARG002
        """Give the first day of the year, around a day, for which clubs pay once; None: they pay nothing so."""
        return None

    def member_kind(self, book: Book, born: date | None, on: date) -> str:  # noqa: ARG002
        """Say as what a member of a club is counted for the year: "adult", "junior"."""
        return "adult"

    def of_season(self, book: Book, tariff: Tariff | None, season: Season) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what a club pays once a year."""
        return ()

    def of_copy(self, book: Book, tariff: Tariff | None, copy: RecordCopy) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what a copy of a record costs."""
        return ()

    def overdue(self, book: Book, invoice: Overdue) -> tuple[Due, ...]:  # noqa: ARG002
        """Say what an unpaid invoice costs more; each period is its own charge."""
        return ()


def _chosen(book: Book, setting: str, usual: str) -> str:
    return book.setting(setting) if setting in book.edition.settings else usual


def year_of_membership(book: Book, day: date, usual: int) -> date:
    """Give the first day of the year of membership around a day, as the office chose it; otherwise by a month."""
    chosen = _chosen(book, "membership_year", "none")
    month = usual if chosen == "none" else datetime.strptime(chosen, "%d %B").month
    return year_from(day, month).first


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module("money")
    return _SILENT if found is None else cast("Rules", getattr(found, "Rules", Rules)())
