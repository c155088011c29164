"""Which national event is it, on what terms, and who may enter? The lists of chapter 7 as data (7.2 to 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.numbers import Exact
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import FACTOR, NOTHING, Step, rule, step
from overtrick.handbooks import listed_names

from . import entrants, ranks
from .written import points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Book

    from .entrants import Entrant

OPEN = "open"
#: The second part of a name where the stages of an event are listed one by one (7.3.2/02, 7.3.3/18).
FIRST_STAGE, FINAL_STAGE = "stage 1", "final"


class NoSuchEvent(LookupError):
    """No national event goes by that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        """Say which names come near."""
        super().__init__(f"No national event is called {name!r}")
        self.remedy = listed_names.remedy(known, name)


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

    @property
    def stage(self) -> str:
        """Say which stage of an event is listed by itself; empty where the whole event is."""
        return next((part for part in self.name.split(", ")[1:-1] if part in (FIRST_STAGE, FINAL_STAGE)), "")

    @property
    def is_limited(self) -> bool:
        """Say whether masterpoints or ranks limit who may enter."""
        return bool(self.points_below or self.rank_below)


def names(book: Book) -> list[str]:
    """List the events."""
    return [str(key) for key in book.table("national_events").rows]


def _by_name(book: Book) -> dict[str, str]:
    """List the events by every name they are known by, written plainly."""
    found: dict[str, str] | None = book.kept.get("national events")
    if found is None:
        others = book.table("national_names")
        found = {listed_names.plain(str(key)): others.text(str(key), "event") for key in others.rows}
        found |= {listed_names.plain(key): key for key in names(book)}
        book.kept["national events"] = found
    return found


@rule("7.2.1/01", "7.3.1/01", "7.5.6")
def event(book: Book, name: str) -> NationalEvent:
    """Find a listed event by its name, or by another it goes by; each field of an event is listed by itself."""
    table = book.table("national_events")
    key = _by_name(book).get(listed_names.plain(name))
    if key is None:
        raise NoSuchEvent(name, [*names(book), *map(str, book.table("national_names").rows)])
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


@rule("7.2.2/03", "7.2.2/04", "7.2.2/19", "4.4.9/1")
def limit(listed: NationalEvent) -> Step:
    """An event that masterpoints or ranks limit is a master event."""
    below = f"{points(listed.points_below)} masterpoints" if listed.points_below else f"{listed.rank_below} Master"
    words = "The {name} is for players below {below}: a master event"
    return step(words, 0, NOTHING, clause=listed.clause, name=listed.name, below=below)


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
