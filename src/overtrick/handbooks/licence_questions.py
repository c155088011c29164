"""What is asked to work out the fee of a licence: when it is granted, and again when its event was played.

An edition chooses from these and names its clauses. Answers are kept by the names here, whatever the handbook.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.bounds import MOST_TABLES
from overtrick.engine.numbers import half_up
from overtrick.handbooks.money_causes import LicensedEvent
from overtrick.handbooks.questions import NO, YES, Question, Takes

if TYPE_CHECKING:
    from datetime import date

    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.questions import Answers
    from overtrick.handbooks.submission import Organiser

CHARGED, TABLES, SESSIONS, TABLE_SESSIONS = "fee_charged", "tables", "sessions", "table_sessions"
HEATS, RATE, DEPOSIT, STATUS, FEE, FEE_DUE = "heats", "rate", "deposit", "status", "fee", "fee_due"
#: The club that pays for the points, also in programmes and applications.
PAYER = "payer"
#: The rate of a licence that has no special one.
ORDINARY = "ordinary"
_MOST_MONEY = 9_999_999
_IF_CHARGED = {CHARGED: ("", YES)}


class LicenceDays(NamedTuple):
    """The days of a licensed event, and the day on which its fee is charged."""

    begins: date
    ended: date
    processed: date


def charged(clause: str) -> Question:
    """Ask whether there is a fee at all; nobody need say so."""
    hint = "Choose no if whoever grants it charges none."
    return Question(CHARGED, "Is a fee charged?", Takes.YES_NO, clause, hint=hint)


def tables(clause: str, *, played: bool) -> Question:
    """Ask for the tables of one session, or of the entry."""
    asks = "How many tables were there?" if played else "How many tables are expected?"
    return Question(
        TABLES, asks, Takes.COUNT, clause, least=0 if played else 1, most=MOST_TABLES, needed=True, when=_IF_CHARGED
    )


def sessions(clause: str) -> Question:
    """Ask for the sessions of an event."""
    return Question(
        SESSIONS, "How many sessions does it have?", Takes.COUNT, clause, least=1, most=99, needed=True,
        when=_IF_CHARGED,
    )  # fmt: skip


def table_sessions(clause: str) -> Question:
    """Ask what was played: sessions need not have had as many tables."""
    hint = "For example 38.5: 20 tables in the first session, 18.5 in the second."
    return Question(
        TABLE_SESSIONS, "How many tables were there, all sessions together?", Takes.AMOUNT, clause, hint=hint,
        most=MOST_TABLES * 99 * 100, needed=True, when=_IF_CHARGED,
    )  # fmt: skip


def heats(clause: str, *, played: bool) -> Question:
    """Ask for the heats of simultaneous pairs."""
    asks = "How many heats were there?" if played else "How many heats are expected?"
    return Question(
        HEATS, asks, Takes.COUNT, clause, least=0 if played else 1, most=MOST_TABLES, needed=True, when=_IF_CHARGED
    )


def rate(clause: str, choices: tuple[str, ...]) -> Question:
    """Ask at which of several rates it is charged."""
    return Question(RATE, "Which fee does it pay?", Takes.CHOICE, clause, choices, when=_IF_CHARGED)


def deposit(clause: str) -> Question:
    """Ask what was paid before."""
    hint = "It comes off the fee. Do not enter the same money as a payment."
    return Question(DEPOSIT, "Deposit that was paid", Takes.AMOUNT, clause, hint=hint, most=_MOST_MONEY,
                    when=_IF_CHARGED)  # fmt: skip


def status(clause: str, choices: tuple[str, ...]) -> Question:
    """Ask for the status by which it is charged."""
    return Question(
        STATUS, "At which status is it charged?", Takes.CHOICE, clause, choices, needed=True, when=_IF_CHARGED
    )


def stated_fee(clause: str) -> Question:
    """Ask for a fee that whoever grants it sets."""
    hint = "Leave it empty to charge what the tariff says, and write 0 if none is charged."
    return Question(FEE, "Fee that is set for this licence", Takes.AMOUNT, clause, hint=hint, most=_MOST_MONEY)


def fee_due(clause: str) -> Question:
    """Ask for a day that was set for the fee."""
    asks = "Day by which the fee is due, where it is not paid after the event"
    return Question(FEE_DUE, asks, Takes.DAY, clause, when=_IF_CHARGED)


def payer(clause: str) -> Question:
    """Ask for the club that the points are allotted to."""
    hint = "Its number or its name. The points are booked to it."
    return Question(PAYER, "Which club pays the levies?", Takes.TEXT, clause, hint=hint)


def hundredths(count: Exact) -> str:
    """Write what was counted in the form in which an amount is kept."""
    return str(half_up(Fraction(count) * 100))


def event_of(licence: str, organiser: Organiser, days: LicenceDays, told: Answers) -> LicensedEvent:
    """Tell the handbook of a licensed event by the answers that are kept."""
    fee = told.number(FEE)
    chosen = told.text(RATE)
    together = told.number(TABLE_SESSIONS)
    return LicensedEvent(
        licence,
        organiser,
        *days,
        tables=told.number(TABLES) or 0,
        sessions=told.number(SESSIONS) or 1,
        heats=told.number(HEATS) or 0,
        rate="" if chosen == ORDINARY else chosen,
        status=told.text(STATUS),
        deposit=told.number(DEPOSIT) or 0,
        waived=told.text(CHARGED) == NO or fee == 0,
        fee=fee,
        pay_by=told.day(FEE_DUE),
        table_sessions=None if together is None else Fraction(together, 100),
    )
