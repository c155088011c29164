"""What does it cost, and who pays? Awards at the rate in force when they are submitted, licences (2.6.6, 2.6.7, 5.6).

The handbook names neither rate nor basis. Tables and sessions are counted (errata M4).
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.lengths import SERIES
from overtrick.engine.seats import table_sessions
from overtrick.engine.working import NOTHING, rule, step
from overtrick.handbooks import licence_questions as asked
from overtrick.handbooks import money
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Run

from .planned_events import AREA, CLUB, with_appendix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList, Tariff
    from overtrick.handbooks.money_causes import LicensedEvent, Submitted
    from overtrick.handbooks.questions import Answers, Question
    from overtrick.handbooks.submission import Organiser

_CLUB, _AREA, _NATIONAL = "club table and session", "area table and session", "national licence a table"
_LICENCE = "licence"
_TABLE = "table session"
_NATIONAL_STATUS = "national"
#: Leave that is no licence of an event.
_SCALE = "event without a scale"


class Rules(money.Rules):
    """The answers of the WBU."""

    currency = Currency("GBP", "£")

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:  # noqa: ARG002
        """Awards of clubs and areas, licences of national and of other events."""
        return (
            ChargeType(_CLUB, _TABLE, "Club events", "2.6.6 p1"),
            ChargeType(_AREA, _TABLE, "Area events", "2.6.6 p1"),
            ChargeType(_NATIONAL, "table", "Licence of a national event", "2.6.6 p2"),
            ChargeType(_LICENCE, "licence", "Licence", "5.6 fee", optional=True),
        )

    def of_submission(self, book: Book, tariff: Tariff | None, submitted: Submitted) -> tuple[Due, ...]:
        """Clubs and areas pay as they submit; a national event has paid with its licence."""
        return with_submission(book, self.prices_of(book, tariff, submitted), submitted)

    def of_licence(self, book: Book, tariff: Tariff | None, licensed: LicensedEvent) -> tuple[Due, ...]:
        """By the entry of a national event; otherwise a fee, or none."""
        return with_licence(self.prices(book, tariff, licensed.processed), licensed)

    def licence_questions(
        self,
        book: Book,  # noqa: ARG002
        licence: str,
        organiser: Organiser,
        *,
        played: bool = False,
    ) -> tuple[Question, ...]:
        """The tables of a national event; of any other a fee, if one is set."""
        if licence == _SCALE:
            return ()
        fee = asked.stated_fee("5.6 fee")
        if organiser.kind in (CLUB, AREA):
            return () if played else (fee,)
        tables = asked.tables("2.6.6 p2", played=played)._replace(when={})
        return (tables,) if played else (tables, fee)

    def licence_told(self, book: Book, told: Answers) -> Mapping[str, str]:  # noqa: ARG002
        """An application tells the tables that are expected."""
        return {asked.TABLES: told.text("expected"), **told.told}

    def licence_played(self, book: Book, events: Sequence[Event]) -> Mapping[str, str]:  # noqa: ARG002
        """Count the tables of the entry, at the session with most of them."""
        counts = [table_sessions(each) / max(_sessions(each), 1) for each in events]
        return {asked.TABLES: str(ceil(max(counts)))} if counts else {}


@rule("2.6.6 p1", "2.6.6 p2")
def with_submission(book: Book, prices: PriceList, submitted: Submitted) -> tuple[Due, ...]:
    """Clubs and areas are charged when awards are submitted; for a licensed national event the licence bears it.

    Results that were published first are one event with the awards that follow: the register charges the difference.
    """
    owes = Owes(Payer.ORGANISER, Run.MONTH, days.month(submitted.processed).last)
    nothing, kind = owes._replace(billed=None), submitted.organiser.kind
    charge = {CLUB: _CLUB, AREA: _AREA}.get(kind, _NATIONAL)
    event = submitted.event and with_appendix(book, submitted.event)
    if charge == _NATIONAL or (event is not None and event.status == _NATIONAL_STATUS):
        says = step("Charged with the licence fee, by the entry", 0, NOTHING, clause="2.6.6 p2")
        return (prices.exempt(_NATIONAL, nothing, says),)
    if event is None:
        says = step("The file adds points to results that were charged before", 0, NOTHING, clause="2.6.7")
        return (prices.exempt(charge, nothing, says),)
    if all(each.contest in SERIES for each in event.stages):
        says = step("The games of a series are charged as they are played", 0, NOTHING, clause="2.6.7")
        return (prices.exempt(charge, nothing, says),)
    return (prices.due(charge, table_sessions(event), owes),)


def _sessions(event: Event) -> int:
    return sum(max(len(each.schedule.sessions), 1) for each in event.stages if each.contest not in SERIES)


@rule("5.6 fee", "2.6.6 p2")
def with_licence(prices: PriceList, licensed: LicensedEvent) -> tuple[Due, ...]:
    """The licence of a national event costs by its entry; for any other the WBU may charge a fee, or none."""
    if licensed.licence == _SCALE:
        return ()
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, licensed.processed)
    charge = _LICENCE if licensed.organiser.kind in (CLUB, AREA) else _NATIONAL
    if licensed.fee:
        return (prices.stated(charge, licensed.fee, owes, "5.6 fee"),)
    if licensed.waived or (charge == _LICENCE and not prices.has(_LICENCE)):
        says = step("The WBU charges no fee for this licence", 0, NOTHING, clause="5.6 fee")
        return (prices.exempt(charge, owes._replace(billed=None), says),)
    return (prices.due(charge, 1 if charge == _LICENCE else licensed.tables, owes),)
