"""What does a winner earn? The formulae of session and outright awards, and the counting of sessions (3.1, 4.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, exp, ratio, tidy
from overtrick.engine.working import Step, rule, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

#: Awards are reckoned in hundredths of a masterpoint.
POINT = 100
FOUR_SESSIONS = 4


@rule("3.1.1/Mitchell", "3.1.1/Howell", "3.1.3/1", "3.2 note", "3.3 note", "Table 1A", "Table 1B", "Table 1C",
      "Table 2A", "Table 2B", "Table 2C", "4.2.1/1", "App A: Individual")  # fmt: skip
def session_winner(book: Book, tables: int, weight: Step, *, two_winners: bool) -> Step:
    """The winner of a session earns so much a table, and past a size ever less for each more."""
    table = book.table("session_winner")
    row = "two winners" if two_winners else "one winner"
    rate, up_to, divisor = table.number(row, "a table"), table.whole(row, "up to"), table.whole(row, "divisor")
    clause = table.text(row, "clause")
    if tables <= up_to:
        value = tidy(rate * tables * weight.value * POINT)
        words = "Winner of a session with {row}: {rate} × {tables} tables × weight"
        return step(words, value, because=(weight,), clause=clause, row=row, rate=rate, tables=tables)
    value = tidy(weight.value * (1 - exp(ratio(-tables, divisor))) * POINT)
    words = "Winner of a session with {row}: weight × (1 − e^(−{tables} ÷ {divisor}))"
    return step(words, value, because=(weight,), clause=clause, row=row, tables=tables, divisor=divisor)


def raw_outright(book: Book, tables: int, sessions: int, weight: Exact) -> Exact:
    """Evaluate the outright formula as printed, in hundredths."""
    product = tables * (sessions - 1)
    figures = book.table("outright_winner")
    factor, growth, share, late = (figures.number(name, "value") for name in ("factor", "growth", "share", "late"))
    grown = 1 - exp(ratio(-product, growth)) + share * exp(ratio(-late, product))
    return tidy(factor * weight * grown * POINT)


@rule("3.1.2/1", "3.1.2/S=2", "3.1.2/S=3", "3.1.2/2", "3.4 note", "Table 3A", "Table 3B", "Table 3C")
def outright_winner(book: Book, tables: int, sessions: int, weight: Step) -> Step:
    """The outright winner earns by tables and sessions; few sessions stay near a part of the four-session award.

    The limits are taken of the unrounded four-session award (errata 1.4).
    """
    value = raw_outright(book, tables, sessions, weight.value)
    words = "Outright winner of {tables} tables over {sessions} sessions"
    plain = step(words, value, because=(weight,), clause="3.1.2/1", tables=tables, sessions=sessions)
    limits = book.table("outright_limits")
    if str(sessions) not in limits.rows:
        return plain
    four = raw_outright(book, tables, FOUR_SESSIONS, weight.value)
    clause = limits.text(str(sessions), "clause")
    least, most = (tidy(four * limits.number(str(sessions), column)) for column in ("at least", "at most"))
    if value < least:
        part = limits.number(str(sessions), "at least")
        return step("Raised to {part} of the four-session award", least, because=(plain,), clause=clause, part=part)
    if value > most:
        part = limits.number(str(sessions), "at most")
        return step("Cut to {part} of the four-session award", most, because=(plain,), clause=clause, part=part)
    return plain


@rule("4.3.1/2", "4.3.1/F", "4.2.4/3", "App A: Session")
def sessions_counted(book: Book, sessions: Sequence[int], least: int = 24) -> Step:
    """Sessions of 24 boards count as they are; with shorter ones, all boards ÷ 24, a remainder above 0.83 counted up.

    Grade F needs 15. With byes the boards are those of whoever played most (4.2.4).
    """
    if all(boards >= least for boards in sessions):
        return step("{count} sessions", len(sessions), "sessions", count=len(sessions))
    total = sum(sessions)
    whole, rest = divmod(total, least)
    if ratio(rest, least) > book.table("figures").number("remainder that counts", "value"):
        whole += 1
    words = "{total} boards ÷ {least}: {whole} sessions"
    return step(words, whole, "sessions", total=total, least=least, whole=whole)


@rule("4.4.1", "3.1.3/1")
def whole_tables(contestants: int, at_a_table: int) -> int:
    """A half table counts as a whole one."""
    return -(-contestants // at_a_table)
