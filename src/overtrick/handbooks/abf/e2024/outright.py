"""What does the whole event earn? Outright awards: tables, sessions, share of the field (4.3, 5.4.2, 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.numbers import Exact, down, ratio, tidy, up
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import PLACES, TABLES, Step, rule, step

from . import formulas, placing
from .written import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book

    from .grades import Grade

LEAST_SESSIONS = 2


class Entry(NamedTuple):
    """The field an outright award is for."""

    tables: int
    contestants: int
    third: bool  #: teams, Butler and matches pay a third; the rest a half
    amplification: Exact = 1
    everybody: bool = False  #: all who entered are paid
    found: Step | None = None  #: how the tables were counted


@rule("3.1.2/1", "4.4.1", "4.1.1 note")
def entered(contestants: int, tables: int, what: str) -> Step:
    """The field of an outright award is the original entry; a half table counts as a whole one."""
    words = "T = {tables}: {entered} entered"
    return step(words, tables, TABLES, clause="4.1.1 note", tables=tables, entered=counted(contestants, what))


@rule("7.5.2/2", "4.3.1/amplification", "7.5.3/3", "7.5.6", "7.5.5", "7.5.8/2")
def amplified(entry: Entry) -> Step:
    """Some national events count more tables for the outright award, never for a session."""
    tables = up(entry.tables * entry.amplification)
    plain = entry.found or step("T = {tables}", entry.tables, TABLES, clause="3.1.2/1", tables=entry.tables)
    if entry.amplification == 1:
        return plain
    words = "T = {tables}: {entered} × {factor}"
    factor, because = entry.amplification, (plain,)
    return step(
        words, tables, TABLES, because, "7.5.2/2", entered=counted(entry.tables, "table"), factor=factor, tables=tables
    )


@rule("4.3.1/1", "4.3.3/1", "7.5.3/3", "7.5.6", "4.1.1/1", "4.1.1/2")
def paid_places(entry: Entry, finalists: int | None = None) -> Step:
    """The part of the original field that 4.1.1 says, of the amplified field; at most everybody in the final."""
    field = tidy(entry.contestants * entry.amplification)
    places = up(ratio(field, 3)) if entry.third else down(ratio(field, 2))
    words = "{said}: a third of {field}, rounded up" if entry.third else "{said}: half of {field}, rounded down"
    clause = "4.1.1/2" if entry.third else "4.1.1/1"
    if entry.everybody or places > entry.contestants:
        places, words = entry.contestants, "{said}: all {contestants} that entered"
    if finalists is not None and finalists < places:
        places, words, clause = finalists, "{said}: all in the final", "4.3.3/1"
    said = counted(places, "place")
    return step(words, places, PLACES, clause=clause, said=said, contestants=entry.contestants, field=field)


@rule("4.3.1/1", "5.4.2/1", "4.3.1/acceleration")
def sessions_for(played: Step, *, accelerated: bool) -> Step:
    """A championship of a congress counts one session more; an event of one session has no outright award."""
    if played.value < LEAST_SESSIONS:
        words = "No outright award: an event of fewer than two sessions has none"
        raise Refused(step(words, 0, because=(played,), clause="4.3.1/1"))
    if not accelerated:
        return played
    more = int(played.value) + 1
    return step(
        "S = {more}: a Congress championship counts one session more",
        more,
        "sessions",
        because=(played,),
        clause="5.4.2/1",
        more=more,
    )


@rule("4.3.2/1", "4.3.2 note", "5.3.3/3", "App A: Eclectic events")
def walk_in(book: Book, average: Exact, qualified: Exact) -> Step:
    """A walk-in event counts the lesser of average attendance and 125 % of the tables that qualified."""
    most = tidy(qualified * book.table("figures").number("walk-in share of qualified tables", "value"))
    tables = up(min(average, most))
    words = "T = {tables}: the lesser of {average} tables on average and {most}, 125 % of {qualified} that qualified"
    return step(words, tables, TABLES, tables=tables, average=average, most=most, qualified=qualified)


@rule("5.3.3/3")
def walk_in_final(average: Exact) -> Step:
    """The final of walk-ins at a Congress counts the average tables of its heats."""
    tables = up(average)
    return step(
        "T = {tables}: {average} tables on average in the heats", tables, TABLES, tables=tables, average=average
    )


@rule("4.3.4")
def own_field(book: Book, tables: int, *, directions: int, name: str) -> Step:
    """Winners of fields that cannot be compared are paid on the tables of their own: of two directions half each."""
    if directions == 1:
        words = "T = {tables}: the tables of {name}"
        return step(words, tables, TABLES, tables=tables, name=name or "this list")
    if book.setting("two_winner_event") == "all tables":
        return step("T = {tables}: all tables for each direction", tables, TABLES, tables=tables)
    half = up(ratio(tables, 2))
    words = "T = {half}: half of {tables} for each direction, rounded up"
    return step(words, half, TABLES, half=half, tables=counted(tables, "table"))


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
