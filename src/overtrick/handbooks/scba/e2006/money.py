"""What does it cost, and who pays? Special events by sessions, tables and status; copies of a record (1.6.3, 3.4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.working import NOTHING, rule, step
from overtrick.handbooks import money
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import LicensedEvent, PriceList, RecordCopy, Season, Tariff

_STATUSES = ("club", "district", "county", "regional", "national", "major congress")
_COPY, _CORPORATE = "copy of a record", "corporate member a year"
_BOARDS_A_SESSION = 18


class Rules(money.Rules):
    """The answers of the SCBA; it may charge a fee, or none."""

    currency = Currency("SGD", "$")

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:  # noqa: ARG002
        """Special events by status, copies of a record, and the subscription of a club."""
        return (
            *(
                ChargeType(_row(each), "table session", f"Special events at {each.title()} status", "3.4.3")
                for each in _STATUSES
            ),
            ChargeType(_COPY, "record", "Copy of a record", "1.6.3"),
            ChargeType(_CORPORATE, "club", "Subscription of a corporate member", "3.1.2"),
        )

    def of_licence(self, book: Book, tariff: Tariff | None, licensed: LicensedEvent) -> tuple[Due, ...]:
        """By sessions, tables and status, with the grant."""
        return special_event(self.prices(book, tariff, licensed.begins), licensed)

    def of_copy(self, book: Book, tariff: Tariff | None, copy: RecordCopy) -> tuple[Due, ...]:
        """A fee, or none, for members; nobody else is given one."""
        return record_copy(self.prices(book, tariff, copy.asked), copy)

    def of_season(self, book: Book, tariff: Tariff | None, season: Season) -> tuple[Due, ...]:
        """A club is a corporate member by its yearly subscription."""
        return yearly(self.prices(book, tariff, season.begins), season)


def _row(status: str) -> str:
    return f"{status} table and session"


def sessions(boards: Iterable[int]) -> int:
    """Count sessions of 18 to 35 boards: a sitting of 36 is two, and one of fewer than 18 counts as one (errata M4)."""
    return sum(max(each // _BOARDS_A_SESSION, 1) for each in boards)


@rule("3.4.3")
def special_event(prices: PriceList, licensed: LicensedEvent) -> tuple[Due, ...]:
    """The SCBA may charge a fee by sessions, tables and status, or none."""
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, licensed.processed)
    charge = _row(licensed.status)
    count = sessions(licensed.sittings) or licensed.sessions
    values = {"count": count, "tables": licensed.tables, "status": licensed.status.title()}
    sizes = step("{count} sessions of {tables} tables at {status} status", 0, NOTHING, (), "3.4.3", **values)
    if licensed.waived:
        says = step("The SCBA charges no fee", 0, NOTHING, (sizes,), "3.4.3")
        return (prices.exempt(charge, owes._replace(billed=None), says),)
    return (prices.due(charge, count * licensed.tables, owes, "", (sizes,)),)


def record_copy(prices: PriceList, copy: RecordCopy) -> tuple[Due, ...]:
    """A member has a copy of the record on request; the SCBA may ask a fee for it, or none."""
    if not copy.member:
        return ()
    owes = Owes(Payer.MEMBER, Run.PROCESSED, copy.asked)
    if not prices.has(_COPY):
        says = step("The SCBA asks no fee for a copy", 0, NOTHING, clause="1.6.3")
        return (prices.exempt(_COPY, owes._replace(billed=None), says),)
    return (prices.due(_COPY, copy.copies, owes),)


@rule("3.1.2")
def yearly(prices: PriceList, season: Season) -> tuple[Due, ...]:
    """Clubs are affiliated by a yearly subscription."""
    return (
        (prices.due(_CORPORATE, 1, Owes(Payer.HOME_CLUB, Run.YEAR, season.begins)),) if season.affiliation_due else ()
    )
