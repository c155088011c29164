"""``overtrick merge``: puts files of points of one colour together, or changes one; it says what is in each."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import files, output, write_file
from overtrick.formats import credit_file
from overtrick.formats.credit_file import ENDINGS, CreditLine, TooMuch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.engine.assessment import Problem

_HUNDREDTHS = 100


class _Mistyped(Exception):
    """An option does not say what it should."""


class _Unmerged(Exception):
    """These files cannot be put together."""


def merge(
    names: Sequence[str], to: str, *, colour: str, changes: Sequence[str], removed: Sequence[str], force: bool
) -> int:
    """Write one file of several, with some lines changed or taken out; the exit code."""
    ending = Path(to).suffix.lower()
    refused = "" if ending in ENDINGS else f"Error: --to takes a name that ends in {', '.join(ENDINGS)}, not {to!r}."
    refused = refused or write_file.refused(to, (), force=force)
    if refused:
        output.complain(refused)
        return output.USAGE
    try:
        set_to = dict(_change(each, ENDINGS[ending]) for each in changes)
        gone = {_number(each) for each in removed}
        read, problems = _read(names, colour)
        if problems:
            output.tell_problems(problems)
            return output.PROBLEMS
        kept = _together(read, set_to, gone, to)
        write_file.save(to, credit_file.write(kept, ending), force=force)
    except _Mistyped as error:
        output.complain(f"Error: {error}.")
        return output.USAGE
    except (_Unmerged, TooMuch, write_file.Unsaved) as error:
        output.complain(f"Error: {str(error).rstrip('.')}.")
        return output.PROBLEMS
    rows = [_row(name, lines) for name, lines in read.items()] + [_row(to, kept)]
    output.table(("File", "Lines", "Points"), rows, ("Lines", "Points"))
    return output.GOOD


def _together(
    read: Mapping[str, list[CreditLine]], set_to: Mapping[int, Mapping[str, int]], gone: set[int], to: str
) -> list[CreditLine]:
    """Add up the lines of all files, then change and take out what was asked."""
    held = set(ENDINGS[Path(to).suffix.lower()])
    for name, lines in read.items():
        if any(set(line.units) - held for line in lines):
            raise _Unmerged(f"{name} has points of another colour than {to}. Merge files of one colour")
    found = {each.number: each for each in credit_file.merge(line for lines in read.values() for line in lines)}
    missing = sorted(gone - found.keys())
    if missing:
        raise _Unmerged(f"nobody with the number {missing[0]} is in these files")
    found |= {number: CreditLine(number, units) for number, units in set_to.items()}
    return [found[number] for number in sorted(found) if number not in gone]


def _read(names: Sequence[str], colour: str) -> tuple[dict[str, list[CreditLine]], list[Problem]]:
    """Read every file; all problems of all files at once."""
    found: dict[str, list[CreditLine]] = {}
    problems: list[Problem] = []
    for name in names:
        try:
            content = files.content(name)
        except files.Unopened as unopened:
            problems.append(unopened.problem)
            continue
        read = credit_file.read_as(Path(name).name, content, colour)
        problems += read.problems
        found[name] = read.credits
    return found, problems


def _row(name: str, lines: Iterable[CreditLine]) -> tuple[str, str, str]:
    listed = list(lines)
    sums: dict[str, int] = {}
    for line in listed:
        for colour, units in line.units.items():
            sums[colour] = sums.get(colour, 0) + units
    told = ", ".join(f"{units // _HUNDREDTHS}.{units % _HUNDREDTHS:02d} {colour}" for colour, units in sums.items())
    return Path(name).name, str(len(listed)), told or "none"


def _change(written: str, colours: Sequence[str]) -> tuple[int, Mapping[str, int]]:
    number, equals, points = written.partition("=")
    amounts = points.split("/")
    if not equals or len(amounts) != len(colours):
        takes = "NUMBER=" + "/".join(each.upper() for each in colours)
        raise _Mistyped(f"--set takes {takes}, not {written!r}")
    return _number(number), dict(zip(colours, map(_hundredths, amounts), strict=True))


def _number(written: str) -> int:
    plain = written.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) <= credit_file.NUMBER_DIGITS):
        raise _Mistyped(f"{written!r} is not a number of up to {credit_file.NUMBER_DIGITS} digits")
    return int(plain)


def _hundredths(written: str) -> int:
    try:
        units = Fraction(written.strip()) * _HUNDREDTHS
    except (ValueError, ZeroDivisionError):
        units = Fraction(-1)
    if units < 0 or units.denominator != 1 or units > credit_file.LARGEST:
        raise _Mistyped(f"{written!r} is not a number of points such as 12.50")
    return int(units)
