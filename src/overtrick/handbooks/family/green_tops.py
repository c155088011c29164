"""How many places has a green list, and what is its top award? Parts of the field, tables to a point, halves."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.numbers import Exact, down, many, ratio, tidy, to_step, up
from overtrick.engine.working import PLACES, POINTS, TABLES, Step, step
from overtrick.handbooks.family.green_curve import written
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

POINT = 100
PER_TABLE = {Play.TEAMS: 1, Play.PAIRS: 2, Play.INDIVIDUAL: 4}


@shared
def tables_of(book: Book, play: Play, contestants: int, row: str = "") -> Step:
    """Green awards go by the tables of the original entry; a half table counts as one half.

    ``row`` is the award that they decide, whose clause names them.
    """
    tables: Exact = ratio(contestants, PER_TABLE[play])
    if book.setting("green_half_table") == "dropped":
        tables = down(tables)
    clause = book.table("green_ranking").text(row, "clause") if row else ""
    words = many(tables, "team" if play is Play.TEAMS else "table")
    return step("{tables}", tables, TABLES, clause=clause, tables=words)


@shared
def places_of(book: Book, row: str, contestants: Exact) -> Step:
    """A part of the field is paid, rounded up; all of it in the finals of pairs."""
    table = book.table("green_ranking")
    return part_of(book, Fraction(table.number(row, "share")), contestants, table.text(row, "clause"))


@shared
def part_of(book: Book, share: Fraction, contestants: Exact, clause: str) -> Step:
    """Count the places that are a part of the field; somebody is always paid."""
    whole = share * contestants
    places = max(down(whole) if book.setting("green_paid_places") == "down" else up(whole), 1)
    awards = "award" if places == 1 else "awards"
    if share == 1:
        return step("Everybody is paid: {places} {awards}", places, PLACES, clause=clause, places=places, awards=awards)
    sentence = "{places} {awards}: {share} of {contestants}, rounded {way}"
    way = book.setting("green_paid_places")
    return step(
        sentence, places, PLACES, clause=clause,
        places=places, awards=awards, share=f"{share.numerator}/{share.denominator}", contestants=contestants, way=way,
    )  # fmt: skip


@shared
def top_by_tables(
    book: Book, row: str, tables: Step, *, on_top: Exact | None = None, because: tuple[Step, ...] = ()
) -> Step:
    """The winner has a point for so many tables and something on top, rounded up; an exact multiple stays."""
    table = book.table("green_ranking")
    if on_top is None:
        on_top = table.number(row, "on top")
    divisor = table.number(row, "tables to a point")
    exact = tidy(on_top + ratio(POINT * tables.value, divisor))
    value = to_step(exact, table.number(row, "step"), up)
    sentence = "Top award {value}: {tables} ÷ {divisor} + {on_top}, rounded up to a multiple of {step}"
    return step(
        sentence, value, POINTS, because=(tables, *because), clause=table.text(row, "clause"),
        value=written(value), tables=tables.value, divisor=divisor, on_top=written(on_top),
        step=written(table.number(row, "step")),
    )  # fmt: skip


@shared
def fixed_top(book: Book, row: str) -> Step:
    """A session, a qualifying round, and an open final that has no C final above it, have one point for the winner."""
    table = book.table("green_ranking")
    value = table.number(row, "fixed")
    return step("Top award {value}", value, POINTS, clause=table.text(row, "clause"), value=written(value))


@shared
def half_of(book: Book, row: str, above: Step) -> Step:
    """A lower final has half the top award of the one above; rounded up where the table has a step."""
    table = book.table("green_ranking")
    value = ratio(above.value, 2)
    exact_open = row.endswith("Open") and book.setting("open_pairs_top") == "exact"
    if table.text(row, "step") and not exact_open:
        value = to_step(value, table.number(row, "step"), up)
    sentence = "Top award {value}: half of {above} in the final above"
    return step(
        sentence, value, POINTS, because=(above,), clause=table.text(row, "clause"),
        value=written(value), above=written(above.value),
    )  # fmt: skip


@shared
def least_of(book: Book, row: str) -> Step:
    """Every green ranking has its own minimum, which the last paid place gets."""
    table = book.table("green_ranking")
    value = table.number(row, "least")
    return step("Minimum award {value}", value, POINTS, clause=table.text(row, "curve clause"), value=written(value))
