"""What does it cost, and who pays? Special events by sessions, tables and status; copies of a record (1.6.3, 3.4.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.numbers import many
from overtrick.engine.seats import table_sessions
from overtrick.engine.working import NOTHING, rule, step
from overtrick.handbooks import licence_questions as asked
from overtrick.handbooks import money
from overtrick.handbooks.money import ChargeType, Currency, Due, Owes, Payer, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList, Tariff
    from overtrick.handbooks.money_causes import LicensedEvent, RecordCopy, Season
    from overtrick.handbooks.questions import Answers, Question
    from overtrick.handbooks.submission import Organiser

_STATUSES = ("club", "district", "county", "regional", "national", "major congress")
_COPY, _CORPORATE = "copy of a record", "corporate member a year"
_BOARDS_A_SESSION = 18
_JANUARY = 1
#: Leave that is no special event.
_SCALE = "event without a scale"
_REGIONAL, _MAJOR = "regional", "major congress"


class Rules(money.Rules):
    """The answers of the SCBA; it may charge a fee, or none."""

    currency = Currency("SGD", "$")
    charges_members = True

    def charge_types(self, book: Book) -> tuple[ChargeType, ...]:  # noqa: ARG002
        """Special events by status, copies of a record, and the subscription of a club."""
        return (
            *(
                ChargeType(_row(each), "table session", f"Special events at {each.title()} status", "3.4.3")
                for each in _STATUSES
            ),
            ChargeType(_COPY, "record", "Copy of a record", "1.6.3", optional=True),
            ChargeType(_CORPORATE, "club", "Subscription of a corporate member", "3.1.2"),
        )

    def of_licence(self, book: Book, tariff: Tariff | None, licensed: LicensedEvent) -> tuple[Due, ...]:
        """By sessions, tables and status, with the grant."""
        return special_event(self.prices(book, tariff, licensed.begins), licensed)

    def licence_questions(
        self,
        book: Book,  # noqa: ARG002
        licence: str,
        organiser: Organiser,  # noqa: ARG002
        *,
        played: bool = False,
    ) -> tuple[Question, ...]:
        """Sessions, tables and status, or a fee that is set."""
        if licence == _SCALE:
            return ()
        sizes = (asked.table_sessions("3.4.3"),) if played else (
            asked.sessions("3.4.3"), asked.tables("3.4.3", played=False)
        )  # fmt: skip
        return (asked.charged("3.4.3"), *sizes, asked.status("3.4.3", _STATUSES), asked.stated_fee("3.4.3"))

    def licence_told(self, book: Book, told: Answers) -> Mapping[str, str]:  # noqa: ARG002
        """A major congress is granted at Regional status, and has a fee of its own."""
        major = told.holds("major") and told.text(asked.STATUS) == _REGIONAL
        return {**told.told, asked.STATUS: _MAJOR} if major else told.told

    def licence_played(self, book: Book, events: Sequence[Event]) -> Mapping[str, str]:  # noqa: ARG002
        """Count tables by sessions of 18 to 35 boards."""
        counted = sum(
            table_sessions(each._replace(stages=(stage,))) * _sessions_a_sitting(stage.schedule.sessions)
            for each in events
            for stage in each.stages
        )
        return {asked.TABLE_SESSIONS: asked.hundredths(counted)} if events else {}

    def season_begins(self, book: Book, day: date) -> date | None:
        """The subscription is for the year of membership: a calendar year, unless the office chose another."""
        return money.year_of_membership(book, day, _JANUARY)

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


def _sessions_a_sitting(boards: tuple[int, ...]) -> Fraction:
    """Say how many sessions a sitting is, on average; seats are counted by sittings."""
    return Fraction(sessions(boards), len(boards)) if boards else Fraction(1)


@rule("3.4.3")
def special_event(prices: PriceList, licensed: LicensedEvent) -> tuple[Due, ...]:
    """The SCBA may charge a fee by sessions, tables and status, or none."""
    if licensed.licence == _SCALE:
        return ()
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, licensed.processed)
    charge = _row(licensed.status or _STATUSES[0])
    count = sessions(licensed.sittings) or licensed.sessions
    quantity = count * licensed.tables if licensed.table_sessions is None else licensed.table_sessions
    values = {
        "sessions": many(count, "session"),
        "tables": many(licensed.tables if licensed.table_sessions is None else quantity, "table"),
        "status": licensed.status.title(),
    }
    sentence = "{sessions} of {tables} at {status} status"
    if licensed.table_sessions is not None:
        sentence = "{tables} in all sessions at {status} status"
    sizes = step(sentence, 0, NOTHING, (), "3.4.3", **values)
    if licensed.fee:
        return (prices.stated(charge, licensed.fee, owes, "3.4.3", (sizes,)),)
    if licensed.waived:
        says = step("The SCBA charges no fee", 0, NOTHING, (sizes,), "3.4.3")
        return (prices.exempt(charge, owes._replace(billed=None), says),)
    return (prices.due(charge, quantity, owes, "", (sizes,)),)


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
