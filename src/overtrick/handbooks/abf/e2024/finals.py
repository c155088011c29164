"""What is different in finals and consolations? The premium, its limit, the parts of a consolation (4.2.5, 4.3.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.working import FACTOR, NOTHING, Step, rule, step

from . import grades
from .written import counted

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

    from .grades import Grade

GREEN_CONSOLATIONS = ("C", "D", "E")
SUPERVISED = "F"


@rule("4.2.5/1", "4.2.5/2", "4.2.5/3", "4.2.5 example")
def premium(book: Book, entry_tables: int, final_tables: int) -> Step:
    """A final earns half as much again, less if larger than a quarter of the entry and 9 tables; never under 1."""
    figures = book.table("figures")
    limit = max(
        figures.number("final part of the entry", "value") * entry_tables, figures.number("final tables", "value")
    )
    full = figures.number("final premium", "value")
    factor = max(Fraction(1), full * min(Fraction(1), Fraction(limit) / final_tables))
    words = "Final of {final}, up to {limit} allowed: × {full}"
    if factor == 1:
        words = "Final of {final}, up to {limit} allowed: too large for a premium"
    elif factor < full:
        words = "Final of {final}, up to {limit} allowed: × {full} × {limit} ÷ {tables}"
    return step(
        words,
        tidy(factor),
        FACTOR,
        clause="4.2.5/2",
        final=counted(final_tables, "table"),
        tables=final_tables,
        limit=tidy(limit),
        full=full,
    )


@rule("4.2.4/2", "7.5.3/1", "7.5.4/2", "7.5.5", "7.5.8/2")
def full_premium(book: Book) -> Step:
    """Four teams or fewer that play the last rounds apart earn half as much again, whatever the entry."""
    factor = book.table("figures").number("final premium", "value")
    return step("The last rounds, played apart: × {factor}", factor, FACTOR, clause="4.2.4/2", factor=factor)


@rule("4.2.5/consolation table", "4.2.5/5", "4.2.5/4", "4.2.5/6", "4.2.5 example")
def consolation_grade(book: Book, grade: Grade, which: int, of: int, *, graded: bool) -> tuple[Grade, list[Step]]:
    """A green consolation is paid at grade E; a red or gold one at a part of its grade, never under weight 1.

    Ungraded consolations take the mean of the factors. The colour stays that of the final.
    """
    if grade.name == SUPERVISED:
        return grade, []
    if grade.name in GREEN_CONSOLATIONS:
        play_weight = book.table("grades").number(
            grades.GREEN_BASIC, "pairs" if grade.weight.value != grade.teams_weight else "teams"
        )
        words = "Green consolation, paid at grade E: weight {weight}"
        weight = step(words, play_weight, FACTOR, clause="4.2.5/4", weight=play_weight)
        teams_weight = book.table("grades").number(grades.GREEN_BASIC, "teams")
        return grade._replace(weight=weight, teams_weight=teams_weight, matches_at=grades.GREEN_BASIC), []
    row = book.table("consolation_sessions").numbers(of)
    factors = [row[min(at, len(row) - 1)] for at in range(of)]
    factor = factors[which - 1] if graded or of == 1 else ratio(sum(factors), of)
    lowest = ratio(book.table("figures").number("lowest consolation weight", "value"), grade.weight.value)
    factor = max(factor, lowest)
    words = "Consolation {which} of {of}: × {factor}"
    return grade, [step(words, factor, FACTOR, clause="4.2.5/consolation table", which=which, of=of, factor=factor)]


@rule("4.2.5/4")
def green_consolation() -> Step:
    """Matches of a green consolation have the rate of grade E, whatever the grade of the event."""
    return step("A consolation of a green event is paid at grade E", 0, NOTHING)


@rule("4.3.3/consolation table")
def outright_part(which: int, of: int, *, graded: bool) -> Exact:
    """A consolation has a part of the final's award: 1/4 alone, 1/5 ungraded, graded 1/3 and 1/5, or 1/(n+2)."""
    if of == 1:
        return Fraction(1, 4)
    if not graded:
        return Fraction(1, 5)
    if of == 2:  # noqa: PLR2004 - two graded consolations have figures of their own
        return Fraction(1, 3) if which == 1 else Fraction(1, 5)
    return Fraction(1, which + 2)


@rule("4.3.3 note", "4.3.3/3", "4.3.3 example")
def consolation_outright(
    book: Book, final_winner: Step, part: Exact, *, tables: int, final_tables: int, two_winners: bool
) -> Step:
    """Two winners get 65 % each; outside 75 % to 150 % of the final's size it takes the ratio to the nearer limit."""
    figures = book.table("figures")
    value = tidy(final_winner.value * part)
    words = "{part} of the award of the final"
    if two_winners:
        value = tidy(value * figures.number("two-winner consolation", "value"))
        words += ", 65 % for each of two winners"
    least = figures.number("smallest consolation", "value") * final_tables
    most = figures.number("largest consolation", "value") * final_tables
    if not least <= tables <= most:
        limit = least if tables < least else most
        value = tidy(value * ratio(tables, limit))
        words += ", × {tables} ÷ {limit} tables"
        return step(
            words, value, because=(final_winner,), clause="4.3.3 note", part=part, tables=tables, limit=tidy(limit)
        )
    return step(words, value, because=(final_winner,), clause="4.3.3/consolation table", part=part)
