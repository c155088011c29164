"""How are points sent to the ABF Masterpoint Centre? Credit files: digits only, one line a player (Appendix D).

A file of one colour has 13 digits a line, the number and the points in hundredths; one of red and green has 19. The
lines do not say which colour they are of: the ending of the file's name does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NUMBER_DIGITS = 7
POINTS_DIGITS = 6
ONE_COLOUR = NUMBER_DIGITS + POINTS_DIGITS
TWO_COLOURS = NUMBER_DIGITS + 2 * POINTS_DIGITS
LARGEST = 10**POINTS_DIGITS - 1

#: The colours of a file, in the order of its lines, by the ending of its name; .mp5 is the old name of .rag.
ENDINGS: dict[str, tuple[str, ...]] = {
    ".grn": ("green",),
    ".red": ("red",),
    ".gld": ("gold",),
    ".rag": ("red", "green"),
    ".mp5": ("red", "green"),
}


class Credit(NamedTuple):
    """What one player is credited with, in hundredths of a masterpoint by colour."""

    number: int
    units: Mapping[str, int]


class CreditFile(NamedTuple):
    """The credits of a file, and what of it could not be read."""

    credits: list[Credit]
    problems: list[Problem]


class TooMuch(ValueError):
    """A number or an amount has more digits than the file has room for."""


def ending_for(colours: Iterable[str]) -> str:
    """Name the ending of a file that holds these colours."""
    wanted = set(colours)
    for ending, held in ENDINGS.items():
        if set(held) == wanted:
            return ending
    message = f"no credit file holds {' and '.join(sorted(wanted))} points; make one for each colour"
    raise TooMuch(message)


def read(name: str, content: bytes) -> CreditFile:
    """Read every line of a credit file; a line that is not digits of the right length is told with its number."""
    ending = next((each for each in ENDINGS if name.lower().endswith(each)), "")
    if not ending:
        remedy = f"Rename it to end in {', '.join(ENDINGS)}."
        return CreditFile([], [Problem("The name does not say which colour the points are of.", remedy, file=name)])
    colours = ENDINGS[ending]
    length = NUMBER_DIGITS + len(colours) * POINTS_DIGITS
    found, problems = [], []
    for at, raw in enumerate(content.splitlines(), 1):
        line = raw.strip(b" \t\x1a").decode("ascii", "replace")
        if not line:
            continue
        if len(line) != length or not (line.isascii() and line.isdigit()):
            what = f"{line[:40]!r} is not {length} digits."
            remedy = "Write the number in 7 digits and each amount in 6, zeros in front, nothing else."
            problems.append(Problem(what, remedy, ("line", at), name, at))
            continue
        found.append(_credit(line, colours))
    return CreditFile(found, problems)


def _credit(line: str, colours: tuple[str, ...]) -> Credit:
    amounts = [int(line[start : start + POINTS_DIGITS]) for start in range(NUMBER_DIGITS, len(line), POINTS_DIGITS)]
    return Credit(int(line[:NUMBER_DIGITS]), dict(zip(colours, amounts, strict=True)))


def write(credits_given: Iterable[Credit], ending: str) -> bytes:
    """Write a credit file; every field is filled with zeros in front."""
    colours = ENDINGS[ending]
    lines = []
    for number, units in credits_given:
        other = [colour for colour, amount in units.items() if amount and colour not in colours]
        if other:
            message = f"number {number} has {other[0]} points, which a file ending in {ending} does not hold"
            raise TooMuch(message)
        amounts = [units.get(colour, 0) for colour in colours]
        if not 0 <= number < 10**NUMBER_DIGITS or any(not 0 <= amount <= LARGEST for amount in amounts):
            message = f"number {number} or its points have more digits than a line has room for, or a sign"
            raise TooMuch(message)
        lines.append(f"{number:0{NUMBER_DIGITS}d}" + "".join(f"{amount:0{POINTS_DIGITS}d}" for amount in amounts))
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")
