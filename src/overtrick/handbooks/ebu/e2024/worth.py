"""What is an event of this kind and size worth? Green and blue kinds by their own rules, the others by the family's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.handbooks.family import worth as family

from . import worth_green
from .scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.worth import Worth


def worth(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    """Work out the awards of every place, and of a win, for an event that is only described."""
    if kind.startswith(worth_green.PREFIXES):
        return worth_green.worth(book, kind, answers, worth)
    return family.worth(book, kind, answers, Route)
