"""What does each category's list pay in a stratified event? (4.12, scales S and QS)"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import NoScale, Refused
from overtrick.engine.event import Play
from overtrick.engine.numbers import show
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family import matches, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Size, Tariff, in_band
from overtrick.handbooks.family.shared import share, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book

CATEGORIES = ("A", "B", "C", "D")
LEAST_IN_A_LIST = 3


@rule("4.12.3")
def in_list(category: str, of_list: str) -> bool:
    """List A has everybody, list B categories B and below, and so on."""
    return (category or "A") >= of_list


@rule("4.12.8(iv)")
def enough_in_the_list(book: Book, category: str, counts: tuple[int, ...]) -> None:
    """A category's list needs three contestants; the whole event needs its usual entry."""
    by_direction = book.setting("stratified_minimum") == "each direction"
    found = min(counts) if by_direction else sum(counts)
    if found < LEAST_IN_A_LIST:
        sentence = "No awards in category {category}: {found} contestants in its list, at least 3 are needed"
        raise Refused(step(sentence, 0, clause="4.12.8(iv)", category=category, found=found))


@rule("4.12.4", "4.12.6", "4.12.7", "4.12.8(ii)", "4.12.8(iii)", "4.12.8(v)")
def tariff(book: Book, everybody: Size, counts: tuple[int, ...], category: str, stage: Stage, status: Step) -> Tariff:
    """Each list pays its part of the field by its own scale; in two directions the smaller one decides for both."""
    if everybody.play is Play.INDIVIDUAL:
        raise NoScale(levels.no_such_scale(book, "a stratified individual event"))
    enough_in_the_list(book, category, counts)
    size = everybody._replace(counts=counts)
    tables = size.tables(book)
    boards = size.schedule.boards
    if matches.are_awarded(book, stage):
        part, why = share(book, "paid beside matches"), matches.in_matches(book, stage)
        paid = scales.paid_places(book, size.column, tables, part, "4.12.7", (why,))
        places = scales.place_awards(
            book, scale=f"quali-final {category}", column=size.column, tables=tables, paid=paid, status=status,
            limit="quali-final", longer=boards if boards >= whole(book, "long event") else 0, category=category,
        )  # fmt: skip
        awards = matches.MatchAwards(
            matches.usual_boards(stage), lambda boards: matches.win(book, boards, status), status
        )
        return Tariff(status, tables, places, paid, awards)
    if boards >= whole(book, "long event"):
        status = levels.long_event(book, status, boards)
    table = book.table("share")
    part = Fraction(table.number(boards, "share")), table.text(boards, "words")
    paid = scales.paid_places(book, size.column, tables, part, "4.12.4", (in_band(book, boards, table, "4.12.4"),))
    places = scales.place_awards(
        book, scale=f"basic {category}", column=size.column, tables=tables, paid=paid, status=status,
        limit=table.text(boards, "limit"), category=category,
    )  # fmt: skip
    return Tariff(status, tables, places, paid)


@rule("4.12.5")
def highest(awards: list[tuple[str, Step]]) -> Step:
    """Who is placed in several lists gets the highest award, never the sum; the others do not pass down."""
    category, best = max(awards, key=lambda each: each[1].value)
    others = ", ".join(f"{name} {show(each.value)}" for name, each in awards if name != category)
    sentence = "The award of list {category}, higher than {others}" if others else "The award of list {category}"
    return step(sentence, best.value, because=(best,), category=category, others=others)
