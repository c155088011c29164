"""What does the whole event earn? Outright awards: tables, sessions, share of the field (4.3, 5.4.2, 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Refused
from overtrick.engine.numbers import Exact, down, exact, ratio, tidy, up
from overtrick.engine.working import PLACES, TABLES, Step, rule, step
from overtrick.handbooks.abf.e2024 import formulas, placing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Series
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.edition import Book

LEAST_SESSIONS = 2


class Entry(NamedTuple):
    """The field an outright award is for."""

    tables: int
    contestants: int
    third: bool  #: teams, Butler and matches pay a third; the rest a half
    amplification: Exact = 1
    everybody: bool = False  #: all who entered are paid


@rule("7.5.2/2", "4.3.1/amplification", "7.5.3/3", "7.5.6", "7.5.5", "7.5.8/2")
def amplified(entry: Entry) -> Step:
    """Some national events count more tables for the outright award, never for a session."""
    tables = up(entry.tables * entry.amplification)
    if entry.amplification == 1:
        return step("{tables} tables", tables, TABLES, clause="3.1.2/1", tables=tables)
    words = "{entered} tables × {factor}: {tables}"
    return step(
        words, tables, TABLES, clause="7.5.2/2", entered=entry.tables, factor=entry.amplification, tables=tables
    )


@rule("4.3.1/1", "4.3.3/1", "7.5.3/3", "7.5.6", "4.1.1/1", "4.1.1/2")
def paid_places(entry: Entry, finalists: int | None = None) -> Step:
    """The part of the original field that 4.1.1 says, of the amplified field; at most everybody in the final."""
    field = tidy(entry.contestants * entry.amplification)
    places = up(ratio(field, 3)) if entry.third else down(ratio(field, 2))
    places = entry.contestants if entry.everybody else min(places, entry.contestants)
    words = "{places} places of {contestants}"
    if finalists is not None and finalists < places:
        places, words = finalists, "All {places} in the final"
    clause = "4.1.1/2" if entry.third else "4.1.1/1"
    return step(words, places, PLACES, clause=clause, places=places, contestants=entry.contestants)


@rule("4.3.1/1", "5.4.2/1", "4.3.1/acceleration")
def sessions_for(counted: Step, *, accelerated: bool) -> Step:
    """A championship of a congress counts one session more; an event of one session has no outright award."""
    if counted.value < LEAST_SESSIONS:
        words = "No outright award: fewer than two sessions"
        raise Refused(step(words, 0, because=(counted,), clause="4.3.1/1"))
    if not accelerated:
        return counted
    more = int(counted.value) + 1
    return step(
        "Congress championship: one session more, {more}",
        more,
        "sessions",
        because=(counted,),
        clause="5.4.2/1",
        more=more,
    )


@rule("4.3.2/1", "4.3.2 note", "5.3.3/3", "App A: Eclectic events")
def walk_in(book: Book, series: Series, qualified_tables: Exact) -> tuple[int, int]:
    """A walk-in event counts the sessions needed, and the lesser of average attendance and 125 % of who qualified."""
    average = exact(str(series.average_tables)) if series.average_tables is not None else qualified_tables
    most = qualified_tables * book.table("figures").number("walk-in share of qualified tables", "value")
    return up(min(average, most)), series.counted


@rule("4.3.4")
def two_winner_tables(book: Book, tables: int) -> int:
    """Winners of fields that cannot be compared are paid on the tables of their own: of two directions half each."""
    return tables if book.setting("two_winner_event") == "all tables" else up(ratio(tables, 2))


@rule("4.3.1/1", "4.3.3/1", "4.3.3/2")
def tariff(
    book: Book,
    grade: Grade,
    entry: Entry,
    sessions: Step,
    factors: Sequence[Step] = (),
    finalists: int | None = None,
) -> tuple[Step, PlaceAwards]:
    """Put the outright awards together for a number of sessions; who played more or fewer has another tariff."""
    tables = amplified(entry)
    winner = formulas.outright_winner(book, int(tables.value), int(sessions.value), grade.weight)
    winner = winner._replace(because=(*winner.because, tables, sessions))
    winner = placing.with_factors(winner, factors)
    paid = paid_places(entry, finalists)
    return paid, placing.place_awards(book, winner, paid)
