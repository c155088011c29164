"""What is the list of several events worth? The bonus for aggregated competitions (ch2.aggregate)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Play
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family.basic import Size, Tariff

from . import championships, scales

if TYPE_CHECKING:
    from overtrick.engine.event import Series
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.tables import Table

    from .championships import Championship


def _table(book: Book, play: Play) -> Table:
    return book.table(f"bonus_{play}")


@rule("ch2.aggregate-pairs", "ch2.aggregate-individual", "ch2.aggregate-teams")
def too_few_events(play: Play, events: int, least: int) -> Step:
    """A list of too few events has no bonus."""
    sentence = "A list of {events} {play} events has no bonus, at least {least} are needed"
    return step(sentence, 0, clause=f"ch2.aggregate-{play}", events=events, play=str(play), least=least)


@rule("ch2.aggregate-individual")
def not_individual_events() -> Step:
    """A list of individuals must come from individual events, not from pairs events with changing partners."""
    return step("The events were not individual events: no bonus for playing pairs with different partners", 0)


@rule("ch2.major-exclusive")
def not_exclusive() -> Step:
    """Events of an aggregated major championship must be played for it alone."""
    return step("Its events were not played for this championship only: it cannot be a major championship", 0)


@rule("ch2.restricted-final")
def waits_for_the_final() -> Step:
    """Where the list only decides who plays the final, the final is paid and each of the events, not the list."""
    return step("This list decides who plays the final: the events and the final are paid, not the list", 0)


def top(book: Book, play: Play, events: int) -> Step:
    """The top bonus grows with the number of events that make the list."""
    table = _table(book, play)
    least = min(key[0] for key in table.rows if isinstance(key, tuple))
    if events < least:
        raise Refused(too_few_events(play, events, least))
    value = table.number(events, "top")
    return step("{events} events make the list: {value}", value, clause=table.clauses[0], events=events, value=value)


@rule("ch2.aggregate", "ch2.aggregate-pairs", "ch2.aggregate-individual", "ch2.aggregate-teams")
def tariff(book: Book, size: Size, status: Step, series: Series, championship: Championship) -> Tariff:
    """The list of all who played often enough pays a bonus to its top third, beside what each event paid.

    As many events count as make up everybody's score; who has fewer is not in the list.
    """
    winner = championships.raised(book, top(book, size.play, series.counted), championship)
    paid = scales.paid_places(book, size.play, size.counts[0], scales.USUAL, f"ch2.aggregate-{size.play}")
    return Tariff(status, size.tables(book), scales.place_awards(book, winner, paid), paid)
