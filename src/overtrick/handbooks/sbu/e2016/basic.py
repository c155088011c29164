"""What is a club night worth? The three basic scales: one-winner pairs, individuals, two-winner pairs and teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import NoScale
from overtrick.engine.numbers import tidy
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import entry
from overtrick.handbooks.family.basic import Size, Tariff
from overtrick.handbooks.family.shared import whole

from . import championships, scales

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

    from .championships import Championship


@rule("ch1.scales", "ch1.decrement", "ch1.one-winner-cap", "ch1.two-winner-cap")
def top(book: Book, size: Size, paid: Step) -> Step:
    """The winner gets as many steps of the table as places are paid, and never more than its highest figure."""
    table = book.table("top_awards")
    column = entry.column(size.play, size.winners)
    unit, most = table.number(column, "a place"), table.number(column, "most")
    full = tidy(paid.value * unit)
    sentence = "The table gives the winner {paid} × {unit}"
    clause = table.text(column, "table")
    found = step(sentence, full, because=(paid,), clause=clause, paid=paid.value, unit=unit)
    if full <= most:
        return found
    clause = table.text(column, "most clause")
    return step("At most {most} for the winner, however many enter", most, because=(found,), clause=clause, most=most)


@rule("ch1.share-exceptions", "ch1.scales")
def no_long_scale(boards: int, long: int) -> Step:
    """The tables are for 20 to 35 boards; what the winner of a longer event gets is in the full handbook only."""
    sentence = (
        "{boards} boards: the guide has no scale for {long} or more (errata 0.7), ask for that of the SBU handbook"
    )
    if boards == long:
        sentence += "; its note prints more than {long} (errata 2.5)"
    return step(sentence, 0, boards=boards, long=long)


@rule("ch2.club-night", "ch1.per-player", "ch2.seeded", "ch1.teams-no-match")
def tariff(book: Book, size: Size, status: Step, championship: Championship, boards: int) -> Tariff:
    """A club night pays the top third by the basic scale, each player the whole award, and nothing for matches."""
    long = whole(book, "long event")
    part = scales.USUAL
    if boards >= long:
        if book.setting("long_event") == "ask for a scale":
            raise NoScale(no_long_scale(boards, long))
        part = "paid in a long event"
    words = f"{long} or more" if boards >= long else f"fewer than {long}"
    length = step("{boards} boards, {words}", 0, NOTHING, clause="ch1.share", boards=boards, words=words)
    paid = scales.paid_places(book, size.play, size.counts[0], part, chosen=(length, *size.why))
    winner = championships.raised(book, top(book, size, paid), championship)
    return Tariff(status, size.tables(book), scales.place_awards(book, winner, paid), paid)
