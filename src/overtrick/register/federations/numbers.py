"""Player numbers of a federation: for life, and the same with or without zeros in front.

The form of a number, with its check digit, is the one that the handbook gives for results files.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db import transaction

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import exchange, record
from overtrick.handbooks.exchange import NumberForm
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation

#: So many numbers are looked at in one go until a free one is found.
_STRIDE = 500


class Checked(NamedTuple):
    """Whether a number may be one of the federation's, and why not."""

    ok: bool
    why: str = ""


class NoNumbersLeft(Refused):
    """All numbers from here on are longer than a number may be."""


def form(federation: Federation) -> NumberForm:
    """Give the form of the federation's numbers."""
    return exchange.of(handbooks.get(federation.handbook).latest).number


def key(federation: Federation, number: str) -> str:
    """Write a number as the register keeps it, without zeros in front; empty if it is nobody's."""
    return form(federation).key(number)


def written(federation: Federation, number: str) -> str:
    """Write a number as the federation does."""
    return form(federation).show(number)


def same(federation: Federation, one: str, other: str) -> bool:
    """Say whether two ways of writing mean one number; what is nobody's number is the same as none."""
    return key(federation, one) == key(federation, other) != ""


def is_temporary(federation: Federation, number: str) -> bool:
    """Say whether a number is one that organisers give to visitors, each its own: it is nobody's in the register."""
    return key(federation, number) in temporary(federation, [number])


def temporary(federation: Federation, written: Iterable[str]) -> set[str]:
    """Name those of these numbers, as the register keeps them, that organisers give to visitors."""
    edition = handbooks.get(federation.handbook).latest
    # A number has no day. A prefix that is to hold from a day to come is nobody's from now on.
    chosen = edition.known_settings(federation.ways(date.max).settings)
    book = edition.book(settings=chosen or None)
    rules, kind = record.of(edition), form(federation)
    found = ((number, rules.temporary_number(book, number)) for number in map(kind.key, written))
    return {number for number, finding in found if finding is not None and finding.holds is True}


def check(federation: Federation, number: str) -> Checked:
    """Say whether a number may be one of the federation's: digits, not too many, the check digit."""
    kind = form(federation)
    plain = kind.key(number)
    if not plain:
        return Checked(ok=False, why=f"{number!r} is nobody's number." if number.strip() else "There is no number.")
    if not (plain.isascii() and plain.isdigit()):
        return Checked(ok=False, why=f"{plain!r} has characters other than digits.")
    if kind.digits and len(plain) > kind.digits:
        return Checked(ok=False, why=f"{plain} has {len(plain)} digits; the limit is {kind.digits}.")
    if is_temporary(federation, plain):
        return Checked(ok=False, why=f"{plain} is one of the temporary numbers that organisers give to visitors.")
    if kind.looks_right(plain):
        return Checked(ok=True)
    return Checked(ok=False, why=f"The check digit of {plain} is wrong: one of its digits is mistyped.")


def next_number(federation: Federation) -> str:
    """Give out a number that nobody has had. Two who ask at once get two numbers."""
    return next_numbers(federation, 1)[0]


def next_numbers(federation: Federation, count: int) -> list[str]:
    """Give out so many numbers that nobody has had."""
    kind = form(federation)
    given: list[str] = []
    with transaction.atomic():
        line = Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
        stem = line.next_number
        while len(given) < count:
            offered = [_complete(kind, each) for each in range(stem, stem + _STRIDE)]
            taken = set(line.players.filter(number__in=offered).values_list("number", flat=True))
            for number in offered:
                stem += 1
                if number not in taken and not is_temporary(line, number):
                    given.append(number)
                if len(given) == count:
                    break
        Federation.objects.filter(pk=line.pk).update(next_number=stem)
    return given


def _complete(kind: NumberForm, stem: int) -> str:
    """Put the check digit behind a number where the federation has one."""
    made = str(stem)
    if kind.check is not None:
        made = next((f"{stem}{digit}" for digit in range(10) if kind.check.holds(f"{stem}{digit}")), f"{stem}0")
    if kind.digits and len(made) > kind.digits:
        found = f"The next number, {made}, has more than {kind.digits} digits."
        raise NoNumbersLeft(found, "Start new numbers lower, where there are gaps.", code="no-numbers-left")
    return made
