"""Exact figures in the database: a whole number or a fraction in digits, "15/4"."""

from __future__ import annotations

from fractions import Fraction

from overtrick.engine.numbers import Exact

#: No single amount is larger, in smallest units: a hundred million in the currency.
MOST = 10**10


def exact(written: str) -> Fraction:
    """Read a figure."""
    return Fraction(written)


def written(value: Exact) -> str:
    """Write a figure."""
    return str(Fraction(value))
