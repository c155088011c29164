"""What does each place earn? The scales: paid places, points a place, maximum, minimum, ties.

The printed columns are multiples: with 6 paid places at 10 points a place the awards are 60, 50, … 10. The rule
computes, the printed tables are tests.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, many, ratio, show, tidy, up
from overtrick.engine.scales import ConstantReductions, LiftedReductions, PlaceAwards, grown, share_up
from overtrick.engine.working import PLACES, POINTS, Step, step
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.entry import PER_TABLE
from overtrick.handbooks.family.shared import clause_if_named, figure, reading, shared, whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from overtrick.handbooks.edition import Book


COUNTED = {"two-winner": "full tables", "one-winner": "pairs", "individual": "players"}


def scale_clause(book: Book, scale: str, column: str, factor: Exact) -> str:
    """Name the printed scale that a figure belongs to: by its column, or by the status."""
    table = book.table("scale_names")
    for heading in (column, str(factor)):
        if heading in table.columns and (name := table.text(scale, heading)):
            return name
    return table.text(scale, "other")


@shared
def paid_places(
    _book: Book, column: str, tables: Step, share: tuple[Fraction, str], clause: str = "", chosen: tuple[Step, ...] = ()
) -> Step:
    """A part of the field is paid, counted in contestants of one ranking list and rounded up.

    ``chosen`` says why it is this part.
    """
    counted = "teams" if "teams" in tables.values else COUNTED[column]
    return part_of_the_field(PER_TABLE[column] * int(tables.value), counted, share, (tables, *chosen), clause)


def part_of_the_field(
    contestants: int, counted: str, share: tuple[Fraction, str], because: tuple[Step, ...] = (), clause: str = ""
) -> Step:
    """Take a part of so many contestants, rounded up."""
    places = share_up(share[0], contestants)
    sentence = "{places} {awards}: {words} of {contestants} {counted}, rounded up"
    return step(
        sentence,
        places,
        PLACES,
        because=because,
        clause=clause,
        places=places,
        awards="award" if places == 1 else "awards",
        words=share[1],
        contestants=contestants,
        counted=counted,
    )


@shared
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
        clause=scale_clause(book, scale, column, status.value),
        value=value,
        words=words,
        status=levels.label(book, status),
    )


@shared
def limited(book: Book, top: Step, scale: str, limit: str, column: str, tables: int, status: Step) -> Step:
    """A winner's award stops at the theoretical maximum; past the size that reaches it, it grows with the square root.

    A stratified list has its category's part of the maximum.
    """
    table = book.table("limits")
    reached_at = table.whole(limit, column)
    unstratified = scale.rpartition(" ")[0] if scale[-2:] in (" A", " B", " C", " D") else scale
    steps = book.table("points_a_place")
    part = steps.number(scale, column) * table.number(limit, "limit")
    at_club = ratio(part, steps.number(unstratified, column))
    maximum = tidy(at_club * status.value)
    clause = table.text(limit, "clause")
    if tables > reached_at:
        sentence = "At Club at most {maximum} for the winner, up to {reached_at} tables"
        known = step(sentence, at_club, clause=clause, maximum=at_club, reached_at=reached_at)
        if reading(book, "steps_past_the_maximum", "exact") != "from a whole maximum":
            return past_the_maximum(book, maximum, tables, reached_at, (top, known))
        whole_first = rounded_up(book, past_the_maximum(book, at_club, tables, reached_at, (top, known)))
        return times_the_status(book, whole_first, status)
    if top.value <= maximum or (column == "two-winner" and reading(book, "scale_past_its_maximum", "no") == "yes"):
        return top
    return step("At most {maximum} points for the winner", maximum, because=(top,), clause=clause, maximum=maximum)


@shared
def past_the_maximum(_book: Book, maximum: Exact, tables: int, reached_at: int, because: tuple[Step, ...]) -> Step:
    """Past the size that reaches the theoretical maximum, it grows with the square root of the number of tables."""
    return step(
        "Maximum {maximum} × √({tables} ÷ {reached_at}), which {reached_at} tables reach",
        grown(maximum, tables, reached_at),
        because=because,
        maximum=maximum,
        tables=tables,
        reached_at=reached_at,
    )


def times_the_status(_book: Book, at_club: Step, status: Step) -> Step:
    """Take a figure at Club to another status."""
    if status.value == 1:
        return at_club
    sentence, value = "{at_club} at Club × {factor}", tidy(at_club.value * status.value)
    return step(
        sentence, value, because=(at_club, status), clause=at_club.clause, at_club=at_club.value, factor=status.value
    )


@shared
def half_as_much_again(book: Book, top: Step, boards: int) -> Step:
    """Ranking awards beside match awards are half as much again in a long event, the maximum included."""
    value = tidy(top.value * figure(book, "long ranking"))
    sentence = "{boards} boards, {least} or more: half as much again"
    return step(sentence, value, because=(top,), boards=boards, least=whole(book, "long event"))


@shared
def everybody_paid(_book: Book, due: Step, finalists: int) -> Step:
    """With fewer finalists than awards, every finalist is paid, in equal steps down from the same top award."""
    sentence = "{finalists} for {due}: everybody is paid"
    return step(
        sentence, finalists, PLACES, because=(due,),
        finalists=many(finalists, "contestant"), due=many(int(due.value), "award"),
    )  # fmt: skip


@shared
def place_on_the_scale(_book: Book, place: int, value: Exact, paid: Step, unit: Step, clause: str = "") -> Step:
    """Lower places are read down the column from the winner's award; a special scale has a clause of its own."""
    return step(
        "Place {place} of {paid} awards: {multiple} × {unit}",
        value,
        because=(paid, unit),
        clause=clause,
        place=place,
        paid=paid.value,
        multiple=max(int(paid.value) - place + 1, 0),
        unit=unit.value,
    )


@shared
def further_place(_book: Book, place: int, value: Exact, paid: Step, unit: Step) -> Step:
    """Where reading down would pass under the minimum, the scale has one further place of it."""
    sentence = "Place {place} of {paid} awards: a further place of {value} on the scale"
    return step(sentence, value, because=(paid, unit), place=place, paid=paid.value, value=value)


@shared
def place_in_equal_steps(_book: Book, place: int, value: Exact, paid: Step, top: Step) -> Step:
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


@shared
def no_award_there(_book: Book, place: int, value: Exact, paid: Step) -> Step:
    """Past the last paid place there is nothing to share."""
    return step("Place {place}: no award there", value, because=(paid,), place=place, clause=paid.clause)


@shared
def share_the_tie(_book: Book, first: int, tied: int, total: Exact, places: tuple[Step, ...]) -> Step:
    """Ties are not broken: equals share the awards of the places they fill."""
    last = first + tied - 1
    spelled = " + ".join(show(place.value) for place in places) if len(places) == tied else f"{show(total)} in all"
    return step(
        "{tied} contestants share places {first} {to} {last}: ({spelled}) ÷ {tied}",
        ratio(total, tied),
        places[0].unit,
        because=places,
        tied=tied,
        first=first,
        to="and" if last == first + 1 else "to",
        last=last,
        spelled=spelled,
    )


@shared
def rounded_up(_book: Book, award: Step) -> Step:
    """A fraction is resolved to the player's benefit, once, at the end."""
    whole = up(award.value)
    if whole == award.value:
        return award
    return step("Rounded up to a whole point", whole, award.unit, because=(award,), exact=award.value)


def unrounded(award: Step) -> Step:
    """Give an award as it was before it was rounded up, for a rule that takes a part of it."""
    return award.because[0] if "exact" in award.values else award


@shared
def at_least(_book: Book, award: Step, least: Exact, clause: str = "") -> Step:
    """An award for a place is never under the minimum."""
    if award.value >= least:
        return award
    return step(
        "Raised to the minimum award of {least}", least, award.unit, because=(award,), clause=clause, least=least
    )


def minimum(book: Book, status: Step, category: str = "all", *, tied: bool = False) -> int:
    """Give the smallest award for a place at this status, in whole points; some handbooks have another for a tie."""
    table = book.table("minimum_award")
    column = book.setting("minimum_of_a_tie") if tied else "least"
    return up(table.number(category, column) * status.value)


def tie_clause(book: Book, usual: str) -> str:
    """Give the clause of the least award in a tie, where the handbook has one apart."""
    return clause_if_named(book, "least of a tie") or usual


def is_shared(award: Step) -> bool:
    """Say whether an award is the share of a tie."""
    return "tied" in award.values


def equal_steps(book: Book, top: Step, paid: Step) -> tuple[ConstantReductions, Callable[[int, Exact], Step]]:
    """Let so many awards fall from the top by equal steps, the last of them one step; and say how each came about."""
    spacing = ConstantReductions(top.value, int(paid.value))

    def place(number: int, value: Exact) -> Step:
        if number > spacing.paid:
            return no_award_there(book, number, value, paid)
        return place_in_equal_steps(book, number, value, paid, top)

    return spacing, place


def place_awards(
    book: Book,
    *,
    scale: str,
    column: str,
    tables: Step,
    paid: Step,
    status: Step,
    limit: str,
    longer: int = 0,
    finalists: int | None = None,
    category: str = "all",
    cites: str = "",
) -> PlaceAwards:
    """Put a scale together for one ranking list; ``cites`` is the clause that its places are read by.

    ``longer``: the boards of an event so long that it is paid half as much again.
    """
    own = "" if scale == "basic" else paid.clause
    clause_of_places = cites or clause_if_named(book, f"places of {scale} {column}") or own
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
        top = half_as_much_again(book, top, longer)
    places = paid
    if finalists is not None and finalists < paid.value:
        places = everybody_paid(book, paid, finalists)
    as_printed = top is full and places is paid
    spacing, in_steps = equal_steps(book, top, places)
    clause = book.table("minimum_award").text(category, "clause")
    least, least_of_a_tie = minimum(book, status, category), minimum(book, status, category, tied=True)
    lifted = None
    if as_printed and column == "individual" and reading(book, "individual_last_place", "raised") == "printed":
        lifted = LiftedReductions(top.value, spacing.paid, least)

    def place(number: int, value: Exact) -> Step:
        if lifted is not None and lifted.is_lifted(number):
            return further_place(book, number, value, paid, unit)
        if as_printed and number <= spacing.paid:
            return place_on_the_scale(book, number, value, paid, unit, clause_of_places)
        return in_steps(number, value)

    def finish(award: Step) -> Step:
        if is_shared(award):
            return at_least(book, rounded_up(book, award), least_of_a_tie, tie_clause(book, clause))
        return at_least(book, rounded_up(book, award), least, clause)

    return PlaceAwards(lifted or spacing, place, partial(share_the_tie, book), finish)
