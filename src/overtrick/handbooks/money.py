"""What is charged, at which rate, to whom? An edition answers in its own ``money`` module.

A charge is exact: a quantity at a rate. Money is rounded where charges become the line of a document, and only there.
Amounts are in the currency's smallest unit. A tariff that the handbook prints ships with the edition; every other one
is the federation's, from a day on.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import half_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from overtrick.engine.numbers import Exact
    from overtrick.engine.working import Step


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


class TariffDay(StrEnum):
    """Which day of a submission chooses its tariff."""

    PLAYED = "played"
    SUBMITTED = "submitted"
    PROCESSED = "processed"


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
    billed: date  #: the day whose run takes it
    rate: Rate | None  #: None: no amount is entered for it
    clause: str
    working: Step
    exempt: bool = False  #: counted and shown, of quantity 0
    share: Exact = 1  #: of the rate: a third for a closed blue session; minus for what comes off

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
