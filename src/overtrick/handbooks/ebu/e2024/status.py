"""At what level is it paid? The status of an event or stage, as a factor on the Club figures.

A status is a step of the working whose figure is the factor. "One level up" is the next row of the table of levels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.numbers import Exact, ratio, show
from overtrick.engine.working import FACTOR, NOTHING, Step, rule, step

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

CLUB = 1


def names(book: Book) -> list[str]:
    """List the statuses an event can have."""
    return [name for name in map(str, book.table("status").rows) if name == name.lower()]


@rule("3.2")
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
        raise Refused(no_scale(status, change))
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


@rule("3.12.1")
def no_scale(status: Step, change: int) -> Step:
    """Where the handbook gives no scale, the EBU is to be asked for one."""
    return step(
        "The handbook has no level {direction} {factor} × Club: ask the EBU for a scale",
        0,
        NOTHING,
        because=(status,),
        direction="above" if change > 0 else "below",
        factor=status.value,
    )


@rule("3.12.1")
def no_such_scale(what: str) -> Step:
    """Where the handbook gives no scale, the EBU is to be asked for one."""
    return step("The handbook has no scale for {what}: ask the EBU for one", 0, NOTHING, what=what)


@rule("1.2.4 p1b")
def major_championship(book: Book, status: Step) -> Step:
    """A major championship is raised one level, in the first stage as in the final (4.2.1, 4.2.2)."""
    return one_level(book, status, 1, "Major championship", "1.2.4")


@rule("4.1.7")
def long_event(book: Book, status: Step, boards: int) -> Step:
    """A basic event of 72 or more boards is raised one level."""
    return one_level(book, status, 1, f"{boards} boards, 72 or more", "4.1.7")


@rule(
    "4.9.4",
    "4.9.5 (table)",
    "4.9.6 (table)",
    "4.9.7 (table)",
    "4.9.8",
    "4.8.5 (table)",
    "4.8.6 (table)",
    "4.8.7 (table)",
)
def of_division(book: Book, organiser: Step, division: int, divisions: int, word: str) -> Step:
    """Divisions and sections of differing status stand evenly between the top one and the organiser's own level."""
    if divisions == 1:
        return organiser
    name = label(book, organiser).lower()
    table = book.table("divisions")
    if name not in table.rows:
        raise Refused(no_such_scale(f"{word}s of differing status under {label(book, organiser)} status"))
    tops = table.numbers(name)
    top = tops[min(divisions, len(tops)) - 1]
    lowest = tops[0]
    factor = lowest + ratio((top - lowest) * (divisions - division), divisions - 1)
    clause = {"club": "4.9.5", "district": "4.9.6", "county": "4.9.7"}[name]
    return step(
        "{Word} {division} of {divisions}: {label}",
        factor,
        FACTOR,
        because=(organiser,),
        clause="4.9.8" if divisions > len(tops) else clause,
        Word=word.capitalize(),
        division=division,
        divisions=divisions,
        label=label(book, step("", factor)),
    )
