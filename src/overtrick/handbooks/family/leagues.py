"""What is a division of a league worth? A key figure for a match of usual length, and the leaders in steps of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.scales import ConstantReductions, PlaceAwards
from overtrick.engine.working import POINTS, Step, step
from overtrick.handbooks.family import basic, matches, scales
from overtrick.handbooks.family.basic import Tariff
from overtrick.handbooks.family.shared import clause_if_named, figure, share, shared, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Size


@shared
def win(book: Book, boards: int, each: Step) -> Step:
    """A shorter match earns in proportion to a full one, a long one half as much again."""
    table, full = book.table("match"), whole(book, "full match")
    at_club = table.number(boards, "for each board") * boards + table.number(boards, "for the match")
    part = ratio(at_club, table.number(full, "for the match"))
    if part == 1:
        return scales.rounded_up(book, each)
    clause = book.clause("a short league match" if part < 1 else "a long league match")
    sentence = "A win over {boards} boards: {each} × {boards} ÷ {full}"
    if part > 1:
        sentence = "A win over {boards} boards: {part} × {each}"
    won = step(
        sentence, tidy(each.value * part), POINTS, because=(each,), clause=clause,
        boards=boards, part=part, each=each.value, full=full,
    )  # fmt: skip
    return scales.rounded_up(book, won)


@shared
def step_of_ranking(book: Book, boards: int, each: Step) -> Step:
    """The last paid place gets the award of a full match, each above it one more; a third less in a short programme."""
    full = whole(book, "boards of a full division")
    if boards >= full:
        return each
    left = figure(book, "ranking of a short division")
    sentence = "{boards} boards in the division, under {full}: reduced by one third"
    value = tidy(each.value * left)
    clause = book.clause("a short league")
    return step(sentence, value, POINTS, because=(each,), clause=clause, boards=boards, full=full)


@shared
def tariff(book: Book, size: Size, stage: Stage, status: Step, key: Step, ranking: Step) -> Tariff:
    """A division pays its matches by a key figure, and a part of its list in steps of it (``ranking``)."""
    basic.check(book, size)
    tables = size.tables(book)
    part = share(book, "paid in a division")
    paid = scales.paid_places(book, size.column, tables, part, book.clause("places of a league"))
    each = step_of_ranking(book, size.schedule.boards, ranking)
    least = scales.minimum(book, status)
    spacing = ConstantReductions(tidy(each.value * paid.value), int(paid.value))

    def place(number: int, value: Exact) -> Step:
        if number > spacing.paid:
            return scales.no_award_there(book, number, value, paid)
        clause = book.clause("steps of a league ranking")
        return scales.place_on_the_scale(book, number, value, paid, each)._replace(clause=clause)

    def finish(award: Step) -> Step:
        return scales.at_least(book, scales.rounded_up(book, award), least)

    places = PlaceAwards(spacing, place, partial(scales.share_the_tie, book), finish)
    usual = matches.usual_boards(stage)
    awards = matches.MatchAwards(usual, lambda boards: win(book, boards, key), status, cites=key.clause)
    third = clause_if_named(book, "a third for the ranking of a league")
    return Tariff(status, tables, places, paid, awards, ranking_third=third, together=paid.clause)
