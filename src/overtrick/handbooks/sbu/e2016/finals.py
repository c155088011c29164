"""What is a final worth? Restricted finals of aggregated events, consolations, and what the guide leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import half_up, up
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import entry
from overtrick.handbooks.family.basic import Size, Tariff
from overtrick.handbooks.family.shared import figure, whole

from . import championships, scales

if TYPE_CHECKING:
    from overtrick.engine.event import Play
    from overtrick.handbooks.edition import Book

    from .championships import Championship


class Main(NamedTuple):
    """The main final of aggregated events: how many had played often enough for it, and its boards."""

    original: int
    boards: int


@rule("ch2.restricted-final")
def too_few_before(play: Play, events: int, least: int) -> Step:
    """A restricted final comes after at least four events of pairs, three of individuals."""
    sentence = "{events} events came before the final, at least {least} of {play} are needed"
    return step(sentence, 0, events=events, least=least, play=str(play))


@rule("ch2.restricted-final-short", "ch2.restricted-final-long")
def top(book: Book, main: Main) -> Step:
    """A final under 36 boards has a fixed top award; a longer one four times the original entry, up to a limit."""
    long = whole(book, "long event")
    if main.boards < long:
        fixed = figure(book, "top of a short final")
        sentence = "A final of fewer than {long} boards: {fixed} for the winner"
        return step(sentence, fixed, clause="ch2.restricted-final-short", long=long, fixed=fixed)
    times, most = figure(book, "top of a long final for each entry"), figure(book, "most in a long final")
    value = min(times * main.original, most)
    sentence = "A final of {long} boards or more: {times} × {entry}, the original entry, at most {most}"
    return step(
        sentence,
        value,
        clause="ch2.restricted-final-long",
        long=long,
        times=times,
        entry=main.original,
        most=most,
    )


@rule("ch2.restricted-final-long")
def less_than_a_short_one(book: Book, main: Main, winner: Step) -> Step | None:
    """Say so where a long final pays less than a short one would; the guide is followed all the same."""
    short = figure(book, "top of a short final")
    if main.boards < whole(book, "long event") or winner.value >= short:
        return None
    sentence = (
        "A long final of {entry} entries starts at {value}, under the {short} of a shorter one: "
        "paid as printed (errata 2.10)"
    )
    return step(sentence, 0, NOTHING, value=winner.value, short=short, entry=main.original)


@rule("ch2.consolation-final")
def of_a_consolation(book: Book, winner: Step) -> Step:
    """A consolation pays 66 % of the main final; a fraction of its top is rounded up before the steps are taken."""
    part = figure(book, "consolation")
    exact = scales.times(winner.value, part)
    sentence = "Consolation final: {part} of {winner}"
    found = step(sentence, exact, because=(winner,), part=f"{100 * part} %", winner=winner.value)
    if book.setting("consolation_top") == "exact" or up(exact) == exact:
        return found
    return step("Rounded up to a whole point before the steps are taken (errata 0.4)", up(exact), because=(found,))


@rule("ch2.restricted-final-short", "ch2.restricted-final-long", "ch2.consolation-final")
def tariff(
    book: Book, size: Size, status: Step, main: Main, championship: Championship, *, consolation: bool = False
) -> Tariff:
    """A restricted final pays its top half in equal steps from the top award."""
    entry.long_enough(book, size.schedule)
    plain = top(book, main)
    winner = championships.raised(book, plain, championship)
    if consolation:
        winner = of_a_consolation(book, winner)
    paid = scales.paid_places(book, size.play, size.counts[0], "paid in a final", chosen=size.why)
    places = scales.place_awards(book, winner, paid, in_whole_points)
    note = None if consolation else less_than_a_short_one(book, main, plain)
    return Tariff(status, size.tables(book), places, paid, note=note)


@rule("example23A", "example23B", "example23C")
def in_whole_points(book: Book, award: Step) -> Step:
    """The text of example 23 rounds up, its printed lists go to the nearest; a setting follows the print."""
    exact = award.value
    if exact == up(exact):
        return award
    if book.setting("final_rounded") == "nearest":
        return step("Rounded to the nearest whole point, as example 23 prints", half_up(exact), because=(award,))
    differs = half_up(exact) != up(exact)
    sentence = (
        "Rounded up, as the text says; example 23 prints the nearest (errata 1.1)"
        if differs
        else "Rounded up to a whole point"
    )
    return step(sentence, up(exact), because=(award,))


@rule("ch2.qualifying-final")
def not_cut_enough(book: Book, before: int, after: int) -> Step | None:
    """Each stage has to leave out at least 40 % of those who played it."""
    cut = figure(book, "cut by a stage")
    if before - after >= cut * before:
        return None
    sentence = "{after} of {before} went on: a stage has to leave out at least {cut} %"
    return step(sentence, 0, after=after, before=before, cut=100 * cut)


@rule("ch2.multi-stage")
def no_scale_here() -> Step:
    """The scales of events in stages stand in the full handbook only."""
    return step("An event in stages: its scales are not in the guide, ask for those of the SBU handbook", 0)


@rule("ch2.carry-forward")
def paid_once() -> Step:
    """A teams event with scores carried forward is paid once, on its last list, as one event."""
    return step("Scores are carried forward: the event is paid once, on its final list", 0)
