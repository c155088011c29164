"""At what level is it paid? The status of an event or stage, as a factor on the Club figures.

A status is a step of the working whose figure is the factor. "One level up" is the next row of the table of levels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import NoScale
from overtrick.engine.numbers import Exact, ratio, show
from overtrick.engine.working import FACTOR, NOTHING, Step, step
from overtrick.handbooks.family.shared import shared, whole

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

CLUB = 1


def names(book: Book) -> list[str]:
    """List the statuses an event can have."""
    return [name for name in map(str, book.table("status").rows) if name == name.lower()]


@shared
def named(book: Book, name: str) -> Step:
    """Each status is a multiple of Club."""
    factor = book.table("status").number(name, "factor")
    if factor == CLUB:
        return step("Club status", factor, FACTOR)
    return step("{name} status: {factor} × Club", factor, FACTOR, name=name.capitalize(), factor=factor)


def label(book: Book, status: Step) -> str:
    """Write a status as people do: Club, County, 2.5 × Club."""
    for name, cells in book.table("status").rows.items():
        if cells[0] == status.value:
            text = str(name)
            return text if text != text.lower() else text.capitalize()
    return f"{show(status.value)} × Club"


def one_level(book: Book, status: Step, change: int, why: str, clause: str) -> Step:
    """Go one level up (1) or down (-1); between the levels, and past the last, the handbook knows no next one."""
    factors: list[Exact] = [cells[0] for cells in book.table("status").rows.values() if not isinstance(cells[0], str)]
    if status.value not in factors or not 0 <= factors.index(status.value) + change < len(factors):
        raise NoScale(no_scale(book, status, change))
    moved = factors[factors.index(status.value) + change]
    new = step("", moved, FACTOR)
    return step(
        "{why}: one level {direction}, {label}",
        moved,
        FACTOR,
        because=(status,),
        clause=clause,
        why=why,
        direction="up" if change > 0 else "down",
        label=label(book, new),
    )


@shared
def no_scale(book: Book, status: Step, change: int) -> Step:
    """Where the handbook gives no scale, the federation is to be asked for one."""
    return step(
        "The handbook has no level {direction} {factor} × Club: ask the {office} for a scale",
        0,
        NOTHING,
        because=(status,),
        office=office(book),
        direction="above" if change > 0 else "below",
        factor=status.value,
    )


@shared
def no_such_scale(book: Book, what: str) -> Step:
    """Where the handbook gives no scale, the federation is to be asked for one."""
    sentence = "The handbook has no scale for {what}: ask the {office} for one"
    return step(sentence, 0, NOTHING, what=what, office=office(book))


def office(book: Book) -> str:
    """Name who is asked where the handbook is silent."""
    return book.setting("who is asked")


@shared
def major_championship(book: Book, status: Step) -> Step:
    """A major championship is raised one level, in the first stage as in the final."""
    return one_level(book, status, 1, "Major championship", book.clause("major championship"))


@shared
def long_event(book: Book, status: Step, boards: int) -> Step:
    """A long basic event is raised one level."""
    why = f"{boards} boards, {whole(book, 'long event')} or more"
    return one_level(book, status, 1, why, book.clause("status.long_event"))


@shared
def of_division(book: Book, organiser: Step, division: int, divisions: int, word: str) -> Step:
    """Divisions and sections of differing status stand evenly between the top one and the lowest.

    The lowest has the organiser's own level, unless the table has a row of its own for the lowest.
    """
    if divisions == 1:
        return organiser
    name = label(book, organiser).lower()
    table = book.table("divisions")
    if name not in table.rows:
        raise NoScale(no_such_scale(book, f"{word}s of differing status under {label(book, organiser)} status"))
    tops = table.numbers(name)
    top = tops[min(divisions, len(tops)) - 1]
    below = f"{name} lowest"
    lowest = table.numbers(below)[min(divisions, len(tops)) - 1] if below in table.rows else tops[0]
    factor = lowest + ratio((top - lowest) * (divisions - division), divisions - 1)
    return step(
        "{Word} {division} of {divisions}: {label}",
        factor,
        FACTOR,
        because=(organiser,),
        clause=book.clause("more divisions" if divisions > len(tops) else f"divisions of {name}"),
        Word=word.capitalize(),
        division=division,
        divisions=divisions,
        label=label(book, step("", factor)),
    )
