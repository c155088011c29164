"""How many places has a green list, and what is its top award? Parts of the field, tables ÷ 24, halves of a final."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.numbers import Exact, down, ratio, show, tidy, to_step, up
from overtrick.engine.working import PLACES, POINTS, TABLES, Step, rule, step
from overtrick.handbooks.ebu.e2024.green_curve import written

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

POINT = 100
PER_TABLE = {Play.TEAMS: 1, Play.PAIRS: 2, Play.INDIVIDUAL: 4}


@rule("6.4.1(b)", "6.1.5(b)")
def tables_of(book: Book, play: Play, contestants: int) -> Step:
    """Green awards go by the tables of the original entry; a half table counts as one half (reading 5.38)."""
    tables: Exact = ratio(contestants, PER_TABLE[play])
    if book.setting("green_half_table") == "dropped":
        tables = down(tables)
    what = "teams" if play is Play.TEAMS else "tables"
    return step("{tables} {what}", tables, TABLES, clause="6.4.1(b)", tables=tables, what=what)


@rule("6.4.1(b)", "6.1.5(b)", "6.4.3(c)(i)", "6.4.3(c)(ii)", "6.4.4(a)", "6.4.4(b)", "6.4.5(a)")
def places_of(book: Book, row: str, contestants: Exact) -> Step:
    """A part of the field is paid, rounded up (reading 5.40); all of it in the finals of pairs."""
    table = book.table("green_ranking")
    return part_of(book, Fraction(table.number(row, "share")), contestants, table.text(row, "clause"))


@rule("6.4.5(c)(i)", "6.4.5(c)(iv)", "6.4.6(c)(i)", "6.4.6(c)(iv)", "6.3.3(i)", "6.3.3(ii)", "6.3.3(iii)")
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
        places=places, awards=awards, share=show(share), contestants=contestants, way=way,
    )  # fmt: skip


@rule("6.4.1(b)", "6.1.5(b)", "6.4.3(c)(i)", "6.4.4(b)", "6.4.5(c)(i)", "6.4.6(c)(i)")
def top_by_tables(book: Book, row: str, tables: Step) -> Step:
    """The winner has a point for every 24 tables and something on top, rounded up; an exact multiple stays (5.39)."""
    table = book.table("green_ranking")
    on_top, divisor = table.number(constants(book, row), "on top"), table.number(row, "tables to a point")
    exact = tidy(on_top + ratio(POINT * tables.value, divisor))
    value = to_step(exact, table.number(row, "step"), up)
    sentence = "Top award {value}: {tables} ÷ {divisor} + {on_top}, rounded up to a multiple of {step}"
    return step(
        sentence, value, POINTS, because=(tables,), clause=table.text(row, "clause"),
        value=written(value), tables=tables.value, divisor=divisor, on_top=written(on_top),
        step=written(table.number(row, "step")),
    )  # fmt: skip


@rule("6.1.5(b)")
def constants(book: Book, row: str) -> str:
    """Three sessions print more for teams than for pairs; a setting takes the two for exchanged (erratum 2.10)."""
    if book.setting("congress_constants") == "exchanged":
        return {"congress pairs": "congress teams", "congress teams": "congress pairs"}.get(row, row)
    return row


@rule("6.4.4(a)", "6.4.5(a)", "6.4.5(c)(iv)", "6.4.6(c)(iv)")
def fixed_top(book: Book, row: str) -> Step:
    """A session, a qualifying round, and an open final that has no C final above it, have one point for the winner."""
    table = book.table("green_ranking")
    value = table.number(row, "fixed")
    return step("Top award {value}", value, POINTS, clause=table.text(row, "clause"), value=written(value))


@rule(
    "6.4.3(c)(ii)", "6.4.5(c)(ii)", "6.4.5(c)(iii)", "6.4.5(c)(iv)", "6.4.6(c)(ii)", "6.4.6(c)(iii)", "6.4.6(c)(iv)"
)  # fmt: skip
def half_of(book: Book, row: str, above: Step) -> Step:
    """A lower final has half the top award of the one above; in C and below rounded up to 0.25 (reading 5.41)."""
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


@rule("6.1.5(c)", "6.4.1(c)", "6.4.3(c)(i)", "6.4.4(a)", "6.4.4(b)", "6.4.5(a)", "6.4.5(c)(i)", "6.4.6(c)(i)")
def least_of(book: Book, row: str) -> Step:
    """Every green ranking has its own minimum, which the last paid place gets."""
    table = book.table("green_ranking")
    value = table.number(row, "least")
    return step("Minimum award {value}", value, POINTS, clause=table.text(row, "curve clause"), value=written(value))
