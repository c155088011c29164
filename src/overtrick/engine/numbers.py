"""How are points computed exactly, and how is a fraction resolved?

Every figure is a whole number or a fraction until a rounding clause speaks; a handbook names the rounding it means by
the function it calls. Nothing here is a ``float``.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Exact = int | Fraction

#: Roots and exponentials are worked to this many digits, the same on every machine.
_PRECISE = Context(prec=50, rounding=ROUND_HALF_EVEN)
#: No award is changed by so little; and a fraction of it would have thousands of figures.
_NEXT_TO_NOTHING = Decimal("1E-100")
#: A decimal with more figures behind the point is not written out.
_LONG = 10**6

_MIXED_NUMBER_PARTS = 2

#: A fraction that people read as one: thirds, sixths, ninths. Others are decimals.
_SMALL_FRACTION = 12


def up(value: Exact) -> int:
    """Resolve a fraction to the next higher whole number; a whole number stays."""
    return -(-value.numerator // value.denominator)


def down(value: Exact) -> int:
    """Drop the fraction: the next lower whole number, also below zero."""
    return value.numerator // value.denominator


def half_up(value: Exact) -> int:
    """Round to the nearest whole number, a half always towards the higher one."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def half_even(value: Exact) -> int:
    """Round to the nearest whole number, a half to the even neighbour."""
    return round(value)


def to_step(value: Exact, step: Exact, rounding: Callable[[Exact], int]) -> Exact:
    """Round to a multiple of ``step``, such as 0.25 of a point; ``rounding`` says which way."""
    return tidy(rounding(Fraction(value) / step) * Fraction(step))


def tidy(value: Exact) -> Exact:
    """Give a fraction that is whole as a plain whole number, which costs a tenth to reckon with."""
    return value.numerator if value.denominator == 1 else value


def ratio(value: Exact, divisor: Exact) -> Exact:
    """Divide exactly."""
    if type(value) is int and type(divisor) is int:  # as most are, and a fraction takes five times as long
        quotient, rest = divmod(value, divisor)
        return Fraction(value, divisor) if rest else quotient
    return tidy(Fraction(value) / divisor)


def sqrt(value: Exact) -> Exact:
    """Take the square root: exact where it is a fraction, otherwise to 50 digits.

    100/36 has the root 5/3; a decimal is a hair above it, and rounding 180 times it up would give 301, not 300.
    """
    over, under = isqrt(value.numerator), isqrt(value.denominator)
    if over * over == value.numerator and under * under == value.denominator:
        return tidy(Fraction(over, under))
    quotient = _PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator))
    return Fraction(_PRECISE.sqrt(quotient))


def exp(value: Exact) -> Exact:
    """Raise e to a power, to 50 digits; e to the nothing is exactly one, and what is next to nothing is nothing."""
    if value == 0:
        return 1
    found = _PRECISE.exp(_PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator)))
    return Fraction(found) if found > _NEXT_TO_NOTHING else 0


def exact(written: str | int) -> Exact:
    """Read a figure as a person writes it: ``18``, ``0.75``, ``3/2`` or ``1 1/2``."""
    if isinstance(written, int):
        return written
    parts = written.split()
    if not parts or len(parts) > _MIXED_NUMBER_PARTS or (len(parts) == _MIXED_NUMBER_PARTS and "/" not in parts[1]):
        message = f"{written!r} is not a number; write for example 18, 0.75, 3/2 or 1 1/2"
        raise ValueError(message)
    return tidy(sum((Fraction(part) for part in parts), Fraction(0)))


def many(number: Exact, thing: str) -> str:
    """Count things in words: 1 award, 3 awards, 4 matches, 2 full tables of pairs."""
    if number == 1:
        return f"1 {thing}"
    first, space, rest = thing.partition(" of ")
    return f"{show(number)} {first}{'es' if first.endswith(('s', 'ch')) else 's'}{space}{rest}"


def show(value: Exact) -> str:
    """Write a figure for a person: 15, 4.5, 2 1/3, or 126.491… where it has no end and is no small fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator > _SMALL_FRACTION or _ends(value):
        return show_decimal(value)
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole} {rest}/{value.denominator}" if whole else f"{sign}{rest}/{value.denominator}"


def show_decimal(value: Exact, digits: int = 3) -> str:
    """Write a figure as a decimal: 4.5, or 0.275… where it has no end."""
    if _ends(value):
        return format((Decimal(value.numerator) / value.denominator).normalize(), "f")
    scaled = abs(value.numerator) * 10**digits // value.denominator
    return f"{'-' if value < 0 else ''}{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}…"


def _ends(value: Exact) -> bool:
    """Say whether a decimal comes to an end after a few figures."""
    under = value.denominator
    if under > _LONG:
        return False
    for prime in (2, 5):
        while under % prime == 0:
            under //= prime
    return under == 1
