"""At what level is each division of a league, or each section of differing status? (4.8, 4.9)"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Play
from overtrick.engine.working import FACTOR, NOTHING, Step, rule, step
from overtrick.handbooks.ebu.e2024 import status as levels

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book

_NUMBER = re.compile(r"\d+")


class Division(NamedTuple):
    """One division: its number among those that count, how many count, and its level."""

    number: int
    of: int
    status: Step


@rule("4.8.9", "4.9.9")
def number_of(label: str) -> int:
    """Parts of a division that differ only by place (2A, 2B) are one division."""
    found = _NUMBER.search(label)
    return int(found.group()) if found else 1


@rule("4.9.2", "4.8.8")
def is_large_enough(book: Book, play: Play, number: int, tables: int) -> bool:
    """Every section below the top one needs a smallest number of tables to count as one."""
    return number == 1 or tables >= book.table("section_size").number(str(play), "least")


@rule("4.9.2", "4.8.9", "4.9.3")
def ranked(book: Book, stage: Stage, tables: dict[str, int], organiser: Step) -> dict[str, Division]:
    """Give each division its level; one that is too small is not counted and takes the level of the next above.

    Each section competes within itself only (4.9.3): that is how the lists come in.
    """
    word = "division" if stage.play is Play.TEAMS else "section"
    together: dict[int, int] = {}
    for label, size in tables.items():
        together[number_of(label)] = together.get(number_of(label), 0) + size
    proper = [number for number in sorted(together) if is_large_enough(book, stage.play, number, together[number])]
    found: dict[str, Division] = {}
    for label in tables:
        number = number_of(label)
        above = max((each for each in proper if each <= number), default=proper[0])
        place = proper.index(above) + 1
        status = levels.of_division(book, organiser, place, len(proper), word)
        if above != number:
            status = discounted(status, word, number, above)
        found[label] = Division(place, len(proper), status)
    return found


@rule("4.9.2")
def discounted(status: Step, word: str, number: int, above: int) -> Step:
    """A section that is too small is paid as the next higher proper one."""
    sentence = "{Word} {number} is too small to count and is paid as {word} {above}"
    return step(
        sentence, status.value, FACTOR, because=(status,), Word=word.capitalize(), number=number, word=word, above=above
    )


@rule("4.8.9 p3")
def ordinary_play_off() -> Step:
    """A play-off between different divisions has no award of its own: it is a basic event on its own entry."""
    return step("A play-off between divisions is an ordinary event of the organiser on its own entry", 0, NOTHING)


@rule("4.5.9")
def tie_play_off() -> Step:
    """A play-off to part a tie earns nothing itself; it decides who gets which ranking award."""
    return step("No points for a play-off that only parts a tie; its result decides the ranking", 0)
