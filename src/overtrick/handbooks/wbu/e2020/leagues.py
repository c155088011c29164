"""What is a teams league worth? Matches by division, and the leaders of each (4.1.4)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.numbers import Exact, ratio, tidy, up
from overtrick.engine.scales import ConstantReductions, PlaceAwards
from overtrick.engine.working import POINTS, Step, rule, step
from overtrick.handbooks.family import basic, matches, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Tariff
from overtrick.handbooks.family.shared import figure, share, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Size
    from overtrick.handbooks.family.divisions import Division


@rule("4.1.4.2 club", "4.1.4.2 area", "4.1.4.1")
def check(book: Book, division: Division) -> None:
    """The handbook has leagues of clubs and areas, of up to three divisions; the Secretary is asked about others."""
    if division.organiser.lower() not in book.table("divisions").rows:
        raise Refused(levels.no_such_scale(book, f"a league at {division.organiser} status"))
    most = whole(book, "divisions at most")
    if division.of > most:
        what = f"a league of {division.of} divisions that count"
        raise Refused(levels.no_such_scale(book, what))


@rule("4.1.4.2 club", "4.1.4.2 area")
def unit(book: Book, division: Division) -> Step:
    """A match of 18 to 35 boards has one figure by division; a setting takes the printed whole number (errata A18)."""
    value = tidy(book.table("match").number(whole(book, "full match"), "for the match") * division.status.value)
    clause = f"4.1.4.2 {division.organiser.lower()}"
    sentence = "{value} for a match of 18 to 35 boards in this division"
    exact = step(sentence, value, POINTS, because=(division.status,), clause=clause, value=value)
    if book.setting("league_unit") == "exact" or value.denominator == 1:
        return exact
    return step("{value} as printed", up(value), POINTS, because=(exact,), clause=clause, value=up(value))


@rule("4.1.4.2 short", "4.1.4.2 long")
def win(book: Book, boards: int, division: Division) -> Step:
    """A shorter match earns in proportion to 18 boards, one of 36 or more half as much again."""
    each = unit(book, division)
    table, full = book.table("match"), whole(book, "full match")
    at_club = table.number(boards, "for each board") * boards + table.number(boards, "for the match")
    part = ratio(at_club, table.number(full, "for the match"))
    if part == 1:
        return scales.rounded_up(book, each)
    clause = "4.1.4.2 short" if part < 1 else "4.1.4.2 long"
    sentence = "A win over {boards} boards: {part} of {each}"
    won = step(
        sentence, tidy(each.value * part), POINTS, because=(each,), clause=clause,
        boards=boards, part=part, each=each.value,
    )  # fmt: skip
    return scales.rounded_up(book, won)


@rule("4.1.4.3 ladder", "4.1.4.3 <72")
def step_of_ranking(book: Book, boards: int, division: Division) -> Step:
    """The last paid place gets the award of a full match, each above it one more; a third less under 72 boards."""
    each = unit(book, division)
    full = whole(book, "boards of a full division")
    if boards >= full:
        return each
    left = figure(book, "ranking of a short division")
    sentence = "{boards} boards in the division, under {full}: reduced by one third"
    value = tidy(each.value * left)
    return step(sentence, value, POINTS, because=(each,), clause="4.1.4.3 <72", boards=boards, full=full)


@rule("4.1.4.3 places", "4.1.4.3 ladder", "4.1.4.3 third")
def tariff(book: Book, size: Size, stage: Stage, division: Division) -> Tariff:
    """A division pays its matches, and a quarter of its list."""
    basic.check(book, size)
    check(book, division)
    tables = size.tables(book)
    paid = scales.paid_places(book, size.column, tables, share(book, "paid in a division"), "4.1.4.3 places")
    each = step_of_ranking(book, size.schedule.boards, division)
    least = scales.minimum(book, division.status)
    spacing = ConstantReductions(tidy(each.value * paid.value), int(paid.value))

    def place(number: int, value: Exact) -> Step:
        if number > spacing.paid:
            return scales.no_award_there(book, number, value, paid)
        return scales.place_on_the_scale(book, number, value, paid, each)._replace(clause="4.1.4.3 ladder")

    def finish(award: Step) -> Step:
        return scales.at_least(book, scales.rounded_up(book, award), least)

    places = PlaceAwards(spacing, place, partial(scales.share_the_tie, book), finish)
    awards = matches.MatchAwards(
        matches.usual_boards(stage), lambda boards: win(book, boards, division), division.status
    )
    return Tariff(division.status, tables, places, paid, awards)
