"""What are the Welsh Cup and the Cambria Cup worth? Matches by round, stanzas, plates, multi-team finals (4.2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.numbers import Exact, exact, tidy, up
from overtrick.engine.scales import share_up
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import green_matches
from overtrick.handbooks.family.green_curve import on_the_curve, written
from overtrick.handbooks.family.shared import figure, share

from .cup_rounds import BEFORE

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.green_curve import Ranking


@rule("4.2.4.1 table")
def win(book: Book, cup: str, name: str) -> Step:
    """A match won is worth more from round to round."""
    value = book.table("knock_out").number(cup, name)
    sentence = "A match won, {name} of the {cup}: {value}"
    return step(sentence, value, POINTS, name=name, cup=cup.title(), value=written(value))


@rule("4.2.4 stanza awards", "4.2.4 stanza def", "4.2.4 extra stanzas")
def stanza(book: Book, boards: int) -> Step:
    """A stanza won earns what a match of its boards does, whatever the round; the category does not raise it."""
    won = green_matches.win(book, boards)
    return step("A stanza of {boards} boards won", won.value, POINTS, because=(won,), boards=boards)


@rule("4.2.4.1 plate")
def plate(book: Book, award: Step) -> Step:
    """The Silver Plate of the first-round losers earns half, of matches and of stanzas."""
    value = up(award.value * figure(book, "silver plate"))
    return step("Silver Plate: half of {award}", value, POINTS, because=(award,), award=written(award.value))


@rule("4.2.4.1 triangle")
def triangle(book: Book, award: Step, name: str, index: int) -> Step:
    """Before the quarter-final each match of a triangle earns half; later ones have none in the handbook."""
    if name != BEFORE:
        found = f"The handbook has no award for a triangle in the {name}."
        raise Unknown(
            found,
            "Ask the Master Points Secretary; list the matches as they were ruled.",
            "stages",
            index,
            code="scale-missing",
        )
    value = up(award.value * figure(book, "triangular match"))
    return step("A match of a triangle: half of {award}", value, POINTS, because=(award,), award=written(award.value))


@rule("4.2.4.2(b) format", "4.2.4.2(b) estimate", "4.2.4.2(b) Welsh Cup", "4.2.4.2(b) Cambria Cup")
def multi_team_final(book: Book, event: Event, cup: str, teams: int) -> Ranking:
    """Half of a multi-team final is paid, from the top award that the Tournament Organiser estimated."""
    table = book.table("knock_out")
    clause = table.text(cup, "clause")
    top = _estimated(event, clause)
    least = table.number(cup, "least of a multi-team final")
    if top.value < least:
        found = f"The top award {written(top.value)} is below the lowest of this final, {written(least)}."
        raise Unknown(found, "Correct the fact 'top'.", "facts", code="top-below-minimum")
    lowest = step("Lowest award {value}", least, POINTS, clause=clause, value=written(least))
    part, _words = share(book, "paid in a multi-team final")
    count = share_up(part, teams)
    paid = step("{count} awards: half of {teams} teams", count, PLACES, clause=clause, count=count, teams=teams)
    return on_the_curve(book, top, lowest, paid)


def _estimated(event: Event, clause: str) -> Step:
    text = event.fact("top")
    try:
        value: Exact = tidy(100 * exact(text))
    except (ValueError, ZeroDivisionError):
        value = 0
    if value <= 0 or value.denominator != 1:
        found = "The top award of this final is the Tournament Organiser's estimate, and it is not given."
        raise Unknown(found, "Give it as the fact 'top', in green points: 8.50.", "facts", code="fact-missing")
    return step("Top award {value}, as the organiser estimated", value, POINTS, clause=clause, value=written(value))


@rule("4.2.4.2(b) stanza")
def stanza_of_the_final(book: Book, boards: int) -> Step:
    """In a multi-team final a stanza earns one and a half times as much."""
    won = stanza(book, boards)
    value = up(won.value * figure(book, "stanzas of a multi-team final"))
    return step("In this final: {won} × 1.5", value, POINTS, because=(won,), won=written(won.value))
