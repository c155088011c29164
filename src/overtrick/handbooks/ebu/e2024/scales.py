"""What does each place earn? The scales A-F, QA-QF, S and QS: paid places, points a place, maximum, minimum, ties.

The printed columns are multiples: with 6 paid places at 10 points a place the awards are 60, 50, … 10. The rule
computes, the printed tables are tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, ratio, show, tidy, up
from overtrick.engine.scales import ConstantReductions, PlaceAwards, grown, share_up
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.ebu.e2024 import status as levels
from overtrick.handbooks.ebu.e2024.entry import PER_TABLE

if TYPE_CHECKING:
    from fractions import Fraction

    from overtrick.handbooks.edition import Book

LETTERS: dict[Exact, str] = {1: "A", 2: "C", 3: "D", 4: "E", 6: "E"}
COUNTED = {"two-winner": "full tables", "one-winner": "pairs", "individual": "players"}


def scale_clause(scale: str, column: str, factor: Exact) -> str:
    """Name the printed scale that a figure belongs to."""
    family, _, category = scale.partition(" ")
    if category in ("A", "B", "C", "D"):
        return "SCALE QS" if family == "quali-final" else "SCALE S"
    if scale == "qualified match":
        return "SCALE QF"
    if scale == "basic" and column == "individual":
        return "SCALE F"
    letter = "B" if factor * 2 == 3 else LETTERS.get(factor, "A")  # noqa: PLR2004 - District is 3/2
    return f"SCALE {'Q' if scale == 'quali-final' else ''}{letter}"


@rule("4.1.2", "4.2.3", "4.6.6(b)", "4.12.4", "4.6.4")
def paid_places(column: str, tables: Step, share: Fraction, words: str, clause: str) -> Step:
    """A part of the field is paid, counted in contestants of one ranking list and rounded up."""
    contestants = PER_TABLE[column] * int(tables.value)
    places = share_up(share, contestants)
    sentence = "{places} {awards}: {words} of {contestants} {counted}, rounded up"
    return step(
        sentence,
        places,
        PLACES,
        because=(tables,),
        clause=clause,
        places=places,
        awards="award" if places == 1 else "awards",
        words=words,
        contestants=contestants,
        counted=COUNTED[column],
    )


@rule(
    "4.1.1", "4.2.2", "4.12.4", "4.12.7",
    "SCALE A", "SCALE B", "SCALE C", "SCALE D", "SCALE E", "SCALE F",
    "SCALE QA", "SCALE QB", "SCALE QC", "SCALE QD", "SCALE QE", "SCALE QF", "SCALE S", "SCALE QS", "SCALE X",
)  # fmt: skip
def points_a_place(book: Book, scale: str, column: str, status: Step) -> Step:
    """The last paid place earns one step of the scale, each place above one more."""
    club = book.table("points_a_place").number(scale, column)
    value = tidy(club * status.value)
    words = {"two-winner": "two winners or teams", "one-winner": "one winner", "individual": "individual"}[column]
    return step(
        "{value} points a place: {words}, {status}",
        value,
        POINTS,
        because=(status,),
        clause=scale_clause(scale, column, status.value),
        value=value,
        words=words,
        status=levels.label(book, status),
    )


@rule(
    "4.4.2", "4.4.6", "4.4.7", "4.2.1", "4.2.2", "4.3.6", "4.3.7", "4.6.7 p3", "4.12.8(iii)",
    "SCALE A (limits)", "SCALE B (limits)", "SCALE C (limits)", "SCALE D (limits)", "SCALE E (limits)",
    "SCALE QA notes", "SCALE QB notes", "SCALE QC notes", "SCALE QD notes", "SCALE QE notes",
    "SCALE QF notes", "SCALE S notes", "SCALE QS notes",
)  # fmt: skip
def limited(book: Book, top: Step, scale: str, limit: str, column: str, tables: int, status: Step) -> Step:
    """A winner's award stops at the theoretical maximum; past the size that reaches it, it grows with the square root.

    A stratified list has its category's part of the maximum (reading 5.35).
    """
    table = book.table("limits")
    reached_at = table.whole(limit, column)
    unstratified = scale.rpartition(" ")[0] if scale[-2:] in (" A", " B", " C", " D") else scale
    steps = book.table("points_a_place")
    part = steps.number(scale, column) * table.number(limit, "limit") * status.value
    maximum = ratio(part, steps.number(unstratified, column))
    if tables > reached_at:
        return past_the_maximum(maximum, tables, reached_at, (top,))
    if top.value <= maximum:
        return top
    clause = table.text(limit, "clause")
    return step("At most {maximum} points for the winner", maximum, because=(top,), clause=clause, maximum=maximum)


@rule("4.4.9", "4.4.9 (table)")
def past_the_maximum(maximum: Exact, tables: int, reached_at: int, because: tuple[Step, ...]) -> Step:
    """Past the size that reaches the theoretical maximum, it grows with the square root of the number of tables."""
    return step(
        "Maximum {maximum} × √({tables} ÷ {reached_at}), which {reached_at} tables reach",
        grown(maximum, tables, reached_at),
        because=because,
        maximum=maximum,
        tables=tables,
        reached_at=reached_at,
    )


@rule("4.5.3", "4.6.4", "4.8.3")
def half_as_much_again(top: Step) -> Step:
    """Ranking awards beside match awards are half as much again at 72 or more boards, the maximum included."""
    return step("72 or more boards: half as much again", ratio(top.value * 3, 2), because=(top,))


@rule("4.2.4", "4.3.5(c)", "4.6.6(b)")
def everybody_paid(due: Step, finalists: int) -> Step:
    """With fewer finalists than awards, every finalist is paid, in equal steps down from the same top award."""
    sentence = "{finalists} contestants for {due} awards: everybody is paid"
    return step(sentence, finalists, PLACES, because=(due,), finalists=finalists, due=due.value)


@rule("4.1.5", "4.8.4")
def place_on_the_scale(place: int, value: Exact, paid: Step, unit: Step) -> Step:
    """Lower places are read down the column from the winner's award."""
    return step(
        "Place {place} of {paid} awards: {multiple} × {unit}",
        value,
        because=(paid, unit),
        place=place,
        paid=paid.value,
        multiple=max(int(paid.value) - place + 1, 0),
        unit=unit.value,
    )


@rule("4.4.3", "4.4.4")
def place_in_equal_steps(place: int, value: Exact, paid: Step, top: Step) -> Step:
    """Where the scale cannot be read, awards fall by equal steps: top divided by the number of awards."""
    return step(
        "Place {place} of {paid} awards in equal steps from {top}: {multiple} ÷ {paid} of it",
        value,
        because=(paid, top),
        place=place,
        paid=paid.value,
        top=top.value,
        multiple=max(int(paid.value) - place + 1, 0),
    )


@rule("4.1.3")
def no_award_there(place: int, value: Exact, paid: Step) -> Step:
    """Past the last paid place there is nothing to share."""
    return step("Place {place}: no award there", value, because=(paid,), place=place, clause=paid.clause)


@rule("3.5", "4.12.8(i)")
def share_the_tie(first: int, tied: int, total: Exact, places: tuple[Step, ...]) -> Step:
    """Ties are not broken: equals share the awards of the places they fill."""
    last = first + tied - 1
    spelled = " + ".join(show(place.value) for place in places) if len(places) == tied else f"{show(total)} in all"
    return step(
        "{tied} contestants share places {first} {to} {last}: ({spelled}) ÷ {tied}",
        ratio(total, tied),
        because=places,
        tied=tied,
        first=first,
        to="and" if last == first + 1 else "to",
        last=last,
        spelled=spelled,
    )


@rule("3.4.1", "4.4.4", "4.12.8(i)")
def rounded_up(award: Step) -> Step:
    """A fraction is resolved to the player's benefit, once, at the end."""
    whole = up(award.value)
    if whole == award.value:
        return award
    return step("Rounded up to a whole point", whole, because=(award,))


@rule("4.4.5", "3.5", "4.12.8(v)")
def at_least(award: Step, least: Exact, clause: str) -> Step:
    """An award for a place is never under the minimum."""
    if award.value >= least:
        return award
    return step("Raised to the minimum award of {least}", least, because=(award,), clause=clause, least=least)


def minimum(book: Book, status: Step, category: str = "all") -> int:
    """Give the smallest award for a place at this status, in whole points."""
    return up(book.table("minimum_award").number(category, "least") * status.value)


def place_awards(
    book: Book,
    *,
    scale: str,
    column: str,
    tables: Step,
    paid: Step,
    status: Step,
    limit: str,
    longer: bool = False,
    finalists: int | None = None,
    category: str = "all",
) -> PlaceAwards:
    """Put a scale together for one ranking list."""
    unit = points_a_place(book, scale, column, status)
    full = step(
        "The scale gives the winner {paid} × {unit}",
        tidy(paid.value * unit.value),
        because=(paid, unit),
        clause=unit.clause,
        paid=paid.value,
        unit=unit.value,
    )
    top = limited(book, full, scale, limit, column, int(tables.value), status)
    if longer:
        top = half_as_much_again(top)
    places = paid
    if finalists is not None and finalists < paid.value:
        places = everybody_paid(paid, finalists)
    as_printed = top is full and places is paid
    spacing = ConstantReductions(top.value, int(places.value))
    clause = book.table("minimum_award").text(category, "clause")
    least = minimum(book, status, category)

    def place(number: int, value: Exact) -> Step:
        if number > spacing.paid:
            return no_award_there(number, value, places)
        if as_printed:
            return place_on_the_scale(number, value, paid, unit)
        return place_in_equal_steps(number, value, places, top)

    def finish(award: Step) -> Step:
        return at_least(rounded_up(award), least, clause)

    return PlaceAwards(spacing, place, share_the_tie, finish)
