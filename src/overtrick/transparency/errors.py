"""What can be wrong with a note, a key or a proof that somebody hands over."""

from __future__ import annotations


class Unproved(Exception):
    """A proof does not hold, or a text is not what it should be; the message says what was found."""
