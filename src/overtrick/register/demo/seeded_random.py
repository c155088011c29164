"""Seeded randomness for the demo."""

from __future__ import annotations

from random import Random


def repeatable(*what_for: object) -> Random:
    """Give the dice for one thing; the same words give the same throws, on every machine."""
    return Random(" ".join(map(str, what_for)))  # noqa: S311 - invented people need no secret
