"""What is a match won worth in green points? So many boards to a point, draws, short triangles by victory points."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import ratio, tidy
from overtrick.engine.working import POINTS, Step, step
from overtrick.handbooks.family import match_results
from overtrick.handbooks.family.green_curve import up_to_a_hundredth, written
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.matches import Result


class MatchTerms(NamedTuple):
    """What matches earn: a win by its boards, a draw, and which matches there are."""

    win: Callable[[int], Step]
    draw: Callable[[Step], Step]


@shared
def win(book: Book, boards: int) -> Step:
    """A match or round won earns its boards by the handbook's divisor, rounded up to a hundredth."""
    divisor = book.table("green_match").number("boards to a point", "figure")
    value = ratio(100 * boards, divisor)
    clause = book.clause("green_matches.win")
    won = step("{boards} boards ÷ {divisor}", value, POINTS, clause=clause, boards=boards, divisor=divisor)
    return up_to_a_hundredth(book, won)


@shared
def draw(book: Book, won: Step) -> Step:
    """In a drawn match each side has half, rounded up to a hundredth."""
    clause = book.clause("green_matches.draw")
    half = step("Half of {won}", ratio(won.value, 2), POINTS, because=(won,), clause=clause, won=written(won.value))
    return up_to_a_hundredth(book, half)


def terms(book: Book, stage: Stage, index: int) -> MatchTerms:
    """Give the terms of the matches of a stage."""
    match_results.check_lengths(stage, index)
    return MatchTerms(partial(win, book), partial(draw, book))


def counted(results: list[Result], draw_of: Callable[[Step], Step]) -> Iterator[Step]:
    """Put equal results together: 4 matches won at 0.28; a part of a win is reckoned for each by itself."""
    alike: dict[tuple[int, object], list[Result]] = {}
    for result in results:
        alike.setdefault((id(result.figure), result.part), []).append(result)
    for same in alike.values():
        figure, part, why, clause = same[0]
        number = len(same)
        each = figure
        if part and part != 1:
            each = draw_of(figure) if part == match_results.HALF else draw_of(draw_of(figure))
        value = tidy(each.value * number) if part else 0
        sentence = "{number} × {why} at {each}" if part else "{number} × {why}: no award"
        stands = clause if not part else each.clause
        because = (each,) if part else ()
        yield step(sentence, value, because=because, clause=stands, number=number, each=written(each.value), why=why)
