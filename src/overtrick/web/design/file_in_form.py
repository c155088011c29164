"""Carries a file in a form, so that nothing is stored before somebody confirms."""

from __future__ import annotations

import base64
import zlib


def pack(content: bytes) -> str:
    """Write a file so that it fits into a hidden field."""
    return base64.b64encode(zlib.compress(content)).decode("ascii")


def unpack(packed: str, largest: int) -> bytes | None:
    """Take a file out again; nothing where there is none, where it is broken, or too large."""
    if not packed:
        return None
    try:
        content = zlib.decompressobj().decompress(base64.b64decode(packed, validate=True), largest + 1)
    except (ValueError, zlib.error):
        return None
    return content if len(content) <= largest else None
