"""At what level is each division of a league, or each section of differing status?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Play
from overtrick.engine.working import FACTOR, NOTHING, Step, step
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book

_PART = re.compile(r"(.*\d)\s*[A-Za-z]$")
_NUMBER = re.compile(r"\d+")


class Division(NamedTuple):
    """One division: its place among those that count, how many count, its level, and the organiser's if that is why."""

    number: int
    of: int
    status: Step
    organiser: str = ""


@shared
def whole(label: str) -> str:
    """Parts of a division that differ only by where they play (2A, 2B) are one division."""
    part = _PART.fullmatch(label)
    return part.group(1) if part else label


def in_order(labels: list[str]) -> list[str]:
    """Put divisions in order, the top one first: by their numbers, or as listed where one has none."""
    found = list(dict.fromkeys(whole(label) for label in labels))
    numbers = [_NUMBER.search(label) for label in found]
    if all(numbers):
        return sorted(found, key=lambda label: int(_NUMBER.findall(label)[-1]))
    return found


@shared
def is_large_enough(book: Book, play: Play, tables: int) -> bool:
    """Every section below the top one needs a smallest number of tables to count as one."""
    return tables >= book.table("section_size").number(str(play), "least")


@shared
def ranked(book: Book, stage: Stage, tables: dict[str, int], organiser: Step) -> dict[str, Division]:
    """Give each division its level; one that is too small is not counted and takes the level of the next above.

    Each section competes within itself only: that is how the lists come in.
    """
    word = "division" if stage.play is Play.TEAMS else "section"
    together: dict[str, int] = {}
    for label, size in tables.items():
        together[whole(label)] = together.get(whole(label), 0) + size
    order = in_order(list(tables))
    proper = [label for label in order if label == order[0] or is_large_enough(book, stage.play, together[label])]
    found: dict[str, Division] = {}
    for label in tables:
        own = whole(label)
        above = own if own in proper else next(each for each in reversed(order[: order.index(own)]) if each in proper)
        place = proper.index(above) + 1
        status = levels.of_division(book, organiser, place, len(proper), word)
        if above != own:
            status = discounted(book, status, word, own, above)
        found[label] = Division(place, len(proper), status, levels.label(book, organiser))
    return found


@shared
def discounted(_book: Book, status: Step, word: str, own: str, above: str) -> Step:
    """A section that is too small is paid as the next higher proper one."""
    sentence = "{Word} {own} is too small to count and is paid as {word} {above}"
    return step(
        sentence, status.value, FACTOR, because=(status,), Word=word.capitalize(), own=own, word=word, above=above
    )


@shared
def ordinary_play_off(_book: Book) -> Step:
    """A play-off between different divisions has no award of its own: it is a basic event on its own entry."""
    return step("A play-off between divisions is an ordinary event of the organiser on its own entry", 0, NOTHING)


@shared
def tie_play_off(_book: Book) -> Step:
    """A play-off to part a tie earns nothing itself; it decides who gets which ranking award."""
    return step("No points for a play-off that only breaks a tie; its result decides the ranking", 0)


@shared
def tie_stays(_book: Book) -> Step:
    """A play-off below the leaders earns nothing and parts no award: those who tied share it."""
    return step("No points for a play-off that only breaks a tie; below the lead those who tied share their awards", 0)
