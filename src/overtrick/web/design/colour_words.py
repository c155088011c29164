"""What a colour of points is called inside a sentence, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _


def colour_word(colour: str) -> str:
    """Write a colour as it stands inside a sentence: green, not Green."""
    return _(colour.capitalize()).lower()


def colour_words(colours: Iterable[str]) -> str:
    """Write several: red and gold."""
    return _(" and ").join(map(colour_word, colours))


def asked_words(words: str, colours: Iterable[str]) -> str:
    """Say of which colours a rank asks points; a handbook may say it in words of its own."""
    named = list(colours)
    return colour_words(named) if words == " and ".join(named) else words
