"""What does a winner earn? The formulae of session and outright awards, and the counting of sessions (3.1, 4.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, exp, ratio, tidy
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import Step, rule, step

from .written import SESSIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

#: Awards are reckoned in hundredths of a masterpoint.
POINT = 100
FOUR_SESSIONS = 4
#: So many sessions of one length are still listed one by one.
_FEW = 3


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
        words = "Winner of a session with {row}: {rate} × {tables} tables × weight {weight}"
        return step(
            words, value, because=(weight,), clause=clause, row=row, rate=rate, tables=tables, weight=weight.value
        )
    value = tidy(weight.value * (1 - exp(ratio(-tables, divisor))) * POINT)
    words = "Winner of a session with {row}: weight {weight} × (1 − e^(−{tables} tables ÷ {divisor}))"
    return step(
        words, value, because=(weight,), clause=clause, row=row, tables=tables, divisor=divisor, weight=weight.value
    )


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
    plain = _by_formula(book, tables, sessions, weight)
    limits = book.table("outright_limits")
    if str(sessions) not in limits.rows:
        return plain
    four = _by_formula(book, tables, FOUR_SESSIONS, weight)
    clause = limits.text(str(sessions), "clause")
    least, most = (limits.number(str(sessions), column) for column in ("at least", "at most"))
    if plain.value < four.value * least:
        part, words = least, "At least {part} of the award for 4 sessions: raised to it"
    elif plain.value > four.value * most:
        part, words = most, "At most {part} of the award for 4 sessions: cut to it"
    else:
        return plain
    return step(words, tidy(four.value * part), because=(plain, four), clause=clause, part=part)


def _by_formula(book: Book, tables: int, sessions: int, weight: Step) -> Step:
    """Show the formula with its numbers."""
    figures = book.table("outright_winner")
    factor, growth, share, late = (figures.number(name, "value") for name in ("factor", "growth", "share", "late"))
    words = (
        "Outright winner, T = {tables}, S = {sessions}: {factor} × {weight} × "
        "(1 − e^(−{product} ÷ {growth}) + {share} × e^(−{late} ÷ {product})) with T × (S − 1) = {product}"
    )
    return step(
        words,
        raw_outright(book, tables, sessions, weight.value),
        because=(weight,),
        clause="3.1.2/1",
        tables=tables,
        sessions=sessions,
        factor=factor,
        weight=weight.value,
        product=tables * (sessions - 1),
        growth=growth,
        share=share,
        late=late,
    )


class Part(NamedTuple):
    """The sessions of one stage that a contestant played, by their boards."""

    stage: str  #: empty where the event has only one
    boards: tuple[int, ...]

    @property
    def says(self) -> str:
        """Name the sessions: final 32 and 32."""
        return f"{self.stage} {_boards_text(self.boards)}".strip()


def _boards_text(boards: Sequence[int]) -> str:
    if len(set(boards)) == 1 and len(boards) > _FEW:
        return f"{len(boards)} × {boards[0]}"
    return " + ".join(str(each) for each in boards)


@rule("4.3.1/2", "4.3.1/F", "4.2.4/3", "App A: Session")
def sessions_counted(
    book: Book, sessions: Sequence[int], least: int = 24, *, parts: Sequence[Part] = (), by_boards: str = ""
) -> Step:
    """Sessions of 24 boards count as they are; with shorter ones, all boards ÷ 24, a remainder above 0.83 counted up.

    Grade F needs 15. With byes the boards are those of whoever played most (4.2.4). ``by_boards`` is the clause that
    has all boards divided whatever the sessions were, ``parts`` tell where the sessions come from.
    """
    told = parts and (len(parts) > 1 or len(sessions) > 1)
    where = f" ({', '.join(each.says for each in parts)} boards)" if told else ""
    if not by_boards and all(boards >= least for boards in sessions):
        count = len(sessions)
        words = "S = {count}: {sessions} of {least} boards or more{where}"
        said = "1 session" if count == 1 else f"{count} sessions"
        return step(words, count, SESSIONS, count=count, sessions=said, least=least, where=where)
    total = sum(sessions)
    whole, rest = divmod(total, least)
    counts = book.table("figures").number("remainder that counts", "value")
    up = ratio(rest, least) > counts
    whole += up
    left = ", a remainder above {counts} counts" if up else ", the remainder does not count" if rest else ""
    words = "S = {whole}: {total} boards ÷ {least}" + left + "{where}"
    return step(
        words, whole, SESSIONS, clause=by_boards, whole=whole, total=total, least=least, counts=counts, where=where
    )


@rule("4.4.1", "3.1.3/1")
def whole_tables(contestants: int, at_a_table: int) -> int:
    """A half table counts as a whole one."""
    return -(-contestants // at_a_table)
