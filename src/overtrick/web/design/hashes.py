"""Hashes and keys as pages show them."""

from __future__ import annotations

_SHOWN = 12


def shortened(text: str) -> str:
    """Shorten a hash or a key to what one compares by eye."""
    return f"{text[:_SHOWN]}…"
