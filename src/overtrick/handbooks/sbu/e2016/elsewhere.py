"""Which events does a club not pay? Those awarded by others, and supervised play. How many winners has a movement?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Play
from overtrick.engine.working import NOTHING, Step, rule, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

SUPERVISED, SEEDED = "supervised play", "seeded"


def barred(book: Book, event: Event) -> Step | None:
    """Say why a club pays nothing for an event, if it does not."""
    competition = event.fact("competition")
    if competition == SUPERVISED:
        return supervised()
    if competition in book.table("central").rows:
        return awarded_elsewhere(book, competition)
    return None


@rule("ch1.no-double", "ch3.national-heats", "ch3.sims", "ch3.sims-list")
def awarded_elsewhere(book: Book, competition: str) -> Step:
    """Nothing is paid twice: heats of national events and simultaneous pairs are paid by who organises them."""
    table = book.table("central")
    sentence = "{competition}: points ({points}) are awarded by {by}, the club must not award any"
    return step(
        sentence,
        0,
        clause=table.text(competition, "clause"),
        competition=competition,
        points=table.text(competition, "points"),
        by=table.text(competition, "awarded by"),
    )


@rule("ch2.supervised")
def supervised() -> Step:
    """Supervised play earns no points."""
    return step("Supervised play earns no points", 0)


@rule("ch2.seeded")
def seeded() -> Step:
    """Pairing seeded with unseeded players is a condition of contest, and no handicap."""
    return step("Seeded with unseeded players: a condition of contest, paid on the ranking", 0, NOTHING)


@rule("table1")
def winners(book: Book, movement: str) -> int:
    """A movement decides whether there are one or two winners."""
    return book.table("movements").whole(movement, "winners")


def contradictions(book: Book, event: Event) -> Iterator[Problem]:
    """Find stages whose number of winners does not go with the movement that is told."""
    movement = event.fact("movement")
    if not movement:
        return
    found = winners(book, movement)
    for index, stage in enumerate(event.stages):
        if stage.play is Play.PAIRS and stage.winners != found:
            many = "one winner" if found == 1 else "two winners"
            words = f"A {movement} has {many}, but the results are for {stage.winners}."
            yield Problem(
                words, "Correct the winners, or the movement.", ("stages", index), code="winners-against-movement"
            )
