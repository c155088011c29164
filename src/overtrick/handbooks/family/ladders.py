"""What is the end of a ladder worth?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.numbers import Exact, down, exact, half_up, tidy
from overtrick.engine.scales import ConstantReductions, PlaceAwards
from overtrick.engine.working import PLACES, Step, step
from overtrick.handbooks.family import scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Tariff
from overtrick.handbooks.family.shared import reading, shared, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Play, Series
    from overtrick.handbooks.edition import Book


@shared
def enough_results(book: Book, series: Series) -> None:
    """So many results must count at least."""
    least = whole(book, "least results of a ladder")
    if series.counted < least:
        sentence = "No ladder award: {counted} results count, at least {least} are needed"
        clause = book.clause("ladders.enough_results")
        raise Refused(step(sentence, 0, clause=clause, counted=series.counted, least=least))


@shared
def status_of(book: Book, status: Step, series: Series, *, with_final: bool) -> Step:
    """Many games raise a ladder one level, a final raises it one level, and both together two."""
    many = whole(book, "many games of a ladder")
    if series.games >= many:
        why = f"{series.games} games, {many} or more"
        status = levels.one_level(book, status, 1, why, book.clause("ladders.status_of"))
    if with_final:
        status = levels.one_level(book, status, 1, "The ladder leads to a final", book.clause("final of a ladder"))
    return status


@shared
def number_of_awards(book: Book, play: Play, series: Series) -> Step:
    """The number of awards grows with the average number of full tables, taken to the nearest whole or cut to it."""
    written = exact(str(series.average_tables))
    if reading(book, "ladder_average", "nearest") != "nearest":
        average = down(written)
    else:
        average = half_up(written) if reading(book, "ladder_halves", "up") == "up" else -half_up(-written)
    awards = book.table("ladder").whole(average, str(play))
    sentence = "{awards} awards: {average} full tables on average"
    return step(sentence, awards, PLACES, awards=awards, average=average)


@shared
def tariff(book: Book, play: Play, series: Series, status: Step, *, with_final: bool) -> Tariff:
    """A ladder pays a few awards in equal steps, by what is ranked: teams, pairs or players.

    Where it leads to a final, they wait for that and are paid on its list, however many play in it.
    """
    enough_results(book, series)
    return awards(book, play, series, status_of(book, status, series, with_final=with_final))


def awards(book: Book, play: Play, series: Series, status: Step) -> Tariff:
    """Pay the awards of a ladder at a level that is settled."""
    paid = number_of_awards(book, play, series)
    club = book.table("ladder_step").number(str(play), "step")
    value = tidy(club * status.value)
    clause = book.clause("ladder awards")
    unit = step(
        "{value} points a place for {play}", value, because=(status,), clause=clause, value=value, play=str(play)
    )
    least = scales.minimum(book, status)

    def place(number: int, award: Exact) -> Step:
        if number > paid.value:
            return scales.no_award_there(book, number, award, paid)
        return scales.place_on_the_scale(book, number, award, paid, unit)._replace(clause=clause)

    def finish(award: Step) -> Step:
        return scales.at_least(book, scales.rounded_up(book, award), least)

    share = partial(scales.share_the_tie, book)
    spacing = ConstantReductions(tidy(value * paid.value), int(paid.value))
    places = PlaceAwards(spacing, place, share, finish)
    return Tariff(status, paid, places, paid)


@shared
def waits_for_the_final(_book: Book) -> Step:
    """Ladder awards wait for the final that the ladder leads to."""
    return step("The awards of this ladder wait for its final", 0)
