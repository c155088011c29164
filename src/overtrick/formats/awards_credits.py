"""Which credit files does an event make? Its awards as lines of number and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats import credit_file
from overtrick.formats.credit_file import LARGEST, NUMBER_DIGITS, CreditLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.assessment import Assessment, Award

#: The colours that one file may hold together.
_TOGETHER = ("red", "green")


class CreditFiles(NamedTuple):
    """The files by the ending of their names, and what of the awards stands in none of them."""

    files: Mapping[str, bytes]
    problems: list[Problem]


def credit_files(assessment: Assessment, *, red_and_green: bool = True) -> CreditFiles:
    """Write the credit files of an event: one for each colour, or one for red and green together where both occur.

    Somebody who is in the awards more than once has one line. Whoever cannot be credited is told as a problem.
    """
    units: dict[int, dict[str, int]] = {}
    names: dict[int, str] = {}
    problems: dict[Problem, None] = {}
    for award in assessment.due:
        number = award.player.number.strip()
        if not _is_number(number):
            problems[_without_number(award)] = None
            continue
        names.setdefault(int(number), award.player.name)
        held = units.setdefault(int(number), {})
        held[award.colour] = held.get(award.colour, 0) + award.units
    for credited, held in units.items():
        for colour in [colour for colour, amount in held.items() if amount > LARGEST]:
            problems[_too_much(names[credited], credited, held.pop(colour), colour)] = None
    return CreditFiles(_files(units, red_and_green=red_and_green), list(problems))


def _files(units: dict[int, dict[str, int]], *, red_and_green: bool) -> dict[str, bytes]:
    colours = list(dict.fromkeys(colour for held in units.values() for colour, amount in held.items() if amount))
    groups: list[tuple[str, ...]] = [(colour,) for colour in colours]
    if red_and_green and set(_TOGETHER) <= set(colours):
        groups = [_TOGETHER, *((colour,) for colour in colours if colour not in _TOGETHER)]
    files = {}
    for group in groups:
        credits_given = [
            CreditLine(number, {colour: held.get(colour, 0) for colour in group})
            for number, held in units.items()
            if any(held.get(colour) for colour in group)
        ]
        ending = credit_file.ending_for(group)
        files[ending] = credit_file.write(credits_given, ending)
    return files


def _is_number(written: str) -> bool:
    digits = written.lstrip("0")
    return digits.isascii() and digits.isdigit() and len(digits) <= NUMBER_DIGITS


def _without_number(award: Award) -> Problem:
    number = award.player.number.strip()
    found = f"{award.player.name} ({award.contestant}) has the number {number!r}, which no credit file holds."
    if not number:
        found = f"{award.player.name} ({award.contestant}) has no number, so {award.colour} points cannot be credited."
    return Problem(
        found,
        f"Give the player's number, {NUMBER_DIGITS} digits at most; the file is made without this player.",
        code="number-does-not-fit",
    )


def _too_much(name: str, number: int, amount: int, colour: str) -> Problem:
    points = f"{amount // 100}.{amount % 100:02d}"
    found = f"{name} (number {number}) has {points} {colour} points, more than a line has room for."
    return Problem(
        found, f"At most {LARGEST // 100}.{LARGEST % 100:02d} fit: send the rest by hand.", code="points-do-not-fit"
    )
