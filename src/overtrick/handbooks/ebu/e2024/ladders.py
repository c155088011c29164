"""What is the end of a ladder worth? (4.11)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.numbers import Exact, exact, half_up, tidy
from overtrick.engine.scales import ConstantReductions, PlaceAwards
from overtrick.engine.working import PLACES, Step, rule, step
from overtrick.handbooks.ebu.e2024 import scales
from overtrick.handbooks.ebu.e2024 import status as levels
from overtrick.handbooks.ebu.e2024.basic import Tariff

if TYPE_CHECKING:
    from overtrick.engine.event import Play, Series
    from overtrick.handbooks.edition import Book

LEAST_RESULTS = 6
MANY_GAMES = 18


@rule("4.11.4")
def enough_results(series: Series) -> None:
    """At least six results must count."""
    if series.counted < LEAST_RESULTS:
        sentence = "No ladder award: {counted} results count, at least 6 are needed"
        raise Refused(step(sentence, 0, clause="4.11.4", counted=series.counted))


@rule("4.11.8", "4.11.9", "4.11.9 note a", "4.11.7")
def status_of(book: Book, status: Step, series: Series, *, with_final: bool) -> Step:
    """18 games raise a ladder one level, a final raises it one level, and both together two."""
    if series.games >= MANY_GAMES:
        status = levels.one_level(book, status, 1, f"{series.games} games, 18 or more", "4.11.8")
    if with_final:
        status = levels.one_level(book, status, 1, "The ladder leads to a final", "4.11.9")
    return status


@rule("4.11.6 (table)")
def number_of_awards(book: Book, play: Play, series: Series) -> Step:
    """The number of awards grows with the average number of full tables, taken to the nearest whole."""
    average = half_up(exact(str(series.average_tables)))
    awards = book.table("ladder").whole(average, str(play))
    sentence = "{awards} awards: {average} full tables on average"
    return step(sentence, awards, PLACES, awards=awards, average=average)


@rule("4.11.6 (table)", "4.11.7", "4.11.9")
def tariff(book: Book, play: Play, series: Series, status: Step, *, with_final: bool) -> Tariff:
    """A ladder pays a few awards in equal steps, by what is ranked: teams, pairs or players.

    Where it leads to a final, they wait for that and are paid on its list, however many play in it.
    """
    enough_results(series)
    status = status_of(book, status, series, with_final=with_final)
    paid = number_of_awards(book, play, series)
    club = book.table("ladder_step").number(str(play), "step")
    value = tidy(club * status.value)
    unit = step(
        "{value} points a place for {play}", value, because=(status,), clause="4.11.6", value=value, play=str(play)
    )
    least = scales.minimum(book, status)

    def place(number: int, award: Exact) -> Step:
        if number > paid.value:
            return scales.no_award_there(number, award, paid)
        return scales.place_on_the_scale(number, award, paid, unit)._replace(clause="4.11.6")

    def finish(award: Step) -> Step:
        return scales.at_least(scales.rounded_up(award), least, "4.4.5")

    spacing = ConstantReductions(tidy(value * paid.value), int(paid.value))
    return Tariff(status, paid, PlaceAwards(spacing, place, scales.share_the_tie, finish), paid)


@rule("4.11.9")
def waits_for_the_final() -> Step:
    """Ladder awards wait for the final that the ladder leads to."""
    return step("The awards of this ladder wait for its final", 0)
