"""Which national event is it, on what terms, and who may enter? The lists of chapter 7 as data (7.2 to 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.numbers import Exact
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import FACTOR, Step, rule, step

from . import entrants, ranks
from .written import points

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

    from .entrants import Entrant

OPEN = "open"

_SHOWN = 5


class NoSuchEvent(LookupError):
    """No national event goes by that name."""

    def __init__(self, name: str, like: list[str]) -> None:
        """Say which names come near."""
        near = f"; did you mean {', '.join(like)}" if like else ""
        super().__init__(f"no national event is called {name!r}{near}")


class NationalEvent(NamedTuple):
    """A listed event and its terms."""

    name: str
    grade: str
    colour: str
    entry: str  #: open, youth, women, seniors, mixed, or selected
    points_below: int  #: hundredths; 0 for no limit
    rank_below: str  #: empty for no limit
    restriction: Exact  #: for entry by age or sex (4.4.10)
    amplification: Exact  #: of the tables that decide the outright award
    place: str
    paid_by: str  #: the clause of chapter 7.5 that says how
    clause: str
    working: Step


def names(book: Book, containing: str = "") -> list[str]:
    """List the events, or those with some words in the name; upper and lower case are the same."""
    words = containing.casefold().split()
    return [
        str(key) for key in book.table("national_events").rows if all(each in str(key).casefold() for each in words)
    ]


@rule("7.2.1/01", "7.3.1/01")
def event(book: Book, name: str) -> NationalEvent:
    """Find a listed event by its name; each field of an event with several is listed by itself."""
    table = book.table("national_events")
    key = next((each for each in names(book) if each.casefold() == name.strip().casefold()), None)
    if key is None:
        like = names(book, name) if name.strip() else []
        raise NoSuchEvent(name, like[:_SHOWN])
    restriction, amplification = table.number(key, "restriction"), table.number(key, "amplification")
    clause = table.text(key, "clause")
    grade, colour = table.text(key, "grade"), table.text(key, "colour")
    working = step(
        "{name}: grade {grade}, {colour}, awards × {restriction}, tables for the outright award × {amplification}",
        restriction,
        FACTOR,
        (),
        clause,
        name=key,
        grade=grade,
        colour=colour,
        restriction=restriction,
        amplification=amplification,
    )
    return NationalEvent(
        key,
        grade,
        colour,
        table.text(key, "for"),
        table.whole(key, "points below"),
        table.text(key, "rank below").removeprefix("-"),
        restriction,
        amplification,
        table.text(key, "place"),
        table.text(key, "paid by"),
        clause,
        working,
    )


@rule("7.2.2/03", "7.2.2/04", "7.2.2/07")
def below_the_limit(book: Book, listed: NationalEvent, entrant: Entrant) -> Finding:
    """An event's limit is its own, in points or by rank; its title says nothing about it."""
    if listed.points_below:
        sentence = "{held} points, must be fewer than {limit}"
        holds = entrant.units < listed.points_below
        held, limit = points(entrant.units), points(listed.points_below)
        return finding(sentence, holds=holds, clause=listed.clause, held=held, limit=limit)
    if listed.rank_below:
        holds = ranks.order(book, entrant.rank) < ranks.order(book, listed.rank_below)
        sentence = "{rank}, must be a rank below {limit}"
        rank = f"{entrant.rank} Master" if entrant.rank else "without a rank"
        return finding(sentence, holds=holds, clause=listed.clause, rank=rank, limit=listed.rank_below)
    return finding("no limit by points or rank", holds=True, clause=listed.clause)


@rule("7.1")
def may_enter(book: Book, listed: NationalEvent, entrant: Entrant, *, of_the_group: bool | None = None) -> Checklist:
    """Everybody must be registered or a visitor, within the limit, and of the group the event is for.

    ``of_the_group`` says whether the player, or the pair or team, is of the age or sex asked for, or was selected.
    """
    group = True if listed.entry == OPEN else of_the_group
    found = (
        entrants.may_play_for_gold(entrant),
        below_the_limit(book, listed, entrant),
        finding("entry is {entry}", holds=group, clause=listed.clause, entry=listed.entry),
    )
    return checklist(f"entry to the {listed.name}", found, clause="7.1")


@rule("7.5.8/1")
def qualifies_for_the_national_open_teams(place: int, taken: int) -> Finding:
    """The top teams of the South West Pacific Teams go on; how many, the ABF decides by the size of the field."""
    sentence = "place {place} in the South West Pacific Teams, {taken} go on"
    return finding(sentence, holds=1 <= place <= taken, clause="7.5.8/1", place=place, taken=taken)
