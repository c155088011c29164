"""How are points sent to a federation without the event? Credit files: digits only, one line a player.

A file of one colour has 13 digits a line, the number and the points in hundredths; one of red and green has 19. The
lines do not say which colour they are of: the ending of the file's name does.

Such a file credits points and describes no event, so its reading has claims only.
"""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.reading import Claim, Note, Question, Reading
from overtrick.handbooks import federations

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


FORMAT = "credit file"

_LINES_LOOKED_AT = 50
_NAMED = 6  #: so many numbers stand in a note
_NO_ANSWERS: Mapping[str, str] = MappingProxyType({})


class CreditLine(NamedTuple):
    """What one player is credited with, in hundredths of a masterpoint by colour."""

    number: int
    units: Mapping[str, int]


class CreditFile(NamedTuple):
    """The credits of a file, and what of it could not be read."""

    credits: list[CreditLine]
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
    colours = _colours_of_ending(name)
    if not colours:
        remedy = f"Rename it to end in {', '.join(ENDINGS)}."
        return CreditFile(
            [],
            [Problem("The name does not say which colour the points are.", remedy, file=name, code="colour-not-told")],
        )
    numbered, problems = _read_lines(name, content, colours)
    return CreditFile([credit for _line, credit in numbered], problems)


def _colours_of_ending(name: str) -> tuple[str, ...]:
    return next((colours for ending, colours in ENDINGS.items() if name.lower().endswith(ending)), ())


def _lines(content: bytes) -> list[tuple[int, str]]:
    stripped = (
        (at, raw.strip(b" \t\x1a").decode("ascii", "replace")) for at, raw in enumerate(content.splitlines(), 1)
    )
    return [(at, line) for at, line in stripped if line]


def _read_lines(
    name: str, content: bytes, colours: tuple[str, ...]
) -> tuple[list[tuple[int, CreditLine]], list[Problem]]:
    length = NUMBER_DIGITS + len(colours) * POINTS_DIGITS
    found, problems = [], []
    for at, line in _lines(content):
        if len(line) != length or not (line.isascii() and line.isdigit()):
            what = f"{line[:40]!r} is not {length} digits."
            remedy = "Write the number in 7 digits and each amount in 6, zeros in front, nothing else."
            problems.append(Problem(what, remedy, ("line", at), name, at, code="line-unreadable"))
            continue
        found.append((at, _credit(line, colours)))
    return found, problems


def _credit(line: str, colours: tuple[str, ...]) -> CreditLine:
    amounts = [int(line[start : start + POINTS_DIGITS]) for start in range(NUMBER_DIGITS, len(line), POINTS_DIGITS)]
    return CreditLine(int(line[:NUMBER_DIGITS]), dict(zip(colours, amounts, strict=True)))


def write(credits_given: Iterable[CreditLine], ending: str) -> bytes:
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


def merge(listed: Iterable[CreditLine]) -> list[CreditLine]:
    """Put the lines of several files together: one line a player, in the order of their numbers, points added up."""
    found: dict[int, dict[str, int]] = {}
    for number, units in listed:
        sums = found.setdefault(number, {})
        for colour, amount in units.items():
            sums[colour] = sums.get(colour, 0) + amount
    return [CreditLine(number, found[number]) for number in sorted(found)]


def read_as(name: str, content: bytes, colour: str) -> CreditFile:
    """Read a credit file whose ending does not say its colour: old endings in .mp have one that is not printed."""
    if _colours_of_ending(name) or not colour:
        return read(name, content)
    numbered, problems = _read_lines(name, content, (colour,))
    return CreditFile([credit for _line, credit in numbered], problems)


# --- As a reading ------------------------------------------------------------------------------------------------


def recognise(content: bytes) -> bool:
    """Say whether the lines are those of a credit file: nothing but 13 or 19 digits each, with few exceptions."""
    lines = [line for _at, line in _lines(content[: _LINES_LOOKED_AT * (TWO_COLOURS + 2)])]
    if len(lines) > 1 and len(content) > _LINES_LOOKED_AT * (TWO_COLOURS + 2):
        del lines[-1]  # it may have been cut
    alike = sum(_is_record(line) for line in lines)
    return bool(lines) and _is_record(lines[0]) and 2 * alike > len(lines)


def _is_record(line: str) -> bool:
    return line.isascii() and line.isdigit() and len(line) in (ONE_COLOUR, TWO_COLOURS)


def reading(name: str, content: bytes, answers: Mapping[str, str] = _NO_ANSWERS) -> Reading:
    """Read a credit file as points claimed; the colour of 13 digits is asked for where the ending does not say it."""
    sizes = Counter(len(line) for _at, line in _lines(content) if _is_record(line))
    two = sizes[TWO_COLOURS] > sizes[ONE_COLOUR]
    colours = _colours(name, answers.get("colour", ""), two=two)
    encoding, handbook = "ASCII", federations.with_credit_files()
    if not colours:
        asks = "Which colour are the points? The file does not say."
        question = Question("colour", asks, ("green", "red", "gold"), code="colour-missing")
        return Reading(None, [], handbook, file=name, format=FORMAT, encoding=encoding, questions=(question,))
    numbered, problems = _read_lines(name, content, colours)
    claims = [
        Claim("", str(credit.number), colour, units, line=line)
        for line, credit in numbered
        for colour, units in credit.units.items()
        if units
    ]
    notes = list(_notes([credit for _line, credit in numbered], colours))
    return Reading(None, problems, handbook, file=name, format=FORMAT, encoding=encoding, claims=claims, notes=notes)


def _colours(name: str, answered: str, *, two: bool) -> tuple[str, ...]:
    """The lines' length decides between one colour and two; which one it is, an answer or the ending."""
    if two:
        return ENDINGS[".rag"]
    single = {colours[0]: colours for colours in ENDINGS.values() if len(colours) == 1}
    by_ending = _colours_of_ending(name)
    return single.get(answered.strip().lower(), by_ending if len(by_ending) == 1 else ())


def _notes(credited: list[CreditLine], colours: tuple[str, ...]) -> Iterable[Note]:
    for colour in colours:
        total = sum(credit.units.get(colour, 0) for credit in credited)
        yield Note(
            "credits-added-up", f"{len(credited)} lines credit {total // 100}.{total % 100:02d} {colour} points in all."
        )
    often = [number for number, count in Counter(credit.number for credit in credited).items() if count > 1]
    if often:
        yield Note(
            "number-on-several-lines",
            f"On more than one line, which the federation adds together: {_numbers_text(often)}.",
        )
    handbook = federations.with_credit_files()
    numbers = dict.fromkeys(credit.number for credit in credited)
    odd = [number for number in numbers if not federations.number_fits(handbook, str(number))]
    if odd:
        yield Note(
            "number-perhaps-mistyped",
            f"The last digit does not fit the others, so they may be mistyped: {_numbers_text(odd)}.",
        )


def _numbers_text(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:_NAMED])) + (f" and {len(numbers) - _NAMED} more" if numbers[_NAMED:] else "")
