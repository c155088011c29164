"""What do simultaneous pairs pay? Local points in a straight line, green ones in blocks at the top (4.1.7, 4.2.8)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import Play
from overtrick.engine.numbers import tidy, up
from overtrick.engine.scales import PlaceAwards, grown, share_up
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import basic, green_curve, scales, straight_line
from overtrick.handbooks.family.basic import Tariff
from overtrick.handbooks.family.green_curve import written
from overtrick.handbooks.family.shared import share

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Size
    from overtrick.handbooks.family.green_curve import Ranking

#: The row of the table that has the figures as printed.
PRINTED = "10"


@rule("4.1.7 top")
def top_award(book: Book, tables: Step, status: Step) -> Step:
    """The top award grows with the square root of the full tables; printed 10 times it, read 100 times (errata E5)."""
    table, reading = book.table("simultaneous"), book.setting("simultaneous_top")
    base, reached = table.number(reading, "top"), table.whole(reading, "tables")
    at_club = up(grown(base, tables.value, reached))
    sentence = "Top award {base} × √({tables} ÷ {reached}), rounded up, {status}"
    if reading != PRINTED:
        sentence += "; the handbook prints {printed} (errata E5)"
    return step(
        sentence, tidy(at_club * status.value), POINTS, because=(tables, status),
        base=base, tables=tables.value, reached=reached, status=f"× {status.value}", printed=PRINTED,
    )  # fmt: skip


@rule("4.1.7 places")
def one_list(fields: int, index: int) -> None:
    """A part of the whole field is paid, all venues together."""
    if fields > 1:
        question = "In which order did the pairs of all venues finish? Simultaneous pairs are one field."
        raise Asked(question, "Give one list of them all.", "stages", index, "lists", code="field-in-several-lists")


@rule("4.1.7 places", "4.1.7 lowest", "3.5 places")
def tariff(book: Book, size: Size, status: Step, index: int = 0) -> Tariff:
    """A third of the field is paid in a straight line down to the lowest award."""
    if size.play is not Play.PAIRS or size.winners != 1:
        found = "Simultaneous pairs have one list of pairs."
        raise Unknown(
            found, "Give pairs as the play, and one list of them all.", "stages", index, code="play-against-event"
        )
    basic.check(book, size)
    table, reading = book.table("simultaneous"), book.setting("simultaneous_top")
    tables, pairs = size.tables(book), size.counts[0]
    count = share_up(Fraction(table.number(reading, "share")), pairs)
    sentence = "{count} awards: {words} of {pairs} pairs, rounded up"
    words = table.text(reading, "words")
    paid = step(sentence, count, PLACES, clause="4.1.7 places", count=count, words=words, pairs=pairs)
    least = up(table.number(reading, "least") * status.value)
    top = top_award(book, tables, status)
    tied = _least_of_a_tie(book, status, least)
    if book.setting("simultaneous_places") == "equal steps":
        return Tariff(status, tables, _in_equal_steps(book, top, least, tied, paid), paid)
    return Tariff(status, tables, straight_line.awards(book, top, least, paid, tied), paid)


@rule("3.4 local", "4.1.7 lowest")
def _least_of_a_tie(book: Book, status: Step, least: int) -> int:
    """A tie is shared down to the minimum of ties; a setting leaves everybody in it the lowest award (errata A52)."""
    if book.setting("simultaneous_tie") == "lowest":
        return least
    return up(book.table("minimum_award").number("all", "in a tie") * status.value)


def _in_equal_steps(book: Book, top: Step, least: int, tied: int, paid: Step) -> PlaceAwards:
    """Let awards fall by the top divided by their number, none under the lowest (another reading of 4.1.7)."""
    spacing, place = scales.equal_steps(book, top, paid)

    def finish(award: Step) -> Step:
        lowest, clause = (tied, "3.4 local") if scales.is_shared(award) else (least, "4.1.7 lowest")
        return scales.at_least(book, scales.rounded_up(book, award), lowest, clause)

    return PlaceAwards(spacing, place, partial(scales.share_the_tie, book), finish)


@rule("4.2.8 top tenth", "3.5 places")
def eligible(book: Book, pairs: int) -> Step:
    """A tenth of the field has green points."""
    part, words = share(book, "green of a simultaneous")
    count = share_up(part, pairs)
    sentence = "{count} have green points: {words} of {pairs} pairs, rounded up"
    return step(sentence, count, PLACES, clause="4.2.8 top tenth", count=count, words=words, pairs=pairs)


@rule("4.2.8 blocks")
def block_sizes(book: Book, places: int, blocks: int) -> list[int]:
    """Divide the places into equal blocks, smaller ones first; fewer places than blocks fill them from the top.

    Both are readings (errata A28): a winner cannot get less than the second block.
    """
    size, over = divmod(places, blocks)
    if size == 0 and book.setting("few_green_places") == "from the top":
        return [1] * over + [0] * (blocks - over)
    return [size] * (blocks - over) + [size + 1] * over


@rule("4.2.8 blocks", "4.2.8 scope")
def green(book: Book, pairs: int) -> Ranking:
    """The top tenth is paid 1.00, 0.75, 0.50 and 0.25 in equal blocks."""
    figures = book.table("green_blocks").numbers("all")
    paid = eligible(book, pairs)
    awards: list[Step] = []
    for number, (figure, size) in enumerate(
        zip(figures, block_sizes(book, int(paid.value), len(figures)), strict=True), 1
    ):
        sentence = "Block {number} of {blocks}, {size} pairs: {figure}"
        award = step(
            sentence, figure, POINTS, because=(paid,), clause="4.2.8 blocks",
            number=number, blocks=len(figures), size=size, figure=written(figure),
        )  # fmt: skip
        awards += [award] * size
    least = min(figures)

    def finish(share_of: Step) -> Step:
        return green_curve.never_under(book, green_curve.up_to_a_hundredth(book, share_of), least)

    return green_curve.listed(book, tuple(awards), paid, finish)
